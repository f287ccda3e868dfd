import HearthCore

/// Text as it is read aloud: without the marks that only tell a program how to set it.
///
/// For what Hearth says itself. A quote stays as it stands in its source.
public enum PlainText {
    /// The text on one line, without marks of emphasis, lists and quotes, those of notes that link to each other, a clock before what somebody
    /// says, targets of links, borders of tables and annotations of recordings.
    public static func line(_ text: String) -> String {
        var plain = withoutClock(withoutWikiMarks(unmarked(text)))
        if plain.utf8.contains(UInt8(ascii: "]")) || plain.utf8.contains(UInt8(ascii: ")"))
            || plain.utf8.contains(UInt8(ascii: "}")) || plain.utf8.contains(0x8B)
        {
            plain = AnnotationMarks.removed(from: plain)
            plain = withoutLinks(plain)
        }
        plain = withoutEmphasis(plain)
        plain = withoutBorders(plain)
        return plain.singleSpaced
    }

    /// A remark alone stays: nothing would be left.
    private static func withoutWikiMarks(_ text: String) -> String {
        guard let plain = WikiMarks.removed(from: text), !plain.allSatisfy(\.isWhitespace) else { return text }
        return plain
    }

    /// The text without the marks of lists and quotes before its words.
    public static func unmarked(_ text: String) -> String {
        guard let first = text.utf8.first(where: { $0 > 0x20 }), [0x3E, 0x2A, 0x2B, 0x2D, 0xE2].contains(first) else {
            return text
        }
        let bytes = Array(text.utf8)
        let start = marksEnd(bytes, 0..<bytes.count)
        return start < bytes.count ? String(decoding: bytes[start...], as: UTF8.self) : text
    }

    /// Bytes of the longest name behind a clock.
    private static let longestName = 64

