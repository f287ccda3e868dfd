import HearthCore

/// Puts tool calls together from the pieces of a stream.
///
/// OpenAI numbers the calls and sends name and id once, then pieces of the arguments. Some servers leave the number out or
/// give each call the number 0, and send a call as a whole; a new id then begins a new call.
struct ToolCallAssembler {
    static let callLimit = 128

    private struct Draft {
        var index: Int
        var id: String
        var name: String
        var arguments: String
    }

    private var drafts: [Draft] = []

    mutating func append(_ pieces: [JSONValue], engine: Engine) throws {
        for (position, piece) in pieces.enumerated() {
            let index = piece["index"]?.numberValue?.intValue ?? position
            let id = piece["id"]?.presentText ?? ""
            let function = piece["function"]
            let name = function?["name"]?.presentText ?? ""
            let arguments: String
            switch function?["arguments"] {
            case .string(let text)?: arguments = text
            case .object(let object)?: arguments = JSONValue.object(object).description
            default: arguments = ""
            }
            if let at = drafts.lastIndex(where: { $0.index == index }),
                id.isEmpty || drafts[at].id.isEmpty
                    || drafts[at].id == id
            {
                if drafts[at].id.isEmpty { drafts[at].id = id }
                if drafts[at].name.isEmpty { drafts[at].name = name }
                drafts[at].arguments += arguments
            } else {
                guard drafts.count < Self.callLimit else {
                    throw ProviderError.malformed(engine, "it calls more than \(Self.callLimit) tools")
                }
                drafts.append(Draft(index: index, id: id, name: name, arguments: arguments))
            }
        }
    }

    /// The calls in their order.
    ///
    /// - Throws: ``ProviderError`` `malformed-response` for a call without a name.
    func calls(engine: Engine) throws -> [ToolCall] {
        try drafts.enumerated().map { number, draft in
            guard !draft.name.isEmpty else { throw ProviderError.malformed(engine, "it calls a tool without a name") }
            return ToolCall(
                id: draft.id.isEmpty ? "call_\(number)" : draft.id, name: draft.name,
                arguments: draft.arguments.isEmpty ? "{}" : draft.arguments)
        }
    }
}
