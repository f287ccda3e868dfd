import Foundation
import HearthCore
import HearthPostgres
import Testing

/// The PostgreSQL that `scripts/test` started; without one, what needs it is skipped and says so.
enum PostgresServer {
    /// `postgres://USER@HOST:PORT/DATABASE`, for an account that is no superuser.
    static let address = ProcessInfo.processInfo.environment["HEARTH_TEST_POSTGRES"] ?? ""

    static var isThere: Bool { PostgresLibrary.isAvailable && !address.isEmpty }

    static let missing: Comment =
        "needs a PostgreSQL: scripts/test starts the one that scripts/setup.d/postgres.sh brought, or set HEARTH_TEST_POSTGRES"
}

#if canImport(CPostgres)
extension PostgresServer {
    /// - Parameter owner: Whose library; by default that of somebody new, so that there is nothing in it.
    static func configuration(owner: String = UUID().uuidString) throws -> PostgresLibrary.Configuration {
        var address = try LibraryAddress(address)
        address.owner = owner
        var configuration = PostgresLibrary.Configuration(address: address)
        configuration.recordsConnections = false
        return configuration
    }

    static func library(owner: String = UUID().uuidString) async throws -> PostgresLibrary {
        try await PostgresLibrary.open(configuration(owner: owner))
    }
}
#endif
