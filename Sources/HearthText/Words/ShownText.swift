public import HearthCore

/// A text as it is shown to a person: without the marks of Markdown, of notes that link to each other and of HTML, and where its places are then.
///
/// A quote is kept byte for byte, since it is checked against its document; what is shown of it is this.
public struct ShownText: Sendable {
    public let text: String
    /// What becomes of each byte of what was written; `nil` where nothing changes.
    private let changes: [Change]?

    /// What is shown in the place of a byte.
    enum Change: UInt8 {
        case kept, dropped, space, less, greater, quotation, dot, box, tick
        /// Shown as it stands, and no mark of anything: a byte of code.
        case code

        /// What is shown; `nil` for the byte itself.
        var shown: String? {
            switch self {
            case .kept, .code: nil
            case .dropped: ""
            case .space: " "
            case .less: "<"
            case .greater: ">"
            case .quotation: "\""
            case .dot: "·"
            case .box: "☐"
            case .tick: "☑"
            }
        }

        var length: Int { shown.map(\.utf8.count) ?? 1 }
    }

    public init(_ written: String) {
        guard written.withBytes(Self.mayHaveMarks) else {
            (text, changes) = (written, nil)
            return
        }
        let bytes = Array(written.utf8)
        var marks = TextMarks(bytes)
        marks.find()
        var shown: [UInt8] = []
        shown.reserveCapacity(bytes.count)
        for (byte, change) in zip(bytes, marks.changes) {
            if let other = change.shown { shown += other.utf8 } else { shown.append(byte) }
        }
        // Marks alone stay: nothing would be left. Notes of a transcriber alone say that nothing was said.
        if !marks.hasNotes, shown.allSatisfy({ $0 <= 0x20 }) {
            (text, changes) = (written, nil)
        } else {
            (text, changes) = (String(decoding: shown, as: UTF8.self), marks.changes)
        }
    }

    /// Where bytes of what was written are in ``text``.
    public func moved(_ span: TextSpan) -> TextSpan {
        guard let changes else { return span }
        var (start, end) = (0, 0)
        for (place, change) in changes.prefix(max(span.start, span.end)).enumerated() {
            if place < span.start { start += change.length }
            if place < span.end { end += change.length }
        }
        return TextSpan(start: start, end: max(start, end))
    }

    /// The stretches of what was written that are shown otherwise, in order, and what is shown in the place of each.
    public var replaced: [(span: TextSpan, shown: String)] {
        guard let changes else { return [] }
        var found: [(span: TextSpan, shown: String)] = []
        for (place, change) in changes.enumerated() {
            guard let shown = change.shown else { continue }
            if let last = found.last, last.span.end == place {
                found[found.count - 1] = (TextSpan(start: last.span.start, end: place + 1), last.shown + shown)
            } else {
                found.append((TextSpan(start: place, end: place + 1), shown))
            }
        }
        return found
    }

    /// Whether a text has any byte with which a mark may begin.
    private static func mayHaveMarks(_ bytes: UTF8Bytes) -> Bool {
        var isFirst = true
        for byte in bytes {
            switch byte {
            // * _ ` [ | ~ ^ = % < & { (
            case 0x2A, 0x5F, 0x60, 0x5B, 0x7C, 0x7E, 0x5E, 0x3D, 0x25, 0x3C, 0x26, 0x7B, 0x28: return true
            case 0x0A: isFirst = true
            case 0...0x20: break
            // Before a line > + - # and the bullet, of which the first byte is 0xE2.
            case 0x3E, 0x2B, 0x2D, 0x23, 0xE2:
                if isFirst { return true }
            default: isFirst = false
            }
        }
        return false
    }
}

/// Finds the marks in the bytes of a text. Each pass goes over them once.
struct TextMarks {
    private let bytes: [UInt8]
    private(set) var changes: [ShownText.Change]
    /// Whether a transcriber's notes are among the marks.
    private(set) var hasNotes = false

