import Foundation
import Hearth
import Testing

/// An app that imports `Hearth` and nothing else of the package.
@Suite struct OneImportTests {
    @Test func anAppReadsAndAsksWithOneImport() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "one-import-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let note = folder.appending(path: "gate.txt")
        try "The colour of the north gate is green. The key hangs in the shed.\n".write(
            to: note, atomically: true, encoding: .utf8)

        let hearth = try Hearth(folder: folder.appending(path: "data"))
        for try await _ in try await hearth.documents.ingest([note.path]) {}
        #expect(try await hearth.documents.list().map(\.title) == ["gate"])
        var answer: Answer?
        let request = AnswerRequest(
            question: "What colour is the north gate?", routing: RoutingChoice(engine: .basic))
        for try await event in try await hearth.answers.ask(request) {
            if case .final(let found) = event { answer = found }
        }
        #expect(try #require(answer).citations.contains { $0.quote.contains("green") })
        #expect(try await hearth.privacy.ledger.verify().valid)
        await hearth.shutdown()
    }

    /// The actor has the name of the module that is imported. Names can be written in full all the same, by the modules where
    /// they are declared, and services by the actor.
    @Test func namesCanBeWrittenInFull() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "one-import-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let hearth: HearthEngine.Hearth = try Hearth(folder: folder)
        let settings: HearthEngine.Settings = hearth.settings
        let models: Hearth.Models = hearth.models
        let first: HearthCore.Engine? = settings.order.first
        #expect(first != nil)
        #expect(try !models.registry.entries().isEmpty)
    }
}
