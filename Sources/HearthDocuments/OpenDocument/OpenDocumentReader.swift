import HearthCore

enum OpenDocumentReader {
    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        throw DocumentError(.unsupportedFormat, "OpenDocument cannot be read yet.")
    }
}
