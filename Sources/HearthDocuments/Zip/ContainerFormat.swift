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
        case "docx", "docm", "dotx", "dotm": return .docx
        case "epub": return .epub
        case "odt", "ott": return .odt
        default: return nil
        }
    }

    /// By the entries that each format must have.
    static func detect(in bytes: [UInt8]) throws -> DocumentFormat {
        let archive = try ZipArchive(bytes)
        if archive.contains("META-INF/container.xml") { return .epub }
        if archive.contains("content.xml") { return .odt }
        if archive.contains("[Content_Types].xml") || archive.contains("word/document.xml") {
            if archive.contains("xl/workbook.xml") { throw unsupported("an Excel workbook") }
            if archive.contains("ppt/presentation.xml") { throw unsupported("a PowerPoint presentation") }
            return .docx
        }
        throw unsupported("a ZIP archive without a document that Hearth knows")
    }

    private static func unsupported(_ what: String) -> DocumentError {
        DocumentError(.unsupportedFormat, "The file is \(what), which Hearth does not read. Save it as PDF or text.")
    }
}
