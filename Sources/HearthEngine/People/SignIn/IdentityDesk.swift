package import Foundation
import HearthCore
import HearthMCP
import Synchronization

/// What somebody wants of a provider.
package enum IdentityWish: Sendable, Hashable {
    /// To come in as who they are here already, or as a new member where the provider's domain is let in.
    case enter
    /// To make the account of an invitation, which then needs no password.
    case accept(invitation: String, name: String?)
    /// To come in by it from now on as the person who is signed in.
    case link(person: String)
}

/// What one attempt to sign in with a provider begins with.
package struct IdentityStart: Sendable {
    /// Where the browser goes.
    package let url: URL
    package let host: String
    /// For the browser, which brings it with the answer and shows it to no page: that the answer comes to the one that asked.
    package let binding: String
    /// For the page that asked, in its own storage: cookies go to every port of a host, this does not.
    package let proof: String
}

/// Attempts to sign in with a provider, from a page of this server to the provider's and back.
///
/// Each belongs to one provider from its beginning to its end. An answer counts only at the address that is that provider's alone, and a
/// code and a nonce go to nobody else, whatever comes along with them: else one provider could have what another gave out sent to itself.
///
/// They are in memory, as long as a person needs: one that outlives this process is begun anew. Each goes three steps, and each of them
/// once: it is begun; the answer arrives with a browser, which is given a ticket; the page shows the ticket with its proof, and only then is
/// the code exchanged, so that whatever fails is told where somebody reads it.
package actor IdentityDesk {
    private struct Attempt {
        let wish: IdentityWish
        let exchange: IdentityExchange
        let redirect: String
        let network: String?
        let binding: [UInt8]
        let proof: [UInt8]
        let nonce: String
        let verifier: String
        let until: ContinuousClock.Instant
    }

    /// All at a time; and those of one network, of which the oldest makes room.
    private static let most = 512
    private static let mostOfNetwork = 16
    /// Of those that ask one provider, at a time: one that hangs keeps nobody from the others.
    private static let mostExchanges = 8
    private static let patience = Duration.seconds(600)
    private static let shortPatience = Duration.seconds(120)

    private let people: People
    private let make: @Sendable (IdentityProvider) async throws -> IdentityExchange
    private let now: @Sendable () -> ContinuousClock.Instant
    private let failures = GuessLimit()
    private var begun: [[UInt8]: Attempt] = [:]
    private var arrived: [[UInt8]: (attempt: Attempt, answer: [String: String])] = [:]
    private var exchanging: [IdentityProvider.ID: Int] = [:]

    /// - Parameter exchange: With a provider as it is set up at that moment.
    init(
        people: People, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        exchange: @escaping @Sendable (IdentityProvider) async throws -> IdentityExchange
    ) {
        (self.people, self.now, make) = (people, now, exchange)
    }

    // MARK: - The steps

    /// Begins one.
    ///
    /// - Parameters:
    ///   - id: Of the provider; `nil` for the only one there is.
    ///   - redirect: An address of this server, the same for all. The provider sends the browser back to its own one below it.
    ///   - network: From where somebody tries; `nil` where that tells nothing.
    /// - Throws: ``AccountError``: `no-sign-in-provider`, `sign-in-provider-not-named`, `too-many-guesses`, `sign-in-failed`; what the transport
    ///   throws, offline above all.
    package func begin(
        _ wish: IdentityWish, with id: IdentityProvider.ID? = nil, redirect: String, from network: String?
    ) async throws -> IdentityStart {
        try checkFailures(network)
        let provider = try people.signInProvider(id)
        try enter(provider.id)
        defer { leave(provider.id) }
        let exchange = try await make(provider)
        let metadata = try await exchange.metadata()
        let state = Self.secret()
        let (binding, proof) = (Self.secret(), Self.secret())
        let attempt = Attempt(
            wish: wish, exchange: exchange, redirect: provider.id.redirect(from: redirect), network: network,
            binding: Self.hash(binding), proof: Self.hash(proof), nonce: Self.secret(), verifier: Self.secret(),
            until: now() + Self.patience)
        guard let url = Self.address(attempt, state: state, metadata) else {
            throw IdentityExchange.failed(exchange.provider, "its page to sign in has no address")
        }
        try makeRoom(for: network)
        begun[Self.hash(state)] = attempt
        return IdentityStart(url: url, host: ToolSignIn.host(url), binding: binding, proof: proof)
    }

    /// Takes what a browser brought back. The attempt is over by that, whether it is the one that began it or not.
    ///
    /// - Parameters:
    ///   - answer: `state`, `code`, `iss`, `error`.
    ///   - id: Of the provider at whose address it arrived; `nil` for an address that is nobody's.
    ///   - binding: What the browser was given as it began.
    /// - Returns: What the page shows at ``finish(_:proof:as:)``.
    /// - Throws: ``AccountError`` `unknown-sign-in`.
    package func arrive(
        _ answer: [String: String], at id: IdentityProvider.ID?, binding: String?
    ) throws -> String {
        sweep()
        guard let state = answer["state"], state.utf8.count <= 256,
            let attempt = begun.removeValue(forKey: Self.hash(state)), let binding,
            Self.hash(binding) == attempt.binding, attempt.exchange.provider.id == id
        else { throw Self.void }
        let ticket = Self.secret()
        let short = Attempt(
            wish: attempt.wish, exchange: attempt.exchange, redirect: attempt.redirect, network: attempt.network,
            binding: attempt.binding, proof: attempt.proof, nonce: attempt.nonce, verifier: attempt.verifier,
            until: now() + Self.shortPatience)
        arrived[Self.hash(ticket)] = (short, answer)
        return ticket
    }

    /// Finds out who it is, and does what was wished.
    ///
    /// - Parameter person: Who is signed in at the page that asks; `nil` for nobody.
    /// - Returns: Whose account it is.
    /// - Throws: ``AccountError``: `unknown-sign-in`, `no-sign-in-provider`, `sign-in-failed`, `not-linked`, `linked-elsewhere`,
    ///   `invitation-void`, `bad-name`, `name-taken`, `too-many-guesses`, `too-many-accounts`; what the transport throws.
    package func finish(_ ticket: String, proof: String, as person: String?) async throws -> Account {
        sweep()
        guard let (attempt, answer) = arrived.removeValue(forKey: Self.hash(ticket)),
            Self.hash(proof) == attempt.proof
        else { throw Self.void }
        if case .link(let wanted) = attempt.wish, wanted != person { throw Self.void }
        try checkFailures(attempt.network)
        let provider = attempt.exchange.provider
        // One that was removed while somebody was away is told no code.
        try Self.check(provider, of: self.people)
        try enter(provider.id)
        defer { leave(provider.id) }
        let identity: Identity
        do {
            identity = try await self.identity(attempt, answer)
        } catch {
            if let network = attempt.network { failures.wasWrong(network) }
            throw error
        }
        if let network = attempt.network { failures.wasRight(network) }
        let (people, wish) = (people, attempt.wish)
        return try await BlockingWork.run {
            // It may have been removed while it was asked.
            try Self.check(provider, of: people)
            guard identity.issuer == provider.issuer else { throw Self.void }
            switch wish {
            case .enter: return try people.enter(identity)
            case .accept(let invitation, let name): return try people.accept(invitation, name: name, as: identity)
            case .link(let person): return try people.link(identity, to: person)
            }
        }
    }

    /// Whether a provider is set up still, and is the same one.
    private static func check(_ provider: IdentityProvider, of people: People) throws {
        // With another label it is the same one; a host that was withdrawn is told nothing.
        let isThere = try people.signInProviders().contains {
            $0.id == provider.id && $0.issuer == provider.issuer && $0.clientID == provider.clientID
                && $0.hosts == provider.hosts
        }
        guard isThere else {
            throw AccountError(
                .noProvider,
                "Whoever looks after this server removed \(provider.label) from the ways to sign in, or changed it, while you were "
                    + "there. Sign in once more, or in another way.")
        }
    }

    private func identity(_ attempt: Attempt, _ answer: [String: String]) async throws -> Identity {
        let (exchange, metadata) = (attempt.exchange, try await attempt.exchange.metadata())
        if let name = answer["iss"] {
            guard name == exchange.provider.issuer else {
                throw IdentityExchange.failed(
                    exchange.provider, "the answer comes from another one than the one that was asked")
            }
        } else if metadata.namesItself {
            throw IdentityExchange.failed(exchange.provider, "the answer does not say who gives it")
        }
        if let error = answer["error"] {
            throw IdentityExchange.failed(exchange.provider, "it did not let you in (\(OAuthText.shown(error)))")
        }
        guard let code = answer["code"], (1...4096).contains(code.utf8.count) else {
            throw IdentityExchange.failed(exchange.provider, "the answer has no code")
        }
        return try await exchange.identity(
            code: code, verifier: attempt.verifier, nonce: attempt.nonce, redirect: attempt.redirect)
    }

    // MARK: - How many

    private func checkFailures(_ network: String?) throws {
        guard let network else { return }
        try failures.check(network)
    }

    private func enter(_ id: IdentityProvider.ID) throws {
        guard exchanging[id, default: 0] < Self.mostExchanges else { throw Self.tooMany }
        exchanging[id, default: 0] += 1
    }

    private func leave(_ id: IdentityProvider.ID) {
        let rest = exchanging[id, default: 1] - 1
        exchanging[id] = rest == 0 ? nil : rest
    }

    private func makeRoom(for network: String?) throws {
        sweep()
        if let network {
            // Those that have arrived too: else one that brings each back at once would fill the room of all.
            let own = begun.filter { $0.value.network == network }
            let here = arrived.filter { $0.value.attempt.network == network }
            if own.count + here.count >= Self.mostOfNetwork {
                if let oldest = own.min(by: { $0.value.until < $1.value.until }) {
                    begun[oldest.key] = nil
                } else if let oldest = here.min(by: { $0.value.attempt.until < $1.value.attempt.until }) {
                    arrived[oldest.key] = nil
                }
            }
        }
        guard begun.count + arrived.count < Self.most else { throw Self.tooMany }
    }

    private func sweep() {
        let moment = now()
        begun = begun.filter { moment < $0.value.until }
        arrived = arrived.filter { moment < $0.value.attempt.until }
    }

    // MARK: - Texts

    private static func address(_ attempt: Attempt, state: String, _ metadata: IdentityMetadata) -> URL? {
        guard var parts = URLComponents(url: metadata.authorization, resolvingAgainstBaseURL: true) else { return nil }
        let challenge = Base64URL.encoded(ContentHash(of: Array(attempt.verifier.utf8)).bytes)
        let items = [
            ("response_type", "code"), ("client_id", attempt.exchange.provider.clientID),
            ("redirect_uri", attempt.redirect), ("scope", "openid email profile"), ("state", state),
            ("nonce", attempt.nonce), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        let before = parts.percentEncodedQuery.map { $0 + "&" } ?? ""
        parts.percentEncodedQuery = before + OAuthText.form(items)
        parts.fragment = nil
        return parts.url
    }

    private static func secret() -> String { Base64URL.encoded(Secret.random(count: 32).exposedBytes()) }

    /// Looked up by a hash: the time tells nothing of how much of a guess was right.
    private static func hash(_ text: String) -> [UInt8] { ContentHash(of: Array(text.utf8)).bytes }

    private static let void = AccountError(
        .unknownSignIn,
        "Nobody here waits for this answer: it was given already, took more than ten minutes, or came to another browser than the one that "
            + "asked. Sign in once more.")

    private static let tooMany = AccountError(
        .tooManyGuesses, "Too many people are signing in at once. Try again in a moment.", secondsToWait: 5)
}
