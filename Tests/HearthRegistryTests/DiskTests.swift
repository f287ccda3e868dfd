import Foundation
import HearthCore
import HearthSystem
import HearthTesting
import Synchronization
import Testing

@testable import HearthRegistry

/// A file on a disk that fills up.
private final class FillingFile: DownloadFile {
    private let file: POSIXDownloadFile
    private let room: Int

    init(path: String, room: Int) throws {
        file = try POSIXDownloadFile(path: path)
        self.room = room
    }

    var size: Int { get throws { try file.size } }
    func truncate(to size: Int) throws { try file.truncate(to: size) }
    func read(at offset: Int, count: Int) throws -> [UInt8] { try file.read(at: offset, count: count) }
    func synchronize() throws { try file.synchronize() }

    func append(_ bytes: ArraySlice<UInt8>) throws {
        let left = room - (try file.size)
        try file.append(bytes.prefix(max(0, left)))
        if bytes.count > left { throw ModelFileSystem.failure("The file could not be written", ENOSPC) }
    }
}

/// A file that notes on which threads it is worked on.
private final class NamingFile: DownloadFile {
    private let file: POSIXDownloadFile
    private let seen: ThreadNames

    init(path: String, _ seen: ThreadNames) throws {
        file = try POSIXDownloadFile(path: path)
        self.seen = seen
    }

    var size: Int { get throws { try file.size } }
    func truncate(to size: Int) throws { try file.truncate(to: size) }

    func append(_ bytes: ArraySlice<UInt8>) throws {
        seen.note("append")
        try file.append(bytes)
    }

    func read(at offset: Int, count: Int) throws -> [UInt8] {
        seen.note("read")
        return try file.read(at: offset, count: count)
    }

    func synchronize() throws {
        seen.note("synchronize")
        try file.synchronize()
    }
}

/// What was done on which thread.
private final class ThreadNames: Sendable {
    private let seen = Mutex<Set<String>>([])
    var all: Set<String> { seen.withLock { $0 } }

    func add(_ what: String) { seen.withLock { _ = $0.insert(what) } }

    func note(_ what: String) {
        let name = Thread.current.name ?? ""
        add("\(what): \(name)")
    }
}

@Suite struct DiskTests {
    @Test func whatADownloadDoesWithTheDiskLeavesThePoolAlone() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(500_000))
        let wire = try await WireServer.start { server.answer($0) }
        let seen = ThreadNames()
        var request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        request.validate = { _ in seen.note("validate") }
        let broken = try await WireServer.start { server.answer($0).dropping(after: 300_000) }
        let first = fixture.downloader {
            $0.mostAttempts = 1
            $0.open = { try NamingFile(path: $0, seen) }
        }
        _ = await fixture.failure(
            DownloadRequest(urls: [broken.url], destination: fixture.place(), sha256: hash(of: server.bytes)),
            with: first)
        request.sha256 = hash(of: server.bytes)
        _ = try await fixture.fetch(request, with: fixture.downloader { $0.open = { try NamingFile(path: $0, seen) } })
        #expect(
            seen.all == [
                "append: hearth.download", "read: hearth.download", "synchronize: hearth.download",
                "validate: hearth.download",
            ])
        await broken.stop()
        await wire.stop()
    }

    private func hash(of bytes: [UInt8]) -> String { ContentHash(of: bytes).hex }

    @Test func copyingAndCheckingLeaveThePoolAlone() async throws {
        let fixture = try Fixture()
        let path = fixture.folder.appending(path: "own.gguf")
        try Data(SampleGGUF().bytes).write(to: path)
        let library = ModelLibrary(registry: ModelRegistry(folder: fixture.models))
        let found = try ModelInspector(connection: nil, machine: .sample) { _ in true }.inspect(file: path.path)
        let seen = ThreadNames()
        _ = try await library.add(found) { _ in seen.note("copy") }
        _ = try await library.verify("own") { _ in seen.note("verify") }
        #expect(seen.all == ["copy: hearth.copy", "verify: hearth.verify"])
    }

    @Test func waitingForTheListOfModelsLeavesThePoolAlone() async throws {
        let fixture = try Fixture()
        let path = fixture.folder.appending(path: "own.gguf")
        try Data(SampleGGUF().bytes).write(to: path)
        let inspector = ModelInspector(connection: nil, machine: .sample) { _ in true }
        // More than the cooperative pool has threads; all wait for the lock, which only this task gives back.
        let found = try (0..<ProcessInfo.processInfo.activeProcessorCount * 2 + 2).map {
            try inspector.inspect(file: path.path, wishes: ModelWishes(name: "own-\($0)"))
        }
        let registry = ModelRegistry(folder: fixture.models)
        let library = ModelLibrary(registry: registry)
        try ModelFileSystem.makeFolder(fixture.models)
        let lock = try #require(try FileLock(fixture.models.appending(path: ".registry.lock")))
        let begun = ThreadNames()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for model in found {
                group.addTask {
                    begun.add(model.manifest.id)
                    _ = try await library.add(model, downloading: false) { _ in }
                }
            }
            while begun.all.count < found.count { await Task.yield() }
            lock.release()
            try await group.waitForAll()
        }
        #expect(try registry.userModels().count == found.count)
    }

    @Test func aCopyThatIsCancelledHasStoppedWhenItReturns() async throws {
        let fixture = try Fixture()
        let path = fixture.folder.appending(path: "large.bin")
        // More than the pieces in which it is copied.
        try Data(count: 9 << 20).write(to: path)
        let begun = ThreadNames()
        let copy = FileCopy(source: path.path, destination: fixture.place(), sha256: nil) { _ in
            begun.note("copy")
            // The copy waits here until it was cancelled, however quick the disk is.
            while !begun.all.contains("cancelled") { sched_yield() }
        }
        let task = Task { try await copy.run() }
        while begun.all.isEmpty { await Task.yield() }
        task.cancel()
        begun.add("cancelled")
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(fixture.partials.isEmpty && !FileManager.default.fileExists(atPath: fixture.place().path))
        // Its lock is free again.
        let again = FileCopy(source: path.path, destination: fixture.place(), sha256: nil) { _ in }
        #expect(try await again.run().bytes == 9 << 20)
    }

    @Test func aDiskThatFillsUpKeepsWhatCameAndGoesOnLater() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(500_000))
        let wire = try await WireServer.start { server.answer($0) }
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        let small = fixture.downloader { $0.open = { try FillingFile(path: $0, room: 200_000) } }
        #expect(await fixture.failure(request, with: small) == "disk-full")
        #expect(!FileManager.default.fileExists(atPath: fixture.place().path))
        #expect(fixture.partials == ["model.gguf.json", "model.gguf.part"])
        _ = try await fixture.fetch(request)
        #expect(try Array(Data(contentsOf: fixture.place())) == server.bytes)
        #expect(wire.log.requests.last?.header("range") != nil)
        await wire.stop()
    }

    @Test func aFileThatDoesNotFitIsNotBegun() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(100_000))
        let wire = try await WireServer.start { server.answer($0) }
        let downloader = fixture.downloader { $0.freeDisk = { _ in DiskRoom.reserve + 50_000 } }
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        #expect(await fixture.failure(request, with: downloader) == "disk-full")
        await wire.stop()
    }

    @Test func theSystemsReasonsAreNamed() {
        #expect(ModelFileSystem.failure("x", EROFS).reason == .notWritable)
        #expect(ModelFileSystem.failure("x", EACCES).reason == .notWritable)
        #expect(ModelFileSystem.failure("x", EDQUOT).reason == .diskFull)
    }
}
