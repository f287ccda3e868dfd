import Foundation
import HearthCore
import HearthPostgres
import Testing

@testable import HearthEngine

/// The PostgreSQL that `scripts/test` started.
private enum SocketServer {
    /// Its address, and the file of its socket.
    static let socket: (address: LibraryAddress, file: String)? = {
        let text = ProcessInfo.processInfo.environment["HEARTH_TEST_POSTGRES"] ?? ""
        guard PostgresLibrary.isAvailable, let address = try? LibraryAddress(text), address.isSocket else { return nil }
        return (address, "\(address.host)/.s.PGSQL.\(address.port)")
    }()

    static let missing: Comment =
        "needs the PostgreSQL that scripts/test starts, which is on a socket, and a build with libpq"
}

/// A server and a PostgreSQL that are not started in the right order.
@Suite(.timeLimit(.minutes(5)), .enabled(if: SocketServer.socket != nil, SocketServer.missing))
struct WorkPostgresTests {
    @Test func `A server that began while PostgreSQL was away does what waits when it is back`() async throws {
        let (address, socket) = try #require(SocketServer.socket)
        let (data, other) = (try TemporaryFolder(), try TemporaryFolder())
        // Short, because the name of a socket has a hundred bytes.
        let folder = URL(fileURLWithPath: "/tmp/hearth-away-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var there = address
        there.owner = UUID().uuidString
        var away = there
        away.host = folder.path
        // Sent by another server, which ended before it was read.
        let sender = try Hearth(folder: other.url, flags: [.library: there.description])
        await sender.workQueue.stop()
        let file = other.url.appending(path: "lease.txt")
        try Data("The lease ends on the first of May.".utf8).write(to: file)
        let name = UploadWork.File(
            name: "lease.txt", last: "lease.txt", place: UploadWork.folder + "lease.txt", beside: nil, isPrivate: false)
        let job = try await sender.work.add(
            .ingest, title: "lease.txt", payload: UploadWork(files: [name], label: nil, areTranscripts: false),
            floor: .personal, files: [file.path])
        await sender.shutdown()
        try await sender.close()

        let server = try Hearth(folder: data.url, flags: [.library: away.description])
        let refused = await failure { try await server.work.serve() }
        #expect(refused?.code == "library-unreachable")
        // Whoever asks meanwhile is told so, and nothing is worked on.
        #expect(await failure { _ = try await server.documents.list() }?.code == "library-unreachable")
        // The same server under the same address: its socket appears.
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/.s.PGSQL.\(address.port)", withDestinationPath: socket)
        // Somebody looks whether the library is there, as a balancer does with /readyz; nobody sends anything.
        try await server.reachStore(within: .seconds(60))
        while try await server.library().workTask(id: job.id)?.state != .done {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await server.documents.document(at: "uploads/lease.txt") != nil)
        #expect(try await server.library().workTask(id: job.id)?.attempts == 1)
        await server.shutdown()
        try await server.close()
    }
}
