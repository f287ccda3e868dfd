/// The XML vocabularies that the readers of this module understand.
enum XMLNamespace: UInt8 {
    case other
    /// WordprocessingML.
    case word
    /// Formulas of Office.
    case math
    /// DrawingML, whose shapes and charts hold text.
    case drawing
    /// Markup compatibility: one content in several versions.
    case compatibility
    /// The parts of an Office package and what they are to each other.
    case relationships
    case dublinCore
    case epubContainer
    case epubPackage
    case office
    case text
    case table
    case style
    case manifest

    init(uri: String) { self = Self.known[uri] ?? .other }

    /// Transitional and strict Office Open XML, OpenDocument 1.x, EPUB 2 and 3.
    private static let known: [String: XMLNamespace] = [
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main": .word,
        "http://purl.oclc.org/ooxml/wordprocessingml/main": .word,
        "http://schemas.openxmlformats.org/officeDocument/2006/math": .math,
        "http://purl.oclc.org/ooxml/officeDocument/math": .math,
        "http://schemas.openxmlformats.org/drawingml/2006/main": .drawing,
        "http://purl.oclc.org/ooxml/drawingml/main": .drawing,
        "http://schemas.openxmlformats.org/markup-compatibility/2006": .compatibility,
        "http://schemas.openxmlformats.org/package/2006/relationships": .relationships,
        "http://purl.org/dc/elements/1.1/": .dublinCore,
        "urn:oasis:names:tc:opendocument:xmlns:container": .epubContainer,
        "http://www.idpf.org/2007/opf": .epubPackage,
        "urn:oasis:names:tc:opendocument:xmlns:office:1.0": .office,
        "urn:oasis:names:tc:opendocument:xmlns:text:1.0": .text,
        "urn:oasis:names:tc:opendocument:xmlns:table:1.0": .table,
        "urn:oasis:names:tc:opendocument:xmlns:style:1.0": .style,
        "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0": .manifest,
    ]

    /// What the usual prefixes mean in a file that fails to declare them.
    static let usualPrefixes: [(prefix: String, namespace: XMLNamespace)] = [
        ("w", .word), ("m", .math), ("a", .drawing), ("mc", .compatibility), ("dc", .dublinCore), ("opf", .epubPackage),
        ("office", .office), ("text", .text), ("table", .table), ("style", .style),
    ]
}

/// The name of an element, with its namespace resolved.
struct XMLName: Equatable {
    var namespace: XMLNamespace
    var local: String
}
