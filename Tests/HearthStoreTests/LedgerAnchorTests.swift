import Foundation
import GRDB
import HearthCore
import HearthTesting
import Testing

@testable import HearthStore

/// The anchor beside the database: an emptied or shortened ledger is told from a new one, and a kill is no alarm.
@Suite struct LedgerAnchorTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    private var files: StoreFiles { StoreFiles(folder: store.folder) }

    private func filled(_ count: Int) async throws -> HearthDatabase {
        let database = try store.open()
        for number in 1...count { _ = try await database.append(SampleEntries.entry(number)) }
        return database
    }

    /// What somebody can do who reaches the tables and has no key.
    private func tamper(_ database: HearthDatabase, _ sql: String) async throws {
        try await database.write { db in
            for name in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
            where name.hasPrefix("ledger") {
                try db.execute(sql: "DROP TRIGGER \(name)")
            }
            try db.execute(sql: sql)
        }
    }

    @Test func aNewLedgerIsWholeAndAnEmptiedOneIsNot() async throws {
        let new = try store.open()
        #expect(try await new.verifyLedger().valid)
        try new.close()
        let database = try await filled(5)
        try await tamper(database, "DELETE FROM ledgerRecord; DELETE FROM ledgerHead")
        let result = try await database.verifyLedger()
        #expect(!result.valid && result.records == 0 && result.firstBroken == 1 && result.reason == .truncated)
        #expect(result.message?.contains("at least 5") == true)
        // Nothing is built upon it, and a start of the program does not make it good.
        #expect(await code { _ = try await database.append(SampleEntries.entry(6)) } == "broken-ledger")
        try database.close()
        let again = try store.open()
        #expect(try await again.verifyLedger().reason == .truncated)
        #expect(await code { _ = try await again.append(SampleEntries.entry(6)) } == "broken-ledger")
    }

    /// A record that is written together with what it tells of is no worse kept than one that stands alone.
    @Test func theRecordOfALabelIsNotedToo() async throws {
        let database = try await filled(3)
        try await database.setLabel(.private, ofFolder: "/notes", lowers: false)
        #expect(AnchorFile.read(files.ledgerAnchor, database.ledgerSeal).found.anchor?.count == 4)
        try await tamper(database, "DELETE FROM ledgerRecord; DELETE FROM ledgerHead")
        #expect(
            await code { try await database.setLabel(.public, ofFolder: "/notes", lowers: true) } == "broken-ledger")
        // But nobody is kept from calling something private, and that makes nothing good.
        try await database.setLabel(.private, ofFolder: "/other", lowers: false)
        #expect(try await database.verifyLedger().reason == .truncated)
    }

    @Test func aHeadThatWasKeptAndPutBackIsFound() async throws {
        let database = try await filled(3)
        let hash = try await database.read { try Data.fetchOne($0, sql: "SELECT hash FROM ledgerHead") }
        let seal = try await database.read { try Data.fetchOne($0, sql: "SELECT seal FROM ledgerHead") }
        for number in 4...6 { _ = try await database.append(SampleEntries.entry(number)) }
        try await database.write { db in
            for name in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
            where name.hasPrefix("ledger") {
                try db.execute(sql: "DROP TRIGGER \(name)")
            }
            try db.execute(sql: "DELETE FROM ledgerRecord WHERE number > 3")
            try db.execute(
                sql: "UPDATE ledgerHead SET count = 3, hash = ?, seal = ?", arguments: [hash, seal])
        }
        let result = try await database.verifyLedger()
        #expect(!result.valid && result.firstBroken == 4 && result.reason == .truncated)
    }

    @Test func anotherLedgerInItsPlaceIsFound() async throws {
        let database = try await filled(4)
        try database.close()
        let anchor = try Data(contentsOf: files.ledgerAnchor)
        // With the same key, and so with seals that are right.
        for file in files.all { unlink(file.path) }
        let other = try store.open()
        for number in 101...106 { _ = try await other.append(SampleEntries.entry(number)) }
        try other.close()
        try anchor.write(to: files.ledgerAnchor)
        let opened = try store.open()
        #expect(try await opened.verifyLedger().reason == .replaced)
    }

    @Test func aKillBetweenTheRecordAndItsAnchorIsNoAlarm() async throws {
        let database = try await filled(3)
        let behind = try Data(contentsOf: files.ledgerAnchor)
        for number in 4...9 { _ = try await database.append(SampleEntries.entry(number)) }
        // As a kill leaves it: six records were written down, and none was noted.
        try behind.write(to: files.ledgerAnchor)
        let reader = try HearthDatabase(
            .init(folder: store.folder, key: TemporaryStore.testKey, isReadOnly: true))
        #expect(try await reader.verifyLedger().valid)
        try reader.close()
        let next = try store.open()
        #expect(try await next.verifyLedger().valid)
        #expect(
            AnchorFile.read(files.ledgerAnchor, next.ledgerSeal).found == next.anchorFile.floor.map { .known($0) })
        #expect(next.anchorFile.floor?.count == 9, "the start of a program catches up")
        #expect(try await next.append(SampleEntries.entry(10)) == 10)
        #expect(try await next.verifyLedger().valid)
    }

    /// A power cut may leave any of the two places half written, or empty.
    @Test(arguments: [0, 4_096]) func oneOfTheTwoPlacesIsEnough(_ place: Int) async throws {
        let database = try await filled(7)
        try database.close()
        var bytes = try Data(contentsOf: files.ledgerAnchor)
        for index in place..<(place + 60) { bytes[index] = 0 }
        try bytes.write(to: files.ledgerAnchor)
        let next = try store.open()
        #expect(try await next.verifyLedger().valid)
        for number in 8...10 { _ = try await next.append(SampleEntries.entry(number)) }
        #expect(
            AnchorFile.read(files.ledgerAnchor, next.ledgerSeal).found == next.anchorFile.floor.map { .known($0) })
    }

    @Test(arguments: ["missing", "zeroed", "forged"]) func anAnchorThatIsNotTheLedgersIsTold(_ how: String) async throws
    {
        let database = try await filled(2)
        try database.close()
        switch how {
        case "missing": unlink(files.ledgerAnchor.path)
        case "zeroed": try Data(count: 5_000).write(to: files.ledgerAnchor)
        default:
            try AnchorFile.write(.empty, to: files.ledgerAnchor, LedgerSeal(databaseKey: .random(count: 32)))
        }
        let next = try store.open()
        let result = try await next.verifyLedger()
        #expect(!result.valid && result.reason == .anchor)
        // Records go on, and none of them covers it up.
        #expect(try await next.append(SampleEntries.entry(3)) == 3)
        #expect(try await next.verifyLedger().reason == .anchor)
        try await next.acceptLedger()
        #expect(try await next.verifyLedger().valid)
        #expect(try await next.ledger().last?.entry.purpose == "ledger-accepted")
    }

    @Test func aStoreOfAnEarlierVersionGetsItsAnchorWhenItIsOpened() async throws {
        let database = try await filled(4)
        // As it was before the migration: no table, no file.
        try await database.write { db in
            try db.execute(sql: "DROP TABLE ledgerAnchor")
            try db.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [Migrations.ledgerAnchor])
        }
        try database.close()
        unlink(files.ledgerAnchor.path)
        let next = try store.open()
        #expect(next.anchorFile.floor?.count == 4)
        #expect(try await next.verifyLedger().valid)
    }

    @Test func severalProcessesNoteInOneFile() async throws {
        let (a, b) = (try await filled(1), try store.open())
        for number in 0..<20 {
            _ = try await (number % 3 == 0 ? a : b).append(SampleEntries.entry(number + 2))
        }
        #expect(try await a.verifyLedger().valid)
        #expect(try await b.verifyLedger().valid)
        guard case .known(let anchor) = AnchorFile.read(files.ledgerAnchor, a.ledgerSeal).found else {
            Issue.record("no anchor")
            return
        }
        #expect(anchor.count == 21)
    }

    @Test func aBackupCarriesTheAnchorAndARestoreKnowsWhatIsMissing() async throws {
        let database = try await filled(5)
        let backup = store.folder.deletingLastPathComponent().appending(path: "hearth-backup-\(UUID().uuidString)")
        defer { unlink(backup.path) }
        // Shortened before it was backed up: the copy knows better.
        try await tamper(database, "DELETE FROM ledgerRecord; DELETE FROM ledgerHead")
        try await database.backup(to: backup)
        try database.close()
        for file in files.all { unlink(file.path) }
        try await HearthDatabase.restore(from: backup, into: .init(folder: store.folder, key: TemporaryStore.testKey))
        let restored = try store.open()
        let last = try #require(try await restored.ledger().last)
        #expect(last.entry.purpose == LedgerCarrier.purpose && last.entry.errorCode == LedgerCarrier.replaced)
        #expect(try await restored.verifyLedger().valid, "it goes on from there, and says so")
        #expect(restored.anchorFile.floor?.count == last.number)
    }

    @Test func aRestoreThatWasCutShortHasTheAnchorOfTheDatabaseThatIsThere() async throws {
        let database = try await filled(3)
        try database.close()
        let seal = LedgerSeal(databaseKey: TemporaryStore.testKey)
        let ahead = SealedAnchor(count: 9, first: LedgerSeal.start, hash: LedgerSeal.start)
        // Before the rename: the incoming database is there, and its anchor is not the store's.
        try AnchorFile.write(ahead, to: files.incomingAnchor, seal)
        try Data().write(to: files.incoming)
        let next = try store.open()
        #expect(try await next.verifyLedger().valid)
        #expect(!FileManager.default.fileExists(atPath: files.incomingAnchor.path))
        try next.close()
        // After it: the incoming name is gone, and the anchor that waited takes its place.
        let own = try #require(AnchorFile.read(files.ledgerAnchor, seal).found.anchor)
        try AnchorFile.write(own, to: files.incomingAnchor, seal)
        try AnchorFile.write(ahead, to: files.ledgerAnchor, seal)
        let last = try store.open()
        #expect(try await last.verifyLedger().valid)
    }

    @Test func linesThatWereKeptElsewhereAreCheckedTogether() async throws {
        let database = try await filled(2)
        let line = try #require(try await database.verifyLedger().anchor)
        let first = try #require(LedgerAnchor(line + "  2026-11-22"))
        _ = try await database.append(SampleEntries.entry(3))
        let next = try #require(try await database.verifyLedger().anchor)
        let second = try #require(LedgerAnchor(next))
        #expect(try await database.verifyLedger(anchors: [first, second]).valid)
        let foreign = try #require(LedgerAnchor("2:" + String(repeating: "ab", count: 32)))
        #expect(try await database.verifyLedger(anchors: [first, foreign, second]).reason == .replaced)
    }
}

extension AnchorFile.Found {
    fileprivate var anchor: SealedAnchor? { if case .known(let anchor) = self { anchor } else { nil } }
}
