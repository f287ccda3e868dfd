import Foundation
import HearthCore
import HearthPostgres
import Testing

/// The PostgreSQL that `scripts/test` started; without one, what needs it is skipped and says so.
enum PostgresServer {
    /// `postgres://USER@HOST:PORT/DATABASE`, for an account that is no superuser.
    static let address = ProcessInfo.processInfo.environment["HEARTH_TEST_POSTGRES"] ?? ""

    static var isThere: Bool { PostgresLibrary.isAvailable && !address.isEmpty }

    /// Whether it is reached over a socket of this machine.
    static var isOnSocket: Bool { isThere && (try? LibraryAddress(address))?.isSocket == true }

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

    /// What stands before it with TLS (scripts/test-postgres-tls); `nil` where nothing does.
    static let front: Front? = {
        let folder = ProcessInfo.processInfo.environment["HEARTH_TEST_POSTGRES_FOLDER"] ?? ""
        let ports = (try? String(contentsOfFile: folder + "/tls-ports", encoding: .utf8))?.split(separator: " ")
            .compactMap {
                Int($0)
            }
        guard isThere, !folder.isEmpty, let ports, ports.count == 3 else { return nil }
        return Front(folder: folder, good: ports[0], ofAnotherName: ports[1], withoutTLS: ports[2])
    }()

    struct Front: Sendable {
        let folder: String
        /// Ports of 127.0.0.1.
        let good: Int
        let ofAnotherName: Int
        let withoutTLS: Int

        /// A library there, as if that were another machine.
        ///
        /// - Parameter authority: The file in the folder with whom to trust; `nil` trusts whom the system trusts.
        func configuration(
            _ port: Int, trusting authority: String? = "ca.pem", host: String = "127.0.0.1",
            owner: String = UUID().uuidString
        ) throws -> PostgresLibrary.Configuration {
            var configuration = try PostgresServer.configuration(owner: owner)
            let file = authority.map { "?sslrootcert=\(folder)/\($0)" } ?? ""
            configuration.address = try LibraryAddress("postgres://hearth@\(host):\(port)/hearth\(file)")
            configuration.address.owner = owner
            configuration.countsAsElsewhere = true
            return configuration
        }
    }

    static let noFront: Comment = "needs the servers with TLS that scripts/test-postgres starts where there is openssl"
}
#endif
