import HearthCore

/// Reads OpenDocument text (ODF 1.x): the body, then headers and footers.
enum OpenDocumentReader {
    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        var package = try OpenDocumentPackage(bytes)
        var builder = DocumentBuilder()
        var body = OpenDocumentBody(within: "body")
        try package.scan("content.xml", &body)
        let pieces = body.finish()
        for piece in pieces { builder.append(piece.kind, piece.text) }
        var margins = OpenDocumentBody(within: "master-styles")
        try package.scan("styles.xml", &margins)
        var seen: Set<[UInt8]> = []
        for piece in margins.finish() where seen.insert(piece.text).inserted { builder.append(piece.kind, piece.text) }

        builder.title = try package.title()
        if builder.title == nil, let first = pieces.first(where: { $0.kind == .heading(level: 1) }) {
            builder.title = String(decoding: first.text.trimmed(), as: UTF8.self)
        }
        builder.warnings = package.warnings
        return builder.finish(format: .odt)
    }
}

/// Takes the text out of one element of OpenDocument's XML: the body, or the headers and footers of its page styles.
struct OpenDocumentBody: XMLHandler {
    /// The element of the `office` namespace whose text is taken.
    private let within: String
    private var flow = OpenDocumentFlow()
    private var isInside = false
    private var skipDepth = 0

    init(within: String) { self.within = within }

    consuming func finish() -> [TextFlow.Piece] { flow.finish() }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if skipDepth > 0 {
            skipDepth += 1
            return
        }
        if name.namespace == .office {
            if name.local == within { isInside = true }
            // They hold what a program shows and does, and no words.
            if name.local == "forms" || name.local == "scripts" { skipDepth = 1 }
        } else if isInside || name.namespace != .table, !flow.start(name, attributes) {
            skipDepth = 1
        }
    }

    mutating func end(_ name: XMLName) {
        if skipDepth > 0 {
            skipDepth -= 1
            return
        }
        if name == XMLName(namespace: .office, local: within) { isInside = false }
        if isInside || name.namespace != .table { flow.end(name) }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        if isInside, skipDepth == 0 { flow.text(bytes) }
    }
}
