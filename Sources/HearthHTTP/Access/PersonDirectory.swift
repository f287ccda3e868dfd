public import HearthCore

/// Knows who has an account, where several people use one server. What it throws lets nobody in.
///
/// It is asked with each request, so that an account that is removed, wherever that is done, is out with the next one.
public protocol PersonDirectory: Sendable {
    /// Whether there is anybody who could sign in with a name and a password.
    var admitsPeople: Bool { get }
    /// Somebody as they are now; `nil` where there is no such account any more. Cheap when nothing has changed.
    func person(_ id: String) throws -> KnownPerson?
    /// The person that a name and a password belong to.
    ///
    /// - Parameter network: From where somebody tries; see ``ServerRequest/network``.
    /// - Throws: An error of the kind `unauthorized` where they do not belong together, `overloaded` after too many tries.
    func signIn(name: String, password: String, from network: String?) async throws -> KnownPerson
    /// Makes an account of an invitation, which is used up.
    ///
    /// - Parameters:
    ///   - name: `nil` where the invitation has one.
    ///   - network: From where somebody tries.
    func accept(invitation: String, name: String?, password: String, from network: String?) async throws -> KnownPerson
    /// Changes a password, for whoever knows the one that holds.
    func changePassword(of id: String, from former: String, to password: String) async throws -> KnownPerson
    /// Looks whether it is somebody themself who asks for what lets others in as them from now on.
    ///
    /// - Parameters:
    ///   - password: What was typed for it; `nil` where nothing was.
    ///   - began: When their session began, in seconds since 1970.
    /// - Throws: An error of the kind `notAllowed` where that is not shown, `overloaded` after too many tries.
    func confirm(_ id: String, password: String?, began: Int) async throws
    /// Whose token a text is; `nil` where it is nobody's.
    func holder(ofToken text: String) throws -> TokenHolder?
    /// Whether a token holds.
    func holds(token id: String, of person: String) -> Bool
}

/// Somebody with an account, as they are now.
public struct KnownPerson: Sendable, Hashable {
    public let person: Person
    /// Sessions that began under another number are over: it changes with the password and the role.
    public let epoch: Int

    public init(_ person: Person, epoch: Int) { (self.person, self.epoch) = (person, epoch) }
}

/// A token of a program, and whose it is.
public struct TokenHolder: Sendable, Hashable {
    public let person: Person
    public let id: String
    public let scope: Person.Scope
    public let ceiling: SensitivityLabel

    public init(_ person: Person, id: String, scope: Person.Scope, ceiling: SensitivityLabel) {
        (self.person, self.id, self.scope, self.ceiling) = (person, id, scope, ceiling)
    }
}

/// Somebody with an account who sent a request, and how they came in.
public struct PersonCaller: Sendable, Hashable {
    public enum Way: Sendable, Hashable {
        /// A browser that they signed in: its session, and until when that holds, in seconds since 1970.
        case session(id: String, until: Int)
        /// A program that has a token of theirs.
        case token(id: String, scope: Person.Scope, ceiling: SensitivityLabel)
    }

    public let person: Person
    public let way: Way
    /// As it was when they came in; see ``KnownPerson/epoch``.
    let epoch: Int
    /// When the session began, in seconds since 1970; 0 for a token.
    public let began: Int

    public init(_ person: Person, by way: Way, epoch: Int = 0, began: Int = 0) {
        (self.person, self.way, self.epoch, self.began) = (person, way, epoch, began)
    }
}
