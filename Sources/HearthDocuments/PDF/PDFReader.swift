import HearthCore

/// Reads PDF, with PDFKit where the system has it and with poppler's command-line tools elsewhere.
struct PDFReader {
    let configuration: DocumentReader.Configuration

    init(_ configuration: DocumentReader.Configuration) {
        self.configuration = configuration
    }

    func read(path: String) async throws -> ExtractedDocument {
        #if canImport(PDFKit)
        try document(PDFKitText.read(path: path, limit: configuration.maximumTextBytes))
        #elseif canImport(Subprocess)
        try await document(PopplerText.read(path: path, configuration))
        #else
        throw DocumentError(.unsupportedFormat, "PDF cannot be read on this system.")
        #endif
    }

    /// Reads a PDF that is not in a file: it is written to a temporary file that only this user can read, and removed.
    func read(_ bytes: [UInt8]) async throws -> ExtractedDocument {
        let file = try TemporaryFile(bytes)
        defer { file.remove() }
        return try await read(path: file.path)
    }

    private func document(_ text: PDFText) throws -> ExtractedDocument {
        guard !text.pages.isEmpty else { throw DocumentError(.damagedPDF, "The PDF has no pages that can be read.") }
        var builder = DocumentBuilder()
        builder.title = text.title
        builder.warnings = text.warnings
        for (index, page) in text.pages.enumerated() {
            builder.beginPage()
            var isEmpty = true
            for piece in PDFPageLayout.blocks(of: page) {
                builder.append(piece.kind, piece.text)
                isEmpty = false
            }
            let wasReported = text.warnings.contains { $0.page == index + 1 }
            if isEmpty, !wasReported {
                builder.warnings.append(
                    ExtractionWarning(.noTextLayer, "Page \(index + 1) has no text; it may be a scan.", page: index + 1)
                )
            }
        }
        return builder.finish(format: .pdf)
    }
}

/// What a PDF library gives: the text of each page, in the order of the file, and what went wrong.
struct PDFText: Sendable {
    var title: String?
    /// UTF-8, lines ended by a line feed.
    var pages: [[UInt8]] = []
    var warnings: [ExtractionWarning] = []
}
