import HearthCore
import HearthMCP
import Synchronization
import Testing

@Suite("MCP prompts, completion and logging")
struct PromptTests {
    private struct Shelves: MCPResourceSource {
        func resources(after cursor: String?) async throws -> (resources: [MCPResource], next: String?) { ([], nil) }

        func read(_ uri: String) async throws -> (text: String, mimeType: String) {
            throw MCPError.unknownResource(uri)
        }

        let templates: [(uriTemplate: String, name: String, description: String, mimeType: String)] = [
            ("test://{shelf}", "shelf", "A shelf.", "text/plain")
        ]

        func suggestions(
            for variable: String, of uriTemplate: String, typed: String
        ) async throws -> MCPSuggestions? {
            guard variable == "shelf" else { return nil }
            return MCPSuggestions((0..<250).map { "\(typed)\($0)" })
        }
    }

    private struct Missing: ReadableError {
        let code = "missing"
        let kind = Failure.Kind.unknownItem
        let message = "There is no such place."
        let help: [Failure.Help] = []
    }

    private struct Broken: ReadableError {
        let code = "broken"
        let kind = Failure.Kind.internal
        let message = "A private word."
        let help: [Failure.Help] = []
    }

    private let server = MCPServer(
        name: "test", title: "Test", version: "1", instructions: "",
        tools: [
            MCPTool(name: "fail", title: "Fail", description: "", inputSchema: ["type": "object"]) { _, _ in
                throw Broken()
            }
        ],
        prompts: [
            MCPPrompt(
                name: "travel", title: "Travel", description: "Plans a journey.",
                arguments: [
                    .init("to", title: "To", description: "Where to.") { typed in
                        MCPSuggestions(["Rome", "Riga"].filter { $0.hasPrefix(typed) })
                    },
                    .init("by", title: "By", description: "How.", isRequired: false),
                ]
            ) { arguments in
                if arguments["to"] == "Atlantis" { throw Missing() }
                if arguments["to"] == "Hades" { throw Broken() }
                return "To \(arguments["to"] ?? "") by \(arguments["by"] ?? "any way")"
            }
        ], resources: Shelves())

    private func request(_ id: Int, _ method: String, _ parameters: JSONValue = [:]) -> JSONValue {
        ["jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method), "params": parameters]
    }

    private func session(_ version: String = "2025-11-25") async -> (MCPSession, hello: JSONValue?) {
        let session = MCPSession(server)
        let hello = await session.handle(
            request(
                0, "initialize",
                [
                    "protocolVersion": .string(version), "capabilities": [:],
                    "clientInfo": ["name": "t", "version": "1"],
                ])
        ) { _ in }
        return (session, hello?["result"])
    }

    private static let newest: JSONValue = ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]

    @Test(arguments: [
        ("2024-11-05", ["logging", "prompts", "resources", "tools"]),
        ("2025-03-26", ["completions", "logging", "prompts", "resources", "tools"]),
        ("2025-11-25", ["completions", "logging", "prompts", "resources", "tools"]),
    ])
    func `Each version is told of what it has a word for and can be done`(_ version: String, _ names: [String]) async {
        let capabilities = await session(version).hello?["capabilities"]?.objectValue
        #expect(capabilities?.keys.sorted() == names)
    }

    @Test func `The version without sessions has no log, and says so`() async {
        let session = MCPSession(server)
        let found = await session.handle(request(1, "server/discover", ["_meta": Self.newest])) { _ in }
        let capabilities = found?["result"]?["capabilities"]?.objectValue
        #expect(capabilities?.keys.sorted() == ["completions", "prompts", "resources", "tools"])
        let level = await session.handle(
            request(2, "logging/setLevel", ["level": "debug", "_meta": Self.newest])
        ) { _ in }
        #expect(level?["error"]?["code"] == -32601)
        let prompt = await session.handle(
            request(3, "prompts/get", ["name": "travel", "arguments": ["to": "Rome"], "_meta": Self.newest])
        ) { _ in }
        #expect(prompt?["result"]?["resultType"] == "complete" && prompt?["result"]?["ttlMs"] == nil)
    }

    @Test func `A server without prompts does not know their methods`() async {
        let session = MCPSession(
            MCPServer(name: "t", title: "T", version: "1", instructions: "", tools: [], resources: Shelves()))
        for method in ["prompts/list", "prompts/get"] {
            let answer = await session.handle(request(1, method, ["name": "travel", "_meta": Self.newest])) { _ in }
            #expect(answer?["error"]?["code"] == -32601)
        }
    }

    @Test func `Prompts are listed with what is to be filled in`() async {
        let (new, _) = await session()
        let prompt = await new.handle(request(1, "prompts/list")) { _ in }?["result"]?["prompts"]?.arrayValue?.first
        #expect(prompt?["name"] == "travel" && prompt?["title"] == "Travel")
        #expect(prompt?["arguments"]?.arrayValue?.map { $0["required"] } == [true, false])
        let (old, _) = await session("2024-11-05")
        let same = await old.handle(request(1, "prompts/list")) { _ in }?["result"]?["prompts"]?.arrayValue?.first
        #expect(same?["title"] == nil && same?["arguments"]?.arrayValue?.first?["title"] == nil)
    }

