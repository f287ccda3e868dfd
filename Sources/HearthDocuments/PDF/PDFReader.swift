import HearthCore

struct PDFReader {
    init(_ configuration: DocumentReader.Configuration) {}

    func read(path: String) async throws -> ExtractedDocument {
        throw DocumentError(.unsupportedFormat, "PDF cannot be read yet.")
    }

    func read(_ bytes: [UInt8]) async throws -> ExtractedDocument {
        throw DocumentError(.unsupportedFormat, "PDF cannot be read yet.")
    }
}
