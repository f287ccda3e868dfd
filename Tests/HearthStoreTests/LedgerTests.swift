import Foundation
import GRDB
import HearthCore
import HearthTesting
import Testing

@testable import HearthStore

/// Entries that differ in every field.
struct SampleEntries {
    static let start = Date(timeIntervalSince1970: 1_795_000_000)

    static func entry(_ number: Int, kind: LedgerEntry.Kind = .decision) -> LedgerEntry {
        LedgerEntry(
            kind: kind, time: start.addingTimeInterval(Double(number)), task: .chat, engine: .openai,
            model: "gpt-4o-mini",
            host: "api.openai.com", label: .personal, consentID: "c\(number)", decision: number, bytesOut: 100 + number,
            bytesIn: 200, bodyHash: ContentHash(of: Data("\(number)".utf8)).hex, duration: 0.25)
    }

    static func outcome(_ engine: Engine, _ model: String, day: Int, tokens: Int, cost: Int?) -> LedgerEntry {
        LedgerEntry(
            kind: .outcome, time: start.addingTimeInterval(Double(day) * 86_400), engine: engine, model: model,
            duration: 1.5, usage: TokenUsage(promptTokens: tokens, completionTokens: 2, cachedTokens: 1),
            costMicros: cost)
    }
}

@Suite struct LedgerTests {
    private let store: TemporaryStore
    private let database: HearthDatabase

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    @Test func decisionsOfWhichNothingSaysHowTheyEndedAreNamed() async throws {
        func entry(_ kind: LedgerEntry.Kind, host: String? = "api.example.com", of decision: Int? = nil) -> LedgerEntry
        {
            LedgerEntry(kind: kind, time: SampleEntries.start, engine: .custom, host: host, decision: decision)
        }
        for one in [
            entry(.decision), entry(.connection, of: 1), entry(.outcome, of: 1),  // 1 ended
            entry(.decision), entry(.connection, of: 4),  // 4 had a connection, and the program ended
            entry(.decision),  // 6 had none
            entry(.decision, host: nil), entry(.refusal),  // what stays in the process sends nothing
        ] {
            _ = try await database.append(one)
        }
        let result = try await database.verifyLedger()
        #expect(result.valid && result.unfinished == [4, 6])
        _ = try await database.append(entry(.outcome, of: 6))
        #expect(try await database.verifyLedger().unfinished == [4])
    }

    @Test func errandsEndWithARefusalOrAnOutcomeAndFormerOnesWithTheirConnection() async throws {
        func entry(_ kind: LedgerEntry.Kind, of decision: Int? = nil) -> LedgerEntry {
            LedgerEntry(
                kind: kind, time: SampleEntries.start, host: "models.example", purpose: "probe", decision: decision)
        }
        for one in [
            entry(.decision), entry(.connection, of: 1),  // 1, as former versions wrote it
            entry(.decision), entry(.refusal, of: 3),  // 3 opened nothing
            entry(.decision),  // 5 was cut off before it had a connection
            entry(.decision), entry(.connection, of: 6), entry(.outcome, of: 6),  // 6, as it is written now
            entry(.decision), entry(.connection, of: 9),  // 9 was cut off behind its first connection
        ] {
            _ = try await database.append(one)
        }
        #expect(try await database.verifyLedger().unfinished == [5, 9])
    }

    @Test func whatNoEngineDidIsNoUse() async throws {
        let errand = LedgerEntry(
            kind: .outcome, time: SampleEntries.start, engine: .openai, host: "api.openai.com", purpose: "probe")
        _ = try await database.append(errand)
        #expect(try await database.ledgerUsage().isEmpty)
    }

    @Test func anErrandIsWrittenWhateverHappensToIt() async throws {
        struct Broken: Error {}
        #expect(try await database.errand("probe", host: "a.example") { $0 } == 1)
        await #expect(throws: Broken.self) {
            _ = try await database.errand("probe", host: "a.example") { _ -> Int in throw Broken() }
        }
        let task = Task { [database] in
            try await database.errand("download", host: "a.example") { _ -> Int in
                withUnsafeCurrentTask { $0?.cancel() }
                throw CancellationError()
            }
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        let entries = try await database.ledger().map(\.entry)
        #expect(entries.map(\.kind) == [.decision, .outcome, .decision, .outcome, .decision, .outcome])
        #expect(entries.map(\.errorCode) == [nil, nil, nil, "failed", nil, "cancelled"])
        #expect(try await database.verifyLedger().unfinished.isEmpty)
    }

