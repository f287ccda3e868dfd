import Foundation
import HearthCore
import HearthMCP
import HearthModels
import HearthSystem

/// One way to a server of tools: carries messages, and knows nothing of what they mean.
protocol ToolWire: Sendable {
    /// Sends a message.
    ///
    /// - Returns: What comes from then on, as far as this way tells it apart. Whoever has enough stops reading.
    /// - Throws: ``ToolServerError``; what the transport throws; `CancellationError`.
    func send(_ message: JSONValue, _ sending: ToolSending) async throws -> ToolReplies

    /// Ends what is open.
    func close() async
}

/// What goes with a message.
struct ToolSending: Sendable {
    /// The record of the ledger that allows it.
    var record: Int
    /// The version that was agreed on; `nil` before that.
    var version: ProtocolVersion?
}

/// Messages of a server, one after the other.
struct ToolReplies: Sendable {
    /// The next message; `nil` when no more comes.
    let next: @Sendable () async throws -> JSONValue?
    /// For whoever has what it waited for: lets what is left come to its end, where that takes no time.
    let end: @Sendable () async -> Void

    init(
        next: @escaping @Sendable () async throws -> JSONValue?, end: @escaping @Sendable () async -> Void = {}
    ) {
        self.next = next
        self.end = end
    }

    static let none = ToolReplies { nil }
}

/// Bytes of one message; more ends the conversation.
private let mostMessageBytes = 4 << 20

// MARK: - A program

/// A program behind its wall: messages are lines.
actor ProgramWire: ToolWire {
    private let server: EndpointName
    private let child: ChildConversation
    private var line: [UInt8] = []
    private var lines: [[UInt8]] = []
    /// Lines in a row that are no messages: some programs say there what belongs elsewhere.
    private var strays = 0

    /// More of them, and it is no server.
    private static let mostStrays = 1000

    /// - Throws: ``ToolServerError``
    init(_ server: EndpointName, _ program: ToolProgram, variables: [String: String]) throws {
        self.server = server
        guard let path = Self.path(of: program.command, variables["PATH"]) else {
            throw ToolServerError(
                .programMissing, "The program \(program.command) of the server \(server) is not installed.")
        }
        #if os(Linux)
        // Without the filter it would have the network, and send past the ledger what it was given.
        guard ProcessWall.aroundChildren.filtersCalls else {
            throw ToolServerError(
                .notStarted,
                "This system cannot keep a program from the network, so the server \(server) is not started.")
        }
        #endif
        // What every program needs to find itself and its files, and nothing of what else stands in the environment: keys often do.
        let usual = variables.filter { ["PATH", "HOME", "LANG", "TMPDIR"].contains($0.key) }
        do {
            child = try ChildConversation(
                ChildProcess(
                    path: path, arguments: program.arguments, wall: .tool, limits: .init(memory: 0),
                    environment: usual.merging(program.environment) { $1 }))
        } catch let error as SystemError {
            throw ToolServerError(.notStarted, error.message)
        }
    }

    /// Where the owner's own shell would find it, too: which program it is, the owner said.
    private static func path(of command: String, _ search: String?) -> String? {
        if command.hasPrefix("/") { return command }
        let folders = (search ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        return ToolLocator.path(of: command, alsoIn: folders.map(String.init))
    }

    func send(_ message: JSONValue, _ sending: ToolSending) async throws -> ToolReplies {
        guard child.send(Array(message.description.utf8) + [UInt8(ascii: "\n")]) else { throw await ended() }
        return ToolReplies { [self] in try await next() }
    }

    private func next() async throws -> JSONValue? {
        while true {
            while !lines.isEmpty {
                let bytes = lines.removeFirst()
                if let value = try? JSONValue(parsing: bytes) {
                    strays = 0
                    return value
                }
                strays += bytes.isEmpty ? 0 : 1
                guard strays <= Self.mostStrays else {
                    throw ToolServerError.badAnswer(server, "it says what are no messages")
                }
            }
            guard let piece = try await child.next() else { throw await ended() }
            try take(piece)
        }
    }

    private func take(_ piece: [UInt8]) throws {
        for part in piece.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            lines.append(line + part)
            line = []
        }
        let rest = piece.lastIndex(of: UInt8(ascii: "\n")).map { piece[($0 + 1)...] } ?? piece[...]
        line += rest
        guard line.count <= mostMessageBytes else {
            throw ToolServerError.badAnswer(server, "a message is longer than \(mostMessageBytes) bytes")
        }
    }

    private func ended() async -> any Error {
        do {
            return ToolServerError.ended(server, saying: try await child.ending().errorText)
        } catch let error as SystemError {
            return ToolServerError(.notStarted, error.message)
        } catch {
            return error
        }
    }

    func close() async { await child.end() }
}

// MARK: - An address

/// With what a server at an address is asked.
struct ToolAccess: Sendable {
    /// Whether the owner signed in there.
    var isSignIn = false
    var key: @Sendable () async throws -> Secret? = { nil }
    /// Another one in the place of one that was refused; `nil` where there is none.
    var renewed: @Sendable (_ refused: Secret) async throws -> Secret? = { _ in nil }
    /// Told of what a call was refused for.
    var wants: @Sendable (_ scopes: Set<String>) async -> Void = { _ in }
}

