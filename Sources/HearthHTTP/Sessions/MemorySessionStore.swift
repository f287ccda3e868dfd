import Synchronization

/// Sessions that end with the server.
public final class MemorySessionStore: SessionStore {
    private let records = Mutex<[SessionRecord]>([])

    public init() {}

    public func read() throws -> [SessionRecord] { records.withLock { $0 } }

    public func update<Result: Sendable>(_ change: (inout [SessionRecord]) throws -> Result) throws -> Result {
        try records.withLock { try change(&$0) }
    }
}
