import HearthCore

/// Signing in by a provider of identities: to it, back, and in.
///
/// Each provider has an address of its own to which browsers come back, so that the answer of one is never taken for another's.
///
/// That the answer comes to the browser that asked is held twice. A cookie goes with it, which no page can read; but cookies go to every port
/// of a host, and each of them can set one. So the page that asked has a proof as well, in its own origin's storage, and only with that the
/// answer is good for anything. Where the page goes afterwards is said by nothing that came along.
struct IdentityRoutes: Sendable {
    let access: AccessGuard
    let sessions: SessionRoutes

    /// What is registered at a provider, or begins it.
    static let callback = "/oauth/sign-in"
    private static let parts = ["state", "code", "iss", "error"]
    private static let mostOfPart = 8192

    var routes: [ServerRoute] {
        [
            Wire.beginProviderSignIn.replying { try await begin($0) },
            Wire.finishProviderSignIn.route { try await finish($0) },
            ServerRoute(.get, Self.callback, access: .open, bodyLimit: 0) { await arrive($0, at: nil) },
            ServerRoute(.get, Self.callback + "/:provider", access: .open, bodyLimit: 0) { request in
                await arrive(request, at: request.parameter("provider"))
            },
        ]
    }

    private func identities() throws -> any IdentitySignIn {
        guard let identities = access.identities else {
            throw ServerError(.notFound, "Nobody signs in to this server with another one.")
        }
        return identities
    }

    private func begin(_ call: Call<Nothing, Wire.ProviderSignIn>) async throws -> Reply<Wire.ProviderSignInStart> {
        let (request, body) = (call.request, try await call.body())
        let wish: ProviderWish
        if body.link ?? false {
            guard case .person(let caller) = request.caller, case .session = caller.way else {
                throw ServerError(.ownerOnly, "Only somebody who signed in with an account, in a browser, can link it.")
            }
            guard body.invitation == nil, body.name == nil else {
                throw ServerError.invalid(
                    "link", "An account that is there is linked, or one is made of an invitation.")
            }
            // Whoever found the browser open would come in by an account of their own from then on.
            try await access.people?.confirm(caller.person.id, password: body.password, began: caller.began)
            wish = .link(person: caller.person.id)
        } else if body.password != nil {
            throw ServerError.invalid("password", "It is asked for where an account is linked, and nowhere else here.")
        } else if let invitation = body.invitation {
            wish = .accept(invitation: invitation, name: body.name)
        } else {
            guard body.name == nil else {
                throw ServerError.invalid("name", "A name is of an invitation: give its code.")
            }
            wish = .enter
        }
        let attempt = try await identities().begin(
            wish, with: body.provider, redirect: request.origin + Self.callback, from: request.network)
        return Reply(
            Wire.ProviderSignInStart(url: attempt.url, host: attempt.host, proof: attempt.proof),
            headers: [("set-cookie", cookie(attempt.binding, seconds: 600))])
    }

    /// Whatever comes of it, the page tells: it is sent there, with a ticket or with nothing, and the cookie goes.
    private func arrive(_ request: ServerRequest, at provider: String?) async -> ServerResponse {
        var answer: [String: String] = [:]
        for part in Self.parts {
            let values = request.query.all(part)
            // Twice the same is the first for one reader and the last for another.
            if values.count == 1, let value = values.first, value.utf8.count <= Self.mostOfPart { answer[part] = value }
        }
        let ticket = try? await access.identities?.arrive(answer, at: provider, binding: binding(request))
        return ServerResponse(
            .seeOther,
            headers: [
                ("location", "/#/sign-in?provider=\(ticket ?? "void")"), ("set-cookie", cookie("", seconds: 0)),
            ])
    }

    private func finish(_ call: Call<Nothing, Wire.ProviderSignInEnd>) async throws -> Wire.Session {
        let (request, body) = (call.request, try await call.body())
        var person: String?
        if case .person(let caller) = request.caller, case .session = caller.way { person = caller.person.id }
        let known = try await identities().finish(body.ticket, proof: body.proof, as: person)
        // Who links an account stays signed in as they are.
        if known.person.id == person { return sessions.state(request.caller) }
        return try await sessions.begin(known, request)
    }

    // MARK: - The cookie

    /// With a prefix that browsers hold a host to, where there is encryption: then no other host of the same domain can set it.
    private var cookieName: String { access.isEncrypted ? "__Host-hearth-sign-in" : "hearth-sign-in" }

    private func cookie(_ value: String, seconds: Int) -> String {
        // Lax: it comes along as the provider sends the browser back, and with nothing that another site's page asks for.
        "\(cookieName)=\(value); HttpOnly; SameSite=Lax; Max-Age=\(seconds); "
            + (access.isEncrypted ? "Secure; Path=/" : "Path=\(Self.callback)")
    }

    private func binding(_ request: ServerRequest) -> String? {
        let pairs = (request.headers["cookie"] ?? "").split(separator: ";").prefix(100)
        let values = pairs.compactMap { pair -> Substring? in
            let pair = pair.drop { $0 == " " }
            guard pair.hasPrefix(cookieName + "=") else { return nil }
            return pair.dropFirst(cookieName.count + 1)
        }
        // Of two, one was set by somebody else.
        guard values.count == 1, let value = values.first, value.utf8.count <= 128 else { return nil }
        return String(value)
    }
}
