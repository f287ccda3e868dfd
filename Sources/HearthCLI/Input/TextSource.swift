import Foundation
import HearthCore
import HearthDocuments

/// The text of a file of any format that Hearth reads, or of standard input.
enum TextSource {
    static func read(_ file: String?) async throws -> String {
        guard let file, file != "-" else {
            let data = try FileHandle.standardInput.readToEnd() ?? Data()
            return String(decoding: data, as: UTF8.self)
        }
        return try await DocumentReader().read(contentsOf: URL(fileURLWithPath: file)).text
    }
}
