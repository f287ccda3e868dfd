#if canImport(CPostgres)
import HearthCore
import HearthPostgres
import HearthTesting
import Testing

/// The library in PostgreSQL does what the encrypted database does, check by check.
@Suite(.enabled(if: PostgresServer.isThere, PostgresServer.missing)) struct PostgresConformanceTests {
    @Test(arguments: StoreConformance.Check.allCases)
    func postgresIsALibrary(_ check: StoreConformance.Check) async throws {
        try await StoreConformance(name: "postgres") { try await PostgresServer.library() }.run(check)
    }
}
#endif
