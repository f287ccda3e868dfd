import HearthCore

/// Reads Word documents (ECMA-376, WordprocessingML, transitional and strict).
///
/// The body comes first, then foot- and endnotes, headers, footers and comments. Deleted text is left out, inserted text kept:
/// the document as it reads with all changes accepted. Charts, diagrams and documents that were put into it stand where they
/// are shown.
struct WordReader {
    /// Documents in documents are read, and those in them are not.
    private static let deepest = 2

    private var archive: ZipArchive
    private var builder = DocumentBuilder()
    private let depth: Int
    /// The names of parts in lower case, in which part names are compared, and with slashes that some programs write the other
    /// way round.
    private let names: [String: String]
    /// The part with the body, without which there is no document.
    private var main: String?
    private var hasHiddenText = false
    private var skippedParts = 0

    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        var reader = WordReader(archive: try ZipArchive(bytes), depth: 1)
        return try reader.read()
    }

    private init(archive: ZipArchive, depth: Int) {
        self.archive = archive
        self.depth = depth
        names = Dictionary(
            archive.entries.keys.map { ($0.replacing("\\", with: "/").lowercased(), $0) },
            uniquingKeysWith: { first, second in min(first, second) })
    }

    private mutating func read() throws -> ExtractedDocument {
        let package = try relationships(of: "")
        let main = try mainPart(package)
        self.main = main
        let parts = try relationships(of: main)
        var context = WordBody.Context()
        if let part = parts.first(where: { $0.type == "styles" })?.target { try scan(part, &context.styles) }
        context.styles.resolve()
        if let part = parts.first(where: { $0.type == "numbering" })?.target { try scan(part, &context.numbering) }
        context.numbering.resolve(context.styles)

        var settings = WordSettings()
        if let part = parts.first(where: { $0.type == "settings" })?.target { try scan(part, &settings) }

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
                guard read.insert(part.target).inserted, name(of: part.target) != nil else { continue }
                append(
                    try text(of: part.target, relationships(of: part.target), context).pieces.filter { piece in
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
        if skippedParts > 0 {
            builder.warnings.append(ExtractionWarning(.skipped, "\(skippedParts) embedded documents were left out."))
        }
        if hasHiddenText {
            builder.warnings.append(ExtractionWarning(.skipped, "Text that the document hides was left out."))
        }
        return builder.finish(format: .docx)
    }

    /// The part with the body: what the package says, or what looks like it where the package says nothing.
    private func mainPart(_ package: [WordRelationships.Relationship]) throws -> String {
        let named = package.first { $0.type == "officeDocument" }?.target
        let usual = "word/document.xml"
        if let named, name(of: named) != nil { return named }
        if name(of: usual) != nil { return usual }
        let others = names.keys.filter { $0.hasPrefix("word/document") && $0.hasSuffix(".xml") }
        guard let other = others.min() else {
            throw DocumentError(
                .damagedDocument, "The Word document has no text part (\(named ?? usual)); it is damaged.")
        }
        return other
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
        of part: String, _ relationships: [WordRelationships.Relationship], _ context: WordBody.Context
    ) throws -> (pieces: [TextFlow.Piece], margins: WordMargins, citedNotes: Set<String>) {
        var context = context
        for relationship in relationships where !relationship.id.isEmpty {
            context.embedded[relationship.id] = try embedded(relationship)
        }
        var body = WordBody(context)
        try scan(part, &body)
        hasHiddenText = hasHiddenText || body.hasHiddenText
        skippedParts += body.skippedParts
        let (margins, cited) = (body.margins, body.citedNotes)
        return (body.finish(), margins, cited)
    }

    /// What a chart, a diagram or a whole document in a part of its own says; `nil` for all else.
    private mutating func embedded(_ part: WordRelationships.Relationship) throws -> [TextFlow.Piece]? {
        switch part.type {
        case "chart":
            var chart = WordChart()
            try scan(part.target, &chart)
            return chart.pieces
        case "diagramData":
            var diagram = WordDiagram()
            try scan(part.target, &diagram)
            return diagram.pieces
        case "aFChunk": return try document(in: part.target)
        default: return nil
        }
    }

    /// A document of any format that Word takes in as it is: text, a web page, another Word document.
    private mutating func document(in part: String) throws -> [TextFlow.Piece]? {
        guard depth < Self.deepest, let name = name(of: part),
            let bytes = try archive.contents(of: name)?.bytes
        else { return nil }
        let document: ExtractedDocument
        switch FormatDetector.detect(name: part, head: Array(bytes.prefix(FormatDetector.headSize))) {
        case .zip:
            do {
                // What is unpacked in all has one limit.
                let inner = try ZipArchive(bytes, budget: archive.budget)
                guard inner.contains("[Content_Types].xml") else { return nil }
                var reader = WordReader(archive: inner, depth: depth + 1)
                defer { archive.budget = reader.archive.budget }
                document = try reader.read()
            } catch is DocumentError {
                return nil
            }
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

    /// How the archive spells the name of a part; `nil` when it is not there.
    private func name(of part: String) -> String? {
        archive.contains(part) ? part : names[part.lowercased()]
    }

    /// Scans one part, if it is there, and reports damage.
    private mutating func scan(_ part: String, _ handler: inout some XMLHandler) throws {
        guard let name = name(of: part), let contents = try contents(of: part, named: name) else { return }
        let outcome = try XMLScanner.scan(contents.bytes, &handler)
        if contents.isDamaged || outcome == .damaged {
            builder.warnings.append(
                ExtractionWarning(.damaged, "The part \(part) is damaged; it was read as far as it goes."))
        }
    }

    /// One part, unpacked; `nil` for one beside the body that cannot be, which is reported.
    private mutating func contents(of part: String, named name: String) throws -> ZipArchive.Contents? {
        do {
            return try archive.contents(of: name)
        } catch let error as DocumentError where error.reason == .damagedZip && part != main {
            builder.warnings.append(
                ExtractionWarning(.damaged, "The part \(part) cannot be unpacked; it was not read."))
            return nil
        }
    }

    private mutating func relationships(of part: String) throws -> [WordRelationships.Relationship] {
        var scanner = WordRelationships(part: part)
        try scan(scanner.path, &scanner)
        return scanner.found
    }
}

/// What the parts of an Office package are to one of them (ECMA-376, part 2).
struct WordRelationships: XMLHandler {
    struct Relationship {
        /// By which the part's own markup names it.
        var id: String
        /// The last component of the type's address: `officeDocument`, `styles`, `footnotes`, …
        var type: String
        /// The part's name in the archive.
        var target: String
    }

    /// Where the relationships of the part are kept.
    let path: String
    private let folder: Substring
    private(set) var found: [Relationship] = []

    /// - Parameter part: A part's name, or an empty text for the package itself.
    init(part: String) {
        let slash = part.lastIndex(of: "/")
        folder = slash.map { part[...$0] } ?? ""
        let name = slash.map { part[part.index(after: $0)...] } ?? part[...]
        path = "\(folder)_rels/\(name).rels"
    }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        guard name.local == "Relationship", found.count < 10_000, attributes["TargetMode"] != "External",
            let type = attributes["Type"]?.split(separator: "/").last, let target = attributes["Target"]
        else { return }
        let full = target.hasPrefix("/") ? String(target.dropFirst()) : folder + target
        found.append(
            Relationship(id: attributes["Id"] ?? "", type: String(type), target: PartPath.normalized(full)))
    }

    mutating func end(_ name: XMLName) {}
    mutating func text(_ bytes: ArraySlice<UInt8>) {}
}

/// Names of parts within an archive.
enum PartPath {
    /// Resolves "." and "..": names in an archive have neither.
    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
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
