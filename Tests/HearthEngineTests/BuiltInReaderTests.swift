import Foundation
import HearthCore
import HearthKnowledge
import Testing
import TinyModels

@testable import HearthEngine

/// The reader that comes with Hearth: where it is found, and what becomes of questions where it cannot be used.
@Suite struct BuiltInReaderTests {
    private let folder: TemporaryFolder
    private var data: URL { folder.url.appendingPathComponent("data") }

    init() throws { folder = try TemporaryFolder() }

    /// A file in the data folder goes before all others.
    private func install(_ contents: Data) throws {
        let models = data.appendingPathComponent("models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        try contents.write(to: models.appendingPathComponent(ModelFiles.readerFile))
    }

    private func finding() async throws -> Doctor.Finding {
        try #require(await Doctor.examine(folder: data).first { $0.name == "reader" })
    }

    private func ask(_ hearth: Hearth, _ question: String) async throws -> Answer {
        for try await event in try await hearth.answers.ask(AnswerRequest(question: question)) {
            if case .final(let answer) = event { return answer }
        }
        throw CancellationError()
    }

    private func ingested() async throws -> Hearth {
        let hearth = try Hearth(folder: data)
        try folder.write("lease.txt", "The lease of the flat began in May. It ends on the last day of August 2031.")
        for try await _ in try await hearth.documents.ingest([folder.url.path + "/lease.txt"]) {}
        return hearth
    }

    @Test func itIsFoundInTheDataFolderAndLoadedOnce() async throws {
        var encoder = TinyEncoder()
        encoder.reads = true
        try install(encoder.encoded())
        let hearth = try await ingested()
        let reader = try #require(try await hearth.models.reader())
        #expect(reader.id == "hearth-reader-en")
        #expect(reader.languages == ["en"])
        #expect(try await reader.read(question: "the river", passages: ["12 ducks on the river", ""]).count == 2)
        let again = try #require(try await hearth.models.reader())
        let isSame = (reader as AnyObject) === (again as AnyObject)
        #expect(isSame)
        #expect(try await finding().state == .good)
        // Of random weights, but a reader: the question is answered, or not, without an error.
        _ = try await ask(hearth, "When does the lease end?")
        await hearth.shutdown()
    }

    @Test func aBrokenFileDoesNotHideAWholeOneInTheNextPlace() async throws {
        var encoder = TinyEncoder()
        encoder.reads = true
        let broken = folder.url.appendingPathComponent("broken.gguf")
        try Data("GGUF, but only by name".utf8).write(to: broken)
        let whole = folder.url.appendingPathComponent("whole.gguf")
        try encoder.encoded().write(to: whole)
        func reader(_ paths: [String]) -> BuiltInReader {
            BuiltInReader(paths: paths, languages: ["en"], threads: 1) { _ in nil }
        }
        let passages = ["12 ducks on the river"]
        let read = try await reader([broken.path, whole.path]).read(question: "the river", passages: passages)
        #expect(read.count == 1)
        await #expect(throws: (any Error).self) {
            try await reader([broken.path]).read(question: "the river", passages: passages)
        }
    }

    @Test func aFileThatCannotBeUsedIsSaidByTheDoctorAndNotByAnAnswer() async throws {
        try install(Data("GGUF, but only by name".utf8))
        let hearth = try await ingested()
        let answer = try await ask(hearth, "When does the lease end?")
        #expect(answer.text.contains("2031"))
        #expect(!answer.notes.contains { $0.contains("reader") })
        let found = try await finding()
        #expect(found.state == .bad)
        #expect(found.detail.contains("data/models/" + ModelFiles.readerFile))
        // In a checkout the one that comes with Hearth is used meanwhile.
        let isThereAnother = ModelFiles(dataFolder: data).readerModels().count > 1
        #expect(found.detail.contains(isThereAnother ? "Used instead is" : "by its rules alone"), "\(found.detail)")
        #expect(found.advice?.contains(ModelFiles.readerFile) == true)
        // A sentence encoder is no reader either.
        try install(TinyEncoder().encoded())
        #expect(try await finding().state == .bad)
        await #expect(throws: (any Error).self) {
            try await hearth.models.reader(at: data.path + "/models/" + ModelFiles.readerFile)
        }
        await hearth.shutdown()
    }
}
