import Crypto
import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthRegistry

private let machine = MachineFacts(memory: 16 << 30, availableMemory: 8 << 30, freeDisk: 100 << 30, cores: 4)

/// Servers, files and other processes that mean harm, or behave as if they did.
@Suite struct HostilityTests {
    @Test func rangesBeyondAllNumbersAreNoRanges() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(90_000))
        let calls = Mutex(0)
        let wire = try await WireServer.start { request in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            if call == 1 { return server.answer(request).dropping(after: 40_000) }
            // A rest without an end.
            guard let first = request.header("range")?.dropFirst(6).split(separator: "-").first else {
                return server.answer(request)
            }
            return .http(
                206, headers: [("content-range", "bytes \(first)-\(Int.max)/*"), ("etag", "\"one\"")], body: [1, 2, 3])
        }
        let hash = SHA256.hash(data: server.bytes).hexadecimal
        let file = try await fixture.fetch(
            DownloadRequest(urls: [wire.url], destination: fixture.place(), sha256: hash))
        #expect(file.sha256 == hash)
        await wire.stop()
    }

    /// A part of a file of unknown length may be all of it or not.
    @Test func aPartOfUnknownLengthIsNotTakenForTheWhole() async throws {
        let fixture = try Fixture()
        let bytes = noise(3_000)
        let wire = try await WireServer.start { request in
            let range = request.header("range")?.dropFirst(6).split(separator: "-") ?? []
            let first = range.first.flatMap { Int($0) } ?? 0
            guard first < bytes.count else { return .http(416, headers: [("content-range", "bytes */\(bytes.count)")]) }
            let last = min(first + 999, bytes.count - 1)
            return .http(
                206, headers: [("content-range", "bytes \(first)-\(last)/*"), ("etag", "\"one\"")],
                body: Array(bytes[first...last]))
        }
        let request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        #expect(await fixture.failure(request) == "bad-response")
        #expect(!FileManager.default.fileExists(atPath: fixture.place().path))
        // With its hash it comes piece by piece.
        let hash = SHA256.hash(data: bytes).hexadecimal
        let known = DownloadRequest(urls: [wire.url], destination: fixture.place(), sha256: hash)
        #expect(try await fixture.fetch(known).bytes == bytes.count)
        await wire.stop()
    }

    @Test func aDamagedFileInItsPlaceIsFetchedAnewAlsoWhenNothingElseIsKnownOfIt() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: SampleGGUF().bytes)
        let wire = try await WireServer.start { server.answer($0) }
        try FileManager.default.createDirectory(at: fixture.models, withIntermediateDirectories: true)
        try Data(server.bytes.prefix(300)).write(to: fixture.place())
        var request = DownloadRequest(urls: [wire.url], destination: fixture.place())
        request.validate = { try FileCheck.check($0, format: .gguf) }
        #expect(try await fixture.fetch(request).bytes == server.bytes.count)
        await wire.stop()
    }

    @Test func aHeadersSizeThatIsNoneIsNotBelieved() async throws {
        let fixture = try Fixture()
        let bytes = SampleGGUF().bytes
        let wire = try await WireServer.start { request in
            request.method == "HEAD"
                ? .http(headers: [("x-linked-size", "-5"), ("x-linked-etag", "\"zz\"")])
                : .http(body: bytes, framing: .chunked(size: 500))
        }
        let found = try await ModelInspector(connection: fixture.connection, machine: machine) { _ in true }
            .inspect(wire.url.appending(path: "m.gguf"))
        #expect(found.manifest.bytes == nil && found.manifest.sha256 == nil)
        await wire.stop()
    }

    @Test func hugeHeadersEndInAnErrorAndNotInMemory() async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start { _ in
            .http(headers: [("etag", "\"" + String(repeating: "x", count: 4 << 20) + "\"")], body: [1])
        }
        let code = await fixture.failure(
            DownloadRequest(urls: [wire.url], destination: fixture.place()),
            with: fixture.downloader { $0.mostFailures = 1 })
        #expect(code != nil)
        #expect(!FileManager.default.fileExists(atPath: fixture.place().path))
        await wire.stop()
    }

    @Test(arguments: ["registry.json", "Registry.JSON", "registry.json.new"])
    func noModelsFileIsCalledAsOneOfOurs(_ name: String) throws {
        #expect(ModelID.fileName(from: name) == nil)
        let fixture = try Fixture()
        let registry = ModelRegistry(folder: fixture.models)
        var model = ModelManifest(id: "evil", name: "Evil", modality: .textGeneration, file: name)
        #expect(throws: RegistryError.self) { try registry.save(model) }
        model.file = nil
        model.urls = ["https://example.org/\(name)"]
        #expect(ModelRegistry.fileName(of: model) == nil)
    }

    @Test func aForcedFileCannotTakeTheListsPlace() async throws {
        let fixture = try Fixture()
        let path = fixture.folder.appending(path: "registry.json")
        try Data(noise(500)).write(to: path)
        let inspector = ModelInspector(connection: nil, machine: machine) { _ in true }
        let error = #expect(throws: RegistryError.self) {
            _ = try inspector.inspect(file: path.path, wishes: .init(name: "registry"))
        }
        #expect(error?.reason == .badAddress && error?.help == [.give(option: "name")])
        #expect(try inspector.inspect(file: path.path, wishes: .init(name: "other")).manifest.file == "other.json")
    }

    @Test func aLongNameKeepsTheEndingOfItsFormat() throws {
        let fixture = try Fixture()
        let path = fixture.folder.appending(path: String(repeating: "long-name-", count: 20) + ".gguf")
        try Data(SampleGGUF().bytes).write(to: path)
        let found = try ModelInspector(connection: nil, machine: machine) { _ in true }.inspect(file: path.path)
        #expect(found.manifest.file?.hasSuffix(".gguf") == true)
    }

    @Test func aNamedPipeIsNotWaitedFor() throws {
        let fixture = try Fixture()
        let path = fixture.folder.appending(path: "pipe.gguf").path
        try #require(mkfifo(path, 0o600) == 0)
        let inspector = ModelInspector(connection: nil, machine: machine) { _ in true }
        let error = #expect(throws: RegistryError.self) { _ = try inspector.inspect(file: path) }
        #expect(error?.message.contains("is not a file") == true)
    }

    /// Of many who add a model under one name, one does.
    @Test func ofTwoWhoTakeOneNameAtOnceOneGetsIt() async throws {
        let fixture = try Fixture()
        let registry = ModelRegistry(folder: fixture.models)
        let library = ModelLibrary(registry: registry)
        let inspector = ModelInspector(connection: nil, machine: machine) { _ in true }
        let found = try (0..<12).map { number in
            let path = fixture.folder.appending(path: "\(number).gguf")
            try Data(SampleGGUF().bytes).write(to: path)
            return try inspector.inspect(file: path.path, wishes: .init(name: "wanted"))
        }
        let added = await withTaskGroup(of: Bool.self) { group in
            for one in found {
                group.addTask {
                    do {
                        _ = try await library.add(one, downloading: false) { _ in }
                        return true
                    } catch { return false }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(added == 1)
        let saved = try registry.entry("wanted").manifest
        #expect(found.contains { $0.manifest.urls == saved.urls })
    }

    @Test func aFileThatGrowsWhileItIsCopiedIsNotTaken() async throws {
        let fixture = try Fixture()
        let source = fixture.folder.appending(path: "growing.gguf")
        try Data(SampleGGUF().bytes + [0, 0, 0, 0]).write(to: source)
        var copy = FileCopy(source: source.path, destination: fixture.place(), sha256: nil) { _ in }
        copy.expectedBytes = SampleGGUF().bytes.count
        let running = copy
        let error = await #expect(throws: RegistryError.self) { _ = try await running.run() }
        #expect(error?.reason == .wrongSize)
        #expect(!FileManager.default.fileExists(atPath: fixture.place().path) && fixture.partials.isEmpty)
    }

    @Test func aJournalWithoutItsPartIsGarbage() async throws {
        let fixture = try Fixture()
        let folder = fixture.models.appending(path: ".partial")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: folder.appending(path: "gone.gguf.json"))
        let found = try await ModelLibrary(registry: ModelRegistry(folder: fixture.models)).collectGarbage()
        #expect(found.removed.count == 1 && fixture.partials.isEmpty)
    }
}
