import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthEngine

/// The tagger that comes with Hearth: where it is found, and what is said where it cannot be used.
@Suite struct BuiltInTaggerTests {
    private let folder: TemporaryFolder
    private var data: URL { folder.url.appendingPathComponent("data") }
    private var place: URL { data.appendingPathComponent("models/" + ModelFiles.taggerFile) }
    private let sentences = [TaggerSentence("12 ducks on the river"), TaggerSentence("")]

    init() throws { folder = try TemporaryFolder() }

    private static func encoded() -> Data {
        var encoder = TinyEncoder()
        encoder.tags = true
        return encoder.encoded()
    }

    /// A file in the data folder goes before all others.
    private func install(_ contents: Data) throws {
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: place)
    }

    private func finding() async throws -> Doctor.Finding {
        try #require(await Doctor.examine(folder: data).first { $0.name == "tagger" })
    }

    @Test func itIsFoundInTheDataFolderAndLoadedOnce() async throws {
        try install(Self.encoded())
        let hearth = try Hearth(folder: data)
        let tagger = try #require(try await hearth.models.tagger())
        #expect(tagger.id == "hearth-tagger-en")
        #expect(tagger.languages == ["en"])
        let tags = try await tagger.tag(sentences)
        #expect(tags.count == 2 && tags[0].bytesRead == 21 && tags[1] == .nothing)
        let again = try #require(try await hearth.models.tagger())
        let isSame = (tagger as AnyObject) === (again as AnyObject)
        #expect(isSame)
        #expect(try await finding().state == .good)
        #expect(hearth.models.inUse.contains { $0.hasSuffix("data/models/" + ModelFiles.taggerFile) })
        await hearth.shutdown()
    }

    @Test func aBrokenFileDoesNotHideAWholeOneInTheNextPlace() async throws {
        let broken = folder.url.appendingPathComponent("broken.gguf")
        try Data("GGUF, but only by name".utf8).write(to: broken)
        let whole = folder.url.appendingPathComponent("whole.gguf")
        try Self.encoded().write(to: whole)
        let both = BuiltInTagger(paths: [broken.path, whole.path], threads: 1) { _ in nil }
        #expect(try await both.tag(sentences).count == 2)
        let one = BuiltInTagger(paths: [broken.path], threads: 1) { _ in nil }
        await #expect(throws: (any Error).self) { try await one.tag(sentences) }
    }

    @Test func aFileThatCannotBeUsedIsSaid() async throws {
        // A reader is no tagger.
        var encoder = TinyEncoder()
        encoder.reads = true
        try install(encoder.encoded())
        let found = try await finding()
        #expect(found.state == .bad)
        #expect(found.detail.contains("data/models/" + ModelFiles.taggerFile))
        #expect(found.advice?.contains(ModelFiles.taggerFile) == true)
        let hearth = try Hearth(folder: data)
        await #expect(throws: (any Error).self) { try await hearth.models.tagger(at: place.path) }
        try install(Self.encoded())
        #expect(try await hearth.models.tagger(at: place.path).tag(sentences).count == 2)
        await hearth.shutdown()
    }
}
