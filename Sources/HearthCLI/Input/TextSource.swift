import Foundation
import HearthCore
import HearthDocuments
import HearthEngine
import HearthModels
import HearthStore

/// The text of a file of any format that Hearth reads, or of standard input, with the label that the store has for it.
struct TextSource {
    var text: String
    /// `nil` when the store knows neither the content nor the file.
    var label: SensitivityLabel?

    init(text: String) { self.text = text }

    init(_ file: String?, hearth: Hearth) async throws {
        if let file, file != "-" {
            let url = URL(fileURLWithPath: file)
            text = try await DocumentReader().read(contentsOf: url).text
            label = try await hearth.label(ofContent: ContentHash(of: try Data(contentsOf: url)), path: file)
        } else {
            let data = try Self.standardInput()
            // As an empty file is refused: there is nothing to work on, and most likely something failed before the pipe.
            guard !data.isEmpty else { throw CommandFailure(ExitStatus.failed, "Standard input is empty.") }
            text = String(decoding: data, as: UTF8.self)
            label = try await hearth.label(ofContent: ContentHash(of: data))
        }
    }

    /// The text alone, for work that no engine is asked for.
    static func read(_ file: String?) async throws -> String {
        guard let file, file != "-" else {
            return String(decoding: try standardInput(), as: UTF8.self)
        }
        return try await DocumentReader().read(contentsOf: URL(fileURLWithPath: file)).text
    }

    private static func standardInput() throws -> Data { try FileHandle.standardInput.readToEnd() ?? Data() }

    /// What was chosen, for a text that is at least as private as the store says.
    func applied(to choice: RoutingChoice) -> RoutingChoice { label.map { choice.atLeast($0) } ?? choice }
}