    @Test func `A prompt is made of its arguments, of which blank ones are none`() async {
        let (session, _) = await session()
        let arguments: JSONValue = ["to": "Rome", "by": "  "]
        let answer = await session.handle(
            request(1, "prompts/get", ["name": "travel", "arguments": arguments])
        ) { _ in }
        let message = answer?["result"]?["messages"]?.arrayValue?.first
        #expect(message?["role"] == "user" && message?["content"]?["text"] == "To Rome by any way")
    }

    @Test func `What does not fit a prompt is named, and what is broken is not told`() async {
        let (session, _) = await session()
        for (arguments, words) in [
            ([:] as JSONValue, "`arguments.to` is missing."), (["to": " "], "`arguments.to` is missing."),
            (["to": "Rome", "from": "Bonn"], "no argument from"), (["to": 1], "to"),
            (["to": .string(String(repeating: "x", count: 20_001))], "20000 characters"),
            (["to": "Atlantis"], "There is no such place."),
        ] {
            let answer = await session.handle(
                request(1, "prompts/get", ["name": "travel", "arguments": arguments])
            ) { _ in }
            #expect(answer?["error"]?["code"] == -32602)
            #expect(answer?["error"]?["message"]?.stringValue?.contains(words) == true)
        }
        let broken = await session.handle(
            request(2, "prompts/get", ["name": "travel", "arguments": ["to": "Hades"]])
        ) { _ in }
        #expect(broken?["error"]?["code"] == -32603 && broken?.description.contains("private") == false)
        let unknown = await session.handle(request(3, "prompts/get", ["name": "x"])) { _ in }
        #expect(unknown?["error"]?["code"] == -32602)
    }

    @Test func `Arguments of prompts and templates are completed, and others are refused`() async {
        let (session, _) = await session()
        func complete(_ reference: JSONValue, _ name: String, _ value: String) async -> JSONValue? {
            await session.handle(
                request(
                    1, "completion/complete",
                    ["ref": reference, "argument": ["name": .string(name), "value": .string(value)]])
            ) { _ in }
        }
        let prompt: JSONValue = ["type": "ref/prompt", "name": "travel"]
        #expect(
            await complete(prompt, "to", "Ri")?["result"]?["completion"] == ["values": ["Riga"], "hasMore": false])
        #expect(await complete(prompt, "by", "")?["result"]?["completion"]?["values"] == [])
        let template: JSONValue = ["type": "ref/resource", "uri": "test://{shelf}"]
        let many = await complete(template, "shelf", "a")?["result"]?["completion"]
        #expect(many?["values"]?.arrayValue?.count == 100 && many?["hasMore"] == true)
        for (reference, name) in [
            (prompt, "x"), (template, "x"), (["type": "ref/prompt", "name": "x"], "to"), (["type": "ref/prompt"], "to"),
            (["type": "ref/resource", "uri": "test://"], "shelf"), (["type": "ref/x"], "to"), ("x", "to"),
        ] as [(JSONValue, String)] {
            #expect(await complete(reference, name, "")?["error"]?["code"] == -32602)
        }
        #expect(await complete(prompt, "to", String(repeating: "x", count: 5000))?["error"]?["code"] == -32602)
    }

    @Test func `Nothing is logged before a client asks, and never what was said`() async {
        let (session, _) = await session()
        let notes = Mutex<[JSONValue]>([])
        let call = request(1, "tools/call", ["name": "fail", "arguments": ["text": "my secret"]])
        func run(_ level: String?) async -> [JSONValue] {
            if let level {
                let set = await session.handle(request(9, "logging/setLevel", ["level": .string(level)])) { _ in }
                #expect(set?["result"] == [:])
            }
            notes.withLock { $0 = [] }
            _ = await session.handle(call) { note in notes.withLock { $0.append(note) } }
            return notes.withLock { $0 }
        }
        #expect(await run(nil).isEmpty)
        #expect(await session.mayTell(of: call) == false)
        let all = await run("debug")
        #expect(all.allSatisfy { $0["method"] == "notifications/message" && $0["id"] == nil })
        #expect(all.map { $0["params"]?["level"] } == ["debug", "warning", "info"])
        #expect(all[1]["params"]?["data"]?["code"] == "broken" && all[1]["params"]?["data"]?["name"] == "fail")
        #expect(!all.description.contains("secret") && !all.description.contains("private"))
        #expect(await session.mayTell(of: call))
        #expect(await session.mayTell(of: request(1, "ping")) == false)
        #expect(await run("warning").map { $0["params"]?["level"] } == ["warning"])
        #expect(await run("emergency").isEmpty)
        for level: JSONValue in ["loud", 1, .null] {
            let answer = await session.handle(request(2, "logging/setLevel", ["level": level])) { _ in }
            #expect(answer?["error"]?["code"] == -32602)
        }
    }
}
