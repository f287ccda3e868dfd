#if canImport(CPostgres)
import Foundation
import HearthCore

/// One transaction of one owner: what the operations of a library are written in. It stays on the connection's thread.
///
/// **`$1` is the owner in every statement, and nothing else.** It is bound here and not where a statement is written. PostgreSQL
/// refuses a statement that does not use it, since it could not tell of which type it is: so none is without its owner, and each can
/// be sent to the one partition, or the one server, that the owner's rows are on. Row-level security is the second wall, for what is
/// not written here.
final class Transaction {
    let owner: Int64
    private let connection: PostgresConnection
    /// How many of what there is; read, and locked, when a change begins. Nil in a read.
    private(set) var known: Totals?

    /// The other machine that the library is on; `nil` where it is on this one.
    var elsewhere: String? { connection.elsewhere }

    private init(_ connection: PostgresConnection, owner: Int64) {
        self.connection = connection
        self.owner = owner
    }

    /// One moment's view, which nothing is changed in.
    static func read<Value>(
        _ connection: PostgresConnection, owner: Int64, _ body: (Transaction) throws -> Value
    ) throws -> Value {
        try within("ISOLATION LEVEL REPEATABLE READ READ ONLY", connection, owner: owner, body)
    }

    /// All of a change or nothing. Changes of one owner happen one after the other: what `body` has read stays so until its end.
    static func write<Value>(
        _ connection: PostgresConnection, owner: Int64, _ lease: Lease, _ body: (Transaction) throws -> Value
    ) throws -> Value {
        try append(connection, owner: owner, lease) { transaction in
            let before = try transaction.locking {
                try transaction.waitForTurn()
                return try Totals(locking: transaction)
            }
            transaction.known = before
            let value = try body(transaction)
            if transaction.known != before { try transaction.known?.save(transaction) }
            return value
        }
    }

    /// What only adds to the end of the ledger, beside whatever else is changed.
    static func append<Value>(
        _ connection: PostgresConnection, owner: Int64, _ lease: Lease, _ body: (Transaction) throws -> Value
    ) throws -> Value {
        try within("ISOLATION LEVEL READ COMMITTED", connection, owner: owner) { transaction in
            let value = try body(transaction)
            try lease.commit()
            return value
        }
    }

    private static func within<Value>(
        _ kind: String, _ connection: PostgresConnection, owner: Int64, _ body: (Transaction) throws -> Value
    ) throws -> Value {
        try connection.script("BEGIN " + kind)
        let transaction = Transaction(connection, owner: owner)
        return try transaction.ending { () throws -> Value in
            try transaction.enter()
            let value = try body(transaction)
            try connection.script("COMMIT")
            return value
        }
    }

    /// Says to the database whose rows these are, until the end of the transaction.
    private func enter() throws {
        _ = try connection.rows("SELECT set_config('hearth.owner', $1, true)", ["\(owner)".parameter])
    }

