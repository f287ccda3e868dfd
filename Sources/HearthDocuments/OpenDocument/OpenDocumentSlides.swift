import HearthCore

/// Reads OpenDocument presentations (ODF 1.x): the slides in their order, a page for each.
///
/// As ``PresentationReader`` has it: a slide's heading is its title, or its number where it has none, what its speaker noted follows below a heading
/// of its own, and hidden slides are read and say so.
enum OpenDocumentSlides {
    static let mostSlides = 5_000

    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        var package = try OpenDocumentPackage(bytes)
        var scanner = OpenDocumentSlideScanner()
        try package.scan("content.xml", &scanner)
        guard scanner.count > 0 else {
            throw DocumentError(.damagedDocument, "The presentation has no slide, or is damaged.")
        }
        let title = try package.title()
        return scanner.finish(title: title, damage: package.warnings)
    }
}

/// Takes the text out of the slides of `content.xml`.
struct OpenDocumentSlideScanner: XMLHandler {
    /// Declarations of footers, and styles of hidden slides, that are kept.
    private static let mostNames = 10_000

    /// Where a shape's text goes.
    private enum Place { case body, title, notes, nowhere }

    /// One slide while its shapes come.
    private struct Slide {
        var isHidden: Bool
        var footer: String?
        var title: [UInt8] = []
        var body = OpenDocumentFlow()
        var notes = OpenDocumentFlow()
        var hasPictures = false
        var hasRemarks = false
    }

    /// How many there are.
    private(set) var count = 0
    private var builder = DocumentBuilder()
    private var pictures = 0
    private var remarks = 0

