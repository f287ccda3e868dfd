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

/// Takes the text out of one element of OpenDocument's XML: the body, or the headers and footers of its page styles.
struct OpenDocumentBody: XMLHandler {
    /// The element of the `office` namespace whose text is taken.
    private let within: String
    private var flow = TextFlow()
    private var isInside = false
    private var skipDepth = 0
    private var paragraphs = 0
    private var lists = 0

    init(within: String) { self.within = within }

    consuming func finish() -> [TextFlow.Piece] { flow.finish() }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if skipDepth > 0 {
            skipDepth += 1
            return
        }
        switch name.namespace {
        case .office:
            if name.local == within { isInside = true }
            // Comments carry dates and initials among their text.
            if name.local == "forms" || name.local == "scripts" { skipDepth = 1 }
        case .text: startText(name.local, attributes)
        case .dublinCore: skipDepth = 1
        case .table:
            guard isInside else { return }
            switch name.local {
            case "table": flow.beginTable()
            case "table-row": flow.beginRow()
            case "table-cell", "covered-table-cell": flow.beginCell()
            default: break
            }
        default: break
        }
    }

    private mutating func startText(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "p":
            paragraphs += 1
            flow.beginParagraph(lists > 0 ? .listItem : .paragraph)
        case "h":
            paragraphs += 1
            let level = attributes["outline-level"].flatMap { Int($0) } ?? 1
            flow.beginParagraph(.heading(level: min(max(level, 1), 6)))
        case "list": lists += 1
        case "s":
            let count = attributes["c"].flatMap { Int($0) } ?? 1
            flow.append(repeatElement(space, count: min(max(count, 1), 100)))
        case "tab": flow.append(tab)
        case "line-break": flow.append(newline)
        // Deleted text; the mark of a note; the reading aid above a word; what a page number would be.
        case "tracked-changes", "note-citation", "ruby-text", "page-number", "page-count": skipDepth = 1
        default: break
        }
    }

    mutating func end(_ name: XMLName) {
        if skipDepth > 0 {
            skipDepth -= 1
            return
        }
        switch (name.namespace, name.local) {
        case (.office, within): isInside = false
        case (.text, "p"), (.text, "h"):
            paragraphs -= 1
            flow.endParagraph()
        case (.text, "list"): lists -= 1
        case (.table, "table") where isInside: flow.endTable()
        case (.table, "table-row") where isInside: flow.endRow()
        case (.table, "table-cell") where isInside, (.table, "covered-table-cell") where isInside: flow.endCell()
        default: break
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        guard isInside, skipDepth == 0, paragraphs > 0 else { return }
        // Line ends and indentation of the file are no part of the text (ODF 1.2, 6.1.2).
        if bytes.contains(where: { $0 != space && isSpace($0) }) {
            flow.append(bytes.map { isSpace($0) ? space : $0 })
        } else {
            flow.append(bytes)
        }
    }
}
