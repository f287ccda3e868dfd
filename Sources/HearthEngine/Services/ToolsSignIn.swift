public import Foundation
public import HearthCore
import HearthMCP

/// Where the owner's browser goes to sign in at a server of tools.
public struct ToolSignInStart: Hashable, Sendable {
    /// The page of the authorization server, good for one attempt within ten minutes.
    public var url: URL
    /// Its host, for a person who is to trust it.
    public var host: String
    /// What is asked for, with spaces between; `nil` where the server leaves that to whoever lets people in.
    public var scope: String?
    /// Tells this attempt from others, as it comes back.
    public var state: String
}

extension Hearth.Tools {
    private static let act = "Signing in at a server of tools"

    /// Begins to sign in at a server at an address: asks it, and who lets people in there, how.
    ///
    /// - Parameters:
    ///   - redirect: Where the browser brings the answer: an address of this machine, or HTTPS. It is given to ``finishSignIn(_:)``.
    ///   - clientID: A client that the owner has there, from now on; `nil` takes the one of before, or registers one.
    ///   - clientSecret: Its secret, where it has one; `nil` takes the one of before.
    ///   - scope: What to ask for, from now on.
    ///   - hosts: Hosts that may take part from now on, beside the server's own.
    /// - Throws: ``ToolServerError``: `sign-in-host-not-allowed` names the hosts that have to be allowed first; what the transport throws;
    ///   ``EngineError`` `usage`, `owner-only` for a program.
    public func signIn(
        _ name: String, redirect: String, clientID: String? = nil, clientSecret: Secret? = nil, scope: String? = nil,
        hosts: [String] = []
    ) async throws -> ToolSignInStart {
        let (name, found) = try await server(name, for: Self.act)
        var server = found
        guard case .address(let url) = server.way else {
            throw EngineError(.usage, "The server \(name) is a program of this machine, where nobody signs in.")
        }
        guard let back = URL(string: redirect), let origin = Origin(back),
            origin.scheme == "https" || HostAddress.isLoopback(origin.host)
        else {
            throw EngineError(
                .usage,
                "An answer with a code is brought to this machine, or over https:// alone. Sign in on the machine that Hearth runs on."
            )
        }
        if let clientID { server.signIn.clientID = clientID.isEmpty ? nil : clientID }
        if let scope { server.signIn.scope = scope.isEmpty ? nil : scope }
        server.signIn.hosts.formUnion(try Hearth.Feeds.hosts(hosts))
        let (file, settings) = (file, server.signIn)
        try await BlockingWork.run {
            try file.update { servers in
                guard servers[name]?.way == .address(url) else { throw ToolServerError.unknownServer }
                servers[name]?.signIn = settings
            }
        }
        let resources = try await hearth.current()
        let before = try? await kept(name, url, resources)
        let way = try await way(name, url, server, resources)
        let wanted = await hearth.signIns.wanted(name)
        let attempt = try await way.begin(
            redirect: redirect, secret: clientSecret?.exposedText(), before: before, wanted: wanted)
        guard let address = attempt.address else {
            throw ToolServerError.badAnswer(name, "its page to sign in has no address")
        }
        await hearth.signIns.add(ToolSignIns.Pending(name: name, server: url, attempt: attempt))
        return ToolSignInStart(
            url: address, host: ToolSignIn.host(address), scope: attempt.scope, state: attempt.state)
    }

    /// Takes what the browser brought back, and keeps the tokens that it is good for. Whoever has the attempt's state answers for the owner
    /// who began it, once; it needs no other proof.
    ///
    /// - Parameter answer: The query of the address that was called: `state`, `code`, `iss`, `error`.
    /// - Returns: The server's name.
    /// - Throws: ``ToolServerError`` `unknown-sign-in`, `sign-in-failed`; what the transport and the place for keys throw.
    public func finishSignIn(_ answer: [String: String]) async throws -> String {
        try await Reader.$current.withValue(nil) {
            guard let pending = await hearth.signIns.take(answer["state"] ?? "") else {
                throw ToolServerError(
                    .unknownSignIn,
                    "Nobody here waits for this answer: it was given already, or took more than ten minutes. Sign in once more."
                )
            }
            let (name, server) = try await server(pending.name.text, for: Self.act)
            guard server.way == .address(pending.server) else { throw ToolServerError.unknownServer }
            let resources = try await hearth.current()
            let way = try await way(name, pending.server, server, resources)
            try await keep(try await way.finish(pending.attempt, answer), name, resources)
            await hearth.signIns.forget(name)
            return name.text
        }
    }

    /// Forgets the tokens for a server, and tells who gave them.
    ///
    /// - Returns: Whether there were any; and whether it is known that they are good for nothing any more.
    /// - Throws: What the place for keys throws; ``EngineError`` `owner-only` for a program.
    @discardableResult
    public func signOut(_ name: String) async throws -> (wasSignedIn: Bool, isRevoked: Bool) {
        let (name, server) = try await server(name, for: "Signing out of a server of tools")
        guard case .address(let url) = server.way else { return (false, false) }
        let resources = try await hearth.current()
        let known = try? await kept(name, url, resources)
        let snapshot = resources.snapshot
        let wasThere = try await BlockingWork.run { try KeyVault(snapshot).remove(.signIn(name)) }
        var isRevoked = false
        if let known { isRevoked = try await way(name, url, server, resources).revoke(known) }
        return (wasThere, isRevoked)
    }

