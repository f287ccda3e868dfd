/// Somebody with an account on a shared server, for whom a request is worked on.
///
/// It is bound to the task that serves the request, as ``Reader`` is. Whose library is read does not follow from it: each person has a
/// `Hearth` of their own. It says what they may do of what is everybody's. Without one, the owner acts: whoever runs the server, and the
/// only one where there are no accounts.
public struct Person: Hashable, Sendable {
    /// What somebody may do of what is everybody's.
    public enum Role: String, Codable, Sendable, CaseIterable {
        /// Looks after the server: settings, keys of services, models, endpoints, accounts. Sees use, and nothing that is in a library.
        case administrator
        /// Uses it.
        case member
    }

    /// What a program that has a token of theirs may be used for; each may do what the ones before it may.
    public enum Scope: String, Sendable, CaseIterable, Codable, Comparable {
        /// The program may look at items and search.
        case read
        /// Lets engines work as well: asks, sums up, chats.
        case ask
        /// Changes and removes as well, as programs may.
        case write

        public static func < (a: Scope, b: Scope) -> Bool {
            (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
        }
    }

    /// Names them in files and addresses; never changes.
    public let id: String
    /// The name that the person signs in with.
    public let name: String
    public let role: Role

    public init(id: String, name: String, role: Role) { (self.id, self.name, self.role) = (id, name, role) }

    /// For whom this task works; `nil` is the owner.
    @TaskLocal public static var current: Person?
}
