import Foundation
import GRDB
import HearthCore
import HearthTesting
import Testing

@testable import HearthStore

/// Somebody who has the open database and takes the triggers away.
@Suite struct LedgerTamperingTests {
    private let store: TemporaryStore
    private let database: HearthDatabase

    init() async throws {
        store = try TemporaryStore()
        database = try store.open()
        for number in 1...10 { _ = try await database.append(SampleEntries.entry(number)) }
        try await database.write { db in
            for name in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
            where name.hasPrefix("ledger") {
                try db.execute(sql: "DROP TRIGGER \(name)")
            }
        }
        #expect(try await database.verifyLedger().valid)
    }

    private func tamper(_ sql: String) async throws -> LedgerVerification {
        try await database.write { try $0.execute(sql: sql) }
        return try await database.verifyLedger()
    }

    private func expect(
        _ result: LedgerVerification, _ number: Int, _ reason: LedgerVerification.Reason,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(!result.valid, sourceLocation: sourceLocation)
        #expect(result.firstBroken == number, sourceLocation: sourceLocation)
        #expect(result.reason == reason, sourceLocation: sourceLocation)
        #expect(result.message?.isEmpty == false && result.anchor == nil, sourceLocation: sourceLocation)
    }

    @Test(arguments: [1, 5, 10]) func aChangedRecordIsNamed(_ number: Int) async throws {
        // The host, in place: the same length, so that the form stays canonical.
        let result = try await tamper(
            """
            UPDATE ledgerRecord SET content =
                CAST(replace(CAST(content AS TEXT), 'api.openai.com', 'evil.openai.co') AS BLOB) WHERE number = \(number)
            """)
        expect(result, number, .changed)
    }

    @Test(arguments: ["time = time + 1", "kind = 'outcome'", "engine = NULL", "content = 7", "seal = NULL || ''"])
    func aChangedColumnIsNamed(_ change: String) async throws {
        guard change != "seal = NULL || ''" else {
            expect(try await tamper("UPDATE ledgerRecord SET seal = x'00' WHERE number = 4"), 4, .inserted)
            return
        }
        expect(try await tamper("UPDATE ledgerRecord SET \(change) WHERE number = 4"), 4, .changed)
    }

    @Test(arguments: [1, 5, 9]) func aRemovedRecordIsNamed(_ number: Int) async throws {
        expect(try await tamper("DELETE FROM ledgerRecord WHERE number = \(number)"), number, .removed)
    }

    @Test func aRemovedRecordIsNamedWhenTheOthersAreNumberedAnew() async throws {
        let result = try await tamper(
            "DELETE FROM ledgerRecord WHERE number = 4; UPDATE ledgerRecord SET number = number - 1 WHERE number > 4")
        expect(result, 4, .reordered)
    }

    @Test func reorderedRecordsAreNamed() async throws {
        let result = try await tamper(
            """
            UPDATE ledgerRecord SET number = 100 WHERE number = 3;
            UPDATE ledgerRecord SET number = 3 WHERE number = 7;
            UPDATE ledgerRecord SET number = 7 WHERE number = 100
            """)
        expect(result, 3, .reordered)
    }

    @Test func anInsertedRecordIsNamed() async throws {
        let result = try await tamper(
            """
            INSERT INTO ledgerRecord SELECT 11, time, kind, engine, content, hash, seal FROM ledgerRecord WHERE number = 10
            """)
        expect(result, 11, .reordered)
        let before = try await tamper(
            """
            DELETE FROM ledgerRecord WHERE number = 11;
            INSERT INTO ledgerRecord SELECT 0, time, kind, engine, content, hash, seal FROM ledgerRecord WHERE number = 10
            """)
        expect(before, 1, .inserted)
    }

    @Test(arguments: [1, 10]) func aTailThatWasCutOffIsNamed(_ first: Int) async throws {
        expect(try await tamper("DELETE FROM ledgerRecord WHERE number >= \(first)"), first, .truncated)
        // Nothing is built upon it: a new record would seal what was done.
        let code = await code { _ = try await database.append(SampleEntries.entry(11)) }
        #expect(code == "broken-ledger")
    }

    @Test func aTailThatWasCutOffWithTheHeadIsFound() async throws {
        // Without the key no head for another count can be made.
        let result = try await tamper(
            """
            DELETE FROM ledgerRecord WHERE number > 8;
            UPDATE ledgerHead SET count = 8, hash = (SELECT hash FROM ledgerRecord WHERE number = 8)
            """)
        expect(result, 9, .head)
        #expect(await code { _ = try await database.append(SampleEntries.entry(11)) } == "broken-ledger")
        expect(try await tamper("DELETE FROM ledgerHead"), 9, .head)
        #expect(await code { _ = try await database.append(SampleEntries.entry(11)) } == "broken-ledger")
    }

    @Test func aChainThatWasComputedAnewIsFoundWhereItBegins() async throws {
        // A forger with all of the code, but another key.
        let forger = LedgerSeal(databaseKey: .random(count: 32))
        try await database.write { db in
            let rows = try Row.fetchAll(db, sql: "SELECT number, content, hash FROM ledgerRecord ORDER BY number")
            var previous = [UInt8](rows[4][2] as Data)
            for row in rows.dropFirst(5) {
                var text = String(decoding: row[1] as Data, as: UTF8.self)
                text = text.replacing("api.openai.com", with: "evil.openai.co")
                let hash = LedgerSeal.hash(after: previous, Array(text.utf8))
                try db.execute(
                    sql: "UPDATE ledgerRecord SET content = ?, hash = ?, seal = ? WHERE number = ?",
                    arguments: [Data(text.utf8), Data(hash), Data(forger.ofRecord(hash: hash)), row[0] as Int])
                previous = hash
            }
            try LedgerHead(count: 10, hash: previous).write(db, forger)
        }
        expect(try await database.verifyLedger(), 6, .inserted)
    }

    @Test func anOlderLedgerInItsPlaceIsFoundByANotedAnchor() async throws {
        let noted = try #require(try await database.verifyLedger().anchor.flatMap(LedgerAnchor.init))
        #expect(try await database.verifyLedger(anchor: noted).valid)
        _ = try await database.append(SampleEntries.entry(11))
        #expect(try await database.verifyLedger(anchor: noted).valid)
        // Somebody puts back an older copy, head and all: authentic, but not all of it.
        let seal = database.ledgerSeal
        try await database.write { db in
            try db.execute(sql: "DELETE FROM ledgerRecord WHERE number > 8")
            let hash = try Data.fetchOne(db, sql: "SELECT hash FROM ledgerRecord WHERE number = 8") ?? Data()
            try LedgerHead(count: 8, hash: [UInt8](hash)).write(db, seal)
        }
        // By itself an older copy cannot be told; the anchor beside the database knows that there was more, and where the whole
        // folder was put back, the one that was noted elsewhere.
        expect(try await database.verifyLedger(), 9, .truncated)
        let present = try #require(try await database.read { try $0.ledgerAnchor() })
        try AnchorFile.write(present, to: database.configuration.files.ledgerAnchor, seal)
        #expect(try await database.verifyLedger().valid)
        expect(try await database.verifyLedger(anchor: noted), 9, .replaced)
        for text in ["", "3", "x:y", "3:00", ":" + String(repeating: "0", count: 64)] {
            #expect(LedgerAnchor(text) == nil)
        }
    }
}
