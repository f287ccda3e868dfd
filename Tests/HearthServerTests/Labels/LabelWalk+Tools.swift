import HearthCore
import HearthMCP
import HearthStore
import Synchronization

@testable import HearthServer

/// What a host of a model asks for over MCP.
extension LabelWalk {
    /// A client of MCP asks for something: a tool, a document, a prompt, or what it may fill in.
    mutating func tool() async throws {
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
        let (told, _) = try await call(method, parameters)
        watch.look("mcp \(seen ?? method)", told, ceiling: .personal)
    }

    /// What a client of MCP is told, in a session of its own or by way of the server, and its result.
    private mutating func call(_ method: String, _ parameters: JSONValue) async throws -> (String, JSONValue?) {
        number += 1
        var message: JSONObject = [
            "jsonrpc": "2.0", "id": .number(JSONNumber(number)), "method": .string(method), "params": parameters,
        ]
        guard Int.random(in: 0..<3, using: &random) == 0 else {
            let reply = await mcp.handle(.object(message), notify: { _ in })
            return (reply?.description ?? "", reply?["result"])
        }
        var object = parameters.objectValue ?? [:]
        object["_meta"] = ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]
        message["params"] = .object(object)
        let reply = try await server.owner.program.send("POST", "/mcp", json: .object(message))
        return (reply.body, reply.json["result"])
    }

    /// A host of a model writes something into the journal, whose entries are private unless their owner says otherwise.
    mutating func note() async throws {
        guard entries.count < 14 else { return }
        let word = watch.oracle.withLock { $0.newWord() }
        let text = "I noted the \(topic()) and thought of \(word). It was good."
        let day = 1 + Int.random(in: 0..<9, using: &random)
        let (told, result) = try await call(
            "tools/call",
            ["name": "add_note", "arguments": ["text": .string(text), "date": .string("2026-03-0\(day)")]])
        watch.look("mcp add_note", told, ceiling: .personal)
        guard let id = result?["structuredContent"]?["id"]?.stringValue else { return }
        watch.oracle.withLock { $0.write(text, at: "journal:\(id)", word: word, label: .private) }
        entries[id] = text
    }
}
