import Foundation
import HearthCore

/// How a browser gets in and out.
struct SessionRoutes: Sendable {
    let access: AccessGuard
    let version: String

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/sign-in", access: .open) { request in
                guard let code = request.query["code"], access.links.redeem(code) else {
                    // The same for a wrong code and a used one.
                    return ServerResponse(.seeOther, headers: [("location", "/#/sign-in?problem=used")])
                }
                return ServerResponse(.seeOther, headers: [("location", "/"), ("set-cookie", access.setCookie())])
            },
            ServerRoute(.get, "/api/session", access: .open) { request in .json(session(request.caller)) },
            ServerRoute(.post, "/api/session", access: .open, bodyLimit: 4096) { request in
                let token = try RequestFields(try await request.json()).required("token")
                guard access.token.accepts(token) || access.links.redeem(token) else { throw AccessGuard.wrongToken }
                let now = Int(Date().timeIntervalSince1970)
                return .json(
                    session(.session(until: now + AccessGuard.sessionLifetime)),
                    headers: [("set-cookie", access.setCookie(now: now))])
            },
            ServerRoute(.delete, "/api/session") { _ in
                ServerResponse(.noContent, headers: [("set-cookie", access.clearCookie())])
            },
        ]
    }

    private func session(_ caller: Caller) -> JSONValue {
        var expiry = JSONValue.null
        if case .session(let end) = caller {
            expiry = .string(Date(timeIntervalSince1970: Double(end)).formatted(.iso8601))
        }
        return ["signedIn": .bool(caller != .nobody), "version": .string(version), "expiresAt": expiry]
    }
}
