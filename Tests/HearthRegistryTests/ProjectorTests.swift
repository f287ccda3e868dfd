import Foundation
import HearthCore
import HearthGGUF
import Testing
import TinyModels

@testable import HearthRegistry

/// Models that see: the file of the projector comes with the model, is told of, and goes with it.
@Suite struct ProjectorTests {
    private let fixture: Fixture
    private let library: ModelLibrary
    private let inspector: ModelInspector

    init() throws {
        fixture = try Fixture()
        library = ModelLibrary(registry: ModelRegistry(folder: fixture.models))
        let machine = MachineFacts(memory: 16 << 30, availableMemory: 8 << 30, freeDisk: 100 << 30, cores: 4)
        inspector = ModelInspector(connection: nil, machine: machine) { $0 == "llama" }
    }

    /// A folder as publishers give one.
    private func published(_ projector: String? = "mmproj-model-f16.gguf") throws -> URL {
        let folder = fixture.folder.appending(path: "published-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try TinyModel().encoded().write(to: folder.appending(path: "seer-q8.gguf"))
        if let projector { try TinyProjector().encoded().write(to: folder.appending(path: projector)) }
        return folder
    }

    @Test func aProjectorBesideTheModelComesAlongAndIsRemovedWithIt() async throws {
        let folder = try published()
        for place in [folder, folder.appending(path: "seer-q8.gguf")] {
            let found = try inspector.inspect(file: place.path)
            #expect(found.manifest.id == "seer-q8" && found.refusal == nil, "\(found.checks)")
            _ = try await library.add(found) { _ in }
            let entry = try library.registry.entry("seer-q8")
            let projector = try #require(ModelRegistry.projector(of: entry))
            #expect(URL(fileURLWithPath: projector).lastPathComponent == "seer-q8.mmproj.gguf")
            #expect(try library.registry.unlistedFiles().isEmpty)
            let bytes = TinyModel().encoded().count + TinyProjector().encoded().count
            #expect(try await library.remove("seer-q8") == bytes)
            #expect(!FileManager.default.fileExists(atPath: projector))
        }
    }

    @Test func aProjectorOfAnotherPlaceIsAddedToAnInstalledModel() async throws {
        let found = try inspector.inspect(file: published(nil).path)
        _ = try await library.add(found) { _ in }
        #expect(ModelRegistry.projector(of: try library.registry.entry("seer-q8")) == nil)
        let projector = try published("vision.gguf").appending(path: "vision.gguf").path
        try await library.addProjector(projector, to: "seer-q8")
        #expect(ModelRegistry.projector(of: try library.registry.entry("seer-q8")) != nil)
        let model = try published(nil).appending(path: "seer-q8.gguf").path
        let error = await #expect(throws: RegistryError.self) { try await library.addProjector(model, to: "seer-q8") }
        #expect(error?.code == "incompatible-model")
    }

    @Test func aProjectorIsNoModelByItself() throws {
        let folder = try published()
        let found = try inspector.inspect(file: folder.appending(path: "mmproj-model-f16.gguf").path)
        #expect(found.refusal?.contains("projector") == true)
        try FileManager.default.createDirectory(at: fixture.models, withIntermediateDirectories: true)
        try TinyProjector().encoded().write(to: fixture.place("mmproj-x.gguf"))
        let file = try library.registry.unlistedFiles().first
        #expect(file?.canBeAdded == false && file?.reason.contains("projector") == true)
    }

    @Test func whichFileBelongsToAModelIsCertain() throws {
        let folder = try published()
        let model = folder.appending(path: "seer-q8.gguf").path
        #expect(ProjectorFile(of: model) != nil)
        // Of two models nobody knows which it is for, but by its name.
        try TinyModel().encoded().write(to: folder.appending(path: "other.gguf"))
        #expect(ProjectorFile(of: model) == nil)
        try TinyProjector().encoded().write(to: folder.appending(path: "seer-q8.mmproj.gguf"))
        #expect(ProjectorFile(of: model)?.path.hasSuffix("seer-q8.mmproj.gguf") == true)
        // By its head it has to be one.
        try TinyModel().encoded().write(to: folder.appending(path: "other.mmproj.gguf"))
        #expect(ProjectorFile(of: folder.appending(path: "other.gguf").path) == nil)
        let error = #expect(throws: RegistryError.self) { _ = try inspector.inspect(file: folder.path) }
        #expect(error?.message.contains("2 GGUF models") == true)
    }
}
