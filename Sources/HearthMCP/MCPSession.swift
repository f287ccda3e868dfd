public import HearthCore
import HearthSchema

/// One client's conversation with the server: what was agreed on, and what is under way.
public actor MCPSession {
    /// Sends a message to the client while a request is being worked on.
    public typealias Notify = @Sendable (JSONValue) async -> Void

    private let server: MCPServer
    private var version: ProtocolVersion?
    /// What the client calls itself.
    private var client: String?
    /// Requests that were taken and are not answered, those that wait for their turn included.
    private var running: [JSONValue: Task<JSONValue, any Error>] = [:]
    private let turns = FairSemaphore<OneQueue>(limit: MCPSession.mostRunning)
    /// How grave a message has to be for the client to be told of it; `nil` until it says so, and then nothing is told.
    private var logLevel: MCPLogLevel?

    /// Requests of one session that are worked on at a time; further ones wait.
    package static let mostRunning = 64
    /// Requests of one session that are worked on or wait. More are refused: whoever hands them over should let them wait where they
    /// come from.
    package static let mostTaken = 1024

    public init(_ server: MCPServer) { self.server = server }

    /// Takes one message, or a list of them where the version allows that.
    ///
    /// - Returns: What is to be answered; `nil` for what wants no answer.
    public func handle(_ value: JSONValue, notify: @escaping Notify) async -> JSONValue? {
        await answer(to: begin(value, notify: notify))
    }

    /// The answer to a message that was taken: there already, or still being worked on.
    package indirect enum PendingAnswer: Sendable {
        /// Answered at once, or, with `nil`, without an answer.
        case done(JSONValue?)
        /// A request with its id.
        case running(JSONValue, Task<JSONValue, any Error>)
        /// A list of messages.
        case several([PendingAnswer])
    }

    /// Takes a message in, and does not wait for what is to be answered: whoever hands over messages one by one hands them over in
    /// their order, so that a cancellation finds what it cancels.
    package func begin(_ value: JSONValue, notify: @escaping Notify) -> PendingAnswer {
        guard let batch = value.arrayValue else { return beginOne(value, notify) }
        guard version?.allowsBatches == true, !batch.isEmpty, batch.count <= 100 else {
            return .done(MCPError.invalidRequest("Lists of messages are not taken.").response(to: nil))
        }
        return .several(batch.map { beginOne($0, notify) })
    }

    /// Waits for the answer to a message that was taken; to be called once for each.
    package func answer(to pending: PendingAnswer) async -> JSONValue? {
        switch pending {
        case .done(let answer): return answer
        case .running(let id, let task): return await answer(id, task)
        case .several(let all):
            var answers: [JSONValue] = []
            for one in all {
                if let answer = await answer(to: one) { answers.append(answer) }
            }
            return answers.isEmpty ? nil : .array(answers)
        }
    }

    /// Whether the client wants to be told something while a message is worked on, beside its answer.
    public func mayTell(of value: JSONValue) -> Bool {
        guard let message = try? MCPMessage(value), message.id != nil else { return false }
        if message.progressToken != nil, message.method == "tools/call" { return true }
        // These are done at once, and nothing is told of them.
        return logLevel != nil && message.version == nil
            && !["initialize", "ping", "logging/setLevel"].contains(message.method)
    }

    /// Whether a message is a request, or has some in it: what else comes is taken without an answer.
    public static func wantsAnswer(_ value: JSONValue) -> Bool {
        func isRequest(_ value: JSONValue) -> Bool { value["method"] != nil && value["id"] != nil }
        return value.arrayValue?.contains(where: isRequest) ?? isRequest(value)
    }

    /// Stops everything that is under way.
    public func close() {
        for task in running.values { task.cancel() }
        running = [:]
    }

    // MARK: - One message

    private func beginOne(_ value: JSONValue, _ notify: @escaping Notify) -> PendingAnswer {
        do throws(MCPError) {
            guard let message = try MCPMessage(value) else { return .done(nil) }
            guard let id = message.id else {
                take(notification: message)
                return .done(nil)
            }
            return beginRequest(message, id, notify)
        } catch {
            return .done(error.response(to: MCPMessage.id(of: value)))
        }
    }

    private func beginRequest(_ message: MCPMessage, _ id: JSONValue, _ notify: @escaping Notify) -> PendingAnswer {
        do {
            switch message.method {
            case "initialize": return .done(JSONRPC.response(to: id, try initialize(message)))
            case "ping" where message.version == nil: return .done(JSONRPC.response(to: id, [:]))
            default: break
            }
            if message.method == "logging/setLevel", try version(for: message).hasLogging {
                logLevel = MCPLogLevel(rawValue: try message.read(MCPWire.LevelParameters.self).level)
                return .done(JSONRPC.response(to: id, [:]))
            }
            return .running(id, try start(message, id, notify))
        } catch let error as MCPError {
            return .done(error.response(to: id))
        } catch {
            return .done(MCPError.inner.response(to: id))
        }
    }

    private func answer(_ id: JSONValue, _ task: Task<JSONValue, any Error>) async -> JSONValue? {
        defer { running[id] = nil }
        do {
            let result = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            return JSONRPC.response(to: id, result)
        } catch let error as MCPError {
            return error.response(to: id)
        } catch is CancellationError {
            // A cancelled request gets no answer.
            return nil
        } catch {
            return MCPError.inner.response(to: id)
        }
    }

    private func take(notification message: MCPMessage) {
        switch message.method {
        case "notifications/cancelled":
            guard let id = message.parameters["requestId"] else { return }
            running[id]?.cancel()
        default: break
        }
    }

    private func start(
        _ message: MCPMessage, _ id: JSONValue, _ notify: @escaping Notify
    ) throws -> Task<JSONValue, any Error> {
        let version = try version(for: message)
        guard running[id] == nil else { throw MCPError.invalidRequest("The id is in use by another request.") }
        guard running.count < Self.mostTaken else {
            throw MCPError(.tooMany, "Too many requests are waiting.")
        }
        let work = MCPRequest(
            server: server, version: version, message: message, logLevel: logLevel, notify: notify)
        let client = client ?? message.parameters["_meta"]?["io.modelcontextprotocol/clientInfo"]?["name"]?.stringValue
        let asked = message.parameters["name"]?.stringValue ?? message.method
        // A task of its own, so that the client can cancel it while others go on.
        let task = Task { [server, turns] in
            try await turns.acquire()
            defer { turns.release() }
            // Over HTTP somebody reads already, and this is no way past that one's ceiling.
            let outer = Reader.current
            let reader = await server.reader(client, asked)?.within(outer) ?? outer
            return try await Reader.$current.withValue(reader) {
                try await Provenance.$current.withValue(Provenance()) { try await work.result() }
            }
        }
        running[id] = task
        return task
    }

    private func version(for message: MCPMessage) throws -> ProtocolVersion {
        if let name = message.version {
            guard let version = ProtocolVersion(rawValue: name), !version.hasHandshake else {
                throw MCPError.unsupportedVersion(name)
            }
            return version
        }
        guard let version else { throw MCPError.notInitialized }
        return version
    }

    private func initialize(_ message: MCPMessage) throws -> JSONValue {
        guard version == nil else { throw MCPError.invalidRequest("This session was initialized before.") }
        let asked = try message.read(MCPWire.InitializeParameters.self)
        // A version that is not known here is answered with the newest that is; the client decides whether to go on.
        let known = ProtocolVersion(rawValue: asked.protocolVersion).flatMap { $0.hasHandshake ? $0 : nil }
        let agreed = known ?? .newestWithHandshake
        let result = try MCPWire.InitializeResult(
            protocolVersion: agreed.rawValue, capabilities: MCPWire.Capabilities(of: server, agreed),
            serverInfo: server.information(agreed), instructions: server.instructions
        ).json()
        version = agreed
        client = asked.clientInfo["name"]?.stringValue
        return result
    }
}

