/// What takes the events of an ``XMLScanner``.
protocol XMLHandler {
    mutating func start(_ name: XMLName, _ attributes: XMLAttributes)
    mutating func end(_ name: XMLName)
    /// Character data with references resolved, in valid UTF-8; perhaps in several pieces.
    mutating func text(_ bytes: ArraySlice<UInt8>)
}

/// Reads XML as a stream of events, in one pass over the bytes and without recursion.
///
/// Written for documents from outside instead of using Foundation's parser: that one refuses files above 10 MB on Linux,
/// gives nothing of a file that is damaged, and stands on a C library that must be told what not to fetch. Here document type
/// declarations are passed over, and what is not well formed ends the scan or is passed over, never the program.
struct XMLScanner {
    enum Outcome { case complete, damaged }

    /// Elements inside elements; deeper ones end the scan. No document that people write comes near.
    static let maximumDepth = 1_000

    /// Prefixes that are declared at one place; each name is looked up among them. Programs declare some forty.
    private static let mostBindings = 256

    private let bytes: [UInt8]
    private var position = 0
    private var open: [(name: XMLName, bindings: Int)] = []
    /// Prefixes in scope, the innermost last.
    private var bindings: [(prefix: [UInt8], namespace: XMLNamespace)]
    private var scratch: [UInt8] = []

    static func scan(_ bytes: [UInt8], _ handler: inout some XMLHandler) throws -> Outcome {
        var scanner = XMLScanner(bytes)
        return try scanner.scan(&handler)
    }

    private init(_ bytes: [UInt8]) {
        let isPlain = !bytes.starts(with: [0xEF, 0xBB, 0xBF]) && String(validating: bytes, as: UTF8.self) != nil
        self.bytes = isPlain && WideUnicode.detect(bytes) == nil ? bytes : Array(TextDecoder.decode(bytes).text.utf8)
        bindings = XMLNamespace.usualPrefixes.map { (Array($0.prefix.utf8), $0.namespace) }
    }

    private mutating func scan(_ handler: inout some XMLHandler) throws -> Outcome {
        var count = 0
        while position < bytes.count {
            count += 1
            if count & 0xFFFF == 0 { try Task.checkCancellation() }
            let markup = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            if markup > position { emit(position..<markup, &handler) }
            position = markup
            guard markup < bytes.count else { break }
            guard readMarkup(&handler) else {
                close(all: &handler)
                return .damaged
            }
        }
        let outcome: Outcome = open.isEmpty ? .complete : .damaged
        close(all: &handler)
        return outcome
    }

    /// Every start has its end, also in a damaged file.
    private mutating func close(all handler: inout some XMLHandler) {
        while let element = open.popLast() { handler.end(element.name) }
    }

    private mutating func emit(_ range: Range<Int>, _ handler: inout some XMLHandler) {
        guard !open.isEmpty else { return }
        guard bytes[range].contains(UInt8(ascii: "&")) else {
            handler.text(bytes[range])
            return
        }
        scratch.removeAll(keepingCapacity: true)
        XMLReference.append(bytes[range], to: &scratch)
        handler.text(scratch[...])
    }

    // MARK: Markup

    /// Reads what begins with "<"; false when the scan cannot go on.
    private mutating func readMarkup(_ handler: inout some XMLHandler) -> Bool {
        guard position + 1 < bytes.count else { return false }
        switch bytes[position + 1] {
        case UInt8(ascii: "/"): return readEndTag(&handler)
        case UInt8(ascii: "?"): return skip(to: "?>")
        case UInt8(ascii: "!"):
            let rest = bytes[position...]
            if rest.starts(with: "<!--") { return skip(to: "-->") }
            if rest.starts(with: "<![CDATA[") {
                let start = position + 9
                guard skip(to: "]]>") else { return false }
                if !open.isEmpty { handler.text(bytes[start..<max(start, position - 3)]) }
                return true
            }
            return skipDeclaration()
        default: return readStartTag(&handler)
        }
    }

    private mutating func skip(to end: StaticString) -> Bool {
        guard let found = bytes.firstIndex(of: end, in: position..<bytes.count) else { return false }
        position = found + end.utf8CodeUnitCount
        return true
    }

