import Foundation
import HearthCore
import HearthMCP
import HearthTesting
import Synchronization
import Testing

@testable import HearthEngine

/// Servers of tools: what is kept of them, what they may be given, and what of theirs is called.
@Suite("Servers of tools")
struct ToolServersTests {
    private let folder: TemporaryFolder
    private let files: EndpointName

    init() throws {
        folder = try TemporaryFolder()
        files = try #require(EndpointName("files"))
    }

    private let program = ToolServer.Way.program(ToolProgram("/bin/true"))

    private func address(_ text: String) throws -> ToolServer.Way { .address(try #require(URL(string: text))) }

    // MARK: What is kept

    @Test func `What other hosts are told of a server is understood, and what is not known in it stays`() throws {
        try folder.write(
            "mcp-servers.json",
            #"""
            {"other": 1, "mcpServers": {"files": {"command": "npx", "args": ["-y", "server"], "env": {"KEY": "v"},
            "disabled": false}, "web": {"url": "https://tools.example/mcp", "label": "personal",
            "tools": {"look": {"permission": "always", "fingerprint": "f"}, "drop": {"permission": "never"},
            "odd": {"permission": "always"}}}}}
            """#)
        let file = ToolServersFile(folder: folder.url)
        let servers = try file.read()
        let web = try #require(EndpointName("web"))
        #expect(servers[files]?.way == .program(ToolProgram("npx", ["-y", "server"], environment: ["KEY": "v"])))
        #expect(servers[files]?.ceiling == .personal && servers[web]?.ceiling == .personal)
        // What was allowed of a description that nobody knows is asked about.
        #expect(servers[web]?.permissions == ["look": .always(fingerprint: "f"), "drop": .never])
        #expect(servers[web]?.host == "tools.example" && servers[files]?.host == nil)
        try file.update { $0[files]?.ceiling = .private }
        #expect(try file.read()[files]?.ceiling == .private)
        let text = try folder.text("mcp-servers.json")
        #expect(text.contains(#""other": 1"#) && text.contains(#""disabled": false"#))
        #expect(try folder.mode("mcp-servers.json") == 0o600)
    }

    @Test(arguments: [
        #"{"files": {}}"#, #"{"files": {"command": ""}}"#, #"{"files": {"command": "./here"}}"#,
        #"{"files": {"command": "a", "args": [1]}}"#, #"{"files": {"command": "a", "env": {"A": 1}}}"#,
        #"{"files": {"command": "a", "url": "https://a.example"}}"#, #"{"files": {"url": "http://a.example/mcp"}}"#,
        #"{"files": {"url": "https://a.example", "label": "private"}}"#, #"{"a b": {"command": "a"}}"#,
        #"{"files": 3}"#,
    ])
    func `What is no server is an error that names it`(_ servers: String) throws {
        try folder.write("mcp-servers.json", #"{"mcpServers": \#(servers)}"#)
        let error = failure { _ = try ToolServersFile(folder: folder.url).read() }
        #expect(error?.code == "bad-settings")
    }

    @Test func `What was decided holds for the same server and no other`() async throws {
        let hearth = try Hearth(folder: folder.url)
        try await hearth.tools.set("files", to: ToolServer(program, permissions: ["look": .never]))
        try await hearth.tools.set("files", to: ToolServer(program, ceiling: .private))
        var state = try #require(try await hearth.tools.list().first)
        #expect(state.server.permissions == ["look": .never] && state.server.ceiling == .private)
        try await hearth.tools.set("files", to: ToolServer(address("https://a.example/mcp")))
        state = try #require(try await hearth.tools.list().first)
        #expect(state.server.permissions.isEmpty && state.server.ceiling == .public)
        #expect(try await hearth.tools.remove("files"))
        #expect(try await !hearth.tools.remove("files"))
        await hearth.shutdown()
    }

    @Test func `What is not allowed is refused, and nothing is changed`() async throws {
        let hearth = try Hearth(folder: folder.url)
        let wrong: [(String, ToolServer)] = [
            ("a b", ToolServer(program)), ("openai", ToolServer(program)),
            ("files", ToolServer(.program(ToolProgram("")))), ("files", ToolServer(.program(ToolProgram("./a")))),
            ("files", ToolServer(.program(ToolProgram("a", ["\0"])))),
            ("files", ToolServer(try address("http://a.example/mcp"))),
            ("files", ToolServer(try address("https://a.example/mcp"), ceiling: .private)),
        ]
        for (name, server) in wrong {
            let error = await failure { try await hearth.tools.set(name, to: server) }
            #expect(error?.code == "usage", "\(name)")
        }
        #expect(try await hearth.tools.list().isEmpty)
        await hearth.shutdown()
    }

    // MARK: Calls

    /// A server in this process: says what the test wants said to each method.
    private actor Wire: ToolWire {
        private let answers: @Sendable (_ method: String, _ message: JSONValue) -> JSONValue?
        private(set) var sent: [JSONValue] = []
        private(set) var isClosed = false

        init(_ answers: @escaping @Sendable (_ method: String, _ message: JSONValue) -> JSONValue?) {
            self.answers = answers
        }

        func send(_ message: JSONValue, _ sending: ToolSending) async throws -> ToolReplies {
            sent.append(message)
            guard let id = message["id"], let method = message["method"]?.stringValue,
                let result = answers(method, message)
            else {
                return ToolReplies {
                    try await Task.sleep(for: .seconds(600))
                    return nil
                }
            }
            let box = Box([["jsonrpc": "2.0", "id": id, "result": result]])
            return ToolReplies { box.next() }
        }

        func close() async { isClosed = true }

        var methods: [String] { sent.compactMap { $0["method"]?.stringValue } }
    }

    private final class Box: Sendable {
        private let values: Mutex<[JSONValue]>
        init(_ values: [JSONValue]) { self.values = Mutex(values) }
        func next() -> JSONValue? { values.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }

    private static let tool: JSONValue = [
        "name": "look.up", "description": "Looks.", "inputSchema": ["type": "object"],
    ]

    @Sendable private static func usual(_ method: String, _ message: JSONValue) -> JSONValue? {
        switch method {
        case "initialize": ["protocolVersion": "2025-06-18", "capabilities": ["tools": [:]]]
        case "tools/list": ["tools": [tool]]
        case "tools/call": ["content": [["type": "text", "text": "found"]]]
        default: nil
        }
    }

    private func session(
        _ wire: Wire, _ server: ToolServer, ledger: MemoryLibrary, ask: ToolSession.Ask?
    ) async throws -> ToolSession {
        let file = ToolServersFile(folder: folder.url)
        try file.update { $0[files] = server }
        let link = ToolServerLink(files, wire, limits: patient)
        let (tools, _) = try await link.tools(record: 1)
        return ToolSession(
            offers: tools.map { .init(link: link, server: server, tool: $0) }, links: [link], problems: [],
            ledger: ledger, permissions: ToolPermissions(file: file), ask: ask)
    }

    private func entries(_ ledger: MemoryLibrary) async throws -> [LedgerEntry] {
        try await ledger.ledger().map(\.entry)
    }

    private let call = ToolCall(id: "1", name: "files__look_up", arguments: #"{"what":"keys"}"#)

    @Test func `A call is asked about, recorded and made`() async throws {
        let (wire, ledger, questions) = (Wire(Self.usual), MemoryLibrary(), Questions())
        let session = try await session(wire, ToolServer(program), ledger: ledger) { question in
            questions.add(question)
            return .once
        }
        #expect(session.tools.map(\.name) == ["files__look_up"])
        let outcome = try await session.run(call, label: .personal)
        #expect(outcome.text == "found" && !outcome.isError && outcome.label == .personal)
        #expect(outcome.note == "files/look.up was called.")
        let question = try #require(questions.all.first)
        #expect(question.server == "files" && question.tool == "look.up" && question.arguments == #"{"what":"keys"}"#)
        let sent = await wire.sent
        #expect(sent.last?["params"] == ["name": "look.up", "arguments": ["what": "keys"]])
        let entries = try await entries(ledger)
        #expect(entries.map(\.kind) == [.decision, .outcome])
        #expect(entries.allSatisfy { $0.purpose == "tool files/look.up" && $0.label == .personal && $0.host == nil })
        // A hash of what was sent, and none of its words.
        #expect(entries[0].bodyHash?.count == 64 && entries[0].bytesOut == 15 && entries[0].text == nil)
        await session.close()
        #expect(await wire.isClosed)
    }

    private final class Questions: Sendable {
        private let values = Mutex<[ToolQuestion]>([])
        func add(_ question: ToolQuestion) { values.withLock { $0.append(question) } }
        var all: [ToolQuestion] { values.withLock { $0 } }
    }

    @Test func `What is more private than the server may be given does not reach it, and is not asked about`()
        async throws
    {
        let (wire, ledger) = (Wire(Self.usual), MemoryLibrary())
        let session = try await session(wire, ToolServer(program), ledger: ledger) { _ in
            Issue.record("Nobody can allow that")
            return .always
        }
        let outcome = try await session.run(call, label: .private)
        #expect(outcome.isError && outcome.label == .public)
        let entries = try await entries(ledger)
        #expect(entries.map(\.kind) == [.refusal] && entries[0].errorCode == "tool-above-label")
        #expect(await !wire.methods.contains("tools/call"))
    }

    @Test func `What is called private while its owner is asked does not reach the server`() async throws {
        let (wire, ledger, label) = (Wire(Self.usual), MemoryLibrary(), Latest(SensitivityLabel.personal))
        let session = try await session(wire, ToolServer(program), ledger: ledger) { question in
            #expect(question.label == .personal)
            label.value = .private
            return .once
        }
        #expect(try await session.run(call) { label.value }.isError)
        #expect(try await entries(ledger).map(\.label) == [.private])
        #expect(await !wire.methods.contains("tools/call"))
    }

    private final class Latest<Value: Sendable>: Sendable {
        private let held: Mutex<Value>
        init(_ value: Value) { held = Mutex(value) }
        var value: Value {
            get { held.withLock { $0 } }
            set { held.withLock { $0 = newValue } }
        }
    }

    @Test func `What a server says when it fails is as private as what it gives`() async throws {
        let session = try await session(
            Wire { method, message in method == "tools/call" ? "no" : Self.usual(method, message) },
            ToolServer(program, ceiling: .private), ledger: MemoryLibrary()
        ) { _ in .once }
        let outcome = try await session.run(call, label: .public)
        #expect(outcome.isError && outcome.label == .private)
    }

    @Test func `Always is what was described then, never is never, and nobody to ask is no`() async throws {
        let ledger = MemoryLibrary()
        let wire = Wire(Self.usual)
        let always = try await session(wire, ToolServer(program), ledger: ledger) { _ in .always }
        _ = try await always.run(call, label: .personal)
        let kept = try #require(try ToolServersFile(folder: folder.url).read()[files])
        guard case .always? = kept.permissions["look.up"] else {
            Issue.record("It is kept")
            return
        }
        let alone = try await session(wire, kept, ledger: ledger, ask: nil)
        #expect(try await alone.run(call, label: .personal).text == "found")
        // The same server, that describes its tool otherwise.
        let other = Wire { method, message in
            method == "tools/list"
                ? ["tools": [["name": "look.up", "description": "Sends.", "inputSchema": ["type": "object"]]]]
                : Self.usual(method, message)
        }
        let changed = try await session(other, kept, ledger: ledger, ask: nil)
        #expect(try await changed.run(call, label: .personal).isError)
        #expect(await !other.methods.contains("tools/call"))
        var never = kept
        never.permissions["look.up"] = .never
        let refused = try await session(wire, never, ledger: ledger) { _ in .once }
        #expect(try await refused.run(call, label: .personal).isError)
    }

    @Test func `A program that may be given private text gives what is private`() async throws {
        let session = try await session(
            Wire(Self.usual), ToolServer(program, ceiling: .private), ledger: MemoryLibrary()
        ) { _ in .once }
        #expect(try await session.run(call, label: .public).label == .private)
    }

    @Test func `What is no call is told to the model and reaches nobody`() async throws {
        let (wire, ledger) = (Wire(Self.usual), MemoryLibrary())
        let session = try await session(wire, ToolServer(program), ledger: ledger) { _ in .once }
        for arguments in ["[]", "{", "3"] {
            let odd = ToolCall(id: "1", name: "files__look_up", arguments: arguments)
            #expect(try await session.run(odd, label: .personal).isError, "\(arguments)")
        }
        #expect(try await session.run(ToolCall(id: "1", name: "rm", arguments: "{}"), label: .personal).isError)
        #expect(await !wire.methods.contains("tools/call"))
        // Nothing at all is an object without members.
        let bare = ToolCall(id: "1", name: "files__look_up", arguments: "")
        #expect(try await session.run(bare, label: .personal).text == "found")
    }

    @Test func `A server that does not answer is given up, and told so`() async throws {
        let wire = Wire { method, message in method == "tools/call" ? nil : Self.usual(method, message) }
        let link = ToolServerLink(files, wire, limits: .init(answer: .seconds(600), call: .milliseconds(50)))
        let error = await failure { _ = try await link.call("look.up", [:], record: 1) }
        #expect(error?.code == "tool-server-timeout")
        #expect(await wire.methods.last == "notifications/cancelled")
        // The next question is not in its way.
        #expect(try await link.tools(record: 1).tools.count == 1)
    }

    @Test func `No program calls what its owner added, nor changes it`() async throws {
        let hearth = try Hearth(folder: folder.url)
        let server = ToolServer(program)
        try await hearth.tools.set("files", to: server)
        await Reader.$current.withValue(Reader(.api, ceiling: .private)) {
            let acts: [@Sendable () async throws -> Void] = [
                { try await hearth.tools.set("more", to: server) }, { _ = try await hearth.tools.remove("files") },
                { _ = try await hearth.tools.test("files") }, { _ = try await hearth.tools.open(ask: nil) },
                { _ = try await hearth.tools.call("a", of: "files", arguments: "{}") },
                { try await hearth.tools.decide(.always, of: "a", at: "files") },
                { try await hearth.tools.setForPrograms(true, of: "files") },
            ]
            for act in acts { #expect(await failure { try await act() }?.code == "owner-only") }
        }
        #expect(try await hearth.tools.list().count == 1)
        await hearth.shutdown()
    }

    // MARK: For programs

    private func forPrograms(
        _ wire: Wire, _ server: ToolServer, ledger: MemoryLibrary, turns: FairSemaphore<OneQueue>
    ) async throws -> ProgramTools {
        let session = try await session(wire, server, ledger: ledger, ask: nil)
        try await turns.acquire()
        return ProgramTools(session, file: ToolServersFile(folder: folder.url), ledger: ledger, turns: turns)
    }

    /// The permission of the tool as it is described here.
    private func always() async throws -> [String: ToolPermission] {
        let link = ToolServerLink(files, Wire(Self.usual), limits: patient)
        let tool = try #require(try await link.tools(record: 1).tools.first)
        return [tool.name: .always(fingerprint: tool.fingerprint)]
    }

    @Test func `What a tool gives to a program is in the ledger as that, and each call as long as its owner allows it`()
        async throws
    {
        let (wire, ledger, turns) = (Wire(Self.usual), MemoryLibrary(), FairSemaphore<OneQueue>(limit: 1))
        let server = ToolServer(program, permissions: try await always(), isForPrograms: true)
        let tools = try await forPrograms(wire, server, ledger: ledger, turns: turns)
        #expect(tools.all.map(\.name) == ["look.up"] && tools.all.first?.server == "files")
        let reader = Reader(.api, name: "editor", request: "POST /v1/responses", ceiling: .personal)
        let given = try await Reader.$current.withValue(reader) { try await tools.run(call, label: .personal) }
        #expect(given.text == "found")
        let entries = try await entries(ledger)
        #expect(entries.map(\.kind) == [.decision, .outcome, .read])
        #expect(entries.last?.host == "editor" && entries.last?.text == "tool files/look.up")
        try ToolServersFile(folder: folder.url).update { $0[files]?.isForPrograms = false }
        let late = try await Reader.$current.withValue(reader) { try await tools.run(call, label: .personal) }
        #expect(late.isError)
        #expect(await wire.methods.filter { $0 == "tools/call" }.count == 1)
        await tools.close()
        #expect(await wire.isClosed)
        // Its turn is free again.
        try await turns.acquire()
        turns.release()
    }

    @Test func `What a program does not call for its ceiling, or nobody decided of, is not called`() async throws {
        let (wire, ledger, turns) = (Wire(Self.usual), MemoryLibrary(), FairSemaphore<OneQueue>(limit: 4))
        let asked = try await forPrograms(
            wire, ToolServer(program, isForPrograms: true), ledger: ledger, turns: turns)
        let reader = Reader(.api, ceiling: .personal)
        let undecided = try await Reader.$current.withValue(reader) { try await asked.run(call, label: .personal) }
        #expect(undecided.isError)
        // What it gives counts as private.
        let secret = try await forPrograms(
            wire, ToolServer(program, ceiling: .private, permissions: try await always(), isForPrograms: true),
            ledger: ledger, turns: turns)
        let above = try await Reader.$current.withValue(reader) { try await secret.run(call, label: .personal) }
        #expect(above.isError)
        let given = try await Reader.$current.withValue(Reader(.api, ceiling: .private)) {
            try await secret.run(call, label: .personal)
        }
        #expect(given.label == .private)
        #expect(await wire.methods.filter { $0 == "tools/call" }.count == 1)
    }

    @Test func `Which servers there are that are not for programs, no program learns`() async throws {
        let hearth = try Hearth(folder: folder.url)
        try await hearth.tools.set("files", to: ToolServer(program))
        await Reader.$current.withValue(Reader(.api, ceiling: .private)) {
            for name in ["files", "nothing", "a b"] {
                let error = await failure { _ = try await hearth.tools.openForProgram([name]) }
                #expect(error?.code == "unknown-tool-server", "\(name)")
            }
        }
        try await hearth.tools.setForPrograms(true, of: "files")
        #expect(try await hearth.tools.list().first?.server.isForPrograms == true)
        // What was decided holds for the same server and no other.
        try await hearth.tools.set("files", to: ToolServer(program, ceiling: .public))
        #expect(try await hearth.tools.list().first?.server.isForPrograms == true)
        try await hearth.tools.set("files", to: ToolServer(try address("https://a.example/mcp")))
        #expect(try await hearth.tools.list().first?.server.isForPrograms == false)
        await hearth.shutdown()
    }

    // MARK: At an address

    /// Beside other tests an answer may take long.
    private var patient: ToolServerLink.Limits { .init(answer: .seconds(600), call: .seconds(600)) }

    private func wire(_ transport: ScriptedTransport) throws -> AddressWire {
        AddressWire(
            files, try #require(URL(string: "https://tools.example/mcp")), transport: transport,
            access: ToolAccess(key: { Secret("a-key-for-tools") }))
    }

    @Test func `At an address the session, the version and the key go along, and a call is not repeated`() async throws
    {
        let begun = #"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}}}}"#
        let listed = #"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"look","inputSchema":{}}]}}"#
        let transport = ScriptedTransport([
            .init(
                headers: [("Content-Type", "application/json"), ("Mcp-Session-Id", "abc")],
                pieces: [Array(begun.utf8)]),
            .init(status: 202),
            .init("data: \n\nid: 1\ndata: \(listed)\n\n", contentType: "text/event-stream"), .init(""),
        ])
        let link = ToolServerLink(files, try wire(transport), limits: patient)
        #expect(try await link.tools(record: 7).tools.map(\.name) == ["look"])
        await link.close()
        let requests = transport.requests
        #expect(requests.map(\.method) == [.post, .post, .post, .delete])
        #expect(requests.allSatisfy { !$0.mayRetry && $0.ledgerRecord == 7 && $0.purpose == "tool" })
        #expect(requests.allSatisfy { $0.credential?.origin.host == "tools.example" })
        let last = requests[2].headers
        #expect(last.contains { $0.name == "Mcp-Session-Id" && $0.value == "abc" })
        #expect(last.contains { $0.name == "MCP-Protocol-Version" && $0.value == "2025-06-18" })
        #expect(!requests[0].headers.contains { $0.name == "Mcp-Session-Id" })
    }

    @Test(arguments: [
        (ScriptedTransport.Reply(status: 401, ""), "tool-server-bad-key"),
        (.init(status: 404, ""), "tool-server-refused"), (.init(status: 500, ""), "tool-server-refused"),
        (.init("<html>", contentType: "text/html"), "bad-tool-answer"),
        (.init("data: {}\n\n", contentType: "text/event-stream"), "tool-server-ended"),
        (.init(pieces: [], ending: .failure(ScriptedTransport.Failed(code: "lost"))), "lost"),
    ])
    func `What is no answer is told of`(_ reply: ScriptedTransport.Reply, _ code: String) async throws {
        let link = ToolServerLink(files, try wire(ScriptedTransport([reply])), limits: patient)
        let error = await failure { _ = try await link.tools(record: 1) }
        #expect(error?.code == code, "\(error?.message ?? "")")
    }

    @Test func `A session that would be no header is none`() async throws {
        let begun = #"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}"#
        let transport = ScriptedTransport([
            .init(
                headers: [("content-type", "application/json"), ("mcp-session-id", "a b\u{7F}")],
                pieces: [Array(begun.utf8)]), .init(status: 202),
        ])
        let link = ToolServerLink(files, try wire(transport), limits: patient)
        #expect(try await link.tools(record: 1).tools.isEmpty)
        #expect(transport.requests.allSatisfy { !$0.headers.contains { $0.name == "Mcp-Session-Id" } })
    }
}
