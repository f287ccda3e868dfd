import Foundation
public import HearthCore

/// A library in PostgreSQL: the second store, for what outgrows one machine or one person.
///
/// It does what the encrypted database does (`StoreConformance` holds both to it), with these differences, which whoever chooses it
/// has to know: the server's administrator can read what the embedded file hides; a deletion proves that no row is left, not that no
/// byte is; and who can write to the database can write the ledger anew, which only an anchor that was noted elsewhere tells.
///
/// Each operation is one transaction. Reads see one moment. Changes of one owner wait for each other, as in the embedded database;
/// those of different owners do not, and the ledger's records wait for nothing else.
public final class PostgresLibrary: Sendable {
    /// Where the library is, and how it is spoken to.
    public struct Configuration: Sendable {
        public var address: LibraryAddress
        /// `nil` where the server asks for none.
        public var password: Secret?
        /// Connections at most, and operations at a time; the others wait. Default 4: a server's connections are few and dear.
        public var connections: Int
        /// Seconds that a connection may take. Default 10.
        public var connectTimeout: Double
        /// Seconds that one statement may take. Default 60.
        public var statementTimeout: Double
        /// Seconds that a change waits for another one of the same owner. Default 30, as for the embedded database.
        public var lockTimeout: Double
        /// Whether missing tables are made and old ones brought to this version.
        public var migrates: Bool
        /// Vectors of one search that are all compared; above, where there is an index, it chooses candidates. Default 20,000: as
        /// many take about 10 ms.
        public var exactVectors: Int
        /// Whether the first thing that a new connection says is a record of itself in the ledger. Not for tests, which count records.
        package var recordsConnections = true
        /// Stands before every connection; `nil` lets each be made. Whoever opens a library on another machine for a person sets one.
        package var gate: (any ConnectionGate)?
        /// Seconds between two looks whether what idles may stay open.
        package var gateInterval = 5.0
        /// Takes a server of this machine for one on another, for tests. Nothing makes another machine count as this one.
        package var countsAsElsewhere = false
        /// Whether what is sent goes to another machine: then only encrypted, and nothing private.
        package var isElsewhere: Bool { countsAsElsewhere || !address.isLocal }
        /// The schema that the tables are in. Others are for tests.
        package var schema = "hearth"

        public init(
            address: LibraryAddress, password: Secret? = nil, connections: Int = 4, connectTimeout: Double = 10,
            statementTimeout: Double = 60, lockTimeout: Double = 30, migrates: Bool = true, exactVectors: Int = 20_000
        ) {
            self.address = address
            self.password = password
            self.connections = max(1, connections)
            self.connectTimeout = connectTimeout
            self.statementTimeout = statementTimeout
            self.lockTimeout = lockTimeout
            self.migrates = migrates
            self.exactVectors = max(0, exactVectors)
        }
    }

    /// Whether this build can speak to PostgreSQL: libpq was there when it was built.
    public static var isAvailable: Bool {
        #if canImport(CPostgres)
        true
        #else
        false
        #endif
    }

    #if canImport(CPostgres)
    public let configuration: Configuration
    /// The number of the owner, which stands first in every key.
    let owner: Int64
    /// What of pgvector the database has.
    let vectorSupport: VectorSupport
    let pool: ConnectionPool
    let promptStates: PostgresPromptStates
    /// Gathers what is appended to the ledger at the same time into one transaction.
    let ledgerQueue = LedgerQueue()
    /// Builds the index of vectors, one at a time.
    let indexer = VectorIndexer()
    /// Hears what others change in the queue.
    let workListener: WorkListener
    /// Closes what idles where nothing may go any more; `nil` where nobody stands before connections.
    private let gateWatch: GateWatch?

    private init(_ configuration: Configuration, owner: Int64, _ vectors: VectorSupport) {
        self.configuration = configuration
        self.owner = owner
        vectorSupport = vectors
        pool = ConnectionPool(configuration) { connection in
            try Self.prepare(connection, configuration)
            try Self.record(connection, configuration, owner)
        }
        promptStates = PostgresPromptStates(configuration, owner: owner)
        workListener = WorkListener(owner: owner, check: { try configuration.gate?.check() }) {
            let connection = try PostgresConnection.open(configuration)
            try Self.prepare(connection, configuration)
            try Self.record(connection, configuration, owner)
            return connection
        }
        let (pool, states) = (pool, promptStates)
        // It holds what it closes, and not the library, with which it ends.
        gateWatch = configuration.gate.map {
            GateWatch($0, every: configuration.gateInterval) {
                pool.close()
                states.close()
            }
        }
    }