    /// The words of `[10:15] Ann: words` with who says them. A time that stands before anything else is what a note says.
    private static func withoutClock(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "[") else { return text }
        return text.withBytes { bytes in
            guard let end = ListMarkers.clock(in: bytes, at: 0, end: bytes.count) else { return text }
            let said = bytes[(end + 1)...]
            let name = said.prefix(longestName).prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ".") }
            guard !name.isEmpty, name.endIndex + 1 < said.endIndex, said[name.endIndex] == UInt8(ascii: ":"),
                said[name.endIndex + 1] == 0x20
            else { return text }
            return String(decoding: said, as: UTF8.self)
        }
    }

    /// The text with spaces in place of its tags, `#garden` or `Tags: a, b`. It has as many bytes, so that every place in it is a place in
    /// the text.
    public static func withoutTags(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for range in TagMarks.ranges(in: bytes) {
            for place in range { bytes[place] = 0x20 }
        }
        return finished(bytes, text)
    }

    /// The text with spaces in place of what is no words of it: YAML or TOML before it, headings by their mark, tags, the marks of lists
    /// and quotes, those of notes that link to each other, targets of links and notes of recordings. It has as many bytes, so that every place
    /// in it is a place in the text.
    public static func blanked(_ text: String) -> String {
        var bytes = Array(text.utf8)
        func blank(_ range: Range<Int>) {
            for place in range where bytes[place] != 0x0A { bytes[place] = 0x20 }
        }
        let body = frontMatterEnd(bytes)
        blank(0..<body)
        var line = body
        var numbers: [(number: Int, mark: Range<Int>)] = []
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
            let marks = bytes[line..<end].prefix { $0 == 0x23 }.count
            if (1...6).contains(marks), line + marks < end, bytes[line + marks] == 0x20 { blank(line..<end) }
            let start = marksEnd(bytes, line..<end)
            blank(line..<start)
            if let item = number(bytes, start..<end) { numbers.append(item) }
            line = end + 1
        }
        // "3. Mai" begins with a date: items of a list are counted.
        for (place, item) in numbers.enumerated() {
            let isCounted =
                place > 0 && numbers[place - 1].number + 1 == item.number
                || place + 1 < numbers.count && item.number + 1 == numbers[place + 1].number
            if isCounted { blank(item.mark) }
        }
        for range in AnnotationMarks.ranges(in: text) { blank(range) }
        for range in TagMarks.ranges(in: bytes) { blank(range) }
        for range in WikiMarks.ranges(in: bytes) { blank(range) }
        guard text.contains("](") else { return finished(bytes, text) }
        var at = body
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "["), let link = link(in: bytes, at: at) else {
                at += 1
                continue
            }
            if at > 0, bytes[at - 1] == UInt8(ascii: "!") { bytes[at - 1] = 0x20 }
            bytes[at] = 0x20
            blank(link.words..<link.end)
            at = link.end
        }
        return finished(bytes, text)
    }

    /// Where the words of a line begin behind `>`, `-`, `*`, `+` or a bullet and a space.
    private static func marksEnd(_ bytes: [UInt8], _ line: Range<Int>) -> Int {
        var end = line.lowerBound
        var at = end
        func isSpace(_ place: Int) -> Bool { place < line.upperBound && (bytes[place] == 0x20 || bytes[place] == 0x09) }
        while true {
            while isSpace(at) { at += 1 }
            guard at < line.upperBound else { return end }
            switch bytes[at] {
            case 0x3E:
                var next = at + 1
                while isSpace(next) { next += 1 }
                // Nothing but marks: between two paragraphs of what is quoted.
                guard next < line.upperBound else { return next }
                // "> 5 mm" says how much.
                guard !(0x30...0x39).contains(bytes[next]) else { return end }
                at += 1
            case 0x2A where isSpace(at + 1), 0x2B where isSpace(at + 1), 0x2D where isSpace(at + 1): at += 1
            case 0xE2 where bytes[at..<line.upperBound].starts(with: [0xE2, 0x80, 0xA2]) && isSpace(at + 3): at += 3
            default: return end
            }
            while isSpace(at) { at += 1 }
            end = at
        }
    }

    /// `1. ` and `1) ` before an item.
    private static func number(_ bytes: [UInt8], _ line: Range<Int>) -> (number: Int, mark: Range<Int>)? {
        var at = line.lowerBound
        while at < line.upperBound, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
        var value = 0
        let first = at
        while at < line.upperBound, at - first < 3, (0x30...0x39).contains(bytes[at]) {
            value = value * 10 + Int(bytes[at] - 0x30)
            at += 1
        }
        guard at > first, at + 1 < line.upperBound, bytes[at] == 0x2E || bytes[at] == 0x29, bytes[at + 1] == 0x20
        else { return nil }
        return (value, first..<(at + 1))
    }

    /// A text of nothing but marks is left as it is.
    private static func finished(_ bytes: [UInt8], _ text: String) -> String {
        bytes.allSatisfy { $0 <= 0x20 } ? text : String(decoding: bytes, as: UTF8.self)
    }

    /// Where the text begins behind YAML between two lines of `---`, or TOML between two of `+++`; 0 where there is none.
    private static func frontMatterEnd(_ bytes: [UInt8]) -> Int {
        func line(from start: Int) -> (words: String, next: Int) {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let words = String(decoding: bytes[start..<min(end, start + 200)], as: UTF8.self)
            return (words.filter { !$0.isWhitespace }, min(end + 1, bytes.count))
        }
        let first = line(from: 0)
        guard first.words == "---" || first.words == "+++" else { return 0 }
        var at = first.next
        var lines = 0
        while at < bytes.count, lines < 500 {
            let next = line(from: at)
            if next.words == first.words || first.words == "---" && next.words == "..." { return next.next }
            at = next.next
            lines += 1
        }
        return 0
    }

    /// `[words](target)` and `![words](target)` as their words, `<https://…>` as the address.
    private static func withoutLinks(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard zip(bytes, bytes.dropFirst()).contains(where: { $0 == UInt8(ascii: "]") && $1 == UInt8(ascii: "(") })
        else {
            return text
        }
        var out: [UInt8] = []
        var at = 0
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "["), let link = link(in: bytes, at: at) else {
                out.append(bytes[at])
                at += 1
                continue
            }
            if out.last == UInt8(ascii: "!") { out.removeLast() }
            out += bytes[(at + 1)..<link.words]
            at = link.end
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Where the words of a link end, and the link itself. Neither goes over a line end or far.
    private static func link(in bytes: [UInt8], at start: Int) -> (words: Int, end: Int)? {
        let longest = 2_000
        var at = start + 1
        while at < bytes.count, at - start < longest, bytes[at] != UInt8(ascii: "]") {
            if bytes[at] == UInt8(ascii: "[") { return nil }
            at += 1
        }
        guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "]"), bytes[at + 1] == UInt8(ascii: "(") else {
            return nil
        }
        let words = at
        var depth = 0
        at += 1
        while at < bytes.count, at - start < longest, bytes[at] != 0x0A {
            if bytes[at] == UInt8(ascii: "(") { depth += 1 }
            if bytes[at] == UInt8(ascii: ")") {
                depth -= 1
                if depth == 0 { return (words, at + 1) }
            }
            at += 1
        }
        return nil
    }

    /// `**word**`, `__word__`, `*word*` and `` `word` `` as the word. A mark counts only where it opens before a word and
    /// closes after one, so that `2 * 3 * 4` and `file_name_here` stay.
    private static func withoutEmphasis(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x2A || $0 == 0x5F || $0 == 0x60 }) else { return text }
        let bytes = Array(text.utf8)
        var dropped = [Bool](repeating: false, count: bytes.count)
        var open: [(mark: UInt8, length: Int, start: Int)] = []
        var at = 0
        while at < bytes.count {
            let mark = bytes[at]
            guard mark == 0x2A || mark == 0x5F || mark == 0x60 else {
                at += 1
                continue
            }
            var end = at
            while end < bytes.count, bytes[end] == mark { end += 1 }
            let length = end - at
            let isBehindWord = at > 0 && bytes[at - 1] > 0x20
            let isBeforeWord = end < bytes.count && bytes[end] > 0x20
            // An underscore inside of a word is part of it.
            let isInside =
                mark == 0x5F && isBehindWord && isBeforeWord && isLetter(bytes[at - 1]) && isLetter(bytes[end])
            if length <= 3, !isInside {
                if isBehindWord, let index = open.lastIndex(where: { $0.mark == mark && $0.length == length }) {
                    for place in open[index].start..<(open[index].start + length) { dropped[place] = true }
                    for place in at..<end { dropped[place] = true }
                    open.removeSubrange(index...)
                } else if isBeforeWord {
                    open.append((mark, length, at))
                }
            }
            at = end
        }
        return String(decoding: zip(bytes, dropped).filter { !$0.1 }.map(\.0), as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }

    /// A row of a table, `| a | b |`, as its cells.
    private static func withoutBorders(_ text: String) -> String {
        let trimmed = text.drop(while: \.isWhitespace)
        guard trimmed.hasPrefix("|") else { return text }
        return trimmed.split(separator: "|").map { $0.singleSpaced }
            .filter { !$0.isEmpty && !$0.allSatisfy { $0 == "-" || $0 == ":" } }.joined(separator: " | ")
    }
}
