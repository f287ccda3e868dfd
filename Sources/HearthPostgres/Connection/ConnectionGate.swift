package import HearthCore

/// What stands before connections to a library on another machine: whether they may be made now, and where they are written down while
/// there is no ledger yet to write them in, which is in the library itself.
///
/// Each connection is begun here, before anything is sent. Then it failed, or the first thing that is said over it is its record in the
/// ledger, with those of the connections before that never got there.
package protocol ConnectionGate: Sendable {
    /// Looks whether what is sent may go there, for each use of a connection.
    ///
    /// - Throws: ``StoreError`` `library-not-allowed`, `library-offline`.
    func check() throws
    /// Writes down that a connection is about to be made.
    ///
    /// - Returns: What it is called from here on.
    /// - Throws: As ``check()``, and where it cannot be written. Nothing may be connected then.
    func begin() throws -> String
    /// It was not made.
    func failed(_ attempt: String, code: String)
    /// What is to be in the ledger: of this connection, and of those before.
    func waiting(for attempt: String) throws -> GateRecords
    /// They are in the ledger.
    func recorded(_ records: GateRecords)
}

/// Records of connections that are on their way into a ledger.
package struct GateRecords: Sendable {
    /// What they are called where they wait.
    package var ids: [String]
    package var entries: [LedgerEntry]

    package init(ids: [String], entries: [LedgerEntry]) { (self.ids, self.entries) = (ids, entries) }
}

/// Closes what idles with another machine as soon as nothing may go there any more: a consent that was revoked, here or by another process,
/// leaves no connection open. A connection that is used is looked at by whoever uses it.
final class GateWatch: Sendable {
    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - seconds: Between two looks; each reads a small file.
    ///   - close: Closes what is open and not used.
    init(_ gate: any ConnectionGate, every seconds: Double, close: @escaping @Sendable () -> Void) {
        task = Task {
            while (try? await Task.sleep(for: .seconds(seconds))) != nil {
                try? await BlockingWork.run(on: "hearth.gate") {
                    do { try gate.check() } catch { close() }
                }
            }
        }
    }

    func end() { task.cancel() }

    deinit { task.cancel() }
}

#if canImport(CPostgres)
extension PostgresConnection {
    /// Connects as far as whoever stands before the library lets it.
    ///
    /// - Throws: ``PostgresFailure``; ``StoreError``.
    static func open(_ configuration: PostgresLibrary.Configuration) throws -> PostgresConnection {
        guard let gate = configuration.gate else { return try PostgresConnection(configuration) }
        let attempt = try gate.begin()
        do {
            let connection = try PostgresConnection(configuration)
            connection.attempt = attempt
            return connection
        } catch {
            let failure = (error as? PostgresFailure).map { StoreError($0, to: configuration.address) as any Error }
            gate.failed(attempt, code: (failure ?? error).recordedCode)
            throw error
        }
    }
}
#endif
