import Foundation
import Hearth

/// Reads the example library into a data folder of its own, asks it a question, and prints the answer with its sources.
///
///     swift run --package-path Examples/AskLibrary AskLibrary "How much notice must the tenants give?"
@main struct AskLibrary {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst().joined(separator: " ")
        let question = words.isEmpty ? "How much notice must the tenants give to end the lease?" : words
        let library = URL(fileURLWithPath: #filePath).appending(path: "../../../../Library").standardizedFileURL
        let folder = FileManager.default.temporaryDirectory.appending(path: "ask-library-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }

        let hearth = try Hearth(folder: folder)
        for try await _ in try await hearth.documents.ingest([library.path]) {}
        for try await event in try await hearth.answers.ask(AnswerRequest(question: question)) {
            guard case .final(let answer) = event else { continue }
            print(answer.text)
            for citation in answer.citations { print("[\(citation.index)] \(citation.title ?? citation.path)") }
        }
        await hearth.shutdown()
    }
}