    /// A document type with its internal subset: brackets and quotes are heeded, contents are not.
    private mutating func skipDeclaration() -> Bool {
        var isSubset = false
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            if quote == nil, byte == UInt8(ascii: "<"), bytes[position...].starts(with: "<!--") {
                guard skip(to: "-->") else { return false }
                continue
            }
            position += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                isSubset = true
            } else if byte == UInt8(ascii: "]") {
                isSubset = false
            } else if byte == UInt8(ascii: ">"), !isSubset {
                return true
            }
        }
        return false
    }

    private mutating func readStartTag(_ handler: inout some XMLHandler) -> Bool {
        let start = position + 1
        var index = start
        while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">"),
            bytes[index] != UInt8(ascii: "/")
        {
            index += 1
        }
        let name = start..<index
        guard !name.isEmpty else { return false }
        // The tag's end: a ">" outside quotes.
        var quote: UInt8 = 0
        while index < bytes.count {
            let byte = bytes[index]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                break
            }
            index += 1
        }
        guard index < bytes.count, open.count < Self.maximumDepth else { return false }
        let isEmpty = bytes[index - 1] == UInt8(ascii: "/")
        let end = isEmpty ? max(name.upperBound, index - 1) : index
        position = index + 1
        let attributes = XMLAttributes(bytes: bytes, range: name.upperBound..<end)
        let outer = bindings.count
        if end > name.upperBound {
            for declared in attributes.declarations().prefix(max(0, Self.mostBindings - bindings.count)) {
                bindings.append((Array(declared.prefix), declared.namespace))
            }
        }
        let resolved = resolve(name)
        handler.start(resolved, attributes)
        if isEmpty {
            handler.end(resolved)
            bindings.removeLast(bindings.count - outer)
        } else {
            open.append((resolved, outer))
        }
        return true
    }

    private mutating func readEndTag(_ handler: inout some XMLHandler) -> Bool {
        let start = position + 2
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { return false }
        position = end + 1
        let name = resolve(bytes.trimmed(start..<end))
        // An end without its start is passed over; one that closes an outer element closes the inner ones too.
        // Only the innermost elements are looked at, or a file of stray ends would take time squared.
        guard let match = open.suffix(64).lastIndex(where: { $0.name == name }) else { return true }
        while open.count > match, let element = open.popLast() {
            handler.end(element.name)
            bindings.removeLast(bindings.count - element.bindings)
        }
        return true
    }

    private func resolve(_ name: Range<Int>) -> XMLName {
        let colon = bytes[name].firstIndex(of: UInt8(ascii: ":"))
        let prefix = colon.map { bytes[name.lowerBound..<$0] } ?? bytes[name.lowerBound..<name.lowerBound]
        let local = colon.map { ($0 + 1)..<name.upperBound } ?? name
        var namespace = prefix.isEmpty ? XMLNamespace.bare : .other
        for binding in bindings.reversed() where binding.prefix.elementsEqual(prefix) {
            namespace = binding.namespace
            break
        }
        return XMLName(namespace: namespace, local: bytes.string(local))
    }
}

/// The attributes of a start tag, read only when one is asked for.
struct XMLAttributes {
    let bytes: [UInt8]
    /// Between the element's name and the tag's end.
    let range: Range<Int>

    /// The value of the first attribute of this name, whatever its prefix, with references resolved.
    subscript(name: String) -> String? {
        var scanner = Scanner(bytes: bytes, position: range.lowerBound, limit: range.upperBound)
        while let attribute = scanner.next() {
            let local = attribute.colon.map { ($0 + 1)..<attribute.name.upperBound } ?? attribute.name
            if bytes[local].elementsEqual(name.utf8) { return value(attribute.value) }
        }
        return nil
    }

    /// The value of the first attribute of this name that has a prefix: "r:id" stands beside an "id" that is something else.
    func qualified(_ name: String) -> String? {
        var scanner = Scanner(bytes: bytes, position: range.lowerBound, limit: range.upperBound)
        while let attribute = scanner.next() {
            guard let colon = attribute.colon else { continue }
            if bytes[(colon + 1)..<attribute.name.upperBound].elementsEqual(name.utf8) { return value(attribute.value) }
        }
        return nil
    }

