import HearthCore
import HearthText

/// The rows of tables in a text, as readers of documents write them.
///
/// A row has no full stop and would run on into the next, and without the names of its columns it says little: "Mon 9-17 closed". Here
/// each is a piece of its own, which knows the head of its table. Written are tables with tabs between the cells of a line (HTML, Word,
/// OpenDocument, TSV), with bars and a rule below the head (GitHub's Markdown, https://github.github.com/gfm/#tables-extension-), and as
/// values with commas or semicolons between them (RFC 4180). Only the second has a mark of its head; the others' have a shape, see
/// ``TableHead``. Rows of sheets and files of values come with the names of their columns already (``TableRowLine``).
struct TableRows {
    /// How the cells of a line are parted.
    enum Form: Hashable {
        case tabs, bars
        /// With the row's number and the names of its columns.
        case told
        case values(separator: UInt8)
    }

    struct Row {
        /// The line without white space at its ends: bytes of the text.
        var span: TextSpan
        var form: Form
        /// Bytes of the text that are its table's head; `nil` where the table has none, or has it before the text begins.
        var head: TextSpan?
        /// The line right above the table, which may be its caption.
        var caption: TextSpan?
        var isHead: Bool
        /// Rows of one table have the same, and no others: lines without an empty one between them.
        var table: Int
    }

    /// In the order of the text.
    private(set) var rows: [Row] = []
    private let bytes: [UInt8]
    /// The names of columns by the start of their head.
    private var names: [Int: [String]] = [:]
    /// Those of a table that began before the text.
    private let outer: [String]

    private var tables = 0
    /// Above the table that is read.
    private var caption: TextSpan?

    /// A row of more bytes is prose in a grid, and is read by its sentences.
    private static let longestRow = 600
    /// Cells of a row that are read.
    private static let mostCells = 100