// MARK: - Log

/// How grave a message of the log is (RFC 5424, 6.2.1), the least first.
enum MCPLogLevel: String, Sendable, CaseIterable, Comparable {
    case debug, info, notice, warning, error, critical, alert, emergency

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    static func < (a: MCPLogLevel, b: MCPLogLevel) -> Bool { a.rank < b.rank }
}

/// Tells a client how its requests go, where it asked to be told.
///
/// What is told is what was asked for, how long it took and the code of what went wrong; nothing of arguments and results, which
/// may be private and which hosts write to files.
struct MCPLog: Sendable {
    /// What is less grave is not told; `nil` tells nothing.
    let threshold: MCPLogLevel?
    let method: String
    /// The tool, the prompt; `nil` where the method says all.
    let name: String?
    let notify: MCPSession.Notify

    init(_ message: MCPMessage, threshold: MCPLogLevel?, notify: @escaping MCPSession.Notify) {
        self.threshold = threshold
        self.notify = notify
        method = message.method
        name = message.parameters["name"]?.stringValue.map { String($0.prefix(100)) }
    }

    func tell(_ level: MCPLogLevel, _ text: String, code: String? = nil, took: Duration? = nil) async {
        guard let threshold, level >= threshold else { return }
        let message = MCPWire.LogMessage(
            level: level.rawValue, logger: "hearth",
            data: .init(
                message: text, method: method, name: name, code: code,
                milliseconds: took.map { Int($0 / .milliseconds(1)) }))
        // What cannot be told does not stop what it is about.
        guard let parameters = try? message.json() else { return }
        await notify(JSONRPC.notification("notifications/message", parameters))
    }

    /// How a request ended that gave no result.
    func tell(_ error: any Error, took: Duration) async {
        if error is CancellationError {
            await tell(.notice, "was stopped", took: took)
        } else if let error = error as? MCPError {
            await tell(error.reason == .inner ? .error : .warning, "was refused", code: error.code, took: took)
        } else {
            await tell(.error, "failed", code: error.readable?.code, took: took)
        }
    }
}
