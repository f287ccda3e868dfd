import HearthCore
import Testing

@testable import HearthMCP

@Suite("MCP as a client")
struct ClientTests {
    private func ready(_ capabilities: JSONValue = ["tools": [:]]) throws -> MCPClientState {
        var state = MCPClientState()
        _ = state.initialize(name: "hearth", version: "1")
        _ = try state.agree(on: ["protocolVersion": "2025-06-18", "capabilities": capabilities])
        return state
    }

    private func answer(_ id: Int, _ result: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": .number(JSONNumber(id)), "result": result]
    }

    @Test func `It begins with a handshake and promises nothing`() throws {
        var state = MCPClientState()
        let (id, message) = state.initialize(name: "hearth", version: "1")
        #expect(message["method"] == "initialize" && message["id"]?.numberValue?.intValue == id)
        #expect(message["params"]?["capabilities"] == [:])
        #expect(state.version == nil)
        let ended = try state.agree(on: ["protocolVersion": "2025-03-26", "capabilities": ["tools": [:]]])
        #expect(ended["method"] == "notifications/initialized" && ended["id"] == nil)
        #expect(state.version == .v20250326 && state.hasTools)
    }

    @Test(
        arguments: [
            [:], ["protocolVersion": 3], ["protocolVersion": "1999-01-01"],
            // That one has no handshake to agree by.
            ["protocolVersion": "2026-07-28"],
        ] as [JSONObject])
    func `A version that is not known is no agreement`(_ result: JSONObject) {
        var state = MCPClientState()
        #expect(throws: MCPAnswerProblem.self) { try state.agree(on: result) }
        #expect(state.version == nil)
    }

    @Test func `An answer is for the request of its number, once, and for none that nobody made`() throws {
        var state = try ready()
        let (first, _) = state.request("tools/list", [:])
        let (second, message) = state.request("tools/call", ["name": "a"])
        #expect(first != second && message["params"]?["name"] == "a")
        #expect(state.take(answer(99, [:])).isEmpty)
        guard case .answer(second, .success(let result))? = state.take(answer(second, ["b": 1])).first else {
            Issue.record("It is the answer")
            return
        }
        #expect(result["b"] == 1)
        #expect(state.take(answer(second, [:])).isEmpty)
        // What was given up is told of, and its answer is nothing any more.
        let told = state.giveUp(first)
        let given = try #require(told)
        #expect(
            given["method"] == "notifications/cancelled"
                && given["params"]?["requestId"]?.numberValue?.intValue == first)
        #expect(state.take(answer(first, [:])).isEmpty && state.giveUp(first) == nil)
    }

    @Test func `A refusal is told in the server's words, shortened`() throws {
        var state = try ready()
        let (id, _) = state.request("tools/call", [:])
        let long = String(repeating: "no ", count: 1000)
        let taken = state.take([
            "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "error": ["code": -32602, "message": .string(long)],
        ])
        guard case .answer(id, .failure(let refusal))? = taken.first else {
            Issue.record("It is a refusal")
            return
        }
        #expect(refusal.code == -32602 && refusal.message.count == 500)
    }

    @Test func `What a server asks is answered, and what is no message is nothing`() throws {
        var state = try ready()
        guard case .reply(let pong)? = state.take(["jsonrpc": "2.0", "id": "x", "method": "ping"]).first else {
            Issue.record("A ping is answered")
            return
        }
        #expect(pong == ["jsonrpc": "2.0", "id": "x", "result": [:]])
        guard
            case .reply(let no)? = state.take([
                "jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": [:],
            ]).first
        else {
            Issue.record("It is told that nobody does that here")
            return
        }
        #expect(no["error"]?["code"]?.numberValue?.intValue == -32601)
        let changed: JSONValue = ["jsonrpc": "2.0", "method": "notifications/tools/list_changed"]
        guard case .toolsChanged? = state.take(changed).first else {
            Issue.record("It says that its tools changed")
            return
        }
        let nothing: [JSONValue] = [
            3, "a", [], [:], ["jsonrpc": "1.0", "method": "ping", "id": 1], ["jsonrpc": "2.0", "method": 5],
            ["jsonrpc": "2.0", "id": nil, "method": "ping"], ["jsonrpc": "2.0", "id": true, "result": [:]],
        ]
        for value in nothing { #expect(state.take(value).isEmpty, "\(value)") }
        // A list of messages is its messages.
        #expect(state.take([changed, 3, changed]).count == 2)
    }

    // MARK: Tools

    @Test func `Of a list is taken what can be called, and the rest is named with why`() throws {
        let huge = String(repeating: "d", count: 40_000)
        let (tools, leftOut, next) = try MCPRemoteTool.page([
            "tools": [
                [
                    "name": "read_file", "title": "Read", "description": .string(huge),
                    "inputSchema": ["type": "object"], "annotations": ["readOnlyHint": true],
                ],
                ["name": "a b", "inputSchema": [:]], ["name": "", "inputSchema": [:]], ["name": "list"],
                ["name": "array", "inputSchema": ["type": "array"]],
                ["name": "wide", "inputSchema": ["description": .string(huge)]], 7,
            ],
            "nextCursor": "more",
        ])
        let tool = try #require(tools.first)
        #expect(tools.count == 1 && tool.changesNothing && tool.title == "Read")
        #expect(tool.description.utf8.count == MCPRemoteTool.mostDescription)
        #expect(leftOut.count == 6 && next == "more")
        #expect(leftOut[0].hasPrefix("a b: ") && leftOut[3].hasPrefix("array: "))
        #expect(throws: MCPAnswerProblem.self) { try MCPRemoteTool.page(["tools": 3]) }
        let many = JSONValue.array(
            (0..<200).map { ["name": .string("t\($0)"), "inputSchema": [:]] })
        #expect(try MCPRemoteTool.page(["tools": many]).tools.count == MCPRemoteTool.most)
    }

    @Test func `A result is its text, and says what of it cannot be read`() {
        let result = MCPRemoteResult([
            "content": [
                ["type": "text", "text": "one"], ["type": "image", "data": "AA=="],
                ["type": "resource", "resource": ["uri": "file:///a", "text": "two"]], 5,
                ["type": "resource", "resource": ["uri": "file:///b", "blob": "AA=="]],
                ["type": "resource_link", "uri": "file:///c"],
                ["type": "resource_link", "uri": "file:///d", "name": "d", "title": "Plan", "description": "Of May"],
            ]
        ])
        let told = [
            "one", "[An image, which is not read.]", "two", "[Something that is not known here.]",
            "[A file that is no text: file:///b]", "[A link: file:///c]", "[A link: Plan, file:///d: Of May]",
        ]
        #expect(result.text == told.joined(separator: "\n"))
        #expect(!result.isError)
        #expect(MCPRemoteResult(["structuredContent": ["a": 1]]).text == #"{"a":1}"#)
        #expect(MCPRemoteResult(["isError": true]).isError)
        let long = MCPRemoteResult([
            "content": [["type": "text", "text": .string(String(repeating: "é", count: 200_000))]]
        ])
        #expect(long.text.utf8.count < MCPRemoteResult.most + 40 && long.text.hasSuffix("[The rest is left out.]"))
    }
}
