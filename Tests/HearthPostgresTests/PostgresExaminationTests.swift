#if canImport(CPostgres)
import Foundation
import HearthCore
@testable import HearthPostgres
import HearthTesting
import Testing

/// What an examination finds, and that it changes nothing.
@Suite(.enabled(if: PostgresServer.isThere, PostgresServer.missing)) struct PostgresExaminationTests {
    private func fresh() throws -> PostgresLibrary.Configuration {
        var configuration = try PostgresServer.configuration()
        configuration.schema = "hearth_\(UInt32.random(in: 0 ... .max))"
        return configuration
    }

    @Test func `A library that is well is told of as it is`() async throws {
        let library = try await PostgresServer.library()
        let found = try await PostgresLibrary.examine(library.configuration)
        #expect(found.isCurrent && found.faults.isEmpty)
        #expect(found.server.first?.isNumber == true, "\(found.server)")
        #expect(found.role == PostgresMigrations.role || found.role == library.configuration.address.user)
        #expect(found.vectorNote == library.vectorSupport.note)
        #expect((found.vectorNote == nil) == (library.vectorSupport.type != nil))
    }

    @Test func `Where there is nothing yet, nothing is made`() async throws {
        let configuration = try fresh()
        let found = try await PostgresLibrary.examine(configuration)
        #expect(found.schema == 0 && !found.isCurrent && found.faults.isEmpty)
        let connection = try PostgresConnection(configuration)
        let schemas = try connection.rows(
            "SELECT 1 FROM pg_namespace WHERE nspname = $1", [configuration.schema.parameter]
        ).count
        #expect(schemas == 0)
        // Nor is an owner, where there are tables.
        let other = try PostgresServer.configuration()
        _ = try await PostgresServer.library()
        #expect(try await PostgresLibrary.examine(other).isCurrent)
        let there = try PostgresConnection(other)
        try there.script("BEGIN")
        _ = try there.rows("SELECT set_config('hearth.owner_name', $1, true)", [other.address.owner.parameter])
        #expect(try there.rows("SELECT 1 FROM owner WHERE name = $1", [other.address.owner.parameter]).count == 0)
    }

    @Test func `A table whose rows nothing keeps apart is named`() async throws {
        let configuration = try fresh()
        _ = try await PostgresLibrary.open(configuration)
        let connection = try PostgresConnection(configuration)
        try connection.script("ALTER TABLE feed DISABLE ROW LEVEL SECURITY")
        let found = try await PostgresLibrary.examine(configuration)
        #expect(found.faults.count == 1 && found.faults[0].contains("feed"), "\(found.faults)")
    }

    @Test func `A database without pgvector is told of`() async throws {
        var configuration = try PostgresServer.configuration()
        configuration.address.database = "plain"
        _ = try await PostgresLibrary.open(configuration)
        let connection = try PostgresConnection(configuration)
        let version: String? = try connection.rows(
            "SELECT extversion FROM pg_extension WHERE extname = 'vector'", []
        ).first?["extversion"]
        let found = try await PostgresLibrary.examine(configuration)
        #expect(found.vectorExtension == version)
        // An account that may add it has done so.
        #expect((found.vectorNote == nil) == (version != nil))
        if version == nil { #expect(found.vectorNote?.contains("CREATE EXTENSION vector") == true) }
    }

    @Test func `An examination is in the ledger, as every connection is`() async throws {
        var configuration = try PostgresServer.configuration()
        let library = try await PostgresLibrary.open(configuration)
        configuration.recordsConnections = true
        _ = try await PostgresLibrary.examine(configuration)
        let records = try await library.ledger(LedgerFilter(limit: 9))
        #expect(records.count == 1 && records.first?.entry.purpose == "library")
    }

    @Test(.enabled(if: PostgresServer.front != nil, PostgresServer.noFront))
    func `How the way there is protected is told as this end sees it`() async throws {
        let front = try #require(PostgresServer.front)
        let configuration = try front.configuration(front.good)
        _ = try await PostgresLibrary.open(configuration)
        let found = try await PostgresLibrary.examine(configuration)
        #expect(found.encryption?.hasPrefix("TLSv1.") == true, "\(found.encryption ?? "")")
        if PostgresServer.isOnSocket {
            #expect(try await PostgresLibrary.examine(PostgresServer.configuration()).encryption == nil)
        }
    }
}
#endif
