public import Foundation
import HearthCore
import HearthStore
import HearthSystem

extension Hearth {
    /// What an export has written.
    public struct ExportSummary: Hashable, Sendable {
        public var documents: Int
        public var conversations: Int
    }

    /// Writes every document as Markdown (its text under a small header) and everything about it as `documents.json`,
    /// conversations as Markdown and `conversations.json`. Not encrypted, so the files are for their owner alone.
    ///
    /// - Throws: ``EngineError`` with the code `not-empty` when the folder holds anything.
    public func export(to target: URL) async throws -> ExportSummary {
        let files = FileManager.default
        if let present = try? files.contentsOfDirectory(atPath: target.path), !present.isEmpty {
            throw EngineError(.notEmpty, "\(target.path) is not empty; name an empty or new folder.")
        }
        let database = try await database()
        let writer = try ExportWriter(folder: target)
        let documents = try await database.documents()
        for document in documents {
            try Task.checkCancellation()
            try writer.write(document, text: try await database.text(ofDocument: document.id) ?? "")
        }
        let conversations = try await database.conversations()
        for conversation in conversations {
            var conversation = conversation
            conversation.messages = try await database.messages(ofConversation: conversation.id)
            try writer.write(conversation)
        }
        try writer.finish()
        return ExportSummary(documents: documents.count, conversations: conversations.count)
    }
}

/// Writes the files of an export.
private final class ExportWriter {
    private struct DocumentFacts: Encodable {
        var id: String
        var title: String?
        var paths: [String]
        var format: String
        var language: String?
        var label: String
        var ingestedAt: Date
        var contentSHA256: String
        var file: String
    }

    private let folder: URL
    private var documents: [DocumentFacts] = []
    private var conversations: [ConversationExport.Record] = []

    init(folder: URL) throws {
        self.folder = folder
        for name in ["documents", "conversations"] {
            try NewFile.makeFolder(folder.appendingPathComponent(name).path)
        }
    }

    func write(_ document: StoredDocument, text: String) throws {
        let name = "documents/\(Self.slug(document.title ?? "untitled"))-\(document.id.prefix(8)).md"
        let header = """
            ---
            title: \(Self.quoted(document.title ?? ""))
            source: \(Self.quoted(document.presentPath ?? ""))
            format: \(document.format.rawValue)
            label: \(document.label.rawValue)
            ---


            """
        try NewFile.replace(folder.appendingPathComponent(name).path, with: Data((header + text).utf8))
        documents.append(
            DocumentFacts(
                id: document.id, title: document.title, paths: document.paths, format: document.format.rawValue,
                language: document.language, label: document.label.rawValue, ingestedAt: document.ingestedAt,
                contentSHA256: document.contentHash.hex, file: name))
    }

    func write(_ conversation: Conversation) throws {
        let text = try ConversationExport.text(of: conversation, as: .markdown)
        let name = "conversations/\(conversation.id).md"
        try NewFile.replace(folder.appendingPathComponent(name).path, with: Data(text.utf8))
        conversations.append(ConversationExport.Record(conversation))
    }

    func finish() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try NewFile.replace(folder.appendingPathComponent("documents.json").path, with: try encoder.encode(documents))
        try NewFile.replace(
            folder.appendingPathComponent("conversations.json").path, with: try encoder.encode(conversations))
    }

    /// A title as a file name: letters and digits of any script, the rest as dashes, at most 40 characters.
    private static func slug(_ title: String) -> String {
        let dashed = String(title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
        let words = dashed.split(separator: "-").joined(separator: "-").prefix(40)
        return words.isEmpty ? "untitled" : String(words)
    }

    /// A YAML double-quoted scalar.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case let control where control.value < 0x20: "\\x" + String(format: "%02X", control.value)
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