    private var slide: Slide?
    private var skipDepth = 0
    private var place = Place.body
    private var isNotes = false
    /// Frames that are open, of which the outermost says what it is for.
    private var shapeDepth = 0
    /// Whether the open frame has a table.
    private var hasTable = false
    private var paragraphs = 0
    private var styleName: String?
    private var hiddenStyles: Set<String> = []
    /// What footers say, by their names.
    private var footers: [String: String] = [:]
    private var footerName: String?
    private var footerText: [UInt8] = []
    /// Footers are the same on most slides.
    private var shownFooters: Set<String> = []

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if skipDepth > 0 {
            skipDepth += 1
            return
        }
        switch (name.namespace, name.local) {
        case (.office, "annotation"):
            slide?.hasRemarks = true
            skipDepth = 1
        case (.office, "forms"), (.office, "scripts"), (.office, "event-listeners"): skipDepth = 1
        case (.style, "style"):
            styleName = attributes["family"] == "drawing-page" ? attributes["name"] : nil
        case (.style, "drawing-page-properties"):
            if attributes["visibility"] == "hidden", let styleName, hiddenStyles.count < Self.mostNames {
                hiddenStyles.insert(styleName)
            }
        case (.presentation, "footer-decl"):
            footerName = attributes["name"]
            footerText = []
        case (.presentation, "notes"):
            isNotes = true
            place = .notes
        // Today's date, and what the footer of the page with the notes says.
        case (.presentation, "date-time"), (.presentation, "header"), (.presentation, "footer"),
            (.presentation, "date-time-decl"), (.presentation, "header-decl"):
            skipDepth = 1
        case (.draw, "page"): beginSlide(attributes)
        // The picture of the slide above its notes.
        case (.draw, "page-thumbnail"): skipDepth = 1
        case (.draw, "image"), (.draw, "object"), (.draw, "object-ole"), (.draw, "plugin"):
            // Beside a table stands a picture of it.
            if place != .nowhere, !hasTable { slide?.hasPictures = true }
            skipDepth = 1
        case (.draw, "frame"):
            if shapeDepth == 0 {
                place = Self.place(of: attributes["class"], isNotes: isNotes)
                hasTable = false
            }
            shapeDepth += 1
        default: startWords(name, attributes)
        }
    }

    private mutating func startWords(_ name: XMLName, _ attributes: XMLAttributes) {
        guard slide != nil else { return }
        if name.namespace == .text, name.local == "p" || name.local == "h" { paragraphs += 1 }
        if name == XMLName(namespace: .table, local: "table") { hasTable = true }
        let isRead: Bool
        switch place {
        case .body: isRead = slide?.body.start(name, attributes) ?? true
        case .notes: isRead = slide?.notes.start(name, attributes) ?? true
        case .title:
            isRead = true
            if name.namespace == .text { slide?.title.append(space) }
        case .nowhere: isRead = true
        }
        if !isRead { skipDepth = 1 }
    }

    mutating func end(_ name: XMLName) {
        if skipDepth > 0 {
            skipDepth -= 1
            return
        }
        switch (name.namespace, name.local) {
        case (.style, "style"): styleName = nil
        case (.presentation, "footer-decl"):
            if let footerName, footers.count < Self.mostNames { footers[footerName] = Self.line(footerText) }
            footerName = nil
        case (.presentation, "notes"):
            isNotes = false
            place = .body
        case (.draw, "page"): endSlide()
        case (.draw, "frame"):
            shapeDepth -= 1
            if shapeDepth <= 0 {
                (shapeDepth, hasTable) = (0, false)
                place = isNotes ? .notes : .body
            }
        default:
            guard slide != nil else { return }
            if name.namespace == .text, name.local == "p" || name.local == "h" { paragraphs -= 1 }
            switch place {
            case .body: slide?.body.end(name)
            case .notes: slide?.notes.end(name)
            case .title, .nowhere: break
            }
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        guard skipDepth == 0 else { return }
        if footerName != nil, footerText.count < 10_000 { footerText.append(contentsOf: bytes) }
        guard slide != nil else { return }
        switch place {
        case .body: slide?.body.text(bytes)
        case .notes: slide?.notes.text(bytes)
        case .title: if paragraphs > 0 { slide?.title.append(contentsOf: bytes) }
        case .nowhere: break
        }
    }

    /// What a frame is for (ODF 1.3, part 3, 19.393).
    private static func place(of kind: String?, isNotes: Bool) -> Place {
        switch kind {
        case "notes": isNotes ? .notes : .body
        case "title": isNotes ? .nowhere : .title
        case "page-number", "date-time", "header", "footer", "handout": .nowhere
        default: isNotes ? .notes : .body
        }
    }

    private mutating func beginSlide(_ attributes: XMLAttributes) {
        if slide != nil { endSlide() }
        count += 1
        place = .body
        (isNotes, shapeDepth, paragraphs) = (false, 0, 0)
        slide = Slide(
            isHidden: attributes["style-name"].map { hiddenStyles.contains($0) } ?? false,
            footer: attributes["use-footer-name"].flatMap { footers[$0] })
    }

    private mutating func endSlide() {
        guard let slide else { return }
        self.slide = nil
        guard count <= OpenDocumentSlides.mostSlides else { return }
        builder.beginPage()
        let said = Self.line(slide.title)
        let title = said.isEmpty ? "Slide \(count)" : said
        builder.append(.heading(level: 2), slide.isHidden ? "\(title) (hidden slide)" : title)
        for piece in slide.body.finish() { builder.append(piece.kind, piece.text) }
        if let footer = slide.footer, shownFooters.count < Self.mostNames, shownFooters.insert(footer).inserted {
            builder.append(.paragraph, footer)
        }
        if slide.hasPictures { pictures += 1 }
        if slide.hasRemarks { remarks += 1 }
        let notes = slide.notes.finish()
        guard !notes.isEmpty else { return }
        builder.append(.heading(level: 3), "Notes")
        for piece in notes { builder.append(piece.kind, piece.text) }
    }

    /// The words of a text with a space between them.
    private static func line(_ text: [UInt8]) -> String {
        String(decoding: Array(text.split(whereSeparator: isSpace).joined(separator: [space])), as: UTF8.self)
    }

    /// - Parameter damage: What is said of parts that are damaged.
    mutating func finish(title: String?, damage: [ExtractionWarning]) -> ExtractedDocument {
        if count > OpenDocumentSlides.mostSlides {
            builder.warnings.append(
                ExtractionWarning(
                    .truncated, "Only the first \(OpenDocumentSlides.mostSlides) of \(count) slides were read."))
        }
        builder.warn(
            pictures, .skipped, "The pictures, charts and objects of 1 slide were left out.",
            "slides have pictures, charts or objects, which were left out.")
        builder.warn(
            remarks, .skipped, "The comments on 1 slide were left out.", "slides have comments, which were left out.")
        builder.title = title
        builder.warnings = damage + builder.warnings
        return builder.finish(format: .odp)
    }
}
