import Foundation
import HearthCore
import HearthKnowledge
import HearthTesting
import Synchronization
import Testing

@testable import HearthPostgres

/// What is said of those who wait for each other, and that a task does not pay for it.
@Suite struct PostgresBusyTests {
    @Test(arguments: [
        ("55P03", false, StoreError.Reason.busy), ("40P01", false, .busy), ("40001", false, .busy),
        ("57014", true, .busy), ("53300", false, .busy), ("57014", false, .timedOut), ("53100", false, .diskFull),
        ("58030", false, .io),
        ("23505", false, .failure), ("", false, .failure),
    ])
    func aWaitThatWasGivenUpIsToldFromWorkThatTookTooLong(
        _ state: String, _ isOfWaiting: Bool, _ wanted: StoreError.Reason
    )
        throws
    {
        var failure = PostgresFailure(state: state, isConnectionLost: false)
        failure.isOfWaiting = isOfWaiting
        let error = StoreError(failure, to: try LibraryAddress("postgres://hearth@localhost/hearth"))
        #expect(error.reason == wanted)
        #expect(error.isPassing == (wanted == .busy))
        if case .heldUp = WorkOutcome(failingWith: error) {
            #expect(wanted == .busy)
        } else {
            #expect(wanted != .busy)
        }
    }

    /// A server that is started anew says so before the connection is seen to be gone.
    @Test(arguments: [
        ("57P01", true), ("57P02", true), ("57P03", true), ("08006", true), ("57014", false), ("40001", false),
        ("", false),
    ])
    func whatAServerSaysWhenItEndsIsAConnectionLost(_ state: String, _ isLost: Bool) {
        #expect(PostgresFailure.endsConnection(state) == isLost)
        #expect(PostgresFailure.endsConnection(state, severity: "ERROR") == isLost)
        #expect(PostgresFailure.endsConnection(state, severity: "FATAL"))
    }
}

#if canImport(CPostgres)
/// The same with a server, where somebody else holds the lock.
@Suite(.enabled(if: PostgresServer.isThere, PostgresServer.missing), .timeLimit(.minutes(5)))
struct PostgresWaitingTests {
    /// A change that keeps everybody else of its owner from changing anything until it is let go, such as a large ingestion.
    private final class Holder: Sendable {
        private let mayEnd: Flag
        private let change: Task<Void, any Error>

        /// Returns when it has the lock.
        init(_ library: PostgresLibrary) async throws {
            let (mayEnd, begun) = (Flag(), Promise<Void>())
            self.mayEnd = mayEnd
            change = Task {
                try await library.write { db in
                    begun.settle(.success(()))
                    while !mayEnd.isSet { _ = try db.rows("SELECT pg_sleep(0.05) WHERE $1::bigint IS NOT NULL").count }
                }
            }
            try await begun.value()
        }

        deinit { mayEnd.set() }

        func end() async throws {
            mayEnd.set()
            try await change.value
        }
    }

    private final class Flag: Sendable {
        private let value = Mutex(false)

        var isSet: Bool { value.withLock { $0 } }

        func set() { value.withLock { $0 = true } }
    }

    private final class Order: Sendable {
        private let numbers = Mutex<[Int]>([])

        var all: [Int] { numbers.withLock { $0 } }

        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    private func library(_ owner: String, lock: Double, statement: Double) async throws -> PostgresLibrary {
        var configuration = try PostgresServer.configuration(owner: owner)
        (configuration.lockTimeout, configuration.statementTimeout) = (lock, statement)
        return try await PostgresLibrary.open(configuration)
    }

    @Test(arguments: [(lock: 0.5, statement: 60.0), (lock: 60.0, statement: 0.5)])
    func whoWaitsForAnotherChangeTooLongIsToldToTryAgainWhicheverTimeoutEndsIt(
        _ seconds: (lock: Double, statement: Double)
    )
        async throws
    {
        let owner = UUID().uuidString
        let slow = try await PostgresServer.library(owner: owner)
        let quick = try await library(owner, lock: seconds.lock, statement: seconds.statement)
        let holder = try await Holder(slow)
        await #expect { try await quick.store([SampleDocuments().ingestion(1)]) } throws: {
            ($0 as? StoreError)?.reason == .busy
        }
        try await holder.end()
        try await quick.store([SampleDocuments().ingestion(1)])
    }