    /// Opens the library: brings the tables to this version, and makes the owner where there is none of that name.
    ///
    /// - Throws: ``StoreError``: `library-unreachable`, `library-refused`, `library-unsafe`, `no-database`, `newer-schema`,
    ///   `not-allowed`.
    public static func open(_ configuration: Configuration) async throws -> PostgresLibrary {
        let (owner, vectors) = try await BlockingWork.run(on: "hearth.library") {
            do {
                let connection = try PostgresConnection.open(configuration)
                try PostgresMigrations.run(connection, configuration)
                let vectors = try VectorSupport(connection, configuration)
                try prepare(connection, configuration)
                let owner = try enter(connection, configuration)
                // On this machine it is the first of the pool that is written down.
                if configuration.gate != nil { try record(connection, configuration, owner) }
                return (owner, vectors)
            } catch let failure as PostgresFailure {
                throw StoreError(failure, to: configuration.address)
            }
        }
        return PostgresLibrary(configuration, owner: owner, vectors)
    }

    /// Closes the connections that are idle; those at work close with the work.
    public func close() {
        gateWatch?.end()
        workListener.close()
        pool.close()
        promptStates.close()
    }

    /// Brings a new connection to where statements are sent: under the role that row-level security holds for.
    static func prepare(_ connection: PostgresConnection, _ configuration: Configuration) throws {
        let row = try connection.rows(
            """
            SELECT rolsuper OR rolbypassrls AS bypasses,
                EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1)
                    AND (rolsuper OR pg_has_role(rolname, $1, 'MEMBER')) AS is_member
            FROM pg_roles WHERE rolname = current_user
            """, [PostgresMigrations.role.parameter]
        ).first
        if let row, try row["is_member"] {
            try connection.script("SET ROLE \(PostgresMigrations.role)")
        } else if let row, try !row["bypasses"] {
            // An account that owns the tables is held by FORCE ROW LEVEL SECURITY, and any other by the policies.
        } else {
            throw StoreError(
                .unsafe,
                """
                \(configuration.address.user) may read past the protection of rows. Use an account that is no superuser, or have its \
                administrator create the role \(PostgresMigrations.role) and grant it.
                """)
        }
    }

    /// Writes a connection into the ledger, before anything else is said over it, and with it those that came to nothing before. What
    /// they are for stands there as `library`.
    static func record(_ connection: PostgresConnection, _ configuration: Configuration, _ owner: Int64) throws {
        guard configuration.recordsConnections else { return }
        let own = LedgerEntry(
            kind: .connection, time: Date(),
            host: configuration.address.isSocket ? "localhost" : configuration.address.host,
            purpose: "library")
        let waiting = try connection.attempt.flatMap { try configuration.gate?.waiting(for: $0) }
        let bodies = try (waiting?.entries ?? [own]).map(CanonicalRecord.body)
        try Transaction.append(connection, owner: owner, Lease()) { _ = try PostgresLedgerWriter($0).append(bodies) }
        if let waiting { configuration.gate?.recorded(waiting) }
    }

    /// The number of the owner, who is made where there is none.
    private static func enter(_ connection: PostgresConnection, _ configuration: Configuration) throws -> Int64 {
        let name = configuration.address.owner.parameter
        try connection.script("BEGIN")
        _ = try connection.rows("SELECT set_config('hearth.owner_name', $1, true)", [name])
        func number() throws -> Int64? {
            try connection.rows("SELECT owner_id FROM owner WHERE name = $1", [name]).first?["owner_id"]
        }
        var owner = try number()
        if owner == nil {
            _ = try connection.change("INSERT INTO owner (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", [name])
            owner = try number()
        }
        guard let owner else { throw PostgresFailure(state: "42501", isConnectionLost: false) }
        _ = try connection.rows("SELECT set_config('hearth.owner', $1, true)", ["\(owner)".parameter])
        for table in ["library", "ledger_head"] {
            _ = try connection.change(
                "INSERT INTO \(table) (owner_id) VALUES ($1) ON CONFLICT DO NOTHING", [owner.parameter])
        }
        try connection.script("COMMIT")
        return owner
    }

    // MARK: Transactions

    /// A consistent view for the time of `body`.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        let owner = owner
        return try await pool.run { connection, _ in try Transaction.read(connection, owner: owner, body) }
    }

    /// One transaction: all of `body` or nothing.
    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        let owner = owner
        return try await pool.run { connection, lease in try Transaction.write(connection, owner: owner, lease, body) }
    }
    #else
    /// - Throws: ``StoreError`` with the code `no-library-driver`: this build has no libpq.
    public static func open(_ configuration: Configuration) async throws -> any Library {
        throw StoreError(
            .noDriver,
            """
            This build of Hearth cannot speak to PostgreSQL: libpq was not there when it was built. Install libpq-dev (Debian) or libpq \
            (Homebrew), and build it again.
            """, help: [.rebuild])
    }
    #endif
}

#if canImport(CPostgres)
extension PostgresLibrary: Library {}
#endif
