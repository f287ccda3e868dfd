#if canImport(CPostgres)
import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthPostgres

/// All that is one owner's goes, with the ledger, and nothing of another's.
@Suite(.enabled(if: PostgresServer.isThere, PostgresServer.missing), .timeLimit(.minutes(5)))
struct PostgresRemovalTests {
    /// Rows of every table that a library has, counted from within it.
    private func rows(of library: PostgresLibrary) async throws -> [String: Int] {
        try await library.read { db in
            var counts: [String: Int] = [:]
            for table in PostgresMigrations.tables {
                let count: Int64 = try db.first("SELECT count(*) AS n FROM \(table) WHERE owner_id = $1")?["n"] ?? 0
                if count > 0 { counts[table] = Int(count) }
            }
            return counts
        }
    }

    @Test func everythingOfOneOwnerGoesAndNothingOfAnothers() async throws {
        let configuration = try PostgresServer.configuration()
        let (first, second) = (
            try await PostgresLibrary.open(configuration), try await PostgresServer.library()
        )
        for library in [first, second] { try await SampleLibrary.fill(library) }
        let before = try await rows(of: second)
        #expect(before.count > 15 && before["ledger_record"] ?? 0 > 0, "\(before)")
        #expect(try await rows(of: first).keys.sorted() == before.keys.sorted())

        #expect(try await first.removeAll() == .whole)
        #expect(try await rows(of: first).isEmpty)
        #expect(try await rows(of: second) == before)
        // Whoever opens one of that name begins anew.
        let again = try await PostgresLibrary.open(configuration)
        #expect(again.owner != first.owner)
        #expect(try await rows(of: again).keys.sorted() == ["ledger_head", "library"])
        _ = try await again.removeAll()
        _ = try await second.removeAll()
    }
}
#endif
