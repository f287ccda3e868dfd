import Foundation
import Hearth
import HearthHTTP
import HearthMCP
import Synchronization

/// MCP over HTTP at `/mcp` (Streamable HTTP, as of 2025-03-26 and later): a message comes as a POST, and is answered by JSON, or by a
/// stream when the client wants to be told how it goes.
///
/// Of what the transport leaves open: there is no stream for a GET (405), since nothing is told outside of requests; so no event has an id,
/// and no stream can be gone on with. Who leaves ends its request, as nobody could get its answer any more.
final class MCPEndpoint: Sendable {
    private struct Entry {
        var session: MCPSession
        var used: ContinuousClock.Instant
    }

    /// Sessions are small; the oldest goes when there are more.
    private static let mostSessions = 256

    private let server: MCPServer
    private let sessions = Mutex<[String: Entry]>([:])

    init(_ server: MCPServer) { self.server = server }

    var routes: [ServerRoute] {
        [
            ServerRoute(.post, "/mcp", work: .long, bodyLimit: 4 << 20) { [self] request in try await post(request) },
            ServerRoute(.delete, "/mcp", bodyLimit: 0) { [self] request in try await delete(request) },
        ]
    }

    private func post(_ request: ServerRequest) async throws -> ServerResponse {
        let accepted = AcceptedTypes(request.headers["accept"])
        guard accepted.json || accepted.events else {
            throw ServerError(.notAcceptable, "Answers are JSON, or a stream of events.")
        }
        let bytes = try await request.jsonBytes()
        guard let message = try? JSONValue(parsing: bytes) else {
            return .json(MCPError.notJSON.response(to: nil), status: .badRequest)
        }
        if let problem = HeaderCheck.problem(request.headers, message) { return Self.refusal(problem, of: message) }
        guard let (session, id) = session(for: request, message) else {
            guard request.headers["mcp-session-id"] == nil else {
                return Self.refusal(Self.unknownSession, of: message, .notFound)
            }
            return Self.refusal(Self.noSession, of: message)
        }
        let isNew = id != nil && request.headers["mcp-session-id"] == nil
        let headers = isNew ? [(name: "mcp-session-id", value: id ?? "")] : []
        let isRequest = MCPSession.wantsAnswer(message)
        if isRequest, accepted.events {
            let tells = await session.mayTell(of: message)
            if tells || !accepted.json {
                return .events(.jsonRPC, headers: headers) { sink in
                    sink.start()
                    let answer = await session.handle(message) { note in
                        if tells { try? await sink.send(data: note.description) }
                    }
                    if let answer { try await sink.send(data: answer.description) }
                }
            }
        }
        guard let answer = await session.handle(message, notify: { _ in }) else {
            // A request that its client stopped has no answer: its stream ends without one.
            if isRequest, accepted.events { return .events(.jsonRPC) { $0.start() } }
            return ServerResponse(.accepted, headers: headers)
        }
        if isNew, answer["error"] != nil, let id {
            forget(id)
            return .json(answer)
        }
        // An answer without an id is to what was no request, or no message at all.
        let isRefused = answer["error"] != nil && answer["id"] == nil
        return .json(answer, status: isRefused ? .badRequest : .ok, headers: headers)
    }

    private func delete(_ request: ServerRequest) async throws -> ServerResponse {
        if let problem = HeaderCheck.problem(request.headers, .null) { return Self.refusal(problem, of: .null) }
        guard let id = request.headers["mcp-session-id"] else { return Self.refusal(Self.noSession, of: .null) }
        guard let session = forget(id) else { return Self.refusal(Self.unknownSession, of: .null, .notFound) }
        await session.close()
        return ServerResponse(.noContent)
    }

    private static let noSession = MCPError.invalidRequest(
        "The header Mcp-Session-Id is missing. The first request has to be `initialize`, whose answer has the session's id."
    )
    /// The protocol has clients begin a new session on 404.
    private static let unknownSession = MCPError.invalidRequest(
        "There is no such session, or it has ended. Send `initialize` without Mcp-Session-Id.")

    private static func refusal(
        _ error: MCPError, of message: JSONValue, _ status: ServerStatus = .badRequest
    ) -> ServerResponse {
        .json(error.response(toMessage: message), status: status)
    }

    /// The session that a message belongs to; `nil` where it names none that there is. The newest version knows none: each message stands
    /// for itself.
    private func session(for request: ServerRequest, _ message: JSONValue) -> (MCPSession, String?)? {
        if let id = request.headers["mcp-session-id"] {
            let found = sessions.withLock { sessions -> MCPSession? in
                sessions[id]?.used = .now
                return sessions[id]?.session
            }
            return found.map { ($0, id) }
        }
        guard message["method"]?.stringValue == "initialize" else {
            guard message["params"]?["_meta"]?["io.modelcontextprotocol/protocolVersion"] != nil else {
                return nil
            }
            return (MCPSession(server), nil)
        }
        let session = MCPSession(server)
        let id = Identifier.make("") + Identifier.make("")
        sessions.withLock { sessions in
            if sessions.count >= Self.mostSessions, let oldest = sessions.min(by: { $0.value.used < $1.value.used }) {
                sessions[oldest.key] = nil
            }
            sessions[id] = Entry(session: session, used: .now)
        }
        return (session, id)
    }

    @discardableResult
    private func forget(_ id: String) -> MCPSession? { sessions.withLock { $0.removeValue(forKey: id)?.session } }
}

/// Headers repeat parts of a message, for those who route messages without reading them. They must not say something else.
private enum HeaderCheck {
    static func problem(_ headers: HTTPFields, _ message: JSONValue) -> MCPError? {
        // What is spoken is agreed on by `initialize` itself, whose answer names what is known here.
        if message["method"]?.stringValue != "initialize", let name = headers["mcp-protocol-version"],
            ProtocolVersion(rawValue: name) == nil
        {
            return .unsupportedVersion(name)
        }
        if let method = headers["mcp-method"], method != message["method"]?.stringValue {
            return .headerMismatch("Mcp-Method")
        }
        let parameters = message["params"]
        if let name = headers["mcp-name"],
            name != parameters?["name"]?.stringValue ?? parameters?["uri"]?.stringValue
        {
            return .headerMismatch("Mcp-Name")
        }
        return nil
    }
}

/// What of an answer's forms a client takes (RFC 9110, 12.5.1). Who says nothing takes all.
private struct AcceptedTypes {
    private(set) var json = false
    private(set) var events = false

    init(_ header: String?) {
        guard let header, header.contains(where: { !$0.isWhitespace }) else {
            (json, events) = (true, true)
            return
        }
        var (best, weights) = ([String: Int](), [String: Double]())
        for item in header.split(separator: ",").prefix(64) {
            let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let range = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            for type in ["application/json", "text/event-stream"] {
                let family = String(type.prefix { $0 != "/" }) + "/*"
                // The more a range says, the more it counts.
                let precision = range == type ? 3 : range == family ? 2 : range == "*/*" || range == "*" ? 1 : 0
                guard precision > best[type] ?? 0 else { continue }
                (best[type], weights[type]) = (precision, weight)
            }
        }
        json = weights["application/json"] ?? 0 > 0
        events = weights["text/event-stream"] ?? 0 > 0
    }
}
