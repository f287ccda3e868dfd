import Foundation
import Hearth
import HearthHTTP
import HearthMCP
import Synchronization

/// MCP over HTTP at `/mcp` (Streamable HTTP): a message comes as a POST, and is answered by JSON, or by a stream when the
/// client wants to be told how it goes.
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
        let accept = request.headers["accept"] ?? "*/*"
        guard accept.contains("*/*") || accept.contains("application/json") || accept.contains("text/event-stream")
        else {
            throw ServerError(.notAcceptable, "not-acceptable", "Answers are JSON, or a stream of events.")
        }
        let message = try await request.json()
        if let problem = HeaderCheck.problem(request.headers, message) {
            return .json(problem.response(to: message["id"]), status: .badRequest)
        }
        let (session, id) = try session(for: request, message)
        let isNew = id != nil && request.headers["mcp-session-id"] == nil
        let headers = isNew ? [(name: "mcp-session-id", value: id ?? "")] : []
        if accept.contains("text/event-stream"), await session.mayTell(of: message) {
            return .events(.jsonRPC, headers: headers) { sink in
                sink.start()
                let answer = await session.handle(message) { try? await sink.send(data: $0.description) }
                if let answer { try await sink.send(data: answer.description) }
            }
        }
        guard let answer = await session.handle(message, notify: { _ in }) else {
            return ServerResponse(.accepted, headers: headers)
        }
        if isNew, answer["error"] != nil, let id { forget(id) }
        return .json(answer, headers: headers)
    }

    private func delete(_ request: ServerRequest) async throws -> ServerResponse {
        guard let id = request.headers["mcp-session-id"], let session = forget(id) else {
            throw ServerError(.notFound, "unknown-session", "There is no such session.")
        }
        await session.close()
        return ServerResponse(.noContent)
    }

    /// The session that a message belongs to. The newest version knows none: each message stands for itself.
    private func session(for request: ServerRequest, _ message: JSONValue) throws -> (MCPSession, String?) {
        if let id = request.headers["mcp-session-id"] {
            let found = sessions.withLock { sessions -> MCPSession? in
                sessions[id]?.used = .now
                return sessions[id]?.session
            }
            guard let found else {
                throw ServerError(.notFound, "unknown-session", "There is no such session; initialize a new one.")
            }
            return (found, id)
        }
        guard message["method"]?.stringValue == "initialize" else {
            guard message["params"]?["_meta"]?["io.modelcontextprotocol/protocolVersion"] != nil else {
                throw ServerError(
                    .badRequest, "missing-session",
                    "The header Mcp-Session-Id is missing; the first request has to be "
                        + "`initialize`.")
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
        if let name = headers["mcp-protocol-version"], ProtocolVersion(rawValue: name) == nil {
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
