import HearthCore

/// Reads reStructuredText, as Sphinx and docutils do (its specification,
/// https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html): sections, lists, tables, literal blocks,
/// directives with what they show.
///
/// Nothing that a directive names is read. Directives that are not known are told by their arguments and their
/// contents.
struct RestructuredReader {
    /// Lines without their ends, from a place in them on.
    typealias Body = [Range<Int>]

    static let deepest = 32
    private static let mostLines = 2_000_000
    private static let mostTabs = 1_000_000

    let bytes: [UInt8]
    var builder = DocumentBuilder()
    var inline = RestructuredInline()
    /// What stands before the next text: "Note: ", "[1] ", a term.
    var opening: [UInt8] = []
    private var kind = Block.Kind.paragraph
    private var lines: Body = []
    private var numbered = 0
    var left = (files: 0, pictures: 0, programs: 0)

    static func read(_ decoded: DecodedText, warnings: [ExtractionWarning]) throws -> ExtractedDocument {
        var reader = RestructuredReader(Self.withoutTabs(Array(decoded.text.utf8)))
        return try reader.read(warnings)
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read(_ warnings: [ExtractionWarning]) throws -> ExtractedDocument {
        var all = Lines(bytes)
        while lines.count < Self.mostLines, let line = all.next() {
            let end = bytes[line.range].lastIndex { !isSpace($0) }
            lines.append(line.range.lowerBound..<(end.map { $0 + 1 } ?? line.range.lowerBound))
        }
        builder.warnings = warnings
        if all.position < bytes.count {
            builder.warnings.append(
                ExtractionWarning(.truncated, "Only the first \(Self.mostLines) lines were read."))
        }
        readSubstitutions()
        let sections = RestructuredSections.find(bytes, lines)
        var best: (level: Int, title: String)?
        var from = 0
        for section in sections {
            try Task.checkCancellation()
            readBody(Array(lines[from..<section.lines.lowerBound]))
            let words = inline.plain(bytes[section.title])
            let title = onOneLine(String(decoding: words.prefix(2_000), as: UTF8.self).prefix(300))
            if section.level < best?.level ?? .max, !title.isEmpty { best = (section.level, title) }
            builder.append(.heading(level: min(section.level, 6)), words)
            from = section.lines.upperBound
        }
        readBody(Array(lines[from...]))
        builder.title = best?.title
        builder.warn(filesTakenIn: left.files, pictures: left.pictures, forPrograms: left.programs)
        return builder.finish(format: .text)
    }

    /// Tabs stop at every eighth column.
    private static func withoutTabs(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(tab) else { return bytes }
        var told: [UInt8] = []
        told.reserveCapacity(bytes.count)
        var (column, tabs) = (0, 0)
        for byte in bytes {
            if byte == tab {
                tabs += 1
                let width = tabs > mostTabs ? 1 : 8 - column % 8
                told.append(contentsOf: repeatElement(space, count: width))
                column += width
            } else {
                told.append(byte)
                column = byte == newline || byte == carriageReturn ? 0 : column + (byte & 0xC0 == 0x80 ? 0 : 1)
            }
        }
        return told
    }

    /// `.. |name| replace:: words`, which may stand behind the places that have it.
    private mutating func readSubstitutions() {
        for place in lines.indices where bytes[lines[place]].starts(with: ".. |") {
            let rest = bytes[lines[place]].dropFirst(4).prefix(1_000)
            guard let end = rest.firstIndex(of: UInt8(ascii: "|")), inline.substitutions.count < 1_000 else { continue }
            var value = Array(rest[(end + 1)...].trimmed())
            guard value.starts(with: "replace::") else { continue }
            for line in lines[(place + 1)...].prefix(20) {
                guard !line.isEmpty, indent(line) > 0 else { break }
                value.append(space)
                value += bytes[bytes.trimmed(line)]
            }
            let name = String(decoding: rest[..<end], as: UTF8.self).lowercased()
            // As often as it could stand in the file it makes no long text of it.
            guard value.count <= 200,
                value.count * (bytes.count / (name.utf8.count + 2)) <= MarkupLimits.longestRepeated
            else { continue }
            inline.substitutions[name] = RestructuredInline().plain(value.dropFirst(9).trimmed())
        }
    }

    // MARK: Lines

    func indent(_ line: Range<Int>) -> Int { bytes[line].prefix { $0 == space }.count }

    /// The lines from a place on that are empty or stand further in, without what they all are indented by; and what
    /// follows them.
    func indented(_ body: Body, from start: Int, by least: Int = 1) -> (body: Body, next: Int) {
        var end = start
        var smallest = Int.max
        while end < body.count {
            if !body[end].isEmpty {
                let own = indent(body[end])
                guard own >= least else { break }
                smallest = min(smallest, own)
            }
            end += 1
        }
        return (body[start..<end].map { $0.isEmpty ? $0 : ($0.lowerBound + smallest)..<$0.upperBound }, end)
    }

    /// As ``indented(_:from:by:)``, with a first line of which a mark was taken.
    func item(_ body: Body, at start: Int, mark: Int) -> (body: Body, next: Int) {
        let first = min(body[start].lowerBound + mark, body[start].upperBound)..<body[start].upperBound
        let rest = indented(body, from: start + 1)
        return ([bytes.trimmed(first)] + rest.body, rest.next)
    }

    // MARK: Text

    /// Adds a text, with what is to stand before it.
    mutating func put(_ text: [UInt8], as own: Block.Kind? = nil) {
        guard text.contains(where: { !isSpace($0) }) else { return }
        if own == .code || own == .table {
            endOpening()
            return builder.append(own ?? kind, text)
        }
        builder.append(own ?? kind, opening + text)
        opening = []
    }

    /// What stands before nothing is told alone.
    mutating func endOpening() {
        guard !opening.isEmpty else { return }
        builder.append(kind, opening)
        opening = []
    }

    func words(_ body: some Sequence<Range<Int>>) -> [UInt8] {
        let lines = body.map { bytes[bytes.trimmed($0)] }.filter { !$0.isEmpty }
        return inline.plain(Array(lines.joined(separator: [space])))
    }

    func code(_ body: Body) -> [UInt8] {
        let lines = body.drop { $0.isEmpty }
        return Array(lines.map { bytes[$0] }.joined(separator: [newline]))
    }

    // MARK: Bodies

    mutating func readBody(_ body: Body, depth: Int = 0) {
        guard depth < Self.deepest else { return put(words(body)) }
        var place = 0
        while place < body.count { place = readElement(body, at: place, depth: depth) }
    }

    mutating func readInner(_ body: Body, depth: Int, as inner: Block.Kind? = nil) {
        let outer = kind
        kind = inner ?? kind
        readBody(body, depth: depth + 1)
        kind = outer
    }

    /// Reads the element that begins at a line; which line follows it.
    private mutating func readElement(_ body: Body, at place: Int, depth: Int) -> Int {
        let line = bytes[body[place]]
        guard let first = line.first else { return place + 1 }
        if first == space {
            let quote = indented(body, from: place)
            readInner(quote.body, depth: depth, as: kind == .paragraph ? .quote : nil)
            return quote.next
        }
        if RestructuredTable.isBorder(line) { return readSimpleTable(body, at: place) }
        switch first {
        case UInt8(ascii: "+") where line.starts(with: "+-"): return readGrid(body, at: place)
        case UInt8(ascii: ".") where line.starts(with: ".. ") || line.count == 2 && line.starts(with: ".."):
            return readExplicit(body, at: place, depth: depth)
        case UInt8(ascii: "_") where line.starts(with: "__ "): return place + 1
        case UInt8(ascii: ">") where line.starts(with: ">>> "):
            let end = body[place...].firstIndex { $0.isEmpty } ?? body.count
            put(code(Array(body[place..<end])), as: .code)
            return end
        case UInt8(ascii: "|") where line.count == 1 || line.dropFirst().first == space:
            return readLineBlock(body, at: place)
        case UInt8(ascii: ":"): if let next = readField(body, at: place, depth: depth) { return next }
        default: break
        }
        // A line across the page.
        if line.count >= 4, RestructuredSections.underline(line) != nil { return place + 1 }
        if let mark = RestructuredList.mark(line, next: place + 1 < body.count ? bytes[body[place + 1]] : []) {
            return readItem(body, at: place, mark: mark, depth: depth)
        }
        if place + 1 < body.count, !body[place + 1].isEmpty, indent(body[place + 1]) > 0 {
            let meaning = indented(body, from: place + 1)
            endOpening()
            opening = words([body[place]])
            opening += ": ".utf8
            readInner(meaning.body, depth: depth, as: .listItem)
            endOpening()
            return meaning.next
        }
        return readParagraph(body, at: place)
    }

    private mutating func readParagraph(_ body: Body, at place: Int) -> Int {
        let end = body[place...].firstIndex { $0.isEmpty } ?? body.count
        let last = bytes[body[end - 1]]
        guard last.count >= 2, last.suffix(2).elementsEqual("::".utf8) else {
            put(words(body[place..<end]))
            return end
        }
        // A colon is left of the two, unless they stand alone.
        var own = Array(body[place..<end])
        let shown = last.dropLast(2)
        own[own.count - 1] =
            shown.startIndex..<(shown.isEmpty || shown.last == space ? shown.endIndex : shown.endIndex + 1)
        put(words(own))
        let literal = indented(body, from: end)
        put(code(literal.body), as: .code)
        return literal.next
    }

    private mutating func readItem(_ body: Body, at place: Int, mark: RestructuredList.Mark, depth: Int) -> Int {
        let inner = item(body, at: place, mark: mark.length)
        endOpening()
        if mark.isAutomatic { numbered += 1 } else { numbered = mark.number ?? 0 }
        opening = mark.isAutomatic ? Array("\(numbered). ".utf8) : mark.shown
        readInner(inner.body, depth: depth, as: .listItem)
        // A mark without words says nothing.
        opening = []
        return inner.next
    }

    /// `:name: words`; `nil` where the line is none.
    private mutating func readField(_ body: Body, at place: Int, depth: Int) -> Int? {
        let line = bytes[body[place]]
        let rest = line.dropFirst().prefix(200)
        guard let end = rest.firstIndex(of: UInt8(ascii: ":")), rest.first.map(isSpace) == false,
            end > rest.startIndex, end + 1 == line.endIndex || line[end + 1] == space
        else { return nil }
        let field = item(body, at: place, mark: end + 1 - line.startIndex)
        let name = inline.plain(rest[..<end])
        endOpening()
        guard !Self.settings.contains(String(decoding: name, as: UTF8.self).lowercased()) else { return field.next }
        opening = name
        opening += ": ".utf8
        readInner(field.body, depth: depth, as: .listItem)
        opening = []
        return field.next
    }

    /// What Sphinx is told about a whole file.
    private static let settings: Set<String> = [
        "orphan", "tocdepth", "nocomments", "no-comments", "nosearch", "no-search", "hidetoc",
    ]

    private mutating func readLineBlock(_ body: Body, at place: Int) -> Int {
        var end = place
        var told: [[UInt8]] = []
        while end < body.count, let first = bytes[body[end]].first,
            first == UInt8(ascii: "|") || first == space && end > place
        {
            let line = first == UInt8(ascii: "|") ? bytes[body[end]].dropFirst() : bytes[body[end]]
            told.append(inline.plain(line.trimmed()))
            end += 1
        }
        put(Array(told.joined(separator: [newline])))
        return end
    }
}
