import HearthCore
import HearthMCP
import Synchronization
import Testing

@Suite("MCP sessions")
struct SessionTests {
    private struct NoResources: MCPResourceSource {
        func resources(after cursor: String?) async throws -> (resources: [MCPResource], next: String?) {
            let all = (0..<3).map { MCPResource(uri: "test://\($0)", name: "r\($0)", mimeType: "text/plain") }
            let start = cursor.flatMap { Int($0) } ?? 0
            return (Array(all[start..<min(start + 2, 3)]), start + 2 < 3 ? String(start + 2) : nil)
        }

        func read(_ uri: String) async throws -> (text: String, mimeType: String) {
            guard uri == "test://0" else { throw MCPError.unknownResource(uri) }
            return ("zero", "text/plain")
        }

        let templates: [(uriTemplate: String, name: String, description: String, mimeType: String)] = []
    }

    private struct Broken: ReadableError {
        let code = "broken"
        let kind = Failure.Kind.internal
        let message = "It is broken; mend it."
        let help = [Failure.Help.findModel]
    }

    private static let schema: JSONValue = [
        "type": "object", "properties": ["text": ["type": "string", "minLength": 1]], "required": ["text"],
    ]

    private func server(started: AsyncStream<Void>.Continuation? = nil) -> MCPServer {
        MCPServer(
            name: "test", title: "Test", version: "1", instructions: "",
            tools: [
                MCPTool(name: "echo", title: "Echo", description: "", inputSchema: Self.schema) { arguments, context in
                    await context.progress(0.5, "half")
                    await context.progress(0.2, "back")
                    await context.progress(1, "done")
                    let text = arguments["text"]?.stringValue ?? ""
                    let link = MCPResource(uri: "test://0", name: "r0", title: "Zero", mimeType: "text/plain")
                    return ToolResult(text, structured: ["text": .string(text)], links: [link])
                },
                MCPTool(name: "fail", title: "Fail", description: "", inputSchema: ["type": "object"]) { _, _ in
                    throw Broken()
                },
                MCPTool(name: "wait", title: "Wait", description: "", inputSchema: ["type": "object"]) { _, _ in
                    started?.yield()
                    try await Task.sleep(for: .seconds(600))
                    return ToolResult("late")
                },
            ], resources: NoResources())
    }

    private func initialize(_ session: MCPSession, _ version: String = "2025-06-18") async -> JSONValue? {
        await session.handle(
            request(
                0, "initialize",
                [
                    "protocolVersion": .string(version), "capabilities": [:],
                    "clientInfo": ["name": "t", "version": "1"],
                ])
        ) { _ in }
    }

    private func request(_ id: Int, _ method: String, _ parameters: JSONValue = [:]) -> JSONValue {
        ["jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method), "params": parameters]
    }

    @Test(arguments: [
        ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25"),
    ])
    func `The handshake agrees on a version that both know`(_ asked: String, _ agreed: String) async {
        let answer = await initialize(MCPSession(server()), asked)
        #expect(answer?["result"]?["protocolVersion"]?.stringValue == agreed)
    }

    @Test func `Nothing is done before the handshake, and there is one`() async {
        let session = MCPSession(server())
        let early = await session.handle(request(1, "tools/list")) { _ in }
        #expect(early?["error"]?["code"] == -32600)
        _ = await initialize(session)
        #expect(await session.handle(request(2, "tools/list")) { _ in }?["result"]?["tools"]?.arrayValue?.count == 3)
        #expect(await initialize(session)?["error"] != nil)
    }

    @Test func `The newest version needs no handshake, and marks its results`() async {
        let meta: JSONValue = [
            "_meta": [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": [:],
            ]
        ]
        let session = MCPSession(server())
        let found = await session.handle(request(1, "server/discover", meta)) { _ in }
        #expect(found?["result"]?["supportedVersions"] == ["2026-07-28"])
        #expect(found?["result"]?["resultType"] == "complete")
        #expect(found?["result"]?["cacheScope"] == "private")
        let other: JSONValue = ["_meta": ["io.modelcontextprotocol/protocolVersion": "1900-01-01"]]
        let refused = await session.handle(request(2, "tools/list", other)) { _ in }
        #expect(refused?["error"]?["code"] == -32022)
    }

    @Test func `A tool answers, and tells of its progress, which never goes back`() async {
        let session = MCPSession(server())
        _ = await initialize(session)
        let notes = Mutex<[JSONValue]>([])
        let call = request(
            5, "tools/call",
            ["name": "echo", "arguments": ["text": "hello"], "_meta": ["progressToken": "p"]])
        let answer = await session.handle(call) { note in notes.withLock { $0.append(note) } }
        #expect(answer?["result"]?["content"]?.arrayValue?.first?["text"] == "hello")
        #expect(
            answer?["result"]?["content"]?.arrayValue?.last == [
                "type": "resource_link", "uri": "test://0", "name": "r0", "title": "Zero", "mimeType": "text/plain",
            ])
        #expect(answer?["result"]?["structuredContent"] == ["text": "hello"])
        #expect(answer?["result"]?["isError"] == false)
        let progress = notes.withLock { $0.compactMap { $0["params"]?["progress"]?.numberValue?.intValue } }
        #expect(progress == [50, 100])
    }

