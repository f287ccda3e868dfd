/// Signs people in by providers of identities (OpenID Connect), where the server has any. What it throws lets nobody in.
public protocol IdentitySignIn: Sendable {
    /// The providers, in the order of their buttons; empty where there is none.
    var choices: [ProviderChoice] { get }
    /// Begins an attempt.
    ///
    /// - Parameters:
    ///   - provider: The id of a choice; `nil` for the only one.
    ///   - redirect: The address of this server below which each provider sends browsers back: to itself, or with the provider's id as one
    ///     more segment.
    ///   - network: From where somebody tries; see ``ServerRequest/network``.
    func begin(
        _ wish: ProviderWish, with provider: String?, redirect: String, from network: String?
    ) async throws -> ProviderAttempt
    /// Takes what a browser brought back from a provider, once.
    ///
    /// - Parameters:
    ///   - provider: What stood behind the common address where it arrived; `nil` for nothing.
    ///   - binding: ``ProviderAttempt/binding`` as the browser has it.
    /// - Returns: What the page shows to finish.
    func arrive(_ answer: [String: String], at provider: String?, binding: String?) async throws -> String
    /// Finds out who it is, and does what was wished.
    ///
    /// - Parameter person: Who is signed in at the page that asks.
    func finish(_ ticket: String, proof: String, as person: String?) async throws -> KnownPerson
}

/// A provider that people may choose to sign in with.
public struct ProviderChoice: Sendable, Hashable {
    public let id: String
    /// What its button says after "Sign in with".
    public let label: String

    public init(id: String, label: String) { (self.id, self.label) = (id, label) }
}

/// What somebody wants of a provider.
public enum ProviderWish: Sendable, Hashable {
    /// To sign in.
    case enter
    /// To make the account of an invitation.
    case accept(invitation: String, name: String?)
    /// To have it let in, from now on, the person who is signed in.
    case link(person: String)
}

/// An attempt that was begun.
public struct ProviderAttempt: Sendable {
    /// Where the browser goes.
    public let url: String
    public let host: String
    /// For the browser's cookie, and for the page.
    public let binding: String
    public let proof: String

    public init(url: String, host: String, binding: String, proof: String) {
        (self.url, self.host, self.binding, self.proof) = (url, host, binding, proof)
    }
}
