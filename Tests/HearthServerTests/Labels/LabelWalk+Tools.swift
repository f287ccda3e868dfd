import HearthCore
import HearthMCP
import HearthStore

@testable import HearthServer

/// What a host of a model asks for over MCP.
extension LabelWalk {
    /// A client of MCP asks for something: a tool, a document, a prompt, or what it may fill in.
    mutating func tool() async {
        let ids = (try? await database.documents(limit: 40).map(\.id)) ?? []
        let document = pick(ids) ?? "none"
        // As people type: nothing yet, the beginning of a name, of an id, of a word in it.
        let typed =
            [["", "About", "canary", "1", "2026"].randomElement(using: &random) ?? "", String(document.prefix(4))]
            .randomElement(using: &random) ?? ""
        let name = place()?.split(separator: "/").last.map(String.init) ?? "none"
        let periods = ["2026", "2026-03", "2026-W10", "2026-03-05"]
        let tools: [(String, JSONValue)] = [
            ("search", ["query": .string("\(topic()) \(topic())")]),
            ("ask", ["question": .string("What of the \(topic())?")]),
            ("list_documents", [:]), ("read_document", ["document": .string(document)]),
            ("summarize", ["document": .string(document), "words": 20]),
            ("transcript_ask", ["transcript": .string(document), "question": .string("What of the \(topic())?")]),
            ("journal_rollup", ["level": "day"]), ("journal_rollup", ["level": "month"]),
        ]
        let prompts: [(String, JSONObject)] = [
            ("ask_documents", ["question": .string("What of the \(topic())?"), "document": .string(document)]),
            ("ask_documents", ["question": .string("What of the \(topic())?"), "document": .string(name)]),
            ("sum_up_transcript", ["transcript": .string(document), "about": .string(topic())]),
            ("look_back", ["period": .string(pick(periods) ?? "2026")]),
        ]
        let blanks: [(reference: JSONValue, name: String)] = [
            (["type": "ref/prompt", "name": "ask_documents"], "document"),
            (["type": "ref/prompt", "name": "sum_up_transcript"], "transcript"),
            (["type": "ref/prompt", "name": "look_back"], "period"),
            (["type": "ref/resource", "uri": "hearth://documents/{id}"], "id"),
            (["type": "ref/resource", "uri": "hearth://documents/named/{name}"], "name"),
        ]
        var (method, parameters): (String, JSONValue) = ("prompts/list", [:])
        var seen: String?
        switch Int.random(in: 0..<16, using: &random) {
        case 0:
            (method, parameters) = ("resources/read", ["uri": .string("hearth://documents/\(document)")])
        case 1:
            (method, parameters) = ("resources/read", ["uri": .string("hearth://documents/named/\(name)")])
        case 2: (method, parameters) = ("resources/list", [:])
        case 3: (method, parameters) = (pick(["prompts/list", "resources/templates/list"]) ?? "prompts/list", [:])
        case 4..<6:
            guard let (prompt, arguments) = pick(prompts) else { return }
            (method, parameters) = ("prompts/get", ["name": .string(prompt), "arguments": .object(arguments)])
        case 6..<9:
            guard let blank = pick(blanks) else { return }
            (method, parameters) = (
                "completion/complete",
                ["ref": blank.reference, "argument": ["name": .string(blank.name), "value": .string(typed)]]
            )
        default:
            guard let (tool, arguments) = pick(tools) else { return }
            (method, parameters) = ("tools/call", ["name": .string(tool), "arguments": arguments])
            seen = tool
        }
        number += 1
        let reply = await mcp.handle(
            ["jsonrpc": "2.0", "id": .number(JSONNumber(number)), "method": .string(method), "params": parameters],
            notify: { _ in })
        watch.look("mcp \(seen ?? method)", reply?.description ?? "", ceiling: .personal)
    }
}