    @Test func `Older versions get no fields that they do not know`() async {
        let session = MCPSession(server())
        _ = await initialize(session, "2024-11-05")
        let call = request(5, "tools/call", ["name": "echo", "arguments": ["text": "hello"]])
        let result = await session.handle(call) { _ in }?["result"]
        #expect(result?["structuredContent"] == nil && result?["content"]?.arrayValue?.count == 1)
        let tool = await session.handle(request(6, "tools/list")) { _ in }?["result"]?["tools"]?.arrayValue?.first
        #expect(tool?["title"] == nil && tool?["annotations"] == nil)
    }

    @Test func `What goes wrong in a tool is told to the model`() async {
        let session = MCPSession(server())
        _ = await initialize(session)
        for (name, arguments) in [
            ("fail", [:] as JSONValue), ("echo", ["text": ""]), ("echo", ["text": 1]), ("echo", [:]),
        ] {
            let call = request(1, "tools/call", ["name": .string(name), "arguments": arguments])
            let answer = await session.handle(call) { _ in }
            #expect(answer?["result"]?["isError"] == true)
            guard name == "fail" else { continue }
            #expect(
                answer?["result"]?["content"]?.arrayValue?.first?["text"]
                    == "It is broken; mend it. Install a model that fits.")
        }
        let unknown = await session.handle(request(2, "tools/call", ["name": "nothing"])) { _ in }
        #expect(unknown?["error"]?["code"] == -32602)
    }

    @Test(
        arguments: [
            ("tools/call", ["name": "echo", "arguments": 7], "`arguments` has to be an object, and is the number 7."),
            ("tools/call", [:], "`name` is missing."),
            ("tools/call", ["name": "nothing"], "There is no tool nothing. There are `echo`, `fail`, `wait`."),
            ("resources/read", ["uri": ["a", "b"]], "`uri` has to be a string, and is a list of 2 items."),
            ("resources/list", ["cursor": 7], "`cursor` has to be a string, and is the number 7."),
            ("tools/list", ["cursor": "x"], "`cursor` has to be the `nextCursor` of the page before, or left out."),
            ("completion/complete", ["ref": [], "argument": [:]], "`ref` has to be an object, and is an empty list."),
            (
                "completion/complete", ["ref": ["type": "ref/resource"], "argument": ["name": "a", "value": ""]],
                "`ref.uri` is missing."
            ),
            ("logging/setLevel", ["level": 3], "`level` has to be a string, and is the number 3."),
        ] as [(String, JSONValue, String)])
    func `What is wrong with a request is told with its place and with what stands there`(
        _ method: String, _ parameters: JSONValue, _ told: String
    ) async {
        let session = MCPSession(server())
        _ = await initialize(session)
        let answer = await session.handle(request(1, method, parameters)) { _ in }
        #expect(answer?["error"]?["code"] == -32602 && answer?["error"]?["message"]?.stringValue == told)
    }

    @Test func `A cancelled request ends without an answer, and others go on`() async {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let session = MCPSession(server(started: start))
        _ = await initialize(session)
        async let waiting = session.handle(request(7, "tools/call", ["name": "wait", "arguments": [:]])) { _ in }
        var iterator = started.makeAsyncIterator()
        _ = await iterator.next()
        #expect(await session.handle(request(8, "ping")) { _ in }?["result"] == [:])
        let same = await session.handle(request(7, "tools/list")) { _ in }
        #expect(same?["error"] != nil)
        let cancel: JSONValue = [
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": 7, "reason": "enough"],
        ]
        #expect(await session.handle(cancel) { _ in } == nil)
        #expect(await waiting == nil)
    }

    @Test func `Resources come by pages`() async {
        let session = MCPSession(server())
        _ = await initialize(session)
        let first = await session.handle(request(1, "resources/list")) { _ in }?["result"]
        #expect(first?["resources"]?.arrayValue?.count == 2 && first?["nextCursor"] == "2")
        let second = await session.handle(request(2, "resources/list", ["cursor": "2"])) { _ in }?["result"]
        #expect(second?["resources"]?.arrayValue?.count == 1 && second?["nextCursor"] == nil)
        let read = await session.handle(request(3, "resources/read", ["uri": "test://0"])) { _ in }
        #expect(read?["result"]?["contents"]?.arrayValue?.first?["text"] == "zero")
        let unknown = await session.handle(request(4, "resources/read", ["uri": "test://9"])) { _ in }
        #expect(unknown?["error"]?["code"] == -32002)
    }

    @Test(arguments: [
        "1", "null", "\"x\"", "[]", "{}", "[1,2]", #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":5}"#, #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"no/such/method"}"#,
    ])
    func `What is no message is answered by an error`(_ text: String) async throws {
        let session = MCPSession(server())
        _ = await initialize(session)
        let answer = await session.handle(try JSONValue(parsing: text)) { _ in }
        #expect(answer?["error"]?["code"]?.numberValue?.intValue ?? 0 < 0)
    }

    @Test func `Lists of messages are taken in the version that has them`() async throws {
        let batch = try JSONValue(
            parsing:
                #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"}]"#)
        let old = MCPSession(server())
        _ = await initialize(old, "2025-03-26")
        #expect(await old.handle(batch) { _ in }?.arrayValue?.count == 1)
        let new = MCPSession(server())
        _ = await initialize(new, "2025-11-25")
        #expect(await new.handle(batch) { _ in }?["error"] != nil)
    }
}
