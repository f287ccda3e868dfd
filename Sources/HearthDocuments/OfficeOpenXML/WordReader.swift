import HearthCore

/// Reads Word documents (ECMA-376, WordprocessingML, transitional and strict).
///
/// The body comes first, then foot- and endnotes, headers, footers and comments. Deleted text is left out, inserted text kept:
/// the document as it reads with all changes accepted. Charts, diagrams and documents that were put into it stand where they
/// are shown.
struct WordReader {
    /// Documents in documents are read, and those in them are not.
    private static let deepest = 2

    private var package: OfficePackage
    private var builder = DocumentBuilder()
    private let depth: Int
    private var hasHiddenText = false
    private var skippedParts = 0

    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        var reader = WordReader(package: try OfficePackage(bytes), depth: 1)
        return try reader.read()
    }

    private init(package: OfficePackage, depth: Int) {
        self.package = package
        self.depth = depth
    }

    private mutating func read() throws -> ExtractedDocument {
        let main = try package.mainPart(usually: "word/document.xml", "Word document")
        let parts = try package.relationships(of: main)
        var context = WordBody.Context()
        if let part = parts.first(where: { $0.type == "styles" })?.target { try package.scan(part, &context.styles) }
        context.styles.resolve()
        if let part = parts.first(where: { $0.type == "numbering" })?.target {
            try package.scan(part, &context.numbering)
        }
        context.numbering.resolve(context.styles)

        var settings = WordSettings()
        if let part = parts.first(where: { $0.type == "settings" })?.target { try package.scan(part, &settings) }

        let body = try text(of: main, parts, context)
        let pieces = body.pieces
        append(pieces)
        // What a header repeats from the body, or from the header of another section, is there once.
        var seen = Set(pieces.map(\.text))
        var read: Set<String> = [main]
        for type in ["footnotes", "endnotes", "header", "footer", "comments"] {
            // A body without any reference may be one that was cut off before the first: then all notes stay.
            let note = "\(type.dropLast()) "
            context.shownNotes = body.citedNotes.contains { $0.hasPrefix(note) } ? body.citedNotes : nil
            for part in parts where part.type == type {
                let isMargin = type == "header" || type == "footer"
                if isMargin, !body.margins.shows(part.id, hasEvenPages: settings.hasEvenPages) { continue }
                guard read.insert(part.target).inserted, package.contains(part.target) else { continue }
                append(
                    try text(of: part.target, package.relationships(of: part.target), context).pieces.filter { piece in
                        // A lone page number says nothing.
                        !isMargin
                            || (seen.insert(piece.text).inserted
                                && piece.text.contains { isLetter($0) || $0 >= 0x80 })
                    })
            }
        }
        builder.title = try package.title() ?? title(in: pieces)
        builder.warnings += package.warnings
        if skippedParts > 0 {
            builder.warnings.append(ExtractionWarning(.skipped, "\(skippedParts) embedded documents were left out."))
        }
        if hasHiddenText {
            builder.warnings.append(ExtractionWarning(.skipped, "Text that the document hides was left out."))
        }
        return builder.finish(format: .docx)
    }

    private mutating func append(_ pieces: [TextFlow.Piece]) {
        for piece in pieces { builder.append(piece.kind, piece.text) }
    }

    private func title(in pieces: [TextFlow.Piece]) -> String? {
        for piece in pieces.prefix(20) {
            if case .heading(1) = piece.kind {
                return String(decoding: piece.text.dropFirst(piece.number).trimmed(), as: UTF8.self)
            }
        }
        return nil
    }

    // MARK: Parts

    /// The text of one part, with what it embeds, and what it says of others.
    private mutating func text(
        of part: String, _ relationships: [PackageRelationships.Relationship], _ context: WordBody.Context
    ) throws -> (pieces: [TextFlow.Piece], margins: WordMargins, citedNotes: Set<String>) {
        var context = context
        for relationship in relationships where !relationship.id.isEmpty {
            context.embedded[relationship.id] = try embedded(relationship)
        }
        var body = WordBody(context)
        try package.scan(part, &body)
        hasHiddenText = hasHiddenText || body.hasHiddenText
        skippedParts += body.skippedParts
        let (margins, cited) = (body.margins, body.citedNotes)
        return (body.finish(), margins, cited)
    }

    /// What a chart, a diagram or a whole document in a part of its own says; `nil` for all else.
    private mutating func embedded(_ part: PackageRelationships.Relationship) throws -> [TextFlow.Piece]? {
        switch part.type {
        case "chart":
            var chart = WordChart()
            try package.scan(part.target, &chart)
            return chart.pieces
        case "diagramData":
            var diagram = WordDiagram()
            try package.scan(part.target, &diagram)
            return diagram.pieces
        case "aFChunk": return try document(in: part.target)
        default: return nil
        }
    }

    /// A document of any format that Word takes in as it is: text, a web page, another Word document.
    private mutating func document(in part: String) throws -> [TextFlow.Piece]? {
        guard depth < Self.deepest, let bytes = try package.contents(of: part) else { return nil }
        let document: ExtractedDocument
        switch FormatDetector.detect(name: part, head: Array(bytes.prefix(FormatDetector.headSize))) {
        case .zip:
            do {
                // What is unpacked in all has one limit.
                let inner = try ZipArchive(bytes, budget: package.budget)
                guard inner.contains("[Content_Types].xml") else { return nil }
                var reader = WordReader(package: OfficePackage(inner), depth: depth + 1)
                defer { package.budget = reader.package.budget }
                document = try reader.read()
            } catch is DocumentError {
                return nil
            }
        case .format(.rtf): document = try RichTextReader.read(bytes)
        case .format(.html): document = try HTMLReader.read(bytes, options: HTMLReader.Options(wholeBody: true))
        case .format(.text) where ["mht", "mhtml", "eml"].contains(FormatDetector.fileExtension(part)):
            guard let page = WebArchive.page(in: bytes) else { return nil }
            document = try HTMLReader.read(
                page.bytes, options: HTMLReader.Options(wholeBody: true, declaredEncoding: page.encoding))
        case .format(.text) where FormatDetector.fileExtension(part) == "txt":
            return [TextFlow.Piece(kind: .paragraph, text: Array(TextDecoder.decode(bytes).text.utf8))]
        default: return nil
        }
        let text = Array(document.text.utf8)
        return document.blocks.map { TextFlow.Piece(kind: $0.kind, text: Array(text[$0.span.start..<$0.span.end])) }
    }
}