    /// The namespaces that the tag declares; the default one has an empty prefix.
    func declarations() -> [(prefix: ArraySlice<UInt8>, namespace: XMLNamespace)] {
        guard bytes.firstIndex(of: "xmlns", in: range) != nil else { return [] }
        var scanner = Scanner(bytes: bytes, position: range.lowerBound, limit: range.upperBound)
        var found: [(ArraySlice<UInt8>, XMLNamespace)] = []
        while let attribute = scanner.next() {
            guard bytes[attribute.name].starts(with: "xmlns") else { continue }
            let rest = bytes[attribute.name].dropFirst(5)
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { continue }
            found.append((rest.dropFirst(), XMLNamespace(uri: value(attribute.value))))
        }
        return found
    }

    private func value(_ range: Range<Int>) -> String {
        var output: [UInt8] = []
        XMLReference.append(bytes[range], to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position: Int
        let limit: Int

        mutating func next() -> (name: Range<Int>, colon: Int?, value: Range<Int>)? {
            while position < limit, isSpace(bytes[position]) || bytes[position] == UInt8(ascii: "/") { position += 1 }
            let start = position
            var colon: Int?
            while position < limit, bytes[position] != UInt8(ascii: "="), !isSpace(bytes[position]) {
                if bytes[position] == UInt8(ascii: ":"), colon == nil { colon = position }
                position += 1
            }
            let name = start..<position
            while position < limit, isSpace(bytes[position]) { position += 1 }
            guard position < limit, bytes[position] == UInt8(ascii: "="), !name.isEmpty else { return nil }
            position += 1
            while position < limit, isSpace(bytes[position]) { position += 1 }
            guard position < limit, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
                return nil
            }
            let quote = bytes[position]
            let first = position + 1
            position = first
            while position < limit, bytes[position] != quote { position += 1 }
            let value = first..<position
            position = min(limit, position + 1)
            return (name, colon, value)
        }
    }
}

/// Character references of XML: the five names it defines, and numbers.
///
/// Entities that a document defines are dropped unread, so that neither "billion laughs" nor a file or address behind an
/// external entity can reach the text.
enum XMLReference {
    static func append(_ source: ArraySlice<UInt8>, to output: inout [UInt8]) {
        var position = source.startIndex
        while let ampersand = source[position...].firstIndex(of: UInt8(ascii: "&")) {
            output.append(contentsOf: source[position..<ampersand])
            let window = source[ampersand..<min(source.endIndex, ampersand + 34)]
            guard let semicolon = window.firstIndex(of: UInt8(ascii: ";")) else {
                output.append(UInt8(ascii: "&"))
                position = ampersand + 1
                continue
            }
            appendReference(source[(ampersand + 1)..<semicolon], to: &output)
            position = semicolon + 1
        }
        output.append(contentsOf: source[position...])
    }

    private static func appendReference(_ name: ArraySlice<UInt8>, to output: inout [UInt8]) {
        if name.first == UInt8(ascii: "#") {
            let digits = name.dropFirst()
            let isHex = digits.first == UInt8(ascii: "x")
            let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
            guard let value = UInt32(text, radix: isHex ? 16 : 10), value != 0, let scalar = Unicode.Scalar(value),
                let bytes = UTF8.encode(scalar)
            else { return }
            output.append(contentsOf: bytes)
        } else if name.elementsEqual("amp".utf8) {
            output.append(UInt8(ascii: "&"))
        } else if name.elementsEqual("lt".utf8) {
            output.append(UInt8(ascii: "<"))
        } else if name.elementsEqual("gt".utf8) {
            output.append(UInt8(ascii: ">"))
        } else if name.elementsEqual("quot".utf8) {
            output.append(UInt8(ascii: "\""))
        } else if name.elementsEqual("apos".utf8) {
            output.append(UInt8(ascii: "'"))
        } else if name.elementsEqual("nbsp".utf8) {
            output.append(contentsOf: "\u{A0}".utf8)
        }
    }
}

/// The XML vocabularies that the readers of this module understand.
enum XMLNamespace: UInt8 {
    case other
    /// An element without a prefix, where none is declared for those: as all of RSS 2.0.
    case bare
    /// WordprocessingML.
    case word
    /// Formulas of Office.
    case math
    /// DrawingML, whose shapes and charts hold text.
    case drawing
    /// Charts in DrawingML.
    case chart
    /// Diagrams in DrawingML, which Word calls SmartArt.
    case diagram
    /// Shapes of older versions of Office.
    case vml
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
    /// Slides, shapes and pictures of OpenDocument.
    case draw
    /// What slides of OpenDocument have beside their shapes.
    case presentation
    case manifest
    case atom
    /// RSS 1.0 and 0.9, which are RDF.
    case rss
    /// The whole text of an entry of RSS.
    case content
    /// What podcasts say in RSS: Apple's words, and those of Podcasting 2.0.
    case itunes, podcast

