import HearthCore

/// Reads Word documents (ECMA-376, WordprocessingML, transitional and strict).
///
/// The body comes first, then foot- and endnotes, headers, footers and comments. Deleted text is left out, inserted text kept:
/// the document as it reads with all changes accepted.
struct WordReader {
    private var archive: ZipArchive
    private var builder = DocumentBuilder()

    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        var reader = WordReader(archive: try ZipArchive(bytes))
        return try reader.read()
    }

    private init(archive: ZipArchive) { self.archive = archive }

    private mutating func read() throws -> ExtractedDocument {
        let package = try relationships(of: "")
        let main = package.first { $0.type == "officeDocument" }?.target ?? "word/document.xml"
        guard archive.contains(main) else {
            throw DocumentError(.damagedDocument, "The Word document has no text part (\(main)); it is damaged.")
        }
        let parts = try relationships(of: main)
        var styles = WordStyles()
        if let part = parts.first(where: { $0.type == "styles" })?.target { try scan(part, &styles) }
        styles.resolve()

        var body = WordBody(styles: styles)
        try scan(main, &body)
        let pieces = body.finish()
        append(pieces)
        // What a header repeats from the body, or from the header of another section, is there once.
        var seen = Set(pieces.map(\.text))
        for type in ["footnotes", "endnotes", "header", "footer", "comments"] {
            for part in parts where part.type == type && archive.contains(part.target) {
                var notes = WordBody(styles: styles)
                try scan(part.target, &notes)
                let isMargin = type == "header" || type == "footer"
                append(
                    notes.finish().filter { piece in
                        // A lone page number says nothing.
                        !isMargin
                            || (seen.insert(piece.text).inserted
                                && piece.text.contains { isLetter($0) || $0 >= 0x80 })
                    })
            }
        }
        var properties = TitleScanner()
        if let part = package.first(where: { $0.type == "core-properties" })?.target { try scan(part, &properties) }
        builder.title = properties.title ?? title(in: pieces)
        if body.skippedParts > 0 {
            builder.warnings.append(
                ExtractionWarning(.skipped, "\(body.skippedParts) embedded documents were left out."))
        }
        return builder.finish(format: .docx)
    }

    private mutating func append(_ pieces: [TextFlow.Piece]) {
        for piece in pieces { builder.append(piece.kind, piece.text) }
    }

    private func title(in pieces: [TextFlow.Piece]) -> String? {
        for piece in pieces.prefix(20) {
            if case .heading(1) = piece.kind { return String(decoding: piece.text.trimmed(), as: UTF8.self) }
        }
        return nil
    }

    /// Scans one part, if it is there, and reports damage.
    private mutating func scan(_ part: String, _ handler: inout some XMLHandler) throws {
        guard let contents = try archive.contents(of: part) else { return }
        let outcome = try XMLScanner.scan(contents.bytes, &handler)
        if contents.isDamaged || outcome == .damaged {
            builder.warnings.append(
                ExtractionWarning(.damaged, "The part \(part) is damaged; it was read as far as it goes."))
        }
    }

    private mutating func relationships(of part: String) throws -> [WordRelationships.Relationship] {
        var scanner = WordRelationships(part: part)
        try scan(scanner.path, &scanner)
        return scanner.found
    }
}