    @Test func whatIsAppendedIsReadBackExactly() async throws {
        var full = SampleEntries.entry(1, kind: .connection)
        full.time = Date(timeIntervalSince1970: 1_795_000_000.123456)
        full.purpose = "download"
        full.usage = TokenUsage(promptTokens: 7, completionTokens: 8, cachedTokens: 9)
        full.costMicros = 123_456
        full.errorCode = "rate-limit"
        full.wasFallback = true
        full.text = "a \0 b, 5:x,-\n\u{1F525} é"
        let empty = LedgerEntry(kind: .refusal, time: Date(timeIntervalSince1970: -1.5))
        #expect(try await database.append(full) == 1)
        #expect(try await database.append(empty) == 2)
        let records = try await database.ledger()
        #expect(records.map(\.number) == [1, 2])
        #expect(records.map(\.entry) == [full, empty])
        #expect(records[0].previousHash.bytes == [UInt8](repeating: 0, count: 32))
        #expect(records[1].previousHash == records[0].hash)
        let result = try await database.verifyLedger()
        #expect(result.valid && result.records == 2 && result.firstBroken == nil)
        #expect(result.anchor == "2:\(records[1].hash.hex)")
    }

    @Test func theCanonicalFormIsFixed() throws {
        // Worked out by hand. If this fails, every ledger that was ever written no longer verifies.
        let entry = LedgerEntry(
            kind: .connection, time: Date(timeIntervalSince1970: 1.5), engine: .custom, model: "é", bytesOut: -1,
            duration: 0.000002)
        let bytes = CanonicalRecord.bytes(number: 12, body: try CanonicalRecord.body(of: entry))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "hearth-ledger-1\n2:12,10:connection,7:1500000,-6:custom,2:é,-----2:-1,--1:2,-----1:0,-")
        #expect(
            ContentHash(bytes: LedgerSeal.hash(after: LedgerSeal.start, bytes))?.hex
                == ContentHash(of: Data(repeating: 0, count: 32) + Data(bytes)).hex)
    }

    @Test func onlyCanonicalBytesAreRead() throws {
        let good = CanonicalRecord.bytes(number: 1, body: try CanonicalRecord.body(of: SampleEntries.entry(1)))
        #expect(CanonicalRecord.fields(good)?.count == CanonicalRecord.Field.allCases.count)
        for cut in 0..<good.count { #expect(CanonicalRecord.fields(Array(good.prefix(cut))) == nil) }
        #expect(CanonicalRecord.fields(good + [UInt8(ascii: "-")]) == nil)
        for head in ["9999999999999999999:", "01:1,", "1:", ":", "1;1,", "-1:1,", "2:1,"] {
            let bytes = CanonicalRecord.header + Array(head.utf8) + good.dropFirst(CanonicalRecord.header.count + 4)
            #expect(CanonicalRecord.fields(bytes) == nil, "\(head)")
        }
    }

    @Test func timesThatAreNoTimesAreRefused() async throws {
        for time in [Double.nan, .infinity, 1e300] {
            let entry = LedgerEntry(kind: .decision, time: Date(timeIntervalSince1970: time))
            #expect(await code { _ = try await database.append(entry) } == "invalid-input")
            var other = SampleEntries.entry(1)
            other.duration = time
            #expect(await code { _ = try await database.append(other) } == "invalid-input")
        }
        #expect(try await database.ledger().isEmpty)
    }

    @Test func recordsAreListedByTimeEngineAndKind() async throws {
        for number in 1...10 {
            var entry = SampleEntries.entry(number, kind: number % 2 == 0 ? .decision : .connection)
            if number > 8 { entry.engine = .local }
            _ = try await database.append(entry)
        }
        func numbers(_ filter: LedgerFilter) async throws -> [Int] { try await database.ledger(filter).map(\.number) }
        #expect(try await numbers(LedgerFilter(limit: 3)) == [8, 9, 10])
        #expect(try await numbers(LedgerFilter(kind: .decision, limit: 2)) == [8, 10])
        #expect(try await numbers(LedgerFilter(engine: .local)) == [9, 10])
        #expect(try await numbers(LedgerFilter(since: SampleEntries.start.addingTimeInterval(9))) == [9, 10])
        #expect(try await numbers(LedgerFilter(until: SampleEntries.start.addingTimeInterval(3))) == [1, 2])
        #expect(try await numbers(LedgerFilter(after: 8, limit: -1)) == [])
        var seen: [Int] = []
        try await database.forEachLedgerRecord(LedgerFilter(after: 2)) { seen.append($0.number) }
        #expect(seen == Array(3...10))
    }

    @Test func appendsAtOnceMakeOneChain() async throws {
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<500 { group.addTask { try await database.append(SampleEntries.entry(number)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers.sorted() == Array(1...500))
        #expect(try await database.verifyLedger().valid)
        // The number that was returned is that of the entry that was given.
        let places = try await database.ledger().map { ($0.number, $0.entry.decision ?? -1) }
        #expect(Set(places.map(\.1)).count == 500)
    }

    @Test func aCancelledRequestIsRecordedAllTheSame() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await database.append(SampleEntries.entry(1))
        }
        #expect(try await task.value == 1)
        #expect(try await database.ledger().count == 1)
    }

    @Test func ourOwnCodeCannotChangeARecord() async throws {
        for number in 1...3 { _ = try await database.append(SampleEntries.entry(number)) }
        for sql in [
            "UPDATE ledgerRecord SET time = 0 WHERE number = 2", "DELETE FROM ledgerRecord WHERE number = 3",
            "DELETE FROM ledgerRecord", "UPDATE ledgerHead SET count = 2", "DELETE FROM ledgerHead",
            "INSERT OR REPLACE INTO ledgerRecord SELECT 2, time, kind, engine, content, hash, seal FROM ledgerRecord LIMIT 1",
            "INSERT INTO ledgerRecord SELECT 7, time, kind, engine, content, hash, seal FROM ledgerRecord LIMIT 1",
            "REPLACE INTO ledgerHead SELECT 1, count, hash, seal FROM ledgerHead",
        ] {
            #expect(await code { try await database.write { try $0.execute(sql: sql) } } == "store-failure", "\(sql)")
        }
        #expect(try await database.verifyLedger().valid)
    }

    @Test func usageIsSummedByModelAndByDay() async throws {
        for entry in [
            SampleEntries.outcome(.openai, "b", day: 0, tokens: 10, cost: 5),
            SampleEntries.outcome(.openai, "b", day: 1, tokens: 20, cost: nil),
            SampleEntries.outcome(.local, "a", day: 1, tokens: 30, cost: nil),
            SampleEntries.outcome(.openai, "b", day: 1, tokens: .max, cost: .max),
            SampleEntries.entry(1), LedgerEntry(kind: .outcome, time: SampleEntries.start, purpose: "restore"),
        ] { _ = try await database.append(entry) }
        let sums = try await database.ledgerUsage()
        #expect(sums.map(\.model) == ["a", "b"])
        #expect(sums[0].tokens == TokenUsage(promptTokens: 30, completionTokens: 2, cachedTokens: 1))
        #expect(sums[0].unpriced == 0, "what runs here costs nothing")
        #expect(sums[1].requests == 3 && sums[1].unpriced == 1 && sums[1].duration == 4.5)
        #expect(sums[1].tokens.promptTokens == .max && sums[1].costMicros == .max)
        let days = try await database.ledgerUsage(byDay: true)
        #expect(days.map(\.day) == ["2026-11-18", "2026-11-19", "2026-11-19"])
        #expect(
            try await database.ledgerUsage(since: SampleEntries.start.addingTimeInterval(10)).map(\.requests) == [1, 2])
    }

    @Test func timesAreWrittenInFull() {
        #expect(LedgerTime.text(micros: 0) == "1970-01-01T00:00:00.000000Z")
        #expect(LedgerTime.text(micros: -1) == "1969-12-31T23:59:59.999999Z")
        #expect(LedgerTime.text(micros: 1_709_251_199_000_001) == "2024-02-29T23:59:59.000001Z")
        #expect(LedgerTime.text(micros: .max).hasSuffix("Z") && LedgerTime.text(micros: .min).hasSuffix("Z"))
        let formatter = ISO8601DateFormatter()
        for day in stride(from: 0, to: 80_000, by: 37) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            #expect(LedgerTime.day(micros: day * 86_400_000_000) == String(formatter.string(from: date).prefix(10)))
        }
    }
}