    init(uri: String) { self = Self.known[uri] ?? .other }

    /// Transitional and strict Office Open XML, OpenDocument 1.x, EPUB 2 and 3, feeds.
    private static let known: [String: XMLNamespace] = [
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main": .word,
        "http://purl.oclc.org/ooxml/wordprocessingml/main": .word,
        "http://schemas.openxmlformats.org/officeDocument/2006/math": .math,
        "http://purl.oclc.org/ooxml/officeDocument/math": .math,
        "http://schemas.openxmlformats.org/drawingml/2006/main": .drawing,
        "http://purl.oclc.org/ooxml/drawingml/main": .drawing,
        "http://schemas.openxmlformats.org/drawingml/2006/chart": .chart,
        "http://purl.oclc.org/ooxml/drawingml/chart": .chart,
        "http://schemas.openxmlformats.org/drawingml/2006/diagram": .diagram,
        "http://purl.oclc.org/ooxml/drawingml/diagram": .diagram,
        "urn:schemas-microsoft-com:vml": .vml,
        "http://schemas.openxmlformats.org/markup-compatibility/2006": .compatibility,
        "http://schemas.openxmlformats.org/package/2006/relationships": .relationships,
        "http://purl.org/dc/elements/1.1/": .dublinCore,
        "urn:oasis:names:tc:opendocument:xmlns:container": .epubContainer,
        "http://www.idpf.org/2007/opf": .epubPackage,
        "urn:oasis:names:tc:opendocument:xmlns:office:1.0": .office,
        "urn:oasis:names:tc:opendocument:xmlns:text:1.0": .text,
        "urn:oasis:names:tc:opendocument:xmlns:table:1.0": .table,
        "urn:oasis:names:tc:opendocument:xmlns:style:1.0": .style,
        "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0": .draw,
        "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0": .presentation,
        "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0": .manifest,
        "http://www.w3.org/2005/Atom": .atom,
        "http://purl.org/atom/ns#": .atom,
        "http://purl.org/rss/1.0/": .rss,
        "http://my.netscape.com/rdf/simple/0.9/": .rss,
        "http://purl.org/rss/1.0/modules/content/": .content,
        "http://www.itunes.com/dtds/podcast-1.0.dtd": .itunes,
        "https://podcastindex.org/namespace/1.0": .podcast,
        "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": .podcast,
    ]

    /// What the usual prefixes mean in a file that fails to declare them.
    static let usualPrefixes: [(prefix: String, namespace: XMLNamespace)] = [
        ("w", .word), ("m", .math), ("a", .drawing), ("mc", .compatibility), ("dc", .dublinCore), ("opf", .epubPackage),
        ("office", .office), ("text", .text), ("table", .table), ("style", .style),
        ("draw", .draw), ("presentation", .presentation),
        ("content", .content), ("itunes", .itunes), ("podcast", .podcast), ("atom", .atom),
    ]
}

/// The name of an element, with its namespace resolved.
struct XMLName: Equatable {
    var namespace: XMLNamespace
    var local: String
}

extension XMLScanner {
    /// The name of the outermost element by what a file begins with, or of the document type that names it, without its prefix.
    static func root(of head: [UInt8]) -> String? {
        var rest = head.dropFirst(head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).drop(while: isSpace)
        for _ in 0..<20 {
            guard rest.first == UInt8(ascii: "<") else { return nil }
            if rest.starts(with: "<!--") || rest.starts(with: "<?") {
                let close: StaticString = rest.starts(with: "<!--") ? "-->" : "?>"
                guard let end = rest.firstIndex(of: close, in: rest.indices) else { return nil }
                rest = rest[(end + close.utf8CodeUnitCount)...].drop(while: isSpace)
                continue
            }
            let isType = rest.startsLowercased(with: "<!doctype")
            let name = rest.dropFirst(isType ? 9 : 1).drop(while: isSpace).prefix(80).prefix {
                isLetter($0) || isDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "_")
            }
            return String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
        }
        return nil
    }
}
