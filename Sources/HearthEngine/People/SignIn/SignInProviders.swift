import Foundation
public import HearthCore

/// The providers by which people may sign in to this server, for administrators.
public struct SignInProviders: Sendable {
    let hearth: Hearth
    let people: People

    /// One that is set up.
    public struct State: Sendable {
        public var provider: IdentityProvider
        /// Whether its secret is kept; some need none.
        public var hasSecret: Bool
        /// How many people could not sign in any more without it.
        public var dependents: Int
    }

    private static let look = "Seeing who lets people in"

    /// All of them, in the order in which they were set up.
    ///
    /// - Throws: ``EngineError`` `owner-only`.
    public func list() async throws -> [State] {
        try Reader.requireOwner(for: Self.look, of: .server)
        let (people, snapshot) = (people, try await hearth.current().snapshot)
        return try await BlockingWork.run {
            let (vault, dependents) = (KeyVault(snapshot), try people.dependents())
            return try people.signInProviders().map { provider in
                State(
                    provider: provider, hasSecret: try vault.mayHaveKey(for: .identityProvider(provider.id)),
                    dependents: dependents[provider.id] ?? 0)
            }
        }
    }

    /// One of them.
    ///
    /// - Parameter id: As somebody wrote it; `nil` for the only one there is.
    /// - Throws: ``AccountError`` `no-sign-in-provider`; `sign-in-provider-not-named` where there are several; ``EngineError`` `owner-only`.
    public func find(_ id: String?) async throws -> IdentityProvider {
        try Reader.requireOwner(for: Self.look, of: .server)
        let people = people
        return try await BlockingWork.run { try people.signInProvider(named: id) }
    }

    /// Sets one up, in the place of the one that has its id: asks it what it says of itself, so that what does not fit is told now and not to
    /// whoever comes first. Its host is allowed by that; others that it names have to stand in ``IdentityProvider/hosts``.
    ///
    /// - Parameters:
    ///   - secret: Goes to the place for keys. `nil` keeps the one of before, where the provider is at the same host.
    ///   - isNew: Whether it is refused where there is one of its id.
    /// - Returns: As it is kept, with the name that it calls itself.
    /// - Throws: ``AccountError``: `bad-sign-in-provider`, `sign-in-failed`, `sign-in-host-not-allowed`, `too-many-accounts`; what the transport
    ///   throws; ``EngineError`` `owner-only`.
    @discardableResult
    public func set(
        _ wanted: IdentityProvider, secret: Secret? = nil, isNew: Bool = false
    ) async throws -> IdentityProvider {
        try Reader.requireOwner(for: People.change, of: .server)
        let people = people
        try await BlockingWork.run { try people.checkSignInProvider(wanted, isNew: isNew) }
        let resources = try await hearth.current()
        let exchange = IdentityExchange(
            provider: wanted, secret: nil, transport: try await resources.anyTransport(),
            ledger: try await resources.library(), cache: IdentityCache())
        let description = try await exchange.description()
        var provider = wanted
        // Whether a slash stands at its end nobody remembers, and it belongs to the name.
        if let name = description["issuer"]?.stringValue, name == wanted.issuer + "/" || name + "/" == wanted.issuer {
            provider.issuer = name
        }
        _ = try IdentityMetadata(description, of: provider)
        let (kept, snapshot) = (provider, resources.snapshot)
        return try await BlockingWork.run {
            let before = try people.signInProviders().first { $0.id == kept.id }
            let (vault, key) = (KeyVault(snapshot), KeyProvider.identityProvider(kept.id))
            let isElsewhere = before.flatMap(Self.origin) != Self.origin(kept)
            // Somebody may have been quicker: what is refused takes nobody's secret away.
            try people.checkSignInProvider(kept, isNew: isNew)
            // A secret of another one's is sent to nobody.
            if isElsewhere || secret != nil { _ = try vault.remove(key) }
            try people.setSignInProvider(kept, isNew: isNew)
            if let secret { try vault.set(secret, for: key) }
            return kept
        }
    }

    /// Takes one away, with its secret. Links stay, and are good again with the same provider.
    ///
    /// - Returns: How many people cannot sign in any more: they have no password, and no link to another provider that is set up.
    /// - Throws: ``AccountError`` `no-sign-in-provider`; ``EngineError`` `owner-only`; what the place for keys throws.
    @discardableResult
    public func remove(_ id: IdentityProvider.ID) async throws -> Int {
        try Reader.requireOwner(for: People.change, of: .server)
        let (people, snapshot) = (people, try await hearth.current().snapshot)
        return try await BlockingWork.run {
            _ = try people.signInProvider(id)
            _ = try KeyVault(snapshot).remove(.identityProvider(id))
            return try people.removeSignInProvider(id)
        }
    }

    private static func origin(_ provider: IdentityProvider) -> Origin? {
        URL(string: provider.issuer).flatMap(Origin.init)
    }
}

extension Hearth {
    /// The providers by which people may sign in to the server whose accounts these are.
    public nonisolated func signInProviders(of people: People) -> SignInProviders {
        SignInProviders(hearth: self, people: people)
    }

    /// Where people sign in with the providers, one for a server.
    package nonisolated func identityDesk(of people: People) -> IdentityDesk {
        let caches = IdentityCaches()
        return IdentityDesk(people: people) { provider in
            let resources = try await self.current()
            let snapshot = resources.snapshot
            // Before a browser is sent away with what cannot be answered when it comes back.
            let isOffline = snapshot.settings.offline || KernelOffline.status == .enforced
            guard !isOffline || HostAddress.isLoopback(provider.host) else {
                throw AccountError(
                    .providerOffline,
                    "This server is offline, so nobody signs in with \(provider.label) now. Use a name and a password.")
            }
            let secret = try await BlockingWork.run {
                let secret = try KeyVault(snapshot).key(for: .identityProvider(provider.id))
                // Set up anew meanwhile: the secret may be the new one's, and is not sent to this one.
                guard try people.signInProviders().contains(provider) else {
                    throw AccountError(
                        .noProvider,
                        "Whoever looks after this server is changing how people sign in. Try again in a moment.")
                }
                return secret
            }
            return IdentityExchange(
                provider: provider, secret: secret, transport: try await resources.anyTransport(),
                ledger: try await resources.library(), cache: caches.cache(of: provider))
        }
    }
}
