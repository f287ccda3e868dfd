import Foundation
import HearthCore
import Testing

@testable import HearthRegistry

/// What lies among the models and is none of the list: each is named, with why it is not used.
@Suite struct UnlistedFileTests {
    private let fixture: Fixture
    private let registry: ModelRegistry

    init() throws {
        fixture = try Fixture()
        registry = ModelRegistry(folder: fixture.models)
        try FileManager.default.createDirectory(at: fixture.models, withIntermediateDirectories: true)
    }

    private func found(_ name: String, _ bytes: [UInt8]) throws -> UnlistedFile? {
        try Data(bytes).write(to: fixture.place(name))
        return try registry.unlistedFiles().first { $0.path == fixture.place(name).path }
    }

    @Test func aModelThatNobodyAddedCanBeAdded() throws {
        for name in ["other.gguf", "other.bin", "other"] {
            let file = try #require(try found(name, SampleGGUF().bytes))
            #expect(
                file.canBeAdded && file.reason.contains("GGUF") && file.bytes == SampleGGUF().bytes.count, "\(name)")
        }
        #expect(try found("ears.bin", Array("lmgg".utf8) + noise(100))?.canBeAdded == true)
    }

    @Test func whatCannotBeUsedSaysWhy() throws {
        let whole = SampleGGUF().bytes
        let cases: [(name: String, bytes: [UInt8], reason: String)] = [
            ("half.gguf", Array(whole.dropLast(7)), "has \(whole.count - 7) of \(whole.count) bytes"),
            ("model.gguf.part", whole, "not finished"), ("model.gguf.crdownload", [1], "not finished"),
            ("empty.gguf", [], "is empty"), ("notes.txt", Array("to do".utf8), "no model"),
            ("ALL-MINILM-L6-V2.GGUF", whole, "all-MiniLM-L6-v2.gguf"),
        ]
        for (name, bytes, reason) in cases {
            let file = try #require(try found(name, bytes))
            #expect(!file.canBeAdded && file.reason.contains(reason), "\(name): \(file.reason)")
        }
        try FileManager.default.createDirectory(at: fixture.place("weights"), withIntermediateDirectories: true)
        #expect(try registry.unlistedFiles().contains { $0.bytes == nil && $0.path.hasSuffix("weights") })
    }

    @Test func whatBelongsToTheListIsNotNamed() throws {
        try registry.save(ModelManifest(id: "mine", name: "M", modality: .textGeneration, file: "mine.gguf"))
        for name in [
            "mine.gguf", "mine.gguf.LICENSE.txt", "hearth-reader-en.gguf", "ggml-silero-v6.2.0.bin", ".hidden",
        ] {
            #expect(try found(name, [1]) == nil, "\(name)")
        }
        #expect(try registry.unlistedFiles().isEmpty)
    }

    @Test func ofAFolderFullOfOtherThingsTheFirstAreNamed() throws {
        for number in 0..<(ModelRegistry.mostUnlisted + 20) {
            try Data([1]).write(to: fixture.place("page\(number).html"))
        }
        #expect(try registry.unlistedFiles().count == ModelRegistry.mostUnlisted)
        #expect(try ModelRegistry(folder: fixture.folder.appending(path: "nowhere")).unlistedFiles().isEmpty)
    }
}
