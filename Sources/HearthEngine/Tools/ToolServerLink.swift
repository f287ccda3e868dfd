import HearthCore
import HearthMCP

/// A conversation with one server of tools, from its handshake to its end. One question at a time: what is asked meanwhile waits.
actor ToolServerLink {
    /// How long a server may take for what it only has to look up, and how long for a call.
    struct Limits: Sendable {
        var answer = Duration.seconds(30)
        var call = Duration.seconds(300)
    }

    nonisolated let name: EndpointName
    private let wire: any ToolWire
    private let limits: Limits
    private let turn = FairSemaphore<OneQueue>(limit: 1)
    private var state = MCPClientState()
    private var isReady = false

    /// Pages of a list that are asked for.
    private static let mostPages = 16

    init(_ name: EndpointName, _ wire: any ToolWire, limits: Limits = Limits()) {
        self.name = name
        self.wire = wire
        self.limits = limits
    }

    /// What the server offers, and why some of it cannot be taken.
    ///
    /// - Throws: ``ToolServerError``; what the transport throws; `CancellationError`.
    func tools(record: Int) async throws -> (tools: [MCPRemoteTool], leftOut: [String]) {
        try await inTurn {
            try await self.makeReady(record)
            return try await self.listTools(record)
        }
    }

    /// Calls a tool.
    ///
    /// - Throws: As ``tools(record:)``.
    func call(_ tool: String, _ arguments: JSONObject, record: Int) async throws -> MCPRemoteResult {
        try await inTurn {
            try await self.makeReady(record)
            let result = try await self.ask(
                "tools/call", ["name": .string(tool), "arguments": .object(arguments)], record, within: self.limits.call
            )
            return MCPRemoteResult(result)
        }
    }

    func close() async { await wire.close() }

    // MARK: - In turn

    private func inTurn<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        try await turn.acquire()
        defer { turn.release() }
        return try await work()
    }

    private func makeReady(_ record: Int) async throws {
        guard !isReady else { return }
        let (id, message) = state.initialize(name: "hearth", version: Version.current)
        let result = try await answer(to: id, message, record, within: limits.answer)
        do {
            let ended = try state.agree(on: result)
            _ = try await wire.send(ended, ToolSending(record: record, version: state.version))
        } catch let problem as MCPAnswerProblem {
            throw ToolServerError.badAnswer(name, problem.message)
        }
        isReady = true
    }

    private func listTools(_ record: Int) async throws -> (tools: [MCPRemoteTool], leftOut: [String]) {
        guard state.hasTools else { return ([], []) }
        var tools: [MCPRemoteTool] = []
        var leftOut: [String] = []
        var names: Set<String> = []
        var cursor: String?
        for _ in 0..<Self.mostPages {
            let parameters: JSONObject = cursor.map { ["cursor": .string($0)] } ?? [:]
            let result = try await ask("tools/list", parameters, record, within: limits.answer)
            do throws(MCPAnswerProblem) {
                let page = try MCPRemoteTool.page(result)
                leftOut += page.leftOut
                for tool in page.tools {
                    // Of two of one name nobody could say which was allowed.
                    guard names.insert(tool.name).inserted else {
                        leftOut.append("\(tool.name): another one has that name")
                        continue
                    }
                    guard tools.count < MCPRemoteTool.most else {
                        leftOut.append("\(tool.name): only \(MCPRemoteTool.most) are taken")
                        continue
                    }
                    tools.append(tool)
                }
                cursor = page.next
            } catch {
                throw ToolServerError.badAnswer(name, error.message)
            }
            if cursor == nil { return (tools, leftOut) }
        }
        leftOut.append("the pages behind the \(Self.mostPages)th of its list")
        return (tools, leftOut)
    }

    private func ask(
        _ method: String, _ parameters: JSONObject, _ record: Int, within limit: Duration
    ) async throws -> JSONObject {
        let (id, message) = state.request(method, parameters)
        return try await answer(to: id, message, record, within: limit)
    }

    /// Sends a request and waits for its answer; what else the server says meanwhile is answered, or passed over.
    private func answer(
        to id: Int, _ message: JSONValue, _ record: Int, within limit: Duration
    ) async throws -> JSONObject {
        let sending = ToolSending(record: record, version: state.version)
        do {
            return try await TimeLimit.run(
                limit, error: ToolServerError(.timedOut, "The server \(name) did not answer in time.")
            ) {
                let replies = try await self.wire.send(message, sending)
                while let value = try await replies.next() {
                    guard let result = try await self.take(value, for: id, sending) else { continue }
                    await replies.end()
                    return result
                }
                throw ToolServerError(.ended, "The server \(self.name) ended without an answer.")
            }
        } catch {
            if let given = state.giveUp(id) { await tell(given, sending) }
            throw error
        }
    }

    /// Tells the server that it may stop, for as long as that takes no time of its own.
    private func tell(_ message: JSONValue, _ sending: ToolSending) async {
        // A task of its own, since this one may be cancelled, and that is what has to be told.
        await Task {
            try? await TimeLimit.run(.seconds(2), error: CancellationError()) {
                _ = try await self.wire.send(message, sending)
            }
        }.value
    }

    /// - Returns: The result where it is the answer; `nil` for everything else.
    private func take(_ value: JSONValue, for id: Int, _ sending: ToolSending) async throws -> JSONObject? {
        var found: JSONObject?
        for incoming in state.take(value) {
            switch incoming {
            case .answer(let number, let result) where number == id:
                do throws(MCPRefusal) {
                    found = try result.get()
                } catch {
                    throw ToolServerError(.refused, "The server \(name) refused: \(error.message)")
                }
            case .reply(let message): _ = try await wire.send(message, sending)
            case .answer, .toolsChanged: continue
            }
        }
        return found
    }
}
