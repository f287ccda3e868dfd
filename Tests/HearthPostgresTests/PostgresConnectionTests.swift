#if canImport(CPostgres)
import Foundation
import HearthCore
@testable import HearthPostgres
import HearthTesting
import Synchronization
import Testing

/// What goes wrong on the way to a server, and what becomes of it.
@Suite(.enabled(if: PostgresServer.isThere, PostgresServer.missing)) struct PostgresConnectionTests {
    private func sleep(_ library: PostgresLibrary, _ seconds: Double) async throws {
        _ = try await library.read { try $0.rows("SELECT pg_sleep($2) WHERE $1::bigint IS NOT NULL", seconds).count }
    }

    // An hour, of which nothing is waited for if it ends.
    @Test(.timeLimit(.minutes(10))) func aCancelledTaskEndsWhatTheServerDoesForIt() async throws {
        let library = try await PostgresServer.library()
        let task = Task { try await sleep(library, 3_600) }
        try await Task.sleep(for: .milliseconds(300))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await library.counts().documents == 0, "others go on")
    }

    @Test func whatTakesTooLongIsGivenUp() async throws {
        var configuration = try PostgresServer.configuration()
        configuration.statementTimeout = 0.2
        let library = try await PostgresLibrary.open(configuration)
        await #expect { try await sleep(library, 30) } throws: { ($0 as? StoreError)?.reason == .timedOut }
    }

    @Test func aConnectionThatBrokeIsReplaced() async throws {
        let library = try await PostgresServer.library()
        try await library.store([SampleDocuments().ingestion(1)])
        let process: Int64? = try await library.read { db in
            try db.first("SELECT pg_backend_pid()::bigint AS process WHERE $1::bigint IS NOT NULL")?["process"]
        }
        let other = try await PostgresServer.library()
        let ended: Bool? = try await other.read { db in
            try db.first("SELECT pg_terminate_backend($2::integer) AS ended WHERE $1::bigint IS NOT NULL", process)?[
                "ended"]
        }
        #expect(ended == true)
        #expect(try await library.counts().documents == 1)
    }

    @Test func aChangeWhoseConnectionBrokeWhileItWasStoredMayHaveHappened() async throws {
        let library = try await PostgresServer.library()
        await #expect {
            try await library.pool.run { connection, lease in
                try lease.commit()
                try connection.script("SELECT pg_terminate_backend(pg_backend_pid())")
                try connection.script("SELECT 1")
            }
        } throws: { ($0 as? StoreError)?.reason == .uncertain }
        #expect(try await library.counts().documents == 0, "others go on")
    }

    @Test func aServerThatIsNotThereIsSaidToBeNotThere() async throws {
        var configuration = try PostgresServer.configuration()
        configuration.address = try LibraryAddress("postgres://hearth@127.0.0.1:1/hearth")
        let nowhere = configuration
        await #expect { try await PostgresLibrary.open(nowhere) } throws: { error in
            let error = error as? StoreError
            return error?.reason == .unreachable && error?.message.contains("127.0.0.1:1") == true
        }
        configuration = try PostgresServer.configuration()
        configuration.address.database = "none"
        let missing = configuration
        await #expect { try await PostgresLibrary.open(missing) } throws: { ($0 as? StoreError)?.reason == .notFound }
        configuration = try PostgresServer.configuration()
        configuration.address.user = "nobody in particular"
        let refused = configuration
        await #expect { try await PostgresLibrary.open(refused) } throws: { ($0 as? StoreError)?.reason == .refused }
    }

    @Test func twoChangesOfOneOwnerWaitForEachOther() async throws {
        let owner = UUID().uuidString
        var configuration = try PostgresServer.configuration(owner: owner)
        configuration.lockTimeout = 0.2
        let (slow, quick) = (
            try await PostgresServer.library(owner: owner), try await PostgresLibrary.open(configuration)
        )
        let begun = Promise<Void>()
        let mayEnd = Mutex(false)
        let change = Task {
            try await slow.write { db in
                begun.settle(.success(()))
                while !mayEnd.withLock({ $0 }) {
                    _ = try db.rows("SELECT pg_sleep(0.05) WHERE $1::bigint IS NOT NULL").count
                }
            }
        }
        defer { mayEnd.withLock { $0 = true } }
        try await begun.value()
        await #expect { try await quick.store([SampleDocuments().ingestion(1)]) } throws: {
            ($0 as? StoreError)?.reason == .busy
        }
        #expect(try await quick.append(LedgerEntry(kind: .read, time: Date())) == 1, "the ledger waits for nothing")
        mayEnd.withLock { $0 = true }
        try await change.value
        try await quick.store([SampleDocuments().ingestion(1)])
    }

    @Test func programsThatStartTogetherMakeOneLibraryAndANewerOneIsRefused() async throws {
        var configuration = try PostgresServer.configuration()
        configuration.schema = "hearth_\(UInt32.random(in: 0 ... .max))"
        let shared = configuration
        try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<4 { group.addTask { try await PostgresLibrary.open(shared).owner } }
            var owners: Set<Int64> = []
            for try await owner in group { owners.insert(owner) }
            #expect(owners.count == 1)
        }
        let connection = try PostgresConnection(shared)
        try connection.script("INSERT INTO migration (number, name) VALUES (1000, 'of the future')")
        await #expect { try await PostgresLibrary.open(shared) } throws: { ($0 as? StoreError)?.reason == .newerSchema }
    }

    @Test func everyConnectionIsInTheLedgerBeforeAnythingIsAskedOverIt() async throws {
        var configuration = try PostgresServer.configuration()
        configuration.recordsConnections = true
        configuration.connections = 1
        let library = try await PostgresLibrary.open(configuration)
        for _ in 0..<3 { _ = try await library.counts() }
        let records = try await library.ledger()
        #expect(records.map(\.entry.purpose) == ["library"])
        #expect(records.first?.entry.kind == .connection)
        #expect(records.first?.entry.host == "localhost")
        #expect(try await library.verifyLedger().valid)
    }

    @Test func programsAppendToOneLedgerAndWhatIsChangedInItIsFound() async throws {
        let owner = UUID().uuidString
        let libraries = [
            try await PostgresServer.library(owner: owner), try await PostgresServer.library(owner: owner),
        ]
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<60 {
                group.addTask {
                    try await libraries[index % 2].append(LedgerEntry(kind: .read, time: Date(), text: "\(index)"))
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(numbers == Set(1...60))
        #expect(try await libraries[0].verifyLedger().valid)
        let connection = try PostgresConnection(libraries[0].configuration)
        try connection.script("BEGIN")
        _ = try connection.rows("SELECT set_config('hearth.owner', $1, true)", ["\(libraries[0].owner)".parameter])
        // The tables' own account can do what no program of ours does.
        try connection.script("ALTER TABLE ledger_record DISABLE TRIGGER record_stays")
        _ = try connection.change(
            "UPDATE ledger_record SET content = content || '\\x00'::bytea WHERE owner_id = $1 AND number = 7",
            [libraries[0].owner.parameter])
        try connection.script("ALTER TABLE ledger_record ENABLE TRIGGER record_stays; COMMIT")
        let found = try await libraries[1].verifyLedger()
        #expect(found.reason == .changed)
        #expect(found.firstBroken == 7)
        await #expect { () async throws in
            try await libraries[0].write {
                try $0.change("DELETE FROM ledger_record WHERE owner_id = $1 AND number = 60")
            }
        } throws: { ($0 as? StoreError) != nil }
    }

    @Test func whatGoesByAnotherProgramsHandIsForgottenHereToo() async throws {
        let owner = UUID().uuidString
        let (here, there) = (
            try await PostgresServer.library(owner: owner), try await PostgresServer.library(owner: owner)
        )
        _ = try await here.createConversation(id: "talk")
        _ = try await here.createConversation(id: "other")
        try await here.store([SampleDocuments().ingestion(1)])
        let states = here.promptStateStore
        func keep() throws {
            for id in ["talk", "other"] {
                try states.save(PromptState(identity: "m", tokens: [1], data: [1]), ofConversation: id)
            }
        }
        func kept() -> [String] {
            ["talk", "other"].filter { states.tokens(ofConversation: $0, identity: "m") != nil }
        }
        try keep()
        #expect(kept() == ["talk", "other"])
        _ = try await there.removeConversation(id: "talk")
        #expect(kept() == ["other"])
        _ = try await there.removeSources(paths: ["/samples/1.txt"])
        #expect(kept() == [])
    }
}
#endif