    @Test func aTaskThatWaitedInVainGoesBackWhileTheLockIsHeldAndItCostsNoAttempt() async throws {
        let owner = UUID().uuidString
        let slow = try await PostgresServer.library(owner: owner)
        let quick = try await library(owner, lock: 0.5, statement: 60)
        try await quick.addWork(
            NewWork(id: "a", kind: "sample", title: "a", payload: Data(), label: .personal, mostAttempts: 1))
        let holder = try await Holder(slow)
        let claimed = try #require(try await quick.claimWork(["sample"], worker: "w", seconds: 60))
        let error = await #expect(throws: StoreError.self) { try await quick.store([SampleDocuments().ingestion(1)]) }
        let outcome = WorkOutcome(failingWith: try #require(error))
        let lease = try #require(claimed.lease?.token)
        let held = try await quick.changeWork(.end(lease: lease, outcome), of: "a")
        #expect(held.state == .queued && held.attempts == 0 && held.failure?.heldUp?.times == 1)
        #expect(held.notBefore > held.createdAt)
        try await holder.end()
        #expect(try await slow.workTask(id: "a")?.failure == held.failure, "others see why it waits")
    }

    @Test(.enabled(if: PostgresServer.isOnSocket, "needs a PostgreSQL on a socket, as scripts/test starts one"))
    func aFileIsNotSaidToHaveFailedWhereTheLibraryIsAway() async throws {
        var configuration = try PostgresServer.configuration()
        let there = "\(configuration.address.host)/.s.PGSQL.\(configuration.address.port)"
        // Short, because the name of a socket has a hundred bytes.
        let folder = URL(fileURLWithPath: "/tmp/hearth-away-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let socket = "\(folder.path)/.s.PGSQL.\(configuration.address.port)"
        try FileManager.default.createSymbolicLink(atPath: socket, withDestinationPath: there)
        let note = folder.appending(path: "note.txt")
        try Data("The roof is red.".utf8).write(to: note)
        configuration.address.host = folder.path
        let library = try await PostgresLibrary.open(configuration)
        // Its idle connections end, and no other can be made.
        library.close()
        try FileManager.default.removeItem(atPath: socket)
        var told: [IngestReport] = []
        func read() async throws {
            for try await event in Ingestor(library: library, embedder: nil).ingest([note.path]) {
                if case .file(let report) = event { told.append(report) }
            }
        }
        await #expect { try await read() } throws: { ($0 as? StoreError)?.reason == .unreachable }
        #expect(told.isEmpty)
        try FileManager.default.createSymbolicLink(atPath: socket, withDestinationPath: there)
        try await read()
        #expect(told.map(\.status) == [.added])
        library.close()
    }

    @Test func thoseWhoWaitForOneOwnerChangeItInTheOrderInWhichTheyCame() async throws {
        let owner = UUID().uuidString
        let slow = try await PostgresServer.library(owner: owner)
        let many = try await PostgresServer.library(owner: owner)
        let holder = try await Holder(slow)
        let order = Order()
        func waiting() async throws -> Int {
            try await slow.read { db in
                try db.first(
                    """
                    SELECT count(*) AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                        AND ((classid::bigint << 32) | objid::bigint) = hashtextextended('hearth.library', $1)
                    """)?["waiting"] ?? 0
            }
        }
        // Fewer than the library has connections.
        var changes: [Task<Void, any Error>] = []
        for number in 0..<3 {
            changes.append(Task { try await many.write { _ in order.add(number) } })
            while try await waiting() <= number { try await Task.sleep(for: .milliseconds(10)) }
        }
        try await holder.end()
        for change in changes { try await change.value }
        #expect(order.all == [0, 1, 2])
    }
}
#endif
