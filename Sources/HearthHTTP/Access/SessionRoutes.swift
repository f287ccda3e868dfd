import Foundation
import HearthCore
import HearthSchema

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
            Wire.changePassword.route { try await changePassword($0) },
            Wire.signOut.route { call in
                if let id = call.request.caller.sessionID { _ = try await write { try $0.end(id) } }
                return Nothing()
            },
            Wire.listSessions.route { call in
                try requireOwner(call.request)
                return try list(call.request)
            },
            Wire.endOtherSessions.route { call in
                try requireOwner(call.request)
                // A browser keeps its own, a program with the token has none.
                let caller = call.request.caller
                return Wire.EndedSessions(
                    ended: try await write { try $0.endAll(except: caller.sessionID, of: Self.person(caller)) })
            },
            Wire.endSession.route { call in
                try requireOwner(call.request)
                let id = call.parameter("id")
                let isTheirs = try mayEnd(id, call.request.caller)
                guard isTheirs, try await write({ try $0.end(id) }) else {
                    throw ServerError(.unknownItem, "There is no session of that id; it may have ended.")
                }
                return Nothing()
            },
            Wire.makeTicket.route { try await ticket($0) },
            Wire.makeSignInLink.route { try makeLink($0.request) },
            Wire.withdrawSignInLink.route { call in
                access.links.withdraw(from: try ownersSession(call.request))
                return Nothing()
            },
        ] + IdentityRoutes(access: access, sessions: self).routes
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
            || byte == 0x5F
    }

    private func signIn(_ call: Call<Nothing, Wire.SignIn>) async throws -> Wire.Session {
        let (request, body) = (call.request, try await call.body())
        guard let token = body.token else { return try await signIn(body, request) }
        guard body.name == nil, body.password == nil, body.invitation == nil else {
            throw ServerError.invalid(
                "token", "Sign in with a token, or with a name and a password, or with an invitation.")
        }
        // A program that was given its token to read up to a ceiling would be its owner once it was signed in.
        guard access.token.accepts(token) || redeems(token) else {
            throw access.programToken?.accepts(token) == true ? AccessGuard.programsToken : AccessGuard.wrongToken
        }
        // The page that signs in is of this server, or there is no page: a foreign origin was refused.
        return try await begin(nil, request)
    }

    /// Somebody with an account, or with an invitation to make one.
    private func signIn(_ body: Wire.SignIn, _ request: ServerRequest) async throws -> Wire.Session {
        guard let password = body.password else {
            throw ServerError.invalid(
                "password", "Sign in with a token, with a name and a password, or with an invitation.")
        }
        guard let people = access.people else { throw Self.noAccounts }
        if let code = body.invitation {
            return try await begin(
                try await people.accept(
                    invitation: code, name: body.name, password: password, from: request.network), request)
        }
        guard let name = body.name else {
            throw ServerError.invalid("name", "A password is of somebody: give their name.")
        }
        return try await begin(
            try await people.signIn(name: name, password: password, from: request.network), request)
    }

    private static let noAccounts = ServerError(
        .unauthorized,
        "Nobody has an account on this server. Sign in by the link that it prints when it starts, or with its token.")

    private func changePassword(_ call: Call<Nothing, Wire.PasswordChange>) async throws -> Wire.Session {
        guard case .person(let caller) = call.request.caller, case .session = caller.way, let people = access.people
        else {
            throw ServerError(.ownerOnly, "Only somebody who signed in with a password can change it.")
        }
        let body = try await call.body()
        let known = try await people.changePassword(of: caller.person.id, from: body.password, to: body.new)
        // All of them are over by now, this one too; what is under way for them ends with them.
        _ = try await write { try $0.endAll(except: nil, of: caller.person.id) }
        return try await begin(known, call.request)
    }

    func begin(_ known: KnownPerson?, _ request: ServerRequest) async throws -> Wire.Session {
        let (device, origin) = (BrowserName.of(request.headers["user-agent"]), request.origin)
        let key = try await write { try $0.begin(device: device, origin: origin, now: Self.now, person: known) }
        let end = access.sessions.end(of: key.record)
        let caller = known.map {
            Caller.person(
                PersonCaller(
                    $0.person, by: .session(id: key.record.id, until: end), epoch: $0.epoch,
                    began: key.record.createdAt))
        }
        return state(caller ?? .session(id: key.record.id, until: end), key: key.text)
    }

    /// Changes the sessions on a thread of its own: their store may have to wait for another process.
    private func write<Value: Sendable>(
        _ change: @escaping @Sendable (SessionBook) throws -> Value
    ) async throws -> Value {
        try await BlockingWork.run(on: "hearth.sessions") { [sessions = access.sessions] in try change(sessions) }
    }

    /// - Parameter key: Told once, to the browser that signs in.
    func state(_ caller: Caller, key: String? = nil) -> Wire.Session {
        var state = Wire.Session(
            signedIn: caller != .nobody, version: version, key: key, people: access.people?.admitsPeople ?? false,
            providers: access.identities?.choices.map { Wire.SignInChoice(id: $0.id, label: $0.label) } ?? [])
        switch caller {
        case .session(let session, let end): (state.id, state.expiresAt) = (session, Self.time(end))
        case .person(let caller):
            if case .session(let session, let end) = caller.way {
                (state.id, state.expiresAt) = (session, Self.time(end))
            }
            state.person = Wire.SignedInPerson(id: caller.person.id, name: caller.person.name, role: caller.person.role)
        case .nobody, .token, .program: break
        }
        return state
    }

    /// Whose browsers alone a caller sees; `nil` is the owner, who sees all.
    private static func person(_ caller: Caller) -> String? {
        if case .person(let caller) = caller { caller.person.id } else { nil }
    }

    private func mayEnd(_ id: String, _ caller: Caller) throws -> Bool {
        guard let person = Self.person(caller) else { return true }
        return try access.sessions.all(now: Self.now).contains { $0.id == id && $0.person == person }
    }

    /// Which browsers are signed in, and until when, is no program's.
    private func requireOwner(_ request: ServerRequest) throws {
        var isProgram = request.caller == .program
        if case .person(let caller) = request.caller, case .token = caller.way { isProgram = true }
        guard isProgram else { return }
        throw ServerError(.ownerOnly, "The browsers that are signed in are the owner's to see and to sign out.")
    }

    private func list(_ request: ServerRequest) throws -> Wire.Sessions {
        let person = Self.person(request.caller)
        let shown = try access.sessions.all(now: Self.now).filter { person == nil || $0.person == person }
        let sessions = shown.map { record in
            Wire.Sessions.Session(
                id: record.id, device: record.device, origin: record.origin, createdAt: Self.time(record.createdAt),
                usedAt: Self.time(record.usedAt), expiresAt: Self.time(access.sessions.end(of: record)),
                current: record.id == request.caller.sessionID,
                person: record.person.flatMap { try? access.people?.person($0)?.person.name })
        }
        return Wire.Sessions(sessions: sessions)
    }

    private func ticket(_ call: Call<Nothing, Wire.TicketRequest>) async throws -> Wire.Ticket {
        let target = try await call.body().target
        guard target.hasPrefix("/api/"), target.utf8.count <= 4096 else {
            throw ServerError.invalid("target", "`target` has to be the path of something to fetch, such as /api/…")
        }
        guard let id = call.request.caller.sessionID else {
            throw ServerError.invalid("target", "Only a browser needs a ticket; whoever knows the token sends it.")
        }
        return Wire.Ticket(url: Tickets.target(target, ticket: access.tickets.make(for: target, session: id)))
    }

    // MARK: - Another device

    /// A link that stands nowhere but on the owner's screen, and in the device that photographs it: its code is behind the #, so that it
    /// is in no request, log or referrer, and the page takes it out of the address before it does anything else.
    private func makeLink(_ request: ServerRequest) throws -> Wire.SignInLink {
        let session = try ownersSession(request)
        let places = access.placesElsewhere(for: request.origin)
        guard !places.isEmpty else { return Wire.SignInLink(encrypted: access.isEncrypted) }
        guard let code = access.links.make(for: session) else { throw Self.tooManyLinks }
        return Wire.SignInLink(
            urls: places.map { "\($0)/#/sign-in?code=\(code)" },
            expiresAt: Self.time(Self.now + SignInLinks.secondsForDevice), encrypted: access.isEncrypted)
    }

    /// The session of the owner's own browser: a program would make itself an owner, and who has an account somebody else.
    private func ownersSession(_ request: ServerRequest) throws -> String {
        guard case .session(let id, _) = request.caller else {
            throw ServerError(.ownerOnly, "Only the owner's browser signs in another device of theirs.")
        }
        return id
    }

    private func redeems(_ code: String) -> Bool {
        access.links.redeem(code) { session in access.sessions.record(id: session, now: Self.now) != nil }
    }

    private static let tooManyLinks = ServerError(
        .tooMany, "Many links were made in the last minutes. Wait ten minutes, then make another one.")

    private static var now: Int { Int(Date().timeIntervalSince1970) }

    private static func time(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
}
