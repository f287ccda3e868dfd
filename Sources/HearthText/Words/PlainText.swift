import HearthCore

/// Text as it is read aloud: without the marks that only tell a program how to set it.
///
/// For what Hearth says itself. A quote stays as it stands in its source.
public enum PlainText {
    /// The text on one line, without the marks that ``ShownText`` leaves out and without a clock before what somebody says.
    public static func line(_ text: String) -> String {
        withoutClock(ShownText(text).text).singleSpaced
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

    /// The words of `[10:15] Ann: words` or `[2026-11-12 09:01] Ann: words` with who says them. A time that stands before anything else is what a note says.
    private static func withoutClock(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "[") else { return text }
        return text.withBytes { bytes in
            guard let end = ListMarkers.stamp(in: bytes, at: 0, end: bytes.count)?.end else { return text }
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
            if start > line, let box = boxEnd(bytes, start..<end) { blank(start..<box) }
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
    package static func marksEnd(_ bytes: [UInt8], _ line: Range<Int>) -> Int {
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

    /// Behind `[ ] ` or `[x] ` before what is to be done; `nil` where no box stands.
    static func boxEnd(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
        let at = line.lowerBound
        guard line.count > 4, bytes[at] == 0x5B, bytes[at + 2] == 0x5D, bytes[at + 3] == 0x20,
            [0x20, 0x78, 0x58].contains(bytes[at + 1])
        else { return nil }
        return at + 4
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

    /// Where the words of a link end, and the link itself. Neither goes over a line end or far.
    static func link(in bytes: [UInt8], at start: Int) -> (words: Int, end: Int)? {
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
}