    // MARK: - Tokens

    /// With what a server is asked: its key, where the owner gave one; else what signing in gave.
    func access(
        _ name: EndpointName, _ url: URL, _ server: ToolServer, _ resources: EnvironmentResources
    ) async throws -> ToolAccess {
        let key = try await resources.engines().key(.tools(name))
        let signIns = hearth.signIns
        let isSignIn = (try? await kept(name, url, resources)) != nil
        return ToolAccess(isSignIn: isSignIn) {
            if let key = try await key() { return key }
            guard let known = try await kept(name, url, resources) else { return nil }
            guard known.tokens.isSpent(at: Date()) else { return Secret(known.tokens.access) }
            return try await another(than: known.tokens.access, name, url, server, resources)
        } renewed: { refused in
            // A key of the owner's that is refused is not stood in for.
            guard try await key() == nil, try await kept(name, url, resources) != nil else { return nil }
            return try await another(than: refused.exposedText() ?? "", name, url, server, resources)
        } wants: { scopes in
            await signIns.want(scopes, name)
        }
    }

    /// A token in the place of one that is spent or was refused. One at a time: of two who renew the same one, the second would be taken
    /// for a thief.
    private func another(
        than spent: String, _ name: EndpointName, _ url: URL, _ server: ToolServer, _ resources: EnvironmentResources
    ) async throws -> Secret? {
        try await hearth.signIns.turns.acquire()
        defer { hearth.signIns.turns.release() }
        guard let known = try await kept(name, url, resources) else { return nil }
        // Somebody was quicker.
        guard known.tokens.access == spent else { return Secret(known.tokens.access) }
        do {
            // To its end, also where nobody waits any more: a refresh token is good once, and what came for it would be lost.
            return try await Task { () -> Secret? in
                guard let renewed = try await way(name, url, server, resources).renew(known) else { return nil }
                try await keep(renewed, name, resources)
                return Secret(renewed.tokens.access)
            }.value
        } catch is OAuthRefusal {
            // Another process may have renewed it meanwhile.
            if let now = try await kept(name, url, resources), now.tokens.access != spent {
                return Secret(now.tokens.access)
            }
            throw ToolServerError.needsSignIn(name)
        }
    }

    /// What is kept for a server; `nil` for none, or for one that is at another address by now.
    private func kept(
        _ name: EndpointName, _ url: URL, _ resources: EnvironmentResources
    ) async throws -> ToolTokens? {
        let snapshot = resources.snapshot
        let secret = try await BlockingWork.run { try KeyVault(snapshot).key(for: .signIn(name)) }
        guard let secret,
            let known = try? JSONDecoder().decode(ToolTokens.self, from: Data(secret.exposedBytes()))
        else { return nil }
        return known.server == url.absoluteString ? known : nil
    }

    private func keep(_ tokens: ToolTokens, _ name: EndpointName, _ resources: EnvironmentResources) async throws {
        let secret = Secret(bytes: try JSONEncoder().encode(tokens))
        let snapshot = resources.snapshot
        try await BlockingWork.run {
            // Whoever has a tool called renews what the owner agreed to.
            _ = try Reader.$current.withValue(nil) { try KeyVault(snapshot).set(secret, for: .signIn(name)) }
        }
    }

    private func way(
        _ name: EndpointName, _ url: URL, _ server: ToolServer, _ resources: EnvironmentResources
    ) async throws -> ToolSignIn {
        ToolSignIn(
            name: name, server: url, settings: server.signIn, transport: try await resources.anyTransport(),
            ledger: try await resources.library())
    }
}

/// Attempts to sign in that wait for their answers, in memory alone: one that outlives this process is begun anew.
actor ToolSignIns {
    struct Pending: Sendable {
        var name: EndpointName
        var server: URL
        var attempt: OAuthAttempt
        var startedAt = ContinuousClock.now
    }

    private static let most = 16
    private static let patience = Duration.seconds(600)

    /// Lets those who renew tokens do it one after the other.
    nonisolated let turns = FairSemaphore<OneQueue>(limit: 1)
    /// The oldest first.
    private var pending: [Pending] = []
    private var scopes: [EndpointName: Set<String>] = [:]

    func add(_ attempt: Pending) {
        pending.append(attempt)
        pending.removeFirst(max(0, pending.count - Self.most))
    }

    /// The attempt of a state, which is over by that: what comes twice is answered once.
    func take(_ state: String, now: ContinuousClock.Instant = .now) -> Pending? {
        pending.removeAll { $0.startedAt.duration(to: now) > Self.patience }
        // In the same time, however near a guess is.
        let wanted = Secret(state)
        guard let index = pending.firstIndex(where: { Secret($0.attempt.state) == wanted }) else { return nil }
        return pending.remove(at: index)
    }

    func want(_ more: Set<String>, _ name: EndpointName) { scopes[name, default: []].formUnion(more) }
    func wanted(_ name: EndpointName) -> Set<String> { scopes[name] ?? [] }
    func forget(_ name: EndpointName) { scopes[name] = nil }
}
