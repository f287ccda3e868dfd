import Foundation
import Hearth

/// Writes one JSON object a line to standard output.
struct JSONLines {
    private let encoder: JSONEncoder

    init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
    }

    func write(_ value: some Encodable) throws {
        let data = try encoder.encode(value)
        Terminal.output.writeContent(String(decoding: data, as: UTF8.self) + "\n")
    }
}

/// What a batch answers for a row that could not be served, and a list of files for a file that could not be read.
struct ErrorBody: Encodable {
    var code: String
    var kind: Failure.Kind
    var message: String
    /// What would help, for programs; `message` says it in words.
    var help: [Failure.Help]?

    init(_ error: any Error) {
        if let error = error as? any ReadableError {
            code = error.code
            kind = error.kind
            message = HelpText.message(of: error)
            help = error.help.isEmpty ? nil : error.help
        } else {
            code = "failed"
            kind = .internal
            message = String(describing: error)
        }
    }
}
