#if canImport(CPostgres)
import Foundation
import HearthCore
import Synchronization
import Testing

@testable import HearthPostgres

/// How a connection ends, and that whoever asks over it is told of the end and of no bug.
@Suite(.timeLimit(.minutes(2))) struct PostgresEndTests {
    /// What a server says before it ends, and whether that is an error that libpq hands on with its state.
    enum LastWords: String, CaseIterable {
        case none, warning, fatal

        /// A message of the protocol; empty where nothing is said.
        var bytes: [UInt8] {
            switch self {
            case .none: []
            case .warning:
                Self.message("N", "WARNING", "57P01", "terminating connection due to immediate shutdown command")
            case .fatal:
                Self.message("E", "FATAL", "25P03", "terminating connection due to idle-in-transaction timeout")
            }
        }

        private static func message(_ kind: String, _ severity: String, _ state: String, _ text: String) -> [UInt8] {
            var fields: [UInt8] = []
            for field in ["S\(severity)", "V\(severity)", "C\(state)", "M\(text)"] { fields += Array(field.utf8) + [0] }
            fields.append(0)
            let length = UInt32(fields.count + 4).bigEndian
            let header: [UInt8] = Array(kind.utf8) + withUnsafeBytes(of: length) { Array($0) }
            return header + fields
        }
    }

    @Test(arguments: LastWords.allCases)
    func aServerThatEndsWhileNobodyAsksIsAConnectionLost(_ words: LastWords) throws {
        let server = try Greeter()
        defer { server.stop() }
        let connection = try PostgresConnection(server.configuration())
        server.end(saying: words.bytes)
        // libpq calls the connection good where it reads the warning and not yet the end behind it.
        let failure = #expect(throws: PostgresFailure.self) { try connection.script("BEGIN") }
        #expect(failure?.isConnectionLost == true)
        #expect(connection.isLost)
        let error = StoreError(try #require(failure), to: try LibraryAddress("postgres://hearth@localhost/hearth"))
        #expect(error.reason == .unreachable)
    }

    @Test func whatIsAskedOverAConnectionThatEndedIsAskedOverANewOne() async throws {
        let server = try Greeter()
        defer { server.stop() }
        let pool = ConnectionPool(try server.configuration()) { _ in }
        try await pool.run { connection, _ in #expect(!connection.isLost) }
        server.end(saying: LastWords.warning.bytes)
        // The new one ends as well: there is no third.
        server.endsNext = true
        await #expect { try await pool.run { connection, _ in try connection.script("BEGIN") } } throws: {
            ($0 as? StoreError)?.reason == .unreachable
        }
        #expect(server.connections == 2)
        pool.close()
    }

    @Test(arguments: [
        ("connection to server at \"h\" failed: FATAL:  the database system is starting up", true),
        ("connection to server at \"h\" failed: server closed the connection unexpectedly", true),
        ("connection to server at \"h\" failed: FATAL:  password authentication failed for user \"u\"", false),
        // The first address timed out, and the second one asked who this is.
        (
            "connection to server at \"h\" (::1) failed: timeout expired connection to server at \"h\" (10.0.0.1) failed: "
                + "FATAL:  password authentication failed for user \"u\"", false
        ),
    ])
    func anEndWhileItIsBeingMadeIsToldFromARefusal(_ words: String, _ isEnd: Bool) {
        #expect(PostgresFailure.isOfAnEnd(words) == isEnd)
    }
}

/// Lets in whoever comes, as PostgreSQL does, over a socket in a folder of its own, and answers nothing.
private final class Greeter: Sendable {
    private struct State {
        var connection: Int32 = -1
        var connections = 0
        var endsNext = false
    }

    private let folder: String
    private let listener: Int32
    private let state = Mutex(State())

    var connections: Int { state.withLock { $0.connections } }
    /// Whether it ends the next connection as soon as it has greeted it.
    var endsNext: Bool {
        get { state.withLock { $0.endsNext } }
        set { state.withLock { $0.endsNext = newValue } }
    }

    init() throws {
        // Short, because the name of a socket has a hundred bytes.
        folder = "/tmp/hearth-end-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #if os(Linux)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        listener = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound && listen(listener, 8) == 0)
        NamedThread.start("hearth.greeter") { [self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 { greet(connection) }
        }
    }

    /// What leads there.
    func configuration() throws -> PostgresLibrary.Configuration {
        PostgresLibrary.Configuration(address: try LibraryAddress("postgres://hearth@localhost/hearth?host=\(folder)"))
    }

    private func greet(_ connection: Int32) {
        // What it is asked is its length, in four bytes, and the rest.
        var length: UInt32 = 0
        guard recv(connection, &length, 4, 0) == 4 else { return }
        var rest = [UInt8](repeating: 0, count: Int(UInt32(bigEndian: length)) - 4)
        var read = 0
        while read < rest.count {
            let count = rest.withUnsafeMutableBytes { recv(connection, $0.baseAddress! + read, $0.count - read, 0) }
            guard count > 0 else { return }
            read += count
        }
        let ends = state.withLock { state in
            (state.connection, state.connections) = (connection, state.connections + 1)
            return state.endsNext
        }
        // Who it is needs no proof, and it is ready.
        say([UInt8(ascii: "R"), 0, 0, 0, 8, 0, 0, 0, 0, UInt8(ascii: "Z"), 0, 0, 0, 5, UInt8(ascii: "I")], connection)
        if ends { end(saying: []) }
    }

    private func say(_ bytes: [UInt8], _ connection: Int32) {
        var said = 0
        while said < bytes.count {
            let count = bytes.withUnsafeBytes { write(connection, $0.baseAddress! + said, $0.count - said) }
            guard count > 0 else { return }
            said += count
        }
    }

    /// Ends the connection that was made last, whatever it is asked.
    func end(saying words: [UInt8]) {
        let connection = state.withLock { state in
            defer { state.connection = -1 }
            return state.connection
        }
        guard connection >= 0 else { return }
        say(words, connection)
        close(connection)
    }

    /// Lets nobody in any more.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        end(saying: [])
        try? FileManager.default.removeItem(atPath: folder)
    }
}
#endif
