import ArgumentParser
import Foundation
import Hearth

/// The text of a file of any format that Hearth reads, of a document in the store, or of standard input, with the label that the
/// store has for it.
struct TextSource {
    var text: String
    /// `nil` when the store knows neither the content nor the file.
    var label: SensitivityLabel?
    /// The document in the store that it was taken from; `nil` for a file.
    var documentID: String?

    init(text: String) { self.text = text }

    init(_ file: String?, hearth: Hearth) async throws {
        if let file, file != "-" {
            guard !file.isEmpty else {
                throw CommandFailure(ExitStatus.usage, "What was given is empty: no file and no document is called so.")
            }
            let url = URL(fileURLWithPath: file)
            if let stored = try await Self.stored(file, hearth) {
                (text, label, documentID) = (stored.text, stored.document.label, stored.document.id)
                return
            }
            guard GivenText(file) == nil else {
                throw CommandFailure(
                    ExitStatus.failed,
                    "No file and no document is called “\(Terminal.line(String(file.prefix(80))))”. If these words are the text "
                        + "itself, give them on standard input.")
            }
            guard FileManager.default.fileExists(atPath: file) || file.contains("/") || file.contains(".") else {
                // One word is rather a document that is not there, and may yet be all of a text.
                throw CommandFailure(
                    ExitStatus.failed,
                    "No file and no document is called “\(Terminal.line(file))”. `hearth documents list` shows the documents; a "
                        + "text itself is given on standard input.")
            }
            text = try await DocumentReader().read(contentsOf: url).text
            label = try await hearth.documents.label(ofContent: ContentHash(of: try Data(contentsOf: url)), path: file)
        } else {
            let data = try Self.standardInput()
            // As an empty file is refused: there is nothing to work on, and most likely something failed before the pipe.
            guard !data.isEmpty else { throw CommandFailure(ExitStatus.failed, "Standard input is empty.") }
            text = try await Self.text(of: data)
            label = try await hearth.documents.label(ofContent: ContentHash(of: data))
        }
    }

    /// A document in the store by its id, path, name or title, where no file is called so.
    private static func stored(_ name: String, _ hearth: Hearth) async throws -> (
        text: String, document: StoredDocument
    )? {
        guard !FileManager.default.fileExists(atPath: name) else { return nil }
        do {
            let document = try await hearth.documents.find(name)
            return try await hearth.documents.text(of: document.id).map { ($0, document) }
        } catch let error as EngineError where error.reason == .unknownDocument {
            // Then it is the file that is missing.
            return nil
        }
    }

    /// The text alone, for work that no engine is asked for.
    static func read(_ file: String?) async throws -> String {
        guard let file, file != "-" else {
            return try await text(of: standardInput())
        }
        return try await DocumentReader().read(contentsOf: URL(fileURLWithPath: file)).text
    }

    /// The same, where an argument may also be the text itself.
    static func readFileOrText(_ argument: String?) async throws -> String {
        guard let argument, argument != "-" else { return try await read(argument) }
        guard !argument.isEmpty else {
            throw CommandFailure(ExitStatus.usage, "What was given is empty: neither a text nor the name of a file.")
        }
        if let given = GivenText(argument) { return given.text }
        do {
            return try await read(argument)
        } catch let error as any ReadableError where !FileManager.default.fileExists(atPath: argument) {
            throw CommandFailure(
                ExitStatus.failed, "\(error.message) For what “\(Terminal.line(argument))” says itself there is --text."
            )
        }
    }

    /// The longest question, wish or query that is taken from standard input, in bytes: what is longer is a text to work on.
    private static let longestQuestion = 100_000

    /// What a person asks, wishes or looks for: the argument, or with - all of standard input, on one line.
    ///
    /// - Parameter what: What it is called where it is missing, such as "question".
    static func words(_ argument: String, _ what: String) async throws -> String {
        guard argument == "-" else { return argument }
        var data = Data()
        while data.count <= longestQuestion,
            let more = try FileHandle.standardInput.read(upToCount: longestQuestion + 1 - data.count), !more.isEmpty
        {
            data += more
        }
        guard data.count <= longestQuestion else {
            throw CommandFailure(
                ExitStatus.usage,
                "Standard input has more than \(longestQuestion) bytes, which is no \(what). Read long texts in with "
                    + "`hearth ingest`.")
        }
        let words = try await text(of: data).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isBlank else {
            throw CommandFailure(ExitStatus.usage, "The \(what) is to come from standard input, which is empty.")
        }
        return words
    }

    /// Standard input as text. Where it is not plainly UTF-8, its encoding is found out as that of a file is: otherwise every letter
    /// that is written another way would be lost, in a journal for good.
    private static func text(of data: Data) async throws -> String {
        let content = String(decoding: data, as: UTF8.self)
        let isUTF8 = content.utf8.elementsEqual(data)
        // Other encodings pass as UTF-8: two bytes a letter, of which one is zero, and those that shift by an escape.
        let isPlain = isUTF8 && content.unicodeScalars.first != "\u{FEFF}" && !data.contains { $0 == 0 || $0 == 0x1B }
        guard !isPlain else { return content }
        do {
            // No file whose places would have to hold: a mark at the beginning goes.
            let text = try await DocumentReader().read(data, format: .text).text
            return String(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
        } catch is DocumentError {
            guard !isUTF8 else { return content }
            throw CommandFailure(ExitStatus.failed, "Standard input is no text that can be read.")
        }
    }

    private static func standardInput() throws -> Data { try FileHandle.standardInput.readToEnd() ?? Data() }

    /// What was chosen, for a text that is at least as private as the store says.
    func applied(to choice: RoutingChoice) -> RoutingChoice {
        var choice = label.map { choice.atLeast($0) } ?? choice
        // Also when it is called more private meanwhile.
        if let documentID { choice.origins.insert(.document(documentID)) }
        return choice
    }
}

// MARK: -

/// What a person says in an argument.
enum SaidText {
    /// Refuses what says nothing, where the arguments are checked, so that it is told with how the command is used.
    ///
    /// - Parameter text: `nil` where nothing was given.
    static func check(_ text: String?, _ what: String) throws {
        if let text, text.isBlank { throw ValidationError(EmptyTextError(what).message) }
    }
}

// MARK: -

/// A text that was given where a file is expected.
///
/// Only what nobody calls a file is taken for one: where a file that is meant is mistyped, the words of its path must not be worked on
/// as if they were what it says. So one word is none, nor what begins or ends as the name of a file does.
struct GivenText: Equatable {
    let text: String

    /// The longest name of a file, in bytes, on all systems that Hearth runs on.
    private static let longestName = 255
    /// The longest ending of a name that tells of a format.
    private static let longestEnding = 5

    /// `nil` where the argument is a file that is there, or may be meant as one.
    init?(_ argument: String) {
        guard !FileManager.default.fileExists(atPath: argument), argument.contains(where: \.isWhitespace) else {
            return nil
        }
        let isNoName = argument.contains(where: \.isNewline) || argument.utf8.count > Self.longestName
        guard isNoName || !Self.isLikeAPath(argument) else { return nil }
        text = argument
    }

    private static func isLikeAPath(_ argument: String) -> Bool {
        if ["/", "./", "../", "~"].contains(where: { argument.hasPrefix($0) }) { return true }
        guard let dot = argument.lastIndex(of: "."), dot != argument.startIndex else { return false }
        let ending = argument[argument.index(after: dot)...]
        let before = argument[argument.index(before: dot)]
        return !before.isWhitespace && (1...longestEnding).contains(ending.count)
            && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } && ending.contains(where: \.isLetter)
    }
}