@Suite struct LedgerBackupTests {
    private let store: TemporaryStore
    private let backup: URL

    init() throws {
        store = try TemporaryStore()
        backup = store.folder.appending(path: "copy.backup")
    }

    private func append(_ numbers: ClosedRange<Int>, to database: HearthDatabase) async throws {
        for number in numbers { _ = try await database.append(SampleEntries.entry(number)) }
    }

    @Test func aRestoreKeepsTheRecordOfWhatHappenedSince() async throws {
        let database = try store.open()
        try await append(1...5, to: database)
        _ = try await database.createConversation(id: "name", title: "before")
        try await database.backup(to: backup)
        try await append(6...9, to: database)
        try await database.renameConversation(id: "name", to: "after")
        let before = try await database.ledger()
        try database.close()
        try await HearthDatabase.restore(from: backup, into: store.configuration)
        let restored = try store.open()
        #expect(try await restored.conversation(matching: "name").title == "before")
        let after = try await restored.ledger()
        #expect(after.dropLast() == before[...])
        #expect(after.last?.entry.purpose == "restore" && after.last?.entry.errorCode == nil)
        #expect(try await restored.verifyLedger().valid)
        #expect(try await restored.append(SampleEntries.entry(10)) == 11)
    }

    @Test func aBackupOfAnotherStoreBringsItsOwnLedger() async throws {
        let other = try TemporaryStore()
        let elsewhere = try other.open()
        try await append(101...103, to: elsewhere)
        try await elsewhere.backup(to: backup)
        try elsewhere.close()
        let database = try store.open()
        try await append(1...5, to: database)
        try database.close()
        try await HearthDatabase.restore(from: backup, into: store.configuration)
        let restored = try store.open()
        #expect(try await restored.ledger().map { $0.entry.decision } == [101, 102, 103, nil])
        #expect(try await restored.ledger().last?.entry.errorCode == "ledger-replaced")
        #expect(try await restored.verifyLedger().valid)
    }

