import Crypto
import Foundation
import HearthCore
import HearthTesting
import Synchronization
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

        await #expect(throws: RegistryError.self) { _ = try await library.remove("mine-q4", inUse: [file.path]) }
        #expect(try await library.remove("mine-q4") == server.bytes.count)
        #expect(throws: RegistryError.self) { _ = try library.registry.entry("mine-q4") }
        await wire.stop()
    }

    @Test func aFileOfAnUnknownFormatIsTakenByForceAndHasNoRuntime() async throws {
        let fixture = try Fixture()
        let path = fixture.folder.appending(path: "strange.bin")
        try Data(noise(5_000)).write(to: path)
        let library = ModelLibrary(registry: ModelRegistry(folder: fixture.models))
        let found = try ModelInspector(connection: nil, machine: machine) { _ in true }.inspect(file: path.path)
        await #expect(throws: RegistryError.self) { _ = try await library.add(found) { _ in } }
        _ = try await library.add(found, isForced: true) { _ in }
        #expect(try library.registry.entry("strange").manifest.runtimes.isEmpty)
    }

    @Test func ofAnEmptyFileItIsSaidThatItIsEmpty() throws {
        let fixture = try Fixture()
        let path = fixture.folder.appending(path: "none.gguf")
        try Data().write(to: path)
        let found = try ModelInspector(connection: nil, machine: machine) { _ in true }.inspect(file: path.path)
        #expect(found.refusal == ModelFileFault.empty.sentence())
        #expect(!found.checks.contains { $0.name == "memory" })
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
        #expect(try await library.collectGarbage(isDryRun: true).removed.count == 1)
        #expect(fixture.partials.count == 2)
        let found = try await library.collectGarbage()
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
        // The list has no reranker that is small, so none is called so.
        #expect(!chosen.contains("bge-reranker-v2-m3"))
        let reasons = try registry.recommendations(for: small, isSmallDevice: true).map(\.reason)
        #expect(reasons.allSatisfy { !$0.contains("made for small devices") })
        #expect(try registry.recommendations(for: machine).map(\.entry.manifest.id).contains("bge-reranker-v2-m3"))
    }

    /// The list does not know everything; the rest comes from the server and from the header, and is named so.
    @Test func aPullLearnsWhatTheListDoesNotKnow() async throws {
        let fixture = try Fixture()
        let server = FileServer(bytes: SampleGGUF().bytes)
        let sha256 = SHA256.hash(data: server.bytes).hexadecimal
        let wire = try await WireServer.start { request in
            var answer = server.answer(request)
            if request.method == "HEAD" {
                answer = .http(
                    302, headers: [("location", "/there"), ("x-linked-etag", "\"\(sha256)\""), ("x-linked-size", "12")])
            }
            return answer
        }
        let registry = ModelRegistry(folder: fixture.models)
        let library = ModelLibrary(registry: registry, downloader: fixture.downloader())
        try registry.save(
            ModelManifest(
                id: "mine", name: "Mine", modality: .textGeneration,
                urls: [wire.url.appending(path: "gone/m.gguf").absoluteString], file: "mine.gguf"))
        let inspector = ModelInspector(
            connection: fixture.connection, machine: machine,
            readTemplate: { _ in TemplateFacts(family: "chatml", stops: ["<|im_end|>"], reasons: false) }
        ) { _ in true }
        _ = try await library.pull("mine", inspector: inspector) { _ in }
        let details = try ModelDetails(registry.entry("mine"), inspector: inspector)
        #expect(details.manifest.architecture == "llama" && details.sources[.architecture] == .header)
        #expect(details.manifest.sha256 == sha256 && details.sources[.sha256] == .server)
        #expect(details.sources[.name] == .user && details.sources[.licence] == nil)
        #expect(details.problem == nil && details.fit.estimate?.isExact == true)
        // What is here and right is not fetched again.
        let requests = wire.log.requests.count
        _ = try await library.pull("mine", inspector: inspector) { _ in }
        #expect(wire.log.requests.count == requests)
        await wire.stop()
    }

    @Test func aFileThatTheServerReplacedIsNotPulled() async throws {
        let fixture = try Fixture()
        let wire = try await WireServer.start { FileServer(bytes: SampleGGUF().bytes).answer($0) }
        let registry = ModelRegistry(folder: fixture.models)
        let library = ModelLibrary(registry: registry, downloader: fixture.downloader())
        try registry.save(
            ModelManifest(
                id: "mine", name: "Mine", modality: .textGeneration,
                urls: [wire.url.appending(path: "m.gguf").absoluteString], bytes: 77))
        let inspector = ModelInspector(connection: fixture.connection, machine: machine) { _ in true }
        do {
            _ = try await library.pull("mine", inspector: inspector) { _ in }
            Issue.record("It was pulled.")
        } catch let error as RegistryError {
            #expect(error.reason == .incompatible && error.message.contains("77"))
        }
        #expect(try registry.entry("mine").isInstalled == false)
        await wire.stop()
    }

    /// Someone who stopped an `add` goes on with `pull`, by the name that the model got.
    @Test func anAddThatBrokeOffGoesOnWithAPull() async throws {
        let fixture = try Fixture()
        var sample = SampleGGUF()
        sample.tensorElements = 100_000
        let server = FileServer(bytes: sample.bytes)
        let isBroken = Mutex(true)
        let wire = try await WireServer.start { request in
            let answer = server.answer(request)
            let isDownload = request.header("range")?.hasSuffix("-262143") != true && request.method == "GET"
            return isDownload && isBroken.withLock { $0 } ? answer.dropping(after: 200_000) : answer
        }
        let registry = ModelRegistry(folder: fixture.models)
        let inspector = ModelInspector(connection: fixture.connection, machine: machine) { _ in true }
        let found = try await inspector.inspect(wire.url.appending(path: "sample.gguf"))
        let first = ModelLibrary(registry: registry, downloader: fixture.downloader { $0.mostAttempts = 1 })
        await #expect(throws: RegistryError.self) { _ = try await first.add(found) { _ in } }
        #expect(try registry.entry("sample").partialBytes ?? 0 > 0)
        isBroken.withLock { $0 = false }
        let second = ModelLibrary(registry: registry, downloader: fixture.downloader())
        let file = try await second.pull("sample", inspector: inspector) { _ in }
        #expect(file.bytes == server.bytes.count && wire.log.requests.last?.header("if-range") == "\"one\"")
        await wire.stop()
    }

    @Test func aFileOfThisMachineIsNotedWithoutBeingCopied() async throws {
        let fixture = try Fixture()
        let path = fixture.folder.appending(path: "own.gguf")
        try Data(SampleGGUF().bytes).write(to: path)
        let library = ModelLibrary(registry: ModelRegistry(folder: fixture.models))
        let found = try ModelInspector(connection: nil, machine: machine) { _ in true }.inspect(file: path.path)
        #expect(try await library.add(found, downloading: false) { _ in } == nil)
        #expect(try library.registry.entry("own").isInstalled == false)
        let file = try await library.pull("own") { _ in }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == Data(SampleGGUF().bytes))
        #expect(FileManager.default.fileExists(atPath: path.path))
    }

    @Test func aFileElsewhereIsNotRemoved() async throws {
        let fixture = try Fixture()
        let elsewhere = fixture.folder.appending(path: "elsewhere")
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        let file = elsewhere.appending(path: "all-MiniLM-L6-v2.gguf")
        try Data([1]).write(to: file)
        let library = ModelLibrary(registry: ModelRegistry(folder: fixture.models, otherPlaces: [elsewhere]))
        await #expect(throws: RegistryError.self) { _ = try await library.remove("all-minilm-l6-v2") }
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    /// The embedding model is published nowhere: who has its file must be able to add it under its name.
    @Test func aFileWithTheNameAndTheSizeOfABuiltInModelIsTakenAsThatModel() throws {
        let fixture = try Fixture()
        let library = ModelLibrary(registry: ModelRegistry(folder: fixture.models))
        let known = try library.registry.entry("all-minilm-l6-v2").manifest
        var given = known
        given.urls = ["file:///somewhere/all-MiniLM-L6-v2.gguf"]
        given.sha256 = nil
        #expect(try library.builtInModel(of: given)?.sha256 == known.sha256)
        var fetched = given
        fetched.urls = ["https://example.org/all-MiniLM-L6-v2.gguf"]
        #expect(try library.builtInModel(of: fetched) == nil, "An address must not take its place.")
        var other = given
        other.bytes = 5
        #expect(try library.builtInModel(of: other) == nil)
    }

    @Test func aNameOfTheListThatNothingHasIsNoModelToRemove() async throws {
        let fixture = try Fixture()
        let path = fixture.folder.appending(path: "all-MiniLM-L6-v2.gguf")
        try Data(SampleGGUF().bytes).write(to: path)
        let library = ModelLibrary(registry: ModelRegistry(folder: fixture.models))
        let found = try ModelInspector(connection: nil, machine: machine) { _ in true }.inspect(file: path.path)
        let taken = await #expect(throws: RegistryError.self) { _ = try await library.add(found) { _ in } }
        #expect(taken?.reason == .nameTaken && taken?.help == [.give(option: "name")])
        let nothing = await #expect(throws: RegistryError.self) { _ = try await library.remove("all-minilm-l6-v2") }
        #expect(nothing?.reason == .notFound)
    }
}
