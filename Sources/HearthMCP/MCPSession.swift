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
    private var running: [JSONValue: Task<JSONValue, any Error>] = [:]
    /// How grave a message has to be for the client to be told of it; `nil` until it says so, and then nothing is told.
    private var logLevel: MCPLogLevel?

    /// Requests of one session at a time.
    package static let mostRunning = 64

    public init(_ server: MCPServer) { self.server = server }

    /// The version that the handshake agreed on; `nil` before it.
    public var agreedVersion: ProtocolVersion? { version }

    /// Takes one message, or a list of them where the version allows that.
    ///
    /// - Returns: What is to be answered; `nil` for what wants no answer.
    public func handle(_ value: JSONValue, notify: @escaping Notify) async -> JSONValue? {
        guard let batch = value.arrayValue else { return await handleOne(value, notify) }
        guard version?.allowsBatches == true, !batch.isEmpty, batch.count <= 100 else {
            return MCPError.invalidRequest("Lists of messages are not taken.").response(to: nil)
        }
        var answers: [JSONValue] = []
        for message in batch {
            if let answer = await handleOne(message, notify) { answers.append(answer) }
        }
        return answers.isEmpty ? nil : .array(answers)
    }

    /// Whether the client wants to be told something while a message is worked on, beside its answer.
    public func mayTell(of value: JSONValue) -> Bool {
        guard let message = try? MCPMessage(value), message.id != nil else { return false }
        if message.progressToken != nil, message.method == "tools/call" { return true }
        // These are done at once, and nothing is told of them.
        return logLevel != nil && message.version == nil
            && !["initialize", "ping", "logging/setLevel"].contains(message.method)
    }

    /// Stops everything that is under way.
    public func close() {
        for task in running.values { task.cancel() }
        running = [:]
    }

    // MARK: - One message

    private func handleOne(_ value: JSONValue, _ notify: @escaping Notify) async -> JSONValue? {
        do throws(MCPError) {
            guard let message = try MCPMessage(value) else { return nil }
            guard let id = message.id else {
                take(notification: message)
                return nil
            }
            return await answerOrError(message, id, notify)
        } catch {
            return error.response(to: MCPMessage.id(of: value))
        }
    }

    private func answerOrError(_ message: MCPMessage, _ id: JSONValue, _ notify: @escaping Notify) async -> JSONValue? {
        do {
            guard let result = try await answer(message, id, notify) else { return nil }
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

    private func answer(_ message: MCPMessage, _ id: JSONValue, _ notify: @escaping Notify) async throws -> JSONValue? {
        switch message.method {
        case "initialize": return try initialize(message)
        case "ping":
            if message.version == nil { return [:] }
        default: break
        }
        let version = try version(for: message)
        if message.method == "logging/setLevel", version.hasLogging {
            logLevel = MCPLogLevel(rawValue: try message.read(MCPWire.LevelParameters.self).level)
            return [:]
        }
        guard running[id] == nil else { throw MCPError.invalidRequest("The id is in use by another request.") }
        guard running.count < Self.mostRunning else {
            throw MCPError(.tooMany, "Too many requests are being worked on.")
        }
        let work = MCPRequest(
            server: server, version: version, message: message, logLevel: logLevel, notify: notify)
        let client = client ?? message.parameters["_meta"]?["io.modelcontextprotocol/clientInfo"]?["name"]?.stringValue
        let asked = message.parameters["name"]?.stringValue ?? message.method
        // A task of its own, so that the client can cancel it while others go on.
        let task = Task { [server] in
            let reader = await server.reader(client, asked)
            return try await Reader.$current.withValue(reader) {
                try await Provenance.$current.withValue(Provenance()) { try await work.result() }
            }
        }
        running[id] = task
        defer { running[id] = nil }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
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
