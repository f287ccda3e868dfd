#if canImport(CPostgres)
import Foundation
import HearthCore
import Synchronization

/// A few connections to one library, and as many threads: libpq blocks, and the pool that all tasks share must not.
///
/// A connection is made when none is idle. One that broke, or whose statement somebody cancelled, is not used again: a request to
/// cancel may reach the server late, and would then end the statement of somebody else.
final class ConnectionPool: Sendable {
    private let configuration: PostgresLibrary.Configuration
    private let prepare: @Sendable (PostgresConnection) throws -> Void
    private let threads: ThreadPool
    private let places: FairSemaphore<OneQueue>
    private let idle = Mutex<[PostgresConnection]>([])

    /// - Parameter prepare: What every new connection is brought into.
    init(
        _ configuration: PostgresLibrary.Configuration, prepare: @escaping @Sendable (PostgresConnection) throws -> Void
    ) {
        self.configuration = configuration
        self.prepare = prepare
        threads = ThreadPool(name: "hearth.library", count: configuration.connections, stackSize: 2 << 20)
        places = FairSemaphore(limit: configuration.connections)
    }

    /// Closes the connections that nobody uses.
    func close() { idle.withLock { $0 = [] } }

    /// Lends a connection to `body`, which runs on a thread of the pool.
    ///
    /// Where the connection breaks, `body` runs once more with another one, unless it began what may have happened
    /// (``Lease/isCommitting``). Cancelling the task ends the statement that is under way.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection, Lease) throws -> Value
    ) async throws -> Value {
        try await places.acquire()
        defer { places.release() }
        let lease = Lease()
        return try await withTaskCancellationHandler {
            try await withTaskExecutorPreference(threads) { try await attempt(lease, body) }
        } onCancel: {
            lease.cancel()
        }
    }

    private func attempt<Value>(_ lease: Lease, _ body: (PostgresConnection, Lease) throws -> Value) async throws
        -> Value
    {
        do {
            return try lend(lease, body)
        } catch let failure as PostgresFailure
            where failure.isConnectionLost && !lease.isCommitting && !lease.isCancelled
        {
            // It was idle while the server was started anew, or its network went: the others that are idle will be no better.
            close()
            return try mapped(lease) { try lend(lease, body) }
        } catch {
            return try mapped(lease) { throw error }
        }
    }

    private func mapped<Value>(_ lease: Lease, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let failure as PostgresFailure {
            // A connection to another machine is cut instead (``PostgresConnection/cancel()``).
            let isEnded = failure.state == "57014" || failure.isConnectionLost && !lease.isCommitting
            if isEnded, lease.isCancelled { throw CancellationError() }
            if failure.isConnectionLost, lease.isCommitting {
                throw StoreError(
                    .uncertain,
                    "The connection to the library broke while it stored a change. Look whether it is there before you repeat it.",
                    cause: "PostgreSQL \(failure.state)")
            }
            throw StoreError(failure, to: configuration.address)
        }
    }

    private func lend<Value>(_ lease: Lease, _ body: (PostgresConnection, Lease) throws -> Value) throws -> Value {
        do {
            try configuration.gate?.check()
        } catch {
            // What is open to where nothing may go any more is of no use.
            close()
            throw error
        }
        let connection = try idle.withLock { $0.popLast() } ?? made()
        lease.begin(connection)
        connection.isCancelled = { lease.isCancelled }
        defer {
            connection.isCancelled = nil
            let wasCancelled = lease.end()
            if !wasCancelled, !connection.isLost, !connection.isInTransaction {
                idle.withLock { $0.append(connection) }
            }
        }
        return try body(connection, lease)
    }

    private func made() throws -> PostgresConnection {
        let connection = try PostgresConnection.open(configuration)
        try prepare(connection)
        return connection
    }
}

/// One use of a connection: what a cancellation from elsewhere has to know.
final class Lease: Sendable {
    private struct State {
        var connection: PostgresConnection?
        var isCancelled = false
        var isCommitting = false
        /// Whether the server was asked to end a statement.
        var wasAsked = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }
    /// Whether the change was handed over to be made good: it may have happened from here on.
    var isCommitting: Bool { state.withLock { $0.isCommitting } }

    func begin(_ connection: PostgresConnection) { state.withLock { $0.connection = connection } }

    /// From here on nothing is cancelled.
    ///
    /// - Throws: `CancellationError` where it was before.
    func commit() throws {
        try state.withLock { state in
            if state.isCancelled { throw CancellationError() }
            state.isCommitting = true
        }
    }

    /// - Returns: Whether the server was asked to end a statement, which it may do late.
    func end() -> Bool {
        state.withLock { state in
            state.connection = nil
            return state.wasAsked
        }
    }

    func cancel() {
        let connection = state.withLock { state -> PostgresConnection? in
            state.isCancelled = true
            guard !state.isCommitting, state.connection != nil else { return nil }
            state.wasAsked = true
            return state.connection
        }
        guard let connection else { return }
        // It blocks, and who cancels must not. Asked between two statements, the server ends none; so it is asked again.
        NamedThread.start("hearth.cancel") { [self] in
            while state.withLock({ $0.connection != nil && !$0.isCommitting }) {
                connection.cancel()
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }
}
#endif
