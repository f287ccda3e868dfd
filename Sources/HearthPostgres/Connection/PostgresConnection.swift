#if canImport(CPostgres)
import CPostgres
import Foundation
import HearthCore
import Synchronization

/// One connection to PostgreSQL. Every call blocks its thread until the server has answered.
///
/// `@unchecked Sendable`: the pool lends it to one task at a time, and its handle is used by that one alone; what may be used from
/// elsewhere meanwhile is ``cancel()``, whose state libpq made for that.
final class PostgresConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    private let canceller: OpaquePointer?
    /// The socket under a second number, by which another thread may cut it; -1 where it is of no need.
    private let lifeline: Int32
    /// The names of the statements that the server has prepared, by their text.
    private var prepared: [String: String] = [:]
    private var lastName = 0
    /// Whether it failed in a way after which nothing can be asked over it, whatever libpq says of it.
    private var isBroken = false
    /// Whether whoever it is lent to gave up meanwhile; looked at before each statement.
    var isCancelled: (() -> Bool)?
    /// The other machine that what is sent over it goes to; `nil` where that is this one.
    let elsewhere: String?
    /// What ``ConnectionGate/begin()`` called it; `nil` where nobody stands before connections.
    var attempt: String?
    /// More are forgotten together: statements are few, but lists of conditions make some of them.
    private static let mostPrepared = 400

    /// Connects. Nothing of a library is looked at yet.
    ///
    /// - Throws: ``PostgresFailure``; ``StoreError`` where the connection could be read by others.
    init(_ configuration: PostgresLibrary.Configuration) throws {
        let address = configuration.address
        elsewhere = configuration.isElsewhere ? address.host : nil
        try Self.refuseDetours()
        var words: [(String, String)] = [
            ("host", address.host), ("port", "\(address.port)"), ("dbname", address.database), ("user", address.user),
            ("application_name", "hearth"), ("client_encoding", "UTF8"),
            ("connect_timeout", "\(max(2, Int(configuration.connectTimeout)))"),
            // A cut network is noticed in a minute, and not after the hours that TCP would wait.
            ("keepalives_idle", "20"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "60000"),
            ("options", Self.options(configuration)),
        ]
        words += try LibraryTLS.words(
            for: address, isElsewhere: configuration.isElsewhere, environment: ProcessInfo.processInfo.environment)
        // No file of the user's has a say, and no variable: libpq asks those for what it is not told.
        words += [
            ("passfile", "/dev/null/none"), ("gssencmode", "disable"), ("target_session_attrs", "any"),
            ("channel_binding", "prefer"),
        ]
        if let password = configuration.password?.exposedText() { words.append(("password", password)) }
        let opened = withCStrings(words.map(\.0)) { keys in
            withCStrings(words.map(\.1)) { values in PQconnectdbParams(keys, values, 0) }
        }
        guard let opened else { throw PostgresFailure(state: "", isConnectionLost: true, words: "no memory") }
        // libpq writes what a server notes to standard error, among what the program says; an error is told as one.
        _ = PQsetNoticeProcessor(opened, { _, _ in }, nil)
        guard PQstatus(opened) == CONNECTION_OK else {
            let words = String(cString: PQerrorMessage(opened)).singleSpaced
            // libpq keeps the state of a failed connection to itself; its answer to whether a password was wanted it gives.
            // One that ended after the password was asked for was not refused.
            let isRefused =
                !PostgresFailure.isOfAnEnd(words)
                && (PQconnectionNeedsPassword(opened) != 0 || PQconnectionUsedPassword(opened) != 0
                    || Self.isRefusal(words))
            let isMissing = words.contains("database \"\(address.database)\" does not exist")
            PQfinish(opened)
            if configuration.isElsewhere, !isRefused, let error = LibraryTLS.failure(words, address) { throw error }
            throw PostgresFailure(
                state: isMissing ? "3D000" : Self.isFull(words) ? "53300" : isRefused ? "28000" : "",
                isConnectionLost: true, words: words)
        }
        guard !configuration.isElsewhere || PQsslInUse(opened) == 1 else {
            PQfinish(opened)
            throw LibraryTLS.unencrypted(address)
        }
        guard configuration.isElsewhere || Self.isHere(opened) else {
            PQfinish(opened)
            throw StoreError(
                .unsafe,
                "\(address.host) is not this machine by the answer that the connection gave. Nothing of the library was sent there."
            )
        }
        handle = opened
        // libpq cancels over a connection of its own, which it does not encrypt and nobody writes down.
        canceller = configuration.isElsewhere ? nil : PQgetCancel(opened)
        lifeline = configuration.isElsewhere ? fcntl(PQsocket(opened), F_DUPFD_CLOEXEC, 0) : -1
    }

    /// Variables of libpq's that take a connection elsewhere than its address says. libpq asks them for whatever it is not told, and an
    /// empty text counts as not told.
    private static let detours = ["PGHOSTADDR", "PGSERVICE", "PGSERVICEFILE"]

    static func refuseDetours(in environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        guard let name = detours.first(where: { environment[$0] != nil }) else { return }
        throw StoreError(
            .unsafe,
            "The variable \(name) could take the connection to the library to another server than its address names. Unset it."
        )
    }

    /// Whether a connection leads to this machine, by the address that libpq connected to.
    private static func isHere(_ connection: OpaquePointer) -> Bool {
        guard let text = PQhostaddr(connection).map({ String(cString: $0) }), !text.isEmpty else {
            // A socket of this machine has no address.
            return PQhost(connection).map { $0.pointee == CChar(UInt8(ascii: "/")) } ?? false
        }
        return HostAddress.isLoopback(text)
    }

    deinit {
        if let canceller { PQfreeCancel(canceller) }
        if lifeline >= 0 { close(lifeline) }
        PQfinish(handle)
    }

    private static func options(_ configuration: PostgresLibrary.Configuration) -> String {
        func milliseconds(_ seconds: Double) -> Int { Int(TimeLimit.bounded(seconds) * 1000) }
        return [
            "search_path=\(configuration.schema),public",
            "statement_timeout=\(milliseconds(configuration.statementTimeout))",
            "lock_timeout=\(milliseconds(configuration.lockTimeout))",
            // A program that hangs in the middle keeps nobody out for longer.
            "idle_in_transaction_session_timeout=\(milliseconds(configuration.statementTimeout))",
            "bytea_output=hex", "jit=off",
        ].map { "-c \($0)" }.joined(separator: " ")
    }

    /// Whether libpq's message is of a server that asked who this is. Only how the failure is called depends on it.
    private static func isRefusal(_ words: String) -> Bool {
        ["authentication", "pg_hba.conf", "role \""].contains { words.contains($0) }
    }

    /// Whether libpq's message is of a server that has as many connections as it takes, of all, of one account or of one database.
    private static func isFull(_ words: String) -> Bool {
        ["too many clients", "too many connections", "connection slots are reserved"].contains { words.contains($0) }
    }

    /// The version of TLS and the cipher, as libpq sees them: a server behind a proxy would tell of its own end; `nil` without.
    var encryption: String? {
        guard PQsslInUse(handle) == 1 else { return nil }
        let parts = ["protocol", "cipher"].compactMap { (name: String) -> String? in
            PQsslAttribute(handle, name).map { String(cString: $0) }
        }
        return parts.isEmpty ? "TLS" : parts.joined(separator: ", ")
    }

    // MARK: Statements

    /// Whether it can be used for anything more.
    var isLost: Bool { isBroken || PQstatus(handle) != CONNECTION_OK }

    /// Whether a transaction is under way.
    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Runs statements that take no values and give no rows.
    func script(_ sql: String) throws {
        let result = PQexec(handle, sql)
        defer { PQclear(result) }
        try check(result)
    }

    /// Runs one statement with its values.
    func rows(_ sql: String, _ parameters: [Parameter]) throws -> Rows {
        let result = try run(sql, parameters)
        return Rows(result)
    }

    /// The same; how many rows it changed.
    func change(_ sql: String, _ parameters: [Parameter]) throws -> Int {
        let result = try run(sql, parameters)
        defer { PQclear(result) }
        return Int(String(cString: PQcmdTuples(result))) ?? 0
    }

    /// What other connections told meanwhile (NOTIFY), on any of the channels that this one listens to.
    ///
    /// - Parameter milliseconds: How long the thread waits for it at most.
    func notifications(waiting milliseconds: Int32) throws -> [String] {
        var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        guard socket.fd >= 0, poll(&socket, 1, milliseconds) >= 0 || errno == EINTR, PQconsumeInput(handle) == 1 else {
            throw PostgresFailure(state: "", isConnectionLost: true)
        }
        var told: [String] = []
        while let notification = PQnotifies(handle) {
            told.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        return told
    }

    private func run(_ sql: String, _ parameters: [Parameter]) throws -> OpaquePointer {
        if isCancelled?() == true { throw CancellationError() }
        let name = try name(sql, parameters)
        let count = parameters.count
        // All values in one piece of memory, so that one pointer stays good for all of them.
        var bytes: [UInt8] = []
        var places: [Int?] = []
        for parameter in parameters {
            places.append(parameter.bytes.map { _ in bytes.count })
            // A value without bytes still needs a place: no pointer means NULL.
            if let value = parameter.bytes { bytes.append(contentsOf: value.isEmpty ? [0] : value) }
        }
        let lengths = parameters.map { Int32($0.bytes?.count ?? 0) }
        guard lengths.allSatisfy({ $0 >= 0 }) else {
            throw StoreError(.invalidInput, "More was to be stored in one step than the library takes.")
        }
        let formats = [Int32](repeating: 1, count: count)
        let result = bytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            let pointers: [UnsafePointer<CChar>?] = places.map { place in
                guard let place, let base = bytes.baseAddress else { return nil }
                return UnsafeRawPointer(base + place).assumingMemoryBound(to: CChar.self)
            }
            return PQexecPrepared(handle, name, Int32(count), pointers, lengths, formats, 1)
        }
        do {
            try check(result)
        } catch {
            PQclear(result)
            throw error
        }
        guard let result else { throw PostgresFailure(state: "", isConnectionLost: true) }
        return result
    }

    /// The name of a prepared statement, which is prepared where it is new.
    private func name(_ sql: String, _ parameters: [Parameter]) throws -> String {
        if let known = prepared[sql] { return known }
        if prepared.count >= Self.mostPrepared {
            try script("DEALLOCATE ALL")
            prepared = [:]
        }
        lastName += 1
        let name = "h\(lastName)"
        let result = PQprepare(handle, name, sql, Int32(parameters.count), parameters.map(\.type))
        defer { PQclear(result) }
        try check(result)
        prepared[sql] = name
        return name
    }

    private func check(_ result: OpaquePointer?) throws {
        let status = PQresultStatus(result)
        if status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK { return }
        func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
        // PG_DIAG_SQLSTATE, PG_DIAG_SEVERITY_NONLOCALIZED and PG_DIAG_CONSTRAINT_NAME are characters in C's header.
        let state = field(Int32(UInt8(ascii: "C"))) ?? ""
        let isOver =
            isLost || PostgresFailure.endsConnection(state, severity: field(Int32(UInt8(ascii: "V"))))
            || state.isEmpty && !stillAnswers()
        if isOver { isBroken = true }
        throw PostgresFailure(
            state: state, isConnectionLost: isOver, constraint: field(Int32(UInt8(ascii: "n"))))
    }

    /// Whether the server answers a statement without content, which it does in any transaction.
    ///
    /// A failure without a state is libpq's own: the connection broke, or libpq had no memory or was asked wrongly. Its status does not
    /// tell them apart: a statement that could not be sent since the server had gone leaves it at CONNECTION_OK for as long as the
    /// server's last words, such as a warning that it stops at once, are read before its end is.
    private func stillAnswers() -> Bool {
        let result = PQexec(handle, "")
        defer { PQclear(result) }
        return PQresultStatus(result) == PGRES_EMPTY_QUERY
    }

    /// Asks the server to end what it is doing for this connection. It takes a connection of its own, and blocks. One to another machine
    /// is cut: the server notices when it is done, or when the statement took too long.
    func cancel() {
        if lifeline >= 0 { shutdown(lifeline, Int32(SHUT_RDWR)) }
        guard let canceller else { return }
        var words = [CChar](repeating: 0, count: 256)
        PQcancel(canceller, &words, Int32(words.count))
    }
}

/// C strings, ended by a null pointer, for as long as `body` runs.
private func withCStrings(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> OpaquePointer?
) -> OpaquePointer? {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { UnsafePointer($0) } + [nil]
    return pointers.withUnsafeBufferPointer { $0.baseAddress.flatMap(body) }
}
#endif
