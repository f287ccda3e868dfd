import HearthCore
import HearthSystem

/// Reads PDF, with PDFKit where the system has it and with poppler's command-line tools elsewhere.
struct PDFReader {
    let configuration: DocumentReader.Configuration

    init(_ configuration: DocumentReader.Configuration) {
        self.configuration = configuration
    }

    /// Nothing of the PDF is written to a disk: poppler is handed a file in memory that has no name and cannot be changed.
    func read(_ bytes: [UInt8]) async throws -> ExtractedDocument {
        try PDFStreamGuard.check(bytes)
        #if canImport(PDFKit)
        return try document(PDFKitText.read(bytes, limit: configuration.maximumTextBytes))
        #elseif os(Linux)
        do {
            return try await document(PopplerText.read(try OpenFile(holding: bytes), configuration))
        } catch let error as SystemError {
            throw DocumentError(.notReadable, error.message)
        }
        #else
        throw DocumentError(.unsupportedFormat, "PDF cannot be read on this system.")
        #endif
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