    @Test func aBackupComesBackAfterEverythingWasDeleted() async throws {
        let database = try store.open()
        try await append(1...5, to: database)
        try await database.backup(to: backup)
        try database.close()
        try HearthDatabase.deleteEverything(in: store.folder)
        let empty = try store.open()
        #expect(try await empty.ledger().isEmpty)
        try await append(1...1, to: empty)  // the same words at another moment make another chain only by their content
        try empty.close()
        try await HearthDatabase.restore(from: backup, into: store.configuration)
        let restored = try store.open()
        #expect(try await restored.ledger().map { $0.entry.decision } == [1, 2, 3, 4, 5, nil])
        #expect(try await restored.ledger().last?.entry.errorCode == nil)
        #expect(try await restored.verifyLedger().valid)
    }

    @Test func aBrokenLedgerDoesNotKeepFromRestoring() async throws {
        let database = try store.open()
        try await append(1...3, to: database)
        try await database.backup(to: backup)
        try await append(4...5, to: database)
        try await database.write { db in
            try db.execute(sql: "DROP TRIGGER ledgerRecordStays; DELETE FROM ledgerRecord WHERE number = 5")
        }
        try database.close()
        try await HearthDatabase.restore(from: backup, into: store.configuration)
        let restored = try store.open()
        #expect(try await restored.ledger().map { $0.entry.errorCode } == [nil, nil, nil, "ledger-replaced"])
        #expect(try await restored.verifyLedger().valid)
    }
}

@Suite struct ConsentStoreTests {
    @Test func aRevokedConsentNoLongerHoldsButIsKept() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        let one = Consent(
            id: "one", engine: .openai, host: "api.openai.com", task: .chat, grantedAt: SampleEntries.start)
        let two = Consent(
            id: "two", engine: .custom, host: "llm.example", task: nil, grantedAt: SampleEntries.start)
        try await database.add(one)
        try await database.add(two)
        #expect(try await database.consents() == [one, two])
        #expect(try await database.removeConsent(id: "one"))
        #expect(try await database.removeConsent(id: "one") == false)
        #expect(try await database.removeConsent(id: "three") == false)
        #expect(try await database.consents() == [two])
        let history = try await database.consentHistory()
        #expect(history.map(\.consent) == [one, two])
        #expect(history.map { $0.revokedAt != nil } == [true, false])
        #expect(await code { try await database.add(one) } == "invalid-input")
        #expect(await code { try await database.add(two) } == "invalid-input")
        try database.close()
        #expect(try await store.open().consents() == [two])
    }
}
