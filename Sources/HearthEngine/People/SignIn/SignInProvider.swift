import Foundation
public import HearthCore

/// The provider by which people may sign in to this server, for administrators.
public struct SignInProvider: Sendable {
    let hearth: Hearth
    let people: People

    /// What is set up.
    public struct State: Sendable {
        public var provider: IdentityProvider
        /// Whether its secret is kept; some need none.
        public var hasSecret: Bool
    }

    /// - Returns: `nil` where there is none.
    /// - Throws: ``EngineError`` `owner-only`.
    public func state() async throws -> State? {
        try Reader.requireOwner(for: "Seeing who lets people in", of: .server)
        let people = people
        guard let provider = try await BlockingWork.run({ try people.signInProvider() }) else { return nil }
        let snapshot = try await hearth.current().snapshot
        let hasSecret = try await BlockingWork.run { try KeyVault(snapshot).mayHaveKey(for: .identityProvider) }
        return State(provider: provider, hasSecret: hasSecret)
    }

    /// Sets one up, in the place of the one that was there: asks it what it says of itself, so that what does not fit is told now and not to
    /// whoever comes first. Its host is allowed by that; others that it names have to stand in ``IdentityProvider/hosts``.
    ///
    /// - Parameter secret: Goes to the place for keys. `nil` keeps the one of before, where the provider is at the same host.
    /// - Returns: As it is kept, with the name that it calls itself.
    /// - Throws: ``AccountError``: `bad-sign-in-provider`, `sign-in-failed`, `sign-in-host-not-allowed`; what the transport throws; ``EngineError``
    ///   `owner-only`.
    @discardableResult
    public func set(_ wanted: IdentityProvider, secret: Secret? = nil) async throws -> IdentityProvider {
        try Reader.requireOwner(for: People.change, of: .server)
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
        let (people, kept, snapshot) = (people, provider, resources.snapshot)
        return try await BlockingWork.run {
            let before = try people.signInProvider()
            let vault = KeyVault(snapshot)
            let isElsewhere = before.flatMap(Self.origin) != Self.origin(kept)
            // A secret of another one's is sent to nobody.
            if isElsewhere || secret != nil { _ = try vault.remove(.identityProvider) }
            try people.setSignInProvider(kept)
            if let secret { try vault.set(secret, for: .identityProvider) }
            return kept
        }
    }

    /// Takes it away, with its secret. Links stay, and are good again with the same provider.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``EngineError`` `owner-only`; what the place for keys throws.
    @discardableResult
    public func remove() async throws -> Bool {
        try Reader.requireOwner(for: People.change, of: .server)
        let snapshot = try await hearth.current().snapshot
        let people = people
        return try await BlockingWork.run {
            _ = try KeyVault(snapshot).remove(.identityProvider)
            let wasThere = try people.signInProvider() != nil
            try people.setSignInProvider(nil)
            return wasThere
        }
    }

    private static func origin(_ provider: IdentityProvider) -> Origin? {
        URL(string: provider.issuer).flatMap(Origin.init)
    }
}

extension Hearth {
    /// The provider by which people may sign in to the server whose accounts these are.
    public nonisolated func signInProvider(of people: People) -> SignInProvider {
        SignInProvider(hearth: self, people: people)
    }

    /// Where people sign in with the provider, one for a server.
    package nonisolated func identityDesk(of people: People) -> IdentityDesk {
        let cache = IdentityCache()
        return IdentityDesk(people: people) {
            guard let provider = try await BlockingWork.run({ try people.signInProvider() }) else {
                throw AccountError(
                    .noProvider, "Nobody signs in to this server with another one. Use a name and a password.")
            }
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
                let secret = try KeyVault(snapshot).key(for: .identityProvider)
                // Set up anew meanwhile: the secret may be the new one's, and is not sent to this one.
                guard try people.signInProvider() == provider else {
                    throw AccountError(
                        .noProvider,
                        "Whoever looks after this server is changing how people sign in. Try again in a moment.")
                }
                return secret
            }
            return IdentityExchange(
                provider: provider, secret: secret, transport: try await resources.anyTransport(),
                ledger: try await resources.library(), cache: cache)
        }
    }
}
