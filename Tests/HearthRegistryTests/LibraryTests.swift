import Foundation
import HearthTesting
import Testing

@testable import HearthRegistry

private let machine = MachineFacts(memory: 16 << 30, availableMemory: 8 << 30, freeDisk: 100 << 30, cores: 4)

@Suite struct LibraryTests {
    @Test func aModelIsAddedVerifiedAndRemoved() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: SampleGGUF().bytes)
        let wire = try await WireServer.start { server.answer($0) }
        let library = ModelLibrary(
            registry: ModelRegistry(folder: fixture.models), downloader: fixture.downloader())
        let inspector = ModelInspector(connection: fixture.connection, machine: machine) { _ in true }
        let found = try await inspector.inspect(wire.url.appending(path: "Mine Q4.gguf"))
        let file = try #require(try await library.add(found) { _ in })
        let entry = try library.registry.entry("mine-q4")
        #expect(entry.isInstalled && entry.origin == .user && entry.manifest.sha256 == file.sha256)
        #expect(try await library.verify("mine-q4").isGood)
        await #expect(throws: RegistryError.self) { _ = try await library.add(found) { _ in } }

        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
        try handle.seek(toOffset: 400)
        try handle.write(contentsOf: Data([1, 2, 3]))
        try handle.close()
        #expect(try await library.verify("mine-q4").isGood == false)

        #expect(throws: RegistryError.self) { _ = try library.remove("mine-q4", inUse: [file.path]) }
        #expect(try library.remove("mine-q4") == server.bytes.count)
        #expect(throws: RegistryError.self) { _ = try library.registry.entry("mine-q4") }
        await wire.stop()
    }

    @Test func aFileOfAnUnknownFormatIsTakenByForceAndHasNoRuntime() async throws {
        let fixture = try Fixture()
        let path = fixture.folder.appending(path: "strange.bin")
        try Data(noise(5_000)).write(to: path)
        let library = ModelLibrary(registry: ModelRegistry(folder: fixture.models))
        let found = try ModelInspector(connection: nil, machine: machine) { _ in true }.inspect(file: path.path)
        await #expect(throws: RegistryError.self) { _ = try await library.add(file: path.path, found) { _ in } }
        _ = try await library.add(file: path.path, found, isForced: true) { _ in }
        #expect(try library.registry.entry("strange").manifest.runtimes.isEmpty)
    }

    @Test func garbageIsWhatDownloadsLeft() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: noise(100_000))
        let wire = try await WireServer.start { server.answer($0).dropping(after: 60_000) }
        _ = await fixture.failure(
            DownloadRequest(urls: [wire.url], destination: fixture.place()),
            with: fixture.downloader { $0.mostAttempts = 1 })
        try Data([1]).write(to: fixture.place("own.gguf"))
        let library = ModelLibrary(registry: ModelRegistry(folder: fixture.models))
        #expect(try library.collectGarbage(isDryRun: true).removed.count == 1)
        #expect(fixture.partials.count == 2)
        let found = try library.collectGarbage()
        #expect(found.removed.count == 1 && found.strangers.count == 1)
        #expect(fixture.partials.isEmpty)
        await wire.stop()
    }

    @Test func aDamagedListOfModelsIsAnErrorThatNamesIt() throws {
        let fixture = try Fixture()
        try FileManager.default.createDirectory(at: fixture.models, withIntermediateDirectories: true)
        let registry = ModelRegistry(folder: fixture.models)
        for text in [
            "{", "[]", #"{"version":1,"models":[{"id":"../up","modality":"embedding"}]}"#,
            #"{"version":1,"models":[{"id":"a","modality":"embedding","file":"../../up.gguf"}]}"#,
            #"{"version":1,"models":[{"id":"a","modality":"embedding","sha256":"12"}]}"#,
        ] {
            try Data(text.utf8).write(to: registry.file)
            #expect(throws: RegistryError.self) { _ = try registry.entries() }
        }
    }

    @Test(arguments: ["../../etc/passwd", ".hidden", "a/b", "", "...", "-x", "naïve file.gguf"])
    func namesOfFilesStayInTheirFolder(name: String) {
        guard let safe = ModelID.fileName(from: name) else { return }
        #expect(!safe.contains("/") && !safe.hasPrefix(".") && !safe.hasPrefix("-") && !safe.isEmpty)
    }

    @Test func aSmallMachineGetsTheLiteModel() throws {
        let fixture = try Fixture()
        let registry = ModelRegistry(folder: fixture.models)
        let small = MachineFacts(memory: 3 << 30, availableMemory: nil, freeDisk: 100 << 30, cores: 2)
        let chosen = try registry.recommendations(for: small, isSmallDevice: true).map(\.entry.manifest.id)
        #expect(chosen.contains("llama-3.2-1b-instruct") && chosen.contains("whisper-tiny"))
    }
}