/// Finds `dc:title` in the metadata of Office, OpenDocument and EPUB packages.
struct TitleScanner: XMLHandler {
    private(set) var title: String?
    private var isInTitle = false
    private var collected: [UInt8] = []

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if name == XMLName(namespace: .dublinCore, local: "title"), title == nil {
            isInTitle = true
            collected = []
        }
    }

    mutating func end(_ name: XMLName) {
        guard isInTitle, name == XMLName(namespace: .dublinCore, local: "title") else { return }
        isInTitle = false
        let text = String(decoding: collected.trimmed(), as: UTF8.self)
        if !text.isEmpty { title = text }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        if isInTitle, collected.count < 10_000 { collected.append(contentsOf: bytes) }
    }
}

/// The page in a web archive (MHTML, RFC 2557): programs that make Word documents of web pages put the whole page into one.
enum WebArchive {
    /// Parts in parts; more are no archive that a program writes.
    private static let deepest = 4

    /// - Returns: The first part that is a web page, or `nil` where there is none, and the encoding that it names.
    static func page(in bytes: [UInt8]) -> (bytes: [UInt8], encoding: String?)? { page(in: bytes[...], depth: 0) }

    private static func page(in message: ArraySlice<UInt8>, depth: Int) -> (bytes: [UInt8], encoding: String?)? {
        var rest = message
        let headers = MIME.headers(&rest)
        let type = headers["content-type"] ?? "text/plain"
        if type.lowercased().hasPrefix("multipart/") {
            guard depth < deepest, let boundary = MIME.parameter("boundary", of: type), !boundary.isEmpty else {
                return nil
            }
            return MIME.parts(of: rest, boundary: Array("--\(boundary)".utf8)).lazy
                .compactMap { page(in: $0, depth: depth + 1) }.first
        }
        guard type.lowercased().hasPrefix("text/html") || type.lowercased().hasPrefix("application/xhtml") else {
            return nil
        }
        let encoding = MIME.parameter("charset", of: type)
        return MIME.decoded(rest, headers).map { ($0, encoding) }
    }
}
