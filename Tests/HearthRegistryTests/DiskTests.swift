import Foundation
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

@Suite struct DiskTests {
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
        let downloader = fixture.downloader { $0.freeDisk = { _ in ModelFit.diskReserve + 50_000 } }
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