    private static let longestNote = 40
    private static let longestTag = 400

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        changes = Array(repeating: .kept, count: bytes.count)
    }

    mutating func find() {
        findLines()
        findCode()
        for range in WikiMarks.ranges(in: bytes) { drop(range) }
        if bytes.contains(where: { $0 == 0x5D || $0 == 0x29 || $0 == 0x7D }) {
            for range in AnnotationMarks.ranges(in: String(decoding: bytes, as: UTF8.self)) {
                remove(range)
                hasNotes = true
            }
        }
        findBrackets()
        findEmphasis()
    }

    private mutating func drop(_ range: Range<Int>) {
        for place in range where changes[place] != .code { changes[place] = .dropped }
    }

    /// Drops what stands between words: neither two spaces are left, nor one before the mark that closes the sentence.
    private mutating func remove(_ range: Range<Int>) {
        drop(range)
        guard range.lowerBound > 0, bytes[range.lowerBound - 1] == 0x20, range.upperBound < bytes.count,
            [0x20, 0x2E, 0x2C, 0x21, 0x3F].contains(bytes[range.upperBound])
        else { return }
        changes[range.lowerBound - 1] = .dropped
    }

    // MARK: - Lines

    private mutating func findLines() {
        var line = 0
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
            findMarks(ofLine: line..<end)
            line = end + 1
        }
    }

    /// Before its words: of quotes, lists, boxes to tick and headings. A line may be nothing but marks.
    private mutating func findMarks(ofLine line: Range<Int>) {
        let start = PlainText.marksEnd(bytes, line)
        drop(line.lowerBound..<start)
        guard let first = bytes[start..<line.upperBound].firstIndex(where: { $0 > 0x20 }) else { return }
        let rest = first..<line.upperBound
        if isRule(rest) { return drop(rest) }
        switch bytes[first] {
        case 0x23:
            let end = bytes[rest].firstIndex { $0 != 0x23 } ?? rest.upperBound
            guard end - first <= 6, end < rest.upperBound, bytes[end] == 0x20 else { return }
            drop(first..<(bytes[end..<rest.upperBound].firstIndex { $0 != 0x20 } ?? rest.upperBound))
        case 0x5B where start > line.lowerBound:
            guard let end = PlainText.boxEnd(bytes, rest) else { return }
            // Whether it is done is said nowhere else. A tick alone would look like that of a quote that was checked.
            drop(first..<(end - 1))
            changes[first + 1] = bytes[first + 1] == 0x20 ? .box : .tick
        case 0x7C: findBorders(rest)
        default: break
        }
    }

    /// Lines of dashes, of stars, and that below the head of a table.
    private func isRule(_ line: Range<Int>) -> Bool {
        var (marks, row) = (0, 0)
        var longestRow = 0
        for byte in bytes[line] {
            switch byte {
            case 0x2D, 0x2A, 0x5F, 0x3D: (marks, row) = (marks + 1, row + 1)
            case 0x20, 0x09, 0x0D, 0x3A, 0x7C: row = 0
            default: return false
            }
            longestRow = max(longestRow, row)
        }
        // "--" is a sign, and "| - | - | - |" a row with nothing in it.
        return marks >= 3 && (longestRow > 1 || !bytes[line].contains(0x7C))
    }

    /// A row of a table as its cells with a dot between.
    private mutating func findBorders(_ row: Range<Int>) {
        guard let last = bytes[row].lastIndex(where: { $0 > 0x20 }) else { return }
        for place in row where bytes[place] == 0x7C {
            if place > row.lowerBound, bytes[place - 1] == 0x5C {
                changes[place - 1] = .dropped
            } else {
                changes[place] = place == row.lowerBound || place == last ? .dropped : .dot
            }
        }
    }

    // MARK: - Within lines

    /// Backticks around code, in which nothing else is a mark.
    private mutating func findCode() {
        var at = 0
        while at < bytes.count {
            guard bytes[at] == 0x60 else {
                at += 1
                continue
            }
            let length = bytes[at...].prefix { $0 == 0x60 }.count
            let end = WikiMarks.codeEnd(bytes, at)
            if end - at > 2 * length, bytes[(end - length)..<end].allSatisfy({ $0 == 0x60 }) {
                drop(at..<(at + length))
                drop((end - length)..<end)
                for place in (at + length)..<(end - length) where changes[place] == .kept { changes[place] = .code }
            }
            at = end
        }
    }

    /// Links, notes at the foot, tags and characters of HTML.
    private mutating func findBrackets() {
        var at = 0
        while at < bytes.count {
            guard changes[at] == .kept else {
                at += 1
                continue
            }
            switch bytes[at] {
            case 0x5B: at = link(at) ?? note(at) ?? at + 1
            case 0x3C: at = address(at) ?? tag(at) ?? at + 1
            case 0x26: at = character(at) ?? at + 1
            default: at += 1
            }
        }
    }

    /// `[words](target)`, `![words](target)`: the words are shown, and looked at for marks of their own.
    private mutating func link(_ start: Int) -> Int? {
        guard let link = PlainText.link(in: bytes, at: start) else { return linkedPicture(start) }
        if start > 0, bytes[start - 1] == 0x21 { changes[start - 1] = .dropped }
        drop(start..<(start + 1))
        drop(link.words..<link.end)
        return start + 1
    }

    /// `[![words](picture)](target)`, as the badges of projects are written.
    private mutating func linkedPicture(_ start: Int) -> Int? {
        let inside = start + 2
        guard inside < bytes.count, bytes[start + 1] == 0x21, bytes[inside] == 0x5B,
            let link = PlainText.link(in: bytes, at: inside), link.end + 1 < bytes.count, bytes[link.end] == 0x5D,
            bytes[link.end + 1] == 0x28,
            let end = bytes[link.end...].prefix(Self.longestTag).firstIndex(of: 0x29)
        else { return nil }
        drop(start..<(inside + 1))
        drop(link.words..<(end + 1))
        return end + 1
    }

    /// `[^1]`, and `[^1]:` before the note itself.
    private mutating func note(_ start: Int) -> Int? {
        guard start + 2 < bytes.count, bytes[start + 1] == 0x5E else { return nil }
        var end = start + 2
        while end < bytes.count, end - start <= Self.longestNote, bytes[end] > 0x20, bytes[end] != 0x5D { end += 1 }
        guard end < bytes.count, bytes[end] == 0x5D, end > start + 2 else { return nil }
        end += 1
        if start == 0 || bytes[start - 1] == 0x0A, end < bytes.count, bytes[end] == 0x3A {
            end += 1
            if end < bytes.count, bytes[end] == 0x20 { end += 1 }
        }
        drop(start..<end)
        return end
    }

    /// `<https://…>` as the address.
    private mutating func address(_ start: Int) -> Int? {
        guard ["http://", "https://", "mailto:"].contains(where: { bytes[(start + 1)...].starts(with: $0.utf8) }),
            let end = tagEnd(start)
        else { return nil }
        drop(start..<(start + 1))
        drop((end - 1)..<end)
        return end
    }

    /// `<b>`, `</b>`, `<br/>` and their kin; `<name>` is what somebody wrote.
    private mutating func tag(_ start: Int) -> Int? {
        let isClosing = start + 1 < bytes.count && bytes[start + 1] == 0x2F
        let first = start + (isClosing ? 2 : 1)
        var last = first
        while last < bytes.count, last - first < 8, (bytes[last] | 0x20) &- 0x61 < 26 || bytes[last] &- 0x30 < 10 {
            last += 1
        }
        guard last < bytes.count, [0x3E, 0x20, 0x2F].contains(bytes[last]), let end = tagEnd(start) else { return nil }
        let name = String(decoding: bytes[first..<last], as: UTF8.self).lowercased()
        // "List<A>" and "Set<s>" are types.
        let isType = !isClosing && last - first == 1 && start > 0 && Self.isLetter(bytes[start - 1])
        guard Self.tags.contains(name), !isType else { return nil }
        drop(start..<end)
        if Self.breaks.contains(name) { changes[start] = .space }
        return end
    }

    private static let breaks: Set<String> = ["br", "p", "div", "li", "td", "tr"]
    private static let tags: Set<String> = breaks.union([
        "b", "i", "u", "s", "a", "em", "strong", "mark", "sub", "sup", "span", "small", "del", "ins", "code", "kbd",
        "img", "font", "ul", "ol", "table", "details", "summary",
    ])

    private func tagEnd(_ start: Int) -> Int? {
        var at = start + 1
        while at < bytes.count, at - start < Self.longestTag, bytes[at] != 0x0A, bytes[at] != 0x3C {
            if bytes[at] == 0x3E { return at + 1 }
            at += 1
        }
        return nil
    }

    /// `&nbsp;`, `&amp;` and the other characters that Markdown has no other way to write.
    private mutating func character(_ start: Int) -> Int? {
        guard let found = Self.characters.first(where: { bytes[start...].starts(with: $0.name) }) else { return nil }
        let end = start + found.name.count
        drop((start + 1)..<end)
        changes[start] = found.shown
        return end
    }

    private static let characters: [(name: [UInt8], shown: ShownText.Change)] = [
        (Array("&nbsp;".utf8), .space), (Array("&amp;".utf8), .kept), (Array("&lt;".utf8), .less),
        (Array("&gt;".utf8), .greater), (Array("&quot;".utf8), .quotation),
    ]

    // MARK: - Emphasis

    /// `**word**`, `__word__`, `*word*`, `~~word~~`. A mark counts only where it opens before a word and closes after one in the same
    /// paragraph, so that `2 * 3 * 4` and `file_name_here` stay.
    private mutating func findEmphasis() {
        guard bytes.contains(where: Self.isEmphasis) else { return }
        // What is shown, with letters in the place of code.
        var places: [Int] = []
        var shown: [UInt8] = []
        for (place, change) in changes.enumerated() where change != .dropped {
            places.append(place)
            shown.append(change == .kept ? bytes[place] : change == .code ? 0x78 : 0x20)
        }
        var open: [(mark: UInt8, length: Int, start: Int)] = []
        var at = 0
        while at < shown.count {
            let mark = shown[at]
            guard Self.isEmphasis(mark) else {
                if mark == 0x0A, at > 0, shown[at - 1] == 0x0A { open = [] }
                at += 1
                continue
            }
            var end = at
            while end < shown.count, shown[end] == mark { end += 1 }
            let length = end - at
            let isBehindWord = at > 0 && shown[at - 1] > 0x20
            let isBeforeWord = end < shown.count && shown[end] > 0x20
            // An underscore inside of a word is part of it, and a star between two of a formula or of code: "p*q*r".
            let isInside =
                mark != 0x7E && isBehindWord && isBeforeWord && Self.isLetter(shown[at - 1])
                && Self.isLetter(shown[end]) && (mark == 0x5F || shown[at - 1] < 0x80 && shown[end] < 0x80)
            // "~5" is about five.
            if mark == 0x7E ? length == 2 : length <= 3, !isInside {
                if isBehindWord, let index = open.lastIndex(where: { $0.mark == mark && $0.length == length }) {
                    for place in open[index].start..<(open[index].start + length) { changes[places[place]] = .dropped }
                    for place in at..<end { changes[places[place]] = .dropped }
                    open.removeSubrange(index...)
                } else if isBehindWord, !isBeforeWord, let count = Self.closed(by: mark, length, in: open) {
                    // "**very *cold***"
                    for mark in open.suffix(count) {
                        for place in mark.start..<(mark.start + mark.length) { changes[places[place]] = .dropped }
                    }
                    for place in at..<end { changes[places[place]] = .dropped }
                    open.removeLast(count)
                } else if isBeforeWord, open.count < Self.mostOpen {
                    open.append((mark, length, at))
                }
            }
            at = end
        }
    }

    /// How many of the last open marks are together as long as a run that closes them; `nil` where none are.
    private static func closed(
        by mark: UInt8, _ length: Int, in open: [(mark: UInt8, length: Int, start: Int)]
    ) -> Int? {
        var (left, count) = (length, 0)
        for last in open.reversed() where left > 0 {
            guard last.mark == mark, last.length <= left else { return nil }
            (left, count) = (left - last.length, count + 1)
        }
        return left == 0 ? count : nil
    }

    /// Marks of a paragraph that wait for their ends; no writer nests more.
    private static let mostOpen = 64

    private static func isEmphasis(_ byte: UInt8) -> Bool { byte == 0x2A || byte == 0x5F || byte == 0x7E }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }
}
