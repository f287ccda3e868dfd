import Foundation
import GRDB
import HearthCore
import HearthStore

/// Appends to the ledger and bare inserts, in turn.
@main
enum LedgerBenchmark {
    static let atOnce = 100

    static func main() async throws {
        let place = CommandLine.arguments.dropFirst().first.map { URL(filePath: $0) }
        let folder = (place ?? FileManager.default.temporaryDirectory).appending(path: "ledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try HearthDatabase(.init(folder: folder, key: .random(count: 32)))
        let bare = try BareTable(folder.appending(path: "bare.sqlite"))

        let parts = [
            Part(name: "one by one: bare", count: 100) { for _ in 0..<100 { try await bare.insert(1) } },
            Part(name: "one by one: ledger", count: 100) {
                for _ in 0..<100 { _ = try await database.append(entry()) }
            },
            Part(name: "100 at once: bare", count: 1_000) { for _ in 0..<10 { try await bare.insert(atOnce) } },
            Part(name: "100 at once: ledger", count: 1_000) { for _ in 0..<10 { try await appendAtOnce(database) } },
        ]
        var times: [String: [Double]] = [:]
        // In turn, so that both meet the same neighbours on the disk; the first round warms up.
        for round in 0..<30 {
            for part in parts {
                let start = ContinuousClock.now
                try await part.work()
                let time = microseconds(ContinuousClock.now - start) / Double(part.count)
                if round > 0 { times[part.name, default: []].append(time) }
            }
        }
        for mode in ["one by one", "100 at once"] {
            let (a, b) = (median(times[mode + ": bare"] ?? []), median(times[mode + ": ledger"] ?? []))
            print("\(mode): bare insert \(shown(a)) µs, ledger \(shown(b)) µs a record, ratio \(shown(b / a))")
        }
        let start = ContinuousClock.now
        let result = try await database.verifyLedger()
        let time = microseconds(ContinuousClock.now - start)
        guard result.valid else { exit(1) }
        print("verify: \(result.records) records, \(shown(time / Double(result.records))) µs a record")
        try database.close()
    }

    private static func appendAtOnce(_ database: HearthDatabase) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<atOnce { group.addTask { _ = try await database.append(entry()) } }
            try await group.waitForAll()
        }
    }

    /// A record as a remote request makes it.
    private static func entry() -> LedgerEntry {
        LedgerEntry(
            kind: .connection, time: Date(), task: .chat, engine: .openai, model: "gpt-4o-mini",
            host: "api.openai.com", label: .personal, consentID: "0b0e4d2c-8c8f-4f7e-9a36-7f3d0c9a5a11", decision: 12,
            bytesOut: 2_048, bytesIn: 16_384, bodyHash: String(repeating: "5a", count: 32), duration: 1.25)
    }

    private static func microseconds(_ time: Duration) -> Double {
        Double(time.components.seconds) * 1e6 + Double(time.components.attoseconds) * 1e-12
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func shown(_ value: Double) -> String { String(format: value < 10 ? "%.2f" : "%.1f", value) }
}

/// Work that writes `count` records.
struct Part: Sendable {
    var name: String
    var count: Int
    var work: @Sendable () async throws -> Void
}

/// A table of rows as large as a record with its hash and seal, without either.
struct BareTable: Sendable {
    private let pool: DatabasePool
    private let row = Data(repeating: 0x5A, count: 330)

    init(_ file: URL) throws {
        pool = try DatabasePool(path: file.path)
        try pool.writeWithoutTransaction { db in
            try db.execute(
                sql: "PRAGMA synchronous = FULL; CREATE TABLE row (number INTEGER PRIMARY KEY, content BLOB)")
        }
    }

    func insert(_ count: Int) async throws {
        try await pool.write { [row] db in
            let statement = try db.cachedStatement(sql: "INSERT INTO row (content) VALUES (?)")
            for _ in 0..<count { try statement.execute(arguments: [row]) }
        }
    }
}
