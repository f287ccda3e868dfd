/// Signs people in by a provider of identities (OpenID Connect), where the server has one. What it throws lets nobody in.
public protocol IdentitySignIn: Sendable {
    /// What the button says after "Sign in with"; `nil` where there is no provider.
    var label: String? { get }
    /// Begins an attempt.
    ///
    /// - Parameters:
    ///   - redirect: The address of this server that the provider sends the browser back to.
    ///   - network: From where somebody tries; see ``ServerRequest/network``.
    func begin(_ wish: ProviderWish, redirect: String, from network: String?) async throws -> ProviderAttempt
    /// Takes what a browser brought back from the provider, once.
    ///
    /// - Parameter binding: ``ProviderAttempt/binding`` as the browser has it.
    /// - Returns: What the page shows to finish.
    func arrive(_ answer: [String: String], binding: String?) async throws -> String
    /// Finds out who it is, and does what was wished.
    ///
    /// - Parameter person: Who is signed in at the page that asks.
    func finish(_ ticket: String, proof: String, as person: String?) async throws -> KnownPerson
}

/// What somebody wants of the provider.
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