    /// - Parameter head: A line that is the head of the table in whose middle the text begins.
    init(_ text: String, head: String? = nil) {
        bytes = Array(text.utf8)
        let outerLine = Array((head ?? "").utf8)
        outer = Self.form(of: outerLine[...]).map { Self.cells(outerLine[...], $0) } ?? []
        var group: [Range<Int>] = []
        var line = 0
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
            let content = Self.trimmed(bytes, line..<end)
            if content.isEmpty {
                read(group)
                group = []
            } else {
                group.append(content)
            }
            line = end + 1
        }
        read(group)
    }

    /// A stretch of the text in pieces, of which each row of a table is one.
    ///
    /// - Parameter span: Bytes of the text.
    /// - Returns: In order, without white space around rows; between them and around them lie all other words of the stretch.
    func pieces(of span: TextSpan) -> [(span: TextSpan, row: Row?)] {
        let span = TextSpan(start: min(span.start, bytes.count), end: min(span.end, bytes.count))
        var pieces: [(span: TextSpan, row: Row?)] = []
        var open = span.start
        for row in rows where row.span.start >= open && row.span.end <= span.end {
            if open < row.span.start { pieces.append((TextSpan(start: open, end: row.span.start), nil)) }
            pieces.append((row.span, row.span.count <= Self.longestRow || row.isHead ? row : nil))
            open = row.span.end
        }
        if open < span.end { pieces.append((TextSpan(start: open, end: span.end), nil)) }
        return pieces
    }

    /// What stands between the cells of a row that is told as a sentence.
    static let parting = TableRowLine.parting

    /// The row as a sentence of its own, with the names of its columns: "Item: Rent · Amount: £920 · Due: 1st".
    func sentence(of row: Row) -> String {
        let cells = cells(of: row)
        if row.form == .told { return cells.joined(separator: Self.parting) }
        guard let (names, cells) = columns(of: row, cells) else {
            let filled = cells.filter { !$0.isEmpty }
            // A table of two columns without a head says in the first what the second is.
            guard !row.isHead, cells.count == 2, filled.count == 2, !Self.endsWithMark(filled[0]) else {
                return filled.joined(separator: Self.parting)
            }
            return "\(filled[0]): \(filled[1])"
        }
        return zip(names, cells).filter { !$0.1.isEmpty }.map { name, cell in
            name.isEmpty ? cell : Self.endsWithMark(name) ? "\(name) \(cell)" : "\(name): \(cell)"
        }.joined(separator: Self.parting)
    }

    /// The names of columns and the cells below them; `nil` where the table has no names, or the row more cells than those.
    func columns(of row: Row, _ cells: [String]) -> (names: [String], cells: [String])? {
        var cells = cells
        let names = row.isHead ? [] : row.head.flatMap { self.names[$0.start] } ?? outer
        if row.form == .tabs {
            // The first cells may be empty.
            let empty = bytes[..<row.span.start].reversed().prefix { $0 == 0x09 }.count
            if cells.count + empty <= names.count { cells.insert(contentsOf: repeatElement("", count: empty), at: 0) }
        }
        return !names.isEmpty && cells.count <= names.count ? (names, cells) : nil
    }

    /// The head of a table that began before the text, for rows that have none in it.
    func usesOuterHead(_ row: Row) -> Bool {
        !outer.isEmpty && row.head == nil && !row.isHead && row.form != .told && cells(of: row).count <= outer.count
    }

    func cells(of row: Row) -> [String] { Self.cells(bytes[row.span.range], row.form) }

    private static func endsWithMark(_ name: String) -> Bool {
        name.unicodeScalars.last.map { [":", "?", "!", "：", "？"].contains($0) } ?? false
    }

    // MARK: - Which lines

    /// Reads the lines between two empty ones.
    private mutating func read(_ lines: [Range<Int>]) {
        var at = 0
        tables += 1
        while at < lines.count {
            caption = at > 0 && rows.last?.span.end != lines[at - 1].upperBound ? TextSpan(lines[at - 1]) : nil
            if TableRowLine.openingLength(of: bytes[lines[at]]) != nil {
                at = readTold(lines, from: at)
            } else if at + 1 < lines.count, Self.isRule(bytes[lines[at + 1]]), bytes[lines[at]].contains(Self.bar) {
                at = readBars(lines, from: at)
            } else if bytes[lines[at]].first == Self.bar, bytes[lines[at]].dropFirst().contains(Self.bar) {
                add(lines[at], .bars, head: nil)
                at += 1
            } else if Self.isTabbed(bytes[lines[at]]) {
                at = readTabs(lines, from: at)
            } else if let next = readValues(lines, from: at) {
                at = next
            } else {
                at += 1
            }
        }
    }

    private mutating func add(_ line: Range<Int>, _ form: Form, head: TextSpan?, isHead: Bool = false) {
        rows.append(Row(span: TextSpan(line), form: form, head: head, caption: caption, isHead: isHead, table: tables))
    }

    /// Rows that come with the names of their columns. The one that these stand in says nothing itself.
    private mutating func readTold(_ lines: [Range<Int>], from first: Int) -> Int {
        func isTold(_ line: Range<Int>) -> Bool { TableRowLine.openingLength(of: bytes[line]) != nil }
        let end = lines[first...].firstIndex { !isTold($0) } ?? lines.count
        for at in first..<end {
            let isHead = at + 1 < end && namesColumns(lines[at], of: lines[at + 1])
            add(lines[at], .told, head: nil, isHead: isHead)
        }
        return end
    }

    private func namesColumns(_ line: Range<Int>, of next: Range<Int>) -> Bool {
        // Most rows have names, and are not looked at any closer.
        guard line.count <= Self.longestHead, !hasName(line) else { return false }
        let names = Self.toldCells(bytes[line])
        guard names.count >= 2 else { return false }
        let below = Self.toldCells(bytes[next].prefix(Self.longestHead))
        let named = below.count { cell in names.contains { cell.hasPrefix(TableGrid.opening($0)) } }
        return named > 0 && named * 2 >= below.count
    }

    /// Whether the name of a column stands before a cell of a line.
    private func hasName(_ line: Range<Int>) -> Bool {
        line.dropLast().contains { bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == 0x20 }
    }

    private static let longestHead = 4_000

    /// The cells of a row that was written with the names of its columns, these included.
    static func toldCells(_ line: ArraySlice<UInt8>) -> [String] {
        (cells(line, .told).first ?? "").split(separator: parting).map(String.init)
    }

    /// The same of a row of the text.
    func toldCells(of row: Row) -> [String] { Self.toldCells(bytes[row.span.range]) }

    /// A head, its rule, and the lines with bars below.
    private mutating func readBars(_ lines: [Range<Int>], from first: Int) -> Int {
        let head = TextSpan(lines[first])
        names[head.start] = Self.cells(bytes[lines[first]], .bars)
        add(lines[first], .bars, head: nil, isHead: true)
        var at = first + 2
        while at < lines.count, bytes[lines[at]].contains(Self.bar) {
            if !Self.isRule(bytes[lines[at]]) { add(lines[at], .bars, head: head) }
            at += 1
        }
        return at
    }

    private mutating func readTabs(_ lines: [Range<Int>], from first: Int) -> Int {
        let end = lines[first...].firstIndex { !Self.isTabbed(bytes[$0]) } ?? lines.count
        addTable(Array(lines[first..<end]), .tabs)
        return end
    }

    /// Lines of as many values, of which the first is a head: without one, nothing tells them from prose.
    private mutating func readValues(_ lines: [Range<Int>], from first: Int) -> Int? {
        for separator in Self.separators {
            // Most lines are prose, and making cells of those takes longer than all else that is read here.
            guard Self.mayBeValues(bytes[lines[first]], separator) else { continue }
            let form = Form.values(separator: separator)
            let head = Self.cells(bytes[lines[first]], form)
            guard head.count >= 2 else { continue }
            let end =
                lines[first...].firstIndex { Self.cells(bytes[$0], form).count != head.count } ?? lines.count
            let known = !outer.isEmpty && rows.isEmpty && head.count == outer.count
            guard end - first >= (known ? 1 : 3) else { continue }
            let rest = lines[(first + 1)..<end].prefix(TableHead.mostRows).map { Self.cells(bytes[$0], form) }
            // None of these lines is a head then, and none is read again.
            guard known || TableHead.names(of: head, above: rest) != nil else { return end }
            addTable(Array(lines[first..<end]), form)
            return end
        }
        return nil
    }

    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";")]

    /// Whether there is such a comma and no space behind one, as prose sets them.
    private static func mayBeValues(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> Bool {
        var isThere = false
        for at in line.indices where line[at] == separator {
            if at + 1 < line.endIndex, line[at + 1] == 0x20 { return false }
            isThere = true
        }
        return isThere
    }

    /// Whether two lines may be of a table of values: they have as many, and no prose.
    static func areValues(_ line: [UInt8], _ next: [UInt8]) -> Bool {
        separators.contains { separator in
            guard mayBeValues(line[...], separator) else { return false }
            let count = cells(line[...], .values(separator: separator)).count
            return count >= 2 && cells(next[...], .values(separator: separator)).count == count
        }
    }

    /// Rows below one another, of which the first may be their head.
    private mutating func addTable(_ lines: [Range<Int>], _ form: Form) {
        guard let first = lines.first else { return }
        let rest = lines.dropFirst().prefix(TableHead.mostRows).map { Self.cells(bytes[$0], form) }
        var head: TextSpan?
        // Where the table has begun before, its head is known.
        let goesOn = !outer.isEmpty && rows.isEmpty
        if !goesOn, let found = TableHead.names(of: Self.cells(bytes[first], form), above: rest) {
            head = TextSpan(first)
            names[first.lowerBound] = found
        }
        for line in lines {
            let isHead = head != nil && line == first
            add(line, form, head: isHead ? nil : head, isHead: isHead)
        }
    }

    // MARK: - Cells

    private static let bar = UInt8(ascii: "|")
    private static let quote = UInt8(ascii: "\"")

    /// How a line on its own parts its cells; `nil` for one that has no cells.
    private static func form(of line: ArraySlice<UInt8>) -> Form? {
        if isTabbed(line) { return .tabs }
        if line.first == bar { return .bars }
        return separators.map(Form.values).first { cells(line, $0).count >= 2 }
            ?? (line.contains(bar) ? .bars : nil)
    }

    /// Whether a tab stands between other characters than white space. One at the beginning of a line indents it, and one behind the
    /// number or the sign of an item parts nothing.
    private static func isTabbed(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first(where: { $0 > 0x20 }), let tab = line.firstIndex(of: 0x09) else { return false }
        let opening = line[..<tab].filter { $0 > 0x20 }
        guard !opening.isEmpty, line[tab...].contains(where: { $0 > 0x20 }) else { return false }
        if opening.count == 1, [0x2D, 0x2A, 0x2B].contains(first) { return false }
        if opening.count == 3, opening.elementsEqual("•".utf8) { return false }
        let last = opening[opening.count - 1]
        return opening.count > 4 || last != 0x2E && last != 0x29
    }

    /// The line below a head: dashes between bars, with colons for the alignment.
    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        line.contains(UInt8(ascii: "-")) && line.contains(bar)
            && line.allSatisfy { [0x2D, 0x7C, 0x3A, 0x20, 0x09].contains($0) }
    }

    private static func cells(_ line: ArraySlice<UInt8>, _ form: Form) -> [String] {
        if form == .told {
            return [
                PlainText.line(
                    String(decoding: line.dropFirst(TableRowLine.openingLength(of: line) ?? 0), as: UTF8.self))
            ]
        }
        var cells: [String] = []
        var cell: [UInt8] = []
        func close() {
            if cells.count < mostCells { cells.append(PlainText.line(String(decoding: cell, as: UTF8.self))) }
            cell = []
        }
        var isQuoted = false
        var at = line.startIndex
        while at < line.endIndex {
            let byte = line[at]
            let next = at + 1 < line.endIndex ? line[at + 1] : nil
            switch form {
            case .tabs:
                if byte == 0x09 { close() } else { cell.append(byte) }
            case .bars:
                if byte == UInt8(ascii: "\\"), next == bar {
                    cell.append(bar)
                    at += 1
                } else if byte == bar {
                    close()
                } else {
                    cell.append(byte)
                }
            case .told: break
            case .values(let separator):
                if byte == quote, isQuoted, next == quote {
                    cell.append(quote)
                    at += 1
                } else if byte == quote, isQuoted || !cell.contains(where: { $0 > 0x20 }) {
                    isQuoted.toggle()
                } else if byte == separator, !isQuoted {
                    close()
                } else {
                    cell.append(byte)
                }
            }
            at += 1
        }
        let isClosed = form == .bars && line.last == bar && cell.isEmpty
        if !isClosed { close() }
        if form == .bars, line.first == bar, !cells.isEmpty { cells.removeFirst() }
        return cells
    }

    private static func trimmed(_ bytes: [UInt8], _ line: Range<Int>) -> Range<Int> {
        guard let first = bytes[line].firstIndex(where: { $0 > 0x20 }),
            let last = bytes[line].lastIndex(where: { $0 > 0x20 })
        else { return line.lowerBound..<line.lowerBound }
        return first..<(last + 1)
    }
}

