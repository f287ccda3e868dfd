import HearthCore

/// Tells which document a ZIP archive holds.
enum ContainerFormat {
    /// By what archives begin with: the `mimetype` entry of EPUB and OpenDocument, which is stored first and uncompressed, or
    /// the names of the first entries. The name of the file decides the rest.
    static func guess(name: String, head: [UInt8]) -> DocumentFormat? {
        let start = Array(head.prefix(256))
        if start.firstIndex(of: "application/epub+zip", in: start.indices) != nil { return .epub }
        if start.firstIndex(of: "application/vnd.oasis.opendocument.text", in: start.indices) != nil { return .odt }
        if head.firstIndex(of: "word/document.xml", in: head.indices) != nil { return .docx }
        switch FormatDetector.fileExtension(name) {
        case "docx", "docm", "dotx": return .docx
        case "epub": return .epub
        case "odt", "ott": return .odt
        default: return nil
        }
    }

    static func detect(in bytes: [UInt8]) throws -> DocumentFormat {
        throw DocumentError(.unsupportedFormat, "The ZIP archive holds no document that Hearth reads.")
    }
}