    private func ending<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            // Where that fails too, the connection is not used again, and the server forgets the transaction with it.
            if connection.isInTransaction { try? connection.script("ROLLBACK") }
            throw error
        }
    }

    // MARK: Waiting for others

    /// Runs statements that lock and do next to nothing else: where they take too long, somebody else is at it.
    func locking<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch var failure as PostgresFailure where failure.state == "57014" {
            failure.isOfWaiting = true
            throw failure
        }
    }

    /// Waits until nobody else changes anything of the owner's, first come, first served, `lock_timeout` in all.
    ///
    /// The owner's row alone has no such queue: whoever has waited for one version of it waits again for the next one, which another has
    /// locked by then. Each of these waits is shorter than `lock_timeout`, and together they are longer than `statement_timeout`. The
    /// row is locked all the same, for programs of an earlier version.
    private func waitForTurn() throws {
        _ = try rows("SELECT pg_advisory_xact_lock(hashtextextended('hearth.library', $1))")
    }

    // MARK: Statements

    func rows(_ sql: String, _ values: any Bindable...) throws -> Rows { try rows(sql, values: values) }

    func rows(_ sql: String, values: [any Bindable]) throws -> Rows {
        try connection.rows(sql, bound(values))
    }

    /// The first row, or `nil` when there is none.
    func first(_ sql: String, _ values: any Bindable...) throws -> Row? { try rows(sql, values: values).first }

    /// Changes rows, and returns how many.
    @discardableResult
    func change(_ sql: String, _ values: any Bindable...) throws -> Int { try change(sql, values: values) }

    @discardableResult
    func change(_ sql: String, values: [any Bindable]) throws -> Int {
        try connection.change(sql, bound(values))
    }

    private func bound(_ values: [any Bindable]) -> [Parameter] {
        // Without a type: see above.
        [Parameter(type: 0, bytes: owner.parameter.bytes)] + values.map(\.parameter)
    }

    /// Sets a value of the server's for this transaction.
    func set(_ name: String, to value: String) throws {
        _ = try connection.rows("SELECT set_config($1, $2, true)", [name.parameter, value.parameter])
    }

    /// Whether there is an index of that name that can be used. Indexes are nobody's rows.
    func hasIndex(_ name: String) throws -> Bool {
        try connection.rows(
            "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid", [name.parameter]
        )
        .first != nil
    }

    // MARK: Numbers

    /// Changes the totals; they are written down at the end.
    func count<Value>(_ body: (inout Totals) throws -> Value) throws -> Value {
        guard known != nil else {
            throw StoreError(
                .failure, "The store failed. This is a bug; please report it.", cause: "a change within a read")
        }
        return try body(&known!)
    }

    /// A number that nothing of its kind has or had.
    func next(_ counter: WritableKeyPath<Totals, Int64>) throws -> Int64 {
        try count { totals in
            totals[keyPath: counter] += 1
            return totals[keyPath: counter]
        }
    }

    /// Forgets what models have read of everything, in this very step; see ``PostgresPromptStates``.
    func forgetPromptStates() throws { try count { $0.forgotten += 1 } }
}

/// How much one owner has, and the last numbers that were given. The row is locked while anything of the owner's is changed.
struct Totals: Equatable {
    var lastDocument: Int64
    var lastChunk: Int64
    var lastConversation: Int64
    var lastMessage: Int64
    var lastEntry: Int64
    var lastConsent: Int64
    var lastModel: Int64
    var chunks: Int64
    var titleTerms: Int64
    var bodyTerms: Int64
    var forgotten: Int64
    var forgottenOfOne: Int64

    private static let select = """
        SELECT last_document, last_chunk, last_conversation, last_message, last_entry, last_consent, last_model, chunks,
            title_terms, body_terms, forgotten, forgotten_of_one
        FROM library WHERE owner_id = $1
        """

    init(_ transaction: Transaction) throws { try self.init(transaction.first(Self.select)) }

    init(locking transaction: Transaction) throws { try self.init(transaction.first(Self.select + " FOR UPDATE")) }

    private init(_ row: Row?) throws {
        guard let row else {
            throw StoreError(
                .unknownItem, "This owner's library was removed from the database. Start the program again.")
        }
        lastDocument = try row["last_document"]
        lastChunk = try row["last_chunk"]
        lastConversation = try row["last_conversation"]
        lastMessage = try row["last_message"]
        lastEntry = try row["last_entry"]
        lastConsent = try row["last_consent"]
        lastModel = try row["last_model"]
        chunks = try row["chunks"]
        titleTerms = try row["title_terms"]
        bodyTerms = try row["body_terms"]
        forgotten = try row["forgotten"]
        forgottenOfOne = try row["forgotten_of_one"]
    }

    func save(_ transaction: Transaction) throws {
        try transaction.change(
            """
            UPDATE library SET last_document = $2, last_chunk = $3, last_conversation = $4, last_message = $5, last_entry = $6,
                last_consent = $7, last_model = $8, chunks = $9, title_terms = $10, body_terms = $11, forgotten = $12,
                forgotten_of_one = $13
            WHERE owner_id = $1
            """, lastDocument, lastChunk, lastConversation, lastMessage, lastEntry, lastConsent, lastModel, chunks,
            titleTerms,
            bodyTerms, forgotten, forgottenOfOne)
    }
}
#endif