extension AnswerPassage {
    /// Whether a text begins with rows of a table that may have begun before it: a long table is read in several passages.
    package static func mayBeginInTable(_ text: String) -> Bool { TableRows.begins(text) }

    /// The head of the table in whose middle a place lies.
    ///
    /// - Parameters:
    ///   - place: Bytes of the text, where a line begins.
    ///   - text: Of the whole document.
    /// - Returns: The line; `nil` where the place is in no table, or in one without a head.
    package static func tableHead(before place: Int, in text: String) -> String? {
        TableRows.head(before: place, in: text)
    }
}

extension TableRows {
    /// Bytes before a place that are looked through for the beginning of its table, and from there on for its head.
    private static let furthest = 8_000_000
    private static let nearest = 32_000

    fileprivate static func begins(_ text: String) -> Bool {
        guard let start = text.utf8.firstIndex(where: { $0 > 0x20 }) else { return false }
        let offset = text.utf8.distance(from: text.utf8.startIndex, to: start)
        let table = TableRows(text)
        if let first = table.rows.first, first.span.start == offset { return !first.isHead || first.form != .bars }
        // Values are told from prose by their head alone.
        let lines = text.utf8[start...].prefix(nearest).split(separator: 0x0A, maxSplits: 2)
        return lines.count > 1 && areValues(Array(lines[0]), Array(lines[1]))
    }

    fileprivate static func head(before place: Int, in text: String) -> String? {
        let bytes = Array(text.utf8.prefix(max(0, place)))
        guard bytes.count == place, let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return nil }
        // Nothing but the end of one line stands between the rows of a table.
        guard bytes[last...].count(where: { $0 == 0x0A }) == 1 else { return nil }
        var start = place
        var line = place
        // Back line by line to an empty one.
        while line > 0, place - line < furthest {
            let end = line - 1
            let begin = bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            guard bytes[begin..<end].contains(where: { $0 > 0x20 }) else { break }
            start = begin
            line = begin
        }
        var end = min(place, start + nearest)
        if end < place { end = bytes[start..<end].lastIndex(of: 0x0A) ?? end }
        let part = String(decoding: bytes[start..<end], as: UTF8.self)
        let table = TableRows(part)
        guard let row = table.rows.last, row.span.end >= part.utf8.count - trailing(part), row.form != .told else {
            return nil
        }
        return (row.isHead ? row.span : row.head).flatMap { part.text(in: $0) }
    }

    private static func trailing(_ text: String) -> Int { text.utf8.reversed().prefix { $0 <= 0x20 }.count }
}
