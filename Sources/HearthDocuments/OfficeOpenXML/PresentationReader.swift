import HearthCore

/// Reads presentations (ECMA-376, PresentationML): the slides in the order in which they are shown, a page for each.
///
/// A slide's heading is its title, or its number where it has none. What its speaker noted follows below a heading of its own. Hidden slides are read,
/// and their headings say so.
struct PresentationReader {
    private static let mostSlides = 5_000

    private var package: OfficePackage
    private var builder = DocumentBuilder()
    private var comments = 0
    private var pictures = 0
    /// Footers are the same on most slides.
    private var footers: Set<String> = []

    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        var reader = PresentationReader(package: try OfficePackage(bytes))
        return try reader.read()
    }

    private init(package: OfficePackage) { self.package = package }

    private mutating func read() throws -> ExtractedDocument {
        let main = try package.mainPart(usually: "ppt/presentation.xml", "presentation")
        var order = SlideOrder()
        try package.scan(main, &order)
        let parts = try package.relationships(of: main)
        guard !order.slides.isEmpty else {
            throw DocumentError(.damagedDocument, "The presentation has no slide, or is damaged.")
        }
        var read: Set<String> = []
        for (index, id) in order.slides.prefix(Self.mostSlides).enumerated() {
            try Task.checkCancellation()
            builder.beginPage()
            guard let part = parts.first(where: { $0.id == id })?.target, package.contains(part) else {
                package.warn(.damaged, "Slide \(index + 1) is missing.")
                continue
            }
            // One part under many names would be unpacked and scanned again for each of them.
            guard read.insert(part.lowercased()).inserted else {
                package.warn(.damaged, "Slide \(index + 1) is the same part as an earlier one; it was not read again.")
                continue
            }
            try append(part, number: index + 1)
        }
        if order.slides.count > Self.mostSlides {
            package.warn(.truncated, "Only the first \(Self.mostSlides) of \(order.slides.count) slides were read.")
        }
        builder.warn(
            pictures, .skipped, "The picture of 1 slide was left out.", "slides have pictures, which were left out.")
        builder.warn(
            comments, .skipped, "The comments on 1 slide were left out.", "slides have comments, which were left out.")
        builder.title = try package.title()
        builder.warnings = package.warnings + builder.warnings
        return builder.finish(format: .pptx)
    }

    private mutating func append(_ part: String, number: Int) throws {
        let relationships = try package.relationships(of: part)
        var scanner = SlideScanner(.slide, embedded: try embedded(relationships))
        try package.scan(part, &scanner)
        let slide = scanner.finish()
        let title = slide.title.isEmpty ? "Slide \(number)" : slide.title
        builder.append(.heading(level: 2), slide.isHidden ? "\(title) (hidden slide)" : title)
        for piece in slide.pieces { builder.append(piece.kind, piece.text) }
        for footer in slide.footers where footers.count < Self.mostSlides && footers.insert(footer).inserted {
            builder.append(.paragraph, footer)
        }
        if relationships.contains(where: { $0.type == "comments" }) { comments += 1 }
        if relationships.contains(where: { $0.type == "image" }) { pictures += 1 }
        guard let notes = relationships.first(where: { $0.type == "notesSlide" })?.target else { return }
        var noted = SlideScanner(.notes, embedded: [:])
        try package.scan(notes, &noted)
        let pieces = noted.finish().pieces
        guard !pieces.isEmpty else { return }
        builder.append(.heading(level: 3), "Notes")
        for piece in pieces { builder.append(piece.kind, piece.text) }
    }

    /// What charts and diagrams on a slide say, by the relationships that name their parts.
    private mutating func embedded(
        _ relationships: [PackageRelationships.Relationship]
    ) throws -> [String: [TextFlow.Piece]] {
        var found: [String: [TextFlow.Piece]] = [:]
        for relationship in relationships {
            switch relationship.type {
            case "chart":
                var chart = WordChart()
                try package.scan(relationship.target, &chart)
                found[relationship.id] = chart.pieces
            case "diagramData":
                var diagram = WordDiagram()
                try package.scan(relationship.target, &diagram)
                found[relationship.id] = diagram.pieces
            default: break
            }
        }
        return found
    }
}

/// `presentation.xml`: the slides in the order in which they are shown, which is not that of their parts' names.
struct SlideOrder: XMLHandler {
    /// Of the relationships that name their parts.
    private(set) var slides: [String] = []

    private static let most = 100_000

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        guard name.local == "sldId", slides.count < Self.most, let id = attributes.qualified("id") else { return }
        slides.append(id)
    }

    mutating func end(_ name: XMLName) {}
    mutating func text(_ bytes: ArraySlice<UInt8>) {}
}
