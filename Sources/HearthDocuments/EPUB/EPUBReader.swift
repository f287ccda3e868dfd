import HearthCore

enum EPUBReader {
    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        throw DocumentError(.unsupportedFormat, "EPUB cannot be read yet.")
    }
}