/// A server at an address: each message is a request through the one transport, whose answer holds what belongs to it.
actor AddressWire: ToolWire {
    private let server: EndpointName
    private let url: URL
    private let transport: any HTTPTransport
    private let access: ToolAccess
    private var session: String?
    private var last: ToolSending?

    init(
        _ server: EndpointName, _ url: URL, transport: any HTTPTransport,
        access: ToolAccess = ToolAccess()
    ) {
        self.server = server
        self.url = url
        self.transport = transport
        self.access = access
    }

    func send(_ message: JSONValue, _ sending: ToolSending) async throws -> ToolReplies {
        last = sending
        let body = Array(message.description.utf8)
        let key = try await access.key()
        var response = try await transport.send(request(.post, sending, body: body, key: key))
        // It was not done: who asks was not known. So it may be asked once more, with what is good now.
        if response.status == 401, let key, let another = try await access.renewed(key) {
            await response.body.discardRest()
            response = try await transport.send(request(.post, sending, body: body, key: another))
        }
        if let text = response.header("mcp-session-id"), Self.isSession(text) { session = text }
        switch response.status {
        case 202, 204:
            await response.body.discardRest()
            return .none
        case 200..<300: break
        case 401, 403:
            await response.body.discardRest()
            throw await refused(response)
        case 404 where session != nil:
            session = nil
            throw ToolServerError(.ended, "The server \(server) at \(host) ended the session. Ask again.")
        case let status:
            throw ToolServerError(.refused, "The server \(server) at \(host) answered with the status \(status).")
        }
        let type = response.header("content-type")?.lowercased() ?? ""
        if type.hasPrefix("text/event-stream") {
            let events = ToolEvents(server: server, body: response.body)
            return ToolReplies {
                try await events.next()
            } end: {
                await events.end()
            }
        }
        var bytes: [UInt8] = []
        for try await piece in response.body { bytes += piece }
        try Task.checkCancellation()
        guard let value = try? JSONValue(parsing: bytes) else {
            throw ToolServerError.badAnswer(server, "it is not JSON")
        }
        let whole = ToolEvents(server: server, holding: value)
        return ToolReplies { try await whole.next() }
    }

    func close() async {
        // A session that nobody ends lives on there until the server tires of it.
        guard session != nil, let last else { return }
        let key = (try? await access.key()) ?? nil
        var request = request(.delete, last, body: [], key: key)
        session = nil
        request.timeLimit = .seconds(3)
        if let response = try? await transport.send(request) { await response.body.discardRest() }
    }

    private var host: String { url.host() ?? "its address" }

    private func refused(_ response: HTTPResponse) async -> ToolServerError {
        let challenge = OAuthChallenge(response.header("www-authenticate"))
        if let challenge, response.status == 403, challenge.error == "insufficient_scope" {
            let scopes = OAuthText.scopes(in: challenge.scope)
            await access.wants(Set(scopes))
            let named = scopes.isEmpty ? "" : " (scope \(scopes.joined(separator: " ")))"
            return ToolServerError(
                .needsScope,
                "The server \(server) at \(host) wants you to allow it more\(named), which is asked for when you sign in once more.",
                help: [.signIn(server: server.text), .give(option: "scope")])
        }
        // Who describes how to sign in wants that.
        if response.status == 401, challenge != nil, access.isSignIn || challenge?.metadata != nil {
            return .needsSignIn(server)
        }
        return ToolServerError(.badKey, "The server \(server) at \(host) does not accept the key, or wants one.")
    }

    private func request(
        _ method: HTTPRequest.Method, _ sending: ToolSending, body: [UInt8], key secret: Secret?
    ) -> HTTPRequest {
        var headers: [(name: String, value: String)] = [("Accept", "application/json, text/event-stream")]
        if !body.isEmpty { headers.append(("Content-Type", "application/json")) }
        if let version = sending.version { headers.append(("MCP-Protocol-Version", version.rawValue)) }
        if let session { headers.append(("Mcp-Session-Id", session)) }
        var request = HTTPRequest(
            method, url, headers: headers, body: body,
            credential: secret.flatMap { secret in
                Origin(url).map { Credential(header: "Authorization", prefix: "Bearer ", key: secret, origin: $0) }
            }, ledgerRecord: sending.record, purpose: "tool", maximumResponseBytes: mostMessageBytes,
            // A call may have been done although its answer was lost.
            mayRetry: false)
        request.timeLimit = .seconds(600)
        return request
    }

    /// As the protocol has it: visible ASCII. A header of the next request is made of it.
    private static func isSession(_ text: String) -> Bool {
        (1...1024).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// The messages of one response, whole or as a stream of events.
private actor ToolEvents {
    private let server: EndpointName
    /// All iterators of it read from the same place.
    private var body: HTTPBody?
    private var parser = ServerSentEventParser(
        limits: .init(lineBytes: mostMessageBytes, eventBytes: mostMessageBytes))
    private var values: [JSONValue] = []

    init(server: EndpointName, body: HTTPBody) {
        self.server = server
        self.body = body
    }

    init(server: EndpointName, holding value: JSONValue) {
        self.server = server
        values = [value]
    }

    func end() async {
        await body?.discardRest()
        body = nil
    }

    func next() async throws -> JSONValue? {
        while values.isEmpty {
            guard let body else { return nil }
            var pieces = body.makeAsyncIterator()
            let piece = try await pieces.next()
            var events: [ServerSentEvent] = []
            do {
                if let piece {
                    try parser.consume(piece, into: &events)
                } else {
                    self.body = nil
                    if let cutOff = try parser.finish() { events.append(cutOff) }
                }
            } catch let error as StreamFormatError {
                throw ToolServerError.badAnswer(server, error.message)
            }
            // What is no message (some servers begin with an event that holds nothing) is passed over.
            values += events.compactMap { try? JSONValue(parsing: $0.data) }
        }
        return values.removeFirst()
    }
}
