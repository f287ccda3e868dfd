import HearthCore

/// Takes the text out of one slide, or out of the page of notes that belongs to one.
struct SlideScanner: XMLHandler {
    enum Part { case slide, notes }

    struct Slide {
        /// On one line; empty where the slide has no title.
        var title: String
        var pieces: [TextFlow.Piece]
        var footers: [String]
        var isHidden: Bool
    }

    /// Where a shape's text goes.
    private enum Place { case body, list, title, footer, nowhere }

    private let part: Part
    private let embedded: [String: [TextFlow.Piece]]
    private var flow = TextFlow()
    private var title: [UInt8] = []
    private var footers: [[UInt8]] = []
    private var isHidden = false
    private var place: Place
    private var skipDepth = 0
    private var paragraphs = 0
    /// Text stands in its elements alone; white space between others is that of the file.
    private var texts = 0

    private static let mostFooters = 10

    init(_ part: Part, embedded: [String: [TextFlow.Piece]]) {
        self.part = part
        self.embedded = embedded
        place = part == .slide ? .body : .nowhere
    }

    consuming func finish() -> Slide {
        let heading = Self.line(title)
        let margins = footers.map { Self.line($0) }.filter { !$0.isEmpty }
        let hidden = isHidden
        return Slide(title: heading, pieces: flow.finish(), footers: margins, isHidden: hidden)
    }

    /// The words of a text with a space between them.
    private static func line(_ text: [UInt8]) -> String {
        String(decoding: Array(text.split(whereSeparator: isSpace).joined(separator: [space])), as: UTF8.self)
    }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if skipDepth > 0 {
            skipDepth += 1
            return
        }
        switch name.local {
        case "sld": isHidden = attributes["show"].map { $0 == "0" || $0 == "false" } ?? false
        case "sp", "pic", "graphicFrame", "cxnSp": place = part == .slide ? .body : .nowhere
        case "ph": place = placeholder(attributes["type"] ?? "obj")
        // One content in an older form; numbers of slides and today's date.
        case "Fallback": skipDepth = 1
        case "fld":
            let type = attributes["type"] ?? ""
            if type == "slidenum" || type.hasPrefix("datetime") { skipDepth = 1 }
        case "p" where name.namespace == .drawing: beginParagraph()
        case "buChar", "buAutoNum", "buBlip": if paragraphs > 0, takesText { flow.setKind(.listItem) }
        case "buNone": if paragraphs > 0, takesText { flow.setKind(.paragraph) }
        case "br": append([takesText ? newline : space])
        case "t": texts += 1
        case "tbl": if takesText { flow.beginTable() }
        case "tr": if takesText { flow.beginRow() }
        case "tc": if takesText { flow.beginCell() }
        case "chart" where name.namespace == .chart:
            if takesText, let pieces = attributes.qualified("id").flatMap({ embedded[$0] }) { flow.insert(pieces) }
        case "relIds": if takesText, let pieces = attributes["dm"].flatMap({ embedded[$0] }) { flow.insert(pieces) }
        default: break
        }
    }

    mutating func end(_ name: XMLName) {
        if skipDepth > 0 {
            skipDepth -= 1
            return
        }
        switch name.local {
        case "p" where name.namespace == .drawing: endParagraph()
        case "t": texts -= 1
        case "tbl": if takesText { flow.endTable() }
        case "tr": if takesText { flow.endRow() }
        case "tc": if takesText { flow.endCell() }
        default: break
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        if skipDepth == 0, texts > 0 { append(bytes) }
    }

    private var takesText: Bool { place == .body || place == .list }

    /// What a placeholder of the slide's layout is for (ECMA-376, part 1, 19.7.10).
    private func placeholder(_ type: String) -> Place {
        if part == .notes { return type == "body" ? .body : .nowhere }
        switch type {
        case "title", "ctrTitle": return .title
        case "sldNum", "dt", "hdr", "sldImg": return .nowhere
        case "ftr": return .footer
        case "obj", "body": return .list
        default: return .body
        }
    }

    private mutating func beginParagraph() {
        paragraphs += 1
        switch place {
        case .body: flow.beginParagraph()
        case .list: flow.beginParagraph(.listItem)
        case .footer: if footers.count < Self.mostFooters { footers.append([]) }
        case .title, .nowhere: break
        }
    }

    private mutating func endParagraph() {
        guard paragraphs > 0 else { return }
        paragraphs -= 1
        if takesText { flow.endParagraph() }
        if place == .title { title.append(space) }
    }

    private mutating func append(_ bytes: some Collection<UInt8>) {
        guard paragraphs > 0 else { return }
        switch place {
        case .body, .list: flow.append(bytes)
        case .title: title.append(contentsOf: bytes)
        case .footer: if let last = footers.indices.last { footers[last].append(contentsOf: bytes) }
        case .nowhere: break
        }
    }
}
