import HearthCore

enum WordReader {
    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        throw DocumentError(.unsupportedFormat, "Word documents cannot be read yet.")
    }
}
