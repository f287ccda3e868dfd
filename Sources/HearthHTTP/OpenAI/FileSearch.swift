import HearthCore
import HearthSchema

/// The tool `file_search` of a response: the answer is made of passages that Hearth's own search finds in the files of vector stores, with
/// citations that were checked, as with the model `documents`. It is always searched; whether, is not the model's choice.
struct FileSearchTool: Sendable {
    let scope: DocumentScope.StoreScope
    let notes: [String]
    /// The request without it.
    let rest: RequestFields

    private static let most = 128
    private static let mostStores = 16

    /// - Returns: `nil` where a client does not ask for it, or asks for no tool.
    /// - Throws: ``ServerError`` for what it cannot do, by its name.
    init?(_ fields: RequestFields) throws {
        let tools = try fields.list("tools", most: Self.most) ?? []
        let found = try tools.filter { try $0.string("type") == "file_search" }
        guard let tool = found.first else { return nil }
        guard found.count == 1 else {
            throw fields.unsupported("tools", "`file_search` may be there once; it takes several vector stores.")
        }
        switch fields["tool_choice"]?.stringValue {
        case "none": return nil
        case nil:
            if let choice = try fields.fields("tool_choice"), try choice.required("type") != "file_search" {
                throw fields.unsupported("tool_choice", "with `file_search` it has to be that, auto, required or none.")
            }
        default: break
        }
        guard tools.count == 1 else {
            throw fields.unsupported(
                "tools", "an answer from files calls no functions. Send `file_search` alone, or functions alone.")
        }
        guard let ids = try tool.strings("vector_store_ids", most: Self.mostStores), !ids.isEmpty else {
            throw tool.missing("vector_store_ids")
        }
        let ranking = try tool.fields("ranking_options")
        if try ranking?.number("score_threshold", in: 0...1) ?? 0 > 0 {
            throw tool.unsupported("ranking_options", "what is cited is checked instead; leave `score_threshold` out.")
        }
        scope = DocumentScope.StoreScope(ids: ids, filters: try tool.fields("filters")?.value)
        notes = [tool.note(beyond: ["type", "vector_store_ids", "filters", "ranking_options"])].compactMap(\.self)
        rest = try fields.with("tools", []).with("tool_choice", "auto")
    }
}

extension OpenAIWire.OutputItem {
    static func fileSearch(id: String, status: String, _ queries: [String]) -> OpenAIWire.OutputItem {
        OpenAIWire.OutputItem(id: id, type: "file_search_call", status: status, queries: queries)
    }
}
