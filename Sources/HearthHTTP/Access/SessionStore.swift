import Synchronization

/// What is kept of a browser that was signed in: enough to let it in again and to show it to its owner, and no secret. Times are
/// seconds since 1970.
public struct SessionRecord: Codable, Sendable, Hashable, Identifiable {
    /// Names it for people and in addresses; lets nobody in.
    public let id: String
    /// What the browser calls itself, such as `Firefox on Linux`.
    public let device: String
    /// The address at which it was signed in, such as `http://127.0.0.1:8427`. Its secret is good nowhere else.
    public let origin: String
    public let createdAt: Int
    /// Not more exact than some minutes, so that not every request writes.
    public internal(set) var usedAt: Int
    /// HMACs of the secret that holds, and of the one before it, for as long as that may still come.
    var secret: String
    var former: String?
    var rotatedAt: Int
    /// When the secret that holds was first used; `nil` until then.
    var confirmedAt: Int?
    /// Who signed in with an account; `nil` is the owner.
    public internal(set) var person: String?
    /// ``KnownPerson/epoch`` as it was then.
    var epoch: Int?
}

/// Where sessions are kept. What it throws does not let anybody in.
public protocol SessionStore: Sendable {
    /// All of them. Asked with each request, so cheap when nothing has changed.
    func read() throws -> [SessionRecord]
    /// Changes them, while nobody else does.
    func update<Result: Sendable>(_ change: (inout [SessionRecord]) throws -> Result) throws -> Result
}

/// How long a browser stays signed in.
public struct SessionLimits: Sendable {
    /// Since it was last used: two weeks, so that a holiday signs nobody out.
    public var idle = 14 * 86_400
    /// Since it was signed in.
    public var total = 90 * 86_400
    /// After which its secret is replaced.
    public var rotation = 86_400
    /// How long the secret before still holds once the new one was used: requests that were on their way.
    public var grace = 60
    /// Between two notes of when it was used.
    public var note = 300
    /// The most of them; one more ends the one that was not used for longest.
    public var most = 64

    public init() {}

    /// When a session ends if it is not used again.
    public func end(of record: SessionRecord) -> Int { min(record.createdAt + total, record.usedAt + idle) }
}

/// Sessions that end with the server.
public final class MemorySessionStore: SessionStore {
    private let records = Mutex<[SessionRecord]>([])

    public init() {}

    public func read() throws -> [SessionRecord] { records.withLock { $0 } }

    public func update<Result: Sendable>(_ change: (inout [SessionRecord]) throws -> Result) throws -> Result {
        try records.withLock { try change(&$0) }
    }
}
