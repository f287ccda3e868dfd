import Foundation
import HearthCore
import HearthStore

/// A JSON object in a file of the data folder. What is not understood in it is kept as it is.
struct JSONFile: Sendable {
    private let file: PrivateFile
    var url: URL { file.url }

    init(_ url: URL) { file = PrivateFile(url) }

    /// The object; an empty one when there is no file.
    ///
    /// - Throws: ``EngineError`` with the code `bad-settings` when it is not a JSON object.
    func read() throws -> JSONObject { try object(in: file.read()) }

    /// Changes the object and writes it whole or not at all; of two processes that do this at once, neither loses a change.
    func update<Result>(_ change: (inout JSONObject) throws -> Result) throws -> Result {
        try file.update { bytes in
            let before = try object(in: bytes)
            var after = before
            let result = try change(&after)
            if after != before { bytes = Array((Self.text(.object(after), indent: "") + "\n").utf8) }
            return result
        }
    }

    /// Removes the file; it is no error when there is none.
    func remove() throws { try file.write(nil) }

    private func object(in bytes: [UInt8]?) throws -> JSONObject {
        guard let bytes else { return JSONObject() }
        var place = ""
        do {
            if let object = try JSONValue(parsing: bytes, maxDepth: 16).objectValue { return object }
        } catch let error as JSONSyntaxError {
            place = error.line.map { " (line \($0))" } ?? ""
        }
        throw EngineError(
            .badSettings, "\(file.url.path)\(place) is not valid: correct it, or delete it to go back to the defaults.")
    }

    /// One member a line, so that a person can edit it.
    private static func text(_ value: JSONValue, indent: String) -> String {
        guard case .object(let object) = value, !object.isEmpty else { return value.description }
        let inner = indent + "  "
        let members = object.map { inner + JSONValue.quoted($0) + ": " + text($1, indent: inner) }
        return "{\n" + members.joined(separator: ",\n") + "\n\(indent)}"
    }
}
