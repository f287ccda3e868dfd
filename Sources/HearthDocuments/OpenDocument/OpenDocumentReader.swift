import HearthCore

/// Reads OpenDocument text (ODF 1.x): the body, then headers and footers.
struct OpenDocumentReader {
    private var archive: ZipArchive
    private var builder = DocumentBuilder()

    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        var reader = OpenDocumentReader(archive: try ZipArchive(bytes))
        return try reader.read()
    }

    private init(archive: ZipArchive) { self.archive = archive }

    private mutating func read() throws -> ExtractedDocument {
        if let manifest = try archive.contents(of: "META-INF/manifest.xml")?.bytes,
            manifest.firstIndex(of: "encryption-data", in: manifest.indices) != nil
        {
            throw DocumentError(.encryptedDocument, "The document is protected by a password. Save a copy without it.")
        }
        guard archive.contains("content.xml") else {
            throw DocumentError(.damagedDocument, "The OpenDocument file has no content.xml; it is damaged.")
        }
        var body = OpenDocumentBody(within: "body")
        try scan("content.xml", &body)
        let pieces = body.finish()
        for piece in pieces { builder.append(piece.kind, piece.text) }
        var margins = OpenDocumentBody(within: "master-styles")
        try scan("styles.xml", &margins)
        var seen: Set<[UInt8]> = []
        for piece in margins.finish() where seen.insert(piece.text).inserted { builder.append(piece.kind, piece.text) }

        var metadata = TitleScanner()
        try scan("meta.xml", &metadata)
        builder.title = metadata.title
        if builder.title == nil, let first = pieces.first(where: { $0.kind == .heading(level: 1) }) {
            builder.title = String(decoding: first.text.trimmed(), as: UTF8.self)
        }
        return builder.finish(format: .odt)
    }

    private mutating func scan(_ part: String, _ handler: inout some XMLHandler) throws {
        guard let contents = try archive.contents(of: part) else { return }
        let outcome = try XMLScanner.scan(contents.bytes, &handler)
        if contents.isDamaged || outcome == .damaged {
            builder.warnings.append(
                ExtractionWarning(.damaged, "The part \(part) is damaged; it was read as far as it goes."))
        }
    }
}
