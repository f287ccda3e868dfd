import Crypto
import Foundation
import HearthCore
import HearthSchema
import Synchronization

/// How a browser gets in and out, and which ones are in.
struct SessionRoutes: Sendable {
    let access: AccessGuard
    let version: String

    var routes: [ServerRoute] {
        [
            // Whatever looks at links before a person does (a preview, a scanner, a second window) uses nothing up: the page
            // takes the code from behind the #, which no browser sends, and sends it by POST.
            Wire.followSignInLink.responding { call in
                let code = call.request.query["code"] ?? ""
                let isCode = (1...64).contains(code.utf8.count) && code.utf8.allSatisfy(Self.isLetter)
                return ServerResponse(
                    .seeOther, headers: [("location", isCode ? "/#/sign-in?code=\(code)" : "/#/sign-in")])
            },
            Wire.getSession.route { state($0.request.caller) },
            Wire.signIn.route { try await signIn($0) },
            Wire.signOut.route { call in
                if case .session(let id, _) = call.request.caller { _ = try access.sessions.end(id) }
                return Nothing()
            },
            Wire.listSessions.route { call in
                try requireOwner(call.request)
                return try list(call.request)
            },
            Wire.endOtherSessions.route { call in
                try requireOwner(call.request)
                // A browser keeps its own, a program with the token has none.
                var own: String?
                if case .session(let id, _) = call.request.caller { own = id }
                return Wire.EndedSessions(ended: try access.sessions.endAll(except: own))
            },
            Wire.endSession.route { call in
                try requireOwner(call.request)
                guard try access.sessions.end(call.parameter("id")) else {
                    throw ServerError(.unknownItem, "There is no session of that id; it may have ended.")
                }
                return Nothing()
            },
            Wire.makeTicket.route { try await ticket($0) },
        ]
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
            || byte == 0x5F
    }

    private func signIn(_ call: Call<Nothing, Wire.SignIn>) async throws -> Wire.Session {
        let (request, token) = (call.request, try await call.body().token)
        // A program that was given its token to read up to a ceiling would be its owner once it was signed in.
        guard access.token.accepts(token) || access.links.redeem(token) else {
            throw access.programToken?.accepts(token) == true ? AccessGuard.programsToken : AccessGuard.wrongToken
        }
        // The page that signs in is of this server, or there is no page: a foreign origin was refused.
        let key = try access.sessions.begin(
            device: BrowserName.of(request.headers["user-agent"]),
            origin: request.origin, now: Self.now)
        let end = access.sessions.end(of: key.record)
        return state(.session(id: key.record.id, until: end), key: key.text)
    }

    /// - Parameter key: Told once, to the browser that signs in.
    private func state(_ caller: Caller, key: String? = nil) -> Wire.Session {
        var state = Wire.Session(signedIn: caller != .nobody, version: version, key: key)
        if case .session(let session, let end) = caller { (state.id, state.expiresAt) = (session, Self.time(end)) }
        return state
    }

    /// Which browsers are signed in, and until when, is no program's.
    private func requireOwner(_ request: ServerRequest) throws {
        guard request.caller == .program else { return }
        throw ServerError(.ownerOnly, "The browsers that are signed in are the owner's to see and to sign out.")
    }

    private func list(_ request: ServerRequest) throws -> Wire.Sessions {
        let sessions = try access.sessions.all(now: Self.now).map { record in
            var isCurrent = false
            if case .session(let id, _) = request.caller { isCurrent = id == record.id }
            return Wire.Sessions.Session(
                id: record.id, device: record.device, origin: record.origin, createdAt: Self.time(record.createdAt),
                usedAt: Self.time(record.usedAt), expiresAt: Self.time(access.sessions.end(of: record)),
                current: isCurrent)
        }
        return Wire.Sessions(sessions: sessions)
    }

    private func ticket(_ call: Call<Nothing, Wire.TicketRequest>) async throws -> Wire.Ticket {
        let target = try await call.body().target
        guard target.hasPrefix("/api/"), target.utf8.count <= 4096 else {
            throw ServerError.invalid("target", "`target` has to be the path of something to fetch, such as /api/…")
        }
        guard case .session(let id, _) = call.request.caller else {
            throw ServerError.invalid("target", "Only a browser needs a ticket; whoever knows the token sends it.")
        }
        return Wire.Ticket(url: Tickets.target(target, ticket: access.tickets.make(for: target, session: id)))
    }

    private static var now: Int { Int(Date().timeIntervalSince1970) }

    private static func time(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
}

// MARK: -

/// Codes that sign a browser in, once each, for a few minutes.
///
/// The link is printed in a terminal and opened from there. It would be in the browser's history; by then it is void.
final class SignInLinks: Sendable {
    private struct State {
        /// By hash, so that looking a code up takes the same time wherever a guess differs.
        var codes: [[UInt8]: ContinuousClock.Instant] = [:]
    }

    /// Long enough to walk over to another screen.
    private let lifetime: Duration
    private static let mostCodes = 16
    private let state = Mutex(State())

    init(lifetime: Duration = .seconds(600)) { self.lifetime = lifetime }

    func make(now: ContinuousClock.Instant = .now) -> String {
        let code = AccessToken.random().exposedText() ?? ""
        state.withLock { state in
            state.codes = state.codes.filter { $0.value > now }
            if state.codes.count >= Self.mostCodes, let oldest = state.codes.min(by: { $0.value < $1.value }) {
                state.codes[oldest.key] = nil
            }
            state.codes[Self.hash(code)] = now + lifetime
        }
        return code
    }

    /// Whether the code was good; it is not any more.
    func redeem(_ code: String, now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            guard let end = state.codes.removeValue(forKey: Self.hash(code)) else { return false }
            return now < end
        }
    }

    private static func hash(_ code: String) -> [UInt8] { Array(SHA256.hash(data: Array(code.utf8))) }
}
