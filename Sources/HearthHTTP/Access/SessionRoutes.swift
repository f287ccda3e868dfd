import Foundation
import HearthCore

/// How a browser gets in and out, and which ones are in.
struct SessionRoutes: Sendable {
    let access: AccessGuard
    let version: String

    var routes: [ServerRoute] {
        [
            // Whatever looks at links before a person does (a preview, a scanner, a second window) uses nothing up: the page
            // takes the code from behind the #, which no browser sends, and sends it by POST.
            ServerRoute(.get, "/sign-in", access: .open) { request in
                let code = request.query["code"] ?? ""
                let isCode = (1...64).contains(code.utf8.count) && code.utf8.allSatisfy(Self.isLetter)
                return ServerResponse(
                    .seeOther, headers: [("location", isCode ? "/#/sign-in?code=\(code)" : "/#/sign-in")])
            },
            ServerRoute(.get, "/api/session", access: .open) { request in .json(state(request.caller)) },
            ServerRoute(.post, "/api/session", access: .open, bodyLimit: 4096) { try await signIn($0) },
            ServerRoute(.delete, "/api/session") { request in
                if case .session(let id, _) = request.caller { _ = try access.sessions.end(id) }
                return ServerResponse(.noContent)
            },
            ServerRoute(.get, "/api/sessions") { .json(try list($0)) },
            ServerRoute(.delete, "/api/sessions") { request in
                // A browser keeps its own, a program with the token has none.
                var own: String?
                if case .session(let id, _) = request.caller { own = id }
                return .json(["ended": .number(JSONNumber(try access.sessions.endAll(except: own)))])
            },
            ServerRoute(.delete, "/api/sessions/:id") { request in
                guard try access.sessions.end(request.parameter("id")) else {
                    throw ServerError(.notFound, "unknown-item", "There is no session of that id; it may have ended.")
                }
                return ServerResponse(.noContent)
            },
            ServerRoute(.post, "/api/tickets", bodyLimit: 8192) { try await ticket($0) },
        ]
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
            || byte == 0x5F
    }

    private func signIn(_ request: ServerRequest) async throws -> ServerResponse {
        let token = try RequestFields(try await request.json()).required("token")
        guard access.token.accepts(token) || access.links.redeem(token) else { throw AccessGuard.wrongToken }
        // The page that signs in is of this server, or there is no page: a foreign origin was refused.
        let key = try access.sessions.begin(
            device: BrowserName.of(request.headers["user-agent"]),
            origin: request.origin, now: Self.now)
        let end = access.sessions.end(of: key.record)
        return .json(state(.session(id: key.record.id, until: end), key: key.text))
    }

    /// - Parameter key: Told once, to the browser that signs in.
    private func state(_ caller: Caller, key: String? = nil) -> JSONValue {
        var (id, expiry) = (JSONValue.null, JSONValue.null)
        if case .session(let session, let end) = caller { (id, expiry) = (.string(session), Self.time(end)) }
        return [
            "signedIn": .bool(caller != .nobody), "id": id, "key": key.map(JSONValue.string) ?? .null,
            "version": .string(version), "expiresAt": expiry,
        ]
    }

    private func list(_ request: ServerRequest) throws -> JSONValue {
        let sessions = try access.sessions.all(now: Self.now).map { record -> JSONValue in
            var isCurrent = false
            if case .session(let id, _) = request.caller { isCurrent = id == record.id }
            return [
                "id": .string(record.id), "device": .string(record.device), "origin": .string(record.origin),
                "createdAt": Self.time(record.createdAt), "usedAt": Self.time(record.usedAt),
                "expiresAt": Self.time(access.sessions.end(of: record)), "current": .bool(isCurrent),
            ]
        }
        return ["sessions": .array(sessions)]
    }

    private func ticket(_ request: ServerRequest) async throws -> ServerResponse {
        let target = try RequestFields(try await request.json()).required("target")
        guard target.hasPrefix("/api/"), target.utf8.count <= 4096 else {
            throw ServerError.invalid("target", "`target` has to be the path of something to fetch, such as /api/…")
        }
        guard case .session(let id, _) = request.caller else {
            throw ServerError.invalid("target", "Only a browser needs a ticket; whoever knows the token sends it.")
        }
        return .json(["url": .string(Tickets.target(target, ticket: access.tickets.make(for: target, session: id)))])
    }

    private static var now: Int { Int(Date().timeIntervalSince1970) }

    private static func time(_ seconds: Int) -> JSONValue {
        .string(Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601))
    }
}
