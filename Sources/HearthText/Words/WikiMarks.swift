/// The marks that Obsidian, and other programs for notes that link to each other, have beside those of Markdown: `[[Page|name]]`, `![[picture]]`,
/// `%%remark%%`, `==marked==`, `[!note]` before a box, and `^name` behind a paragraph (https://help.obsidian.md/syntax).
public enum WikiMarks {
    private static let longestLink = 500
    private static let longestRemark = 10_000
    private static let longestMarked = 2_000
    private static let longestName = 40

    /// The bytes of a text that are marks, and what stands between marks and is not shown: the target of a link that has a name, what is shown from
    /// elsewhere, and remarks. In their order; none overlaps another one.
    public static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var equals: [Int] = []
        var at = 0
        while at < bytes.count {
            var end: Int?
            switch bytes[at] {
            case UInt8(ascii: "`"):
                at = codeEnd(bytes, at)
                continue
            case UInt8(ascii: "!") where isPair(bytes, at + 1, UInt8(ascii: "[")):
                end = link(bytes, at + 1)?.end
                if let end { found.append(at..<end) }
            case UInt8(ascii: "[") where isPair(bytes, at, UInt8(ascii: "[")):
                if let link = link(bytes, at) {
                    found += [at..<link.words.lowerBound, link.words.upperBound..<link.end]
                    end = link.end
                }
            case UInt8(ascii: "["):
                end = boxEnd(bytes, at)
                if let end { found.append(at..<end) }
            case UInt8(ascii: "%") where isPair(bytes, at, UInt8(ascii: "%")):
                end = remarkEnd(bytes, at)
                if let end { found.append(at..<end) }
            case UInt8(ascii: "^"):
                end = nameEnd(bytes, at)
                if let end { found.append(at..<end) }
            case UInt8(ascii: "="):
                let length = bytes[at...].prefix { $0 == UInt8(ascii: "=") }.count
                // More of them in a row are a line.
                if length == 2 { equals.append(at) }
                end = at + length
            default: break
            }
            at = end ?? at + 1
        }
        let marked = marks(bytes, equals)
        return marked.isEmpty ? found : (found + marked).sorted { $0.lowerBound < $1.lowerBound }
    }

    private static func isPair(_ bytes: [UInt8], _ at: Int, _ mark: UInt8) -> Bool {
        at + 1 < bytes.count && bytes[at] == mark && bytes[at + 1] == mark
    }

    /// Where what stands between backticks ends; behind the backticks where nothing ends it. It is code, in which all signs are its own.
    static func codeEnd(_ bytes: [UInt8], _ start: Int) -> Int {
        let length = bytes[start...].prefix { $0 == UInt8(ascii: "`") }.count
        let inside = start + length
        var at = inside
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "`") else {
                // Programs go over lines, code within a sentence does not go over paragraphs.
                if length < 3, isPair(bytes, at, 0x0A) { return inside }
                at += 1
                continue
            }
            let run = bytes[at...].prefix { $0 == UInt8(ascii: "`") }.count
            at += run
            if run == length { return at }
        }
        return length < 3 ? inside : bytes.count
    }

    /// The words of a link that begins at two brackets, and where it ends: the name behind the bar, or the target.
    private static func link(_ bytes: [UInt8], _ start: Int) -> (words: Range<Int>, end: Int)? {
        let first = start + 2
        // "[[ -f file ]]" is of a shell.
        guard first < bytes.count, bytes[first] > 0x20 else { return nil }
        var bar: Int?
        var at = first
        while at < bytes.count, at - first < longestLink {
            switch bytes[at] {
            case 0x0A, UInt8(ascii: "["): return nil
            case UInt8(ascii: "|") where bar == nil: bar = at
            case UInt8(ascii: "]"):
                guard at > first, isPair(bytes, at, UInt8(ascii: "]")) else { return nil }
                // In a table a stroke stands before the bar.
                guard let bar, bar + 1 < at else { return (first..<(bar ?? at), at + 2) }
                return (bar + 1..<at, at + 2)
            default: break
            }
            at += 1
        }
        return nil
    }

    /// Where the kind of a box ends, with the sign that says whether it is open: "[!note]-". It stands first, but for the marks of a quote.
    private static func boxEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start + 3 < bytes.count, bytes[start + 1] == UInt8(ascii: "!") else { return nil }
        let before = bytes[..<start].last { $0 != 0x20 }
        guard before == nil || before == 0x0A || before == UInt8(ascii: ">") else { return nil }
        var at = start + 2
        while at < bytes.count, at - start < longestName, isNamePart(bytes[at]) || bytes[at] == UInt8(ascii: "|") {
            at += 1
        }
        guard at > start + 2, at < bytes.count, bytes[at] == UInt8(ascii: "]") else { return nil }
        at += 1
        if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
        return at
    }

    private static func remarkEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
        var at = start + 2
        while at < bytes.count, at - start < longestRemark {
            if isPair(bytes, at, UInt8(ascii: "%")) { return at + 2 }
            at += 1
        }
        return nil
    }

    /// "^name" at the end of a line, behind a space or alone.
    private static func nameEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start == 0 || bytes[start - 1] <= 0x20 else { return nil }
        var at = start + 1
        while at < bytes.count, at - start < longestName, isNamePart(bytes[at]) { at += 1 }
        // "10 ^6" is a number.
        guard bytes[(start + 1)..<at].contains(where: { ($0 | 0x20) &- 0x61 < 26 }) else { return nil }
        let next = bytes[at...].first { $0 > 0x20 || $0 == 0x0A }
        return next == nil || next == 0x0A ? at : nil
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
    }

    /// The signs around what is marked, of those places where two stand: the first opens before a word, the second closes after one, and neither
    /// stands in the middle of one, as in "a==b".
    private static func marks(_ bytes: [UInt8], _ places: [Int]) -> [Range<Int>] {
        func isLetter(_ at: Int) -> Bool {
            guard bytes.indices.contains(at) else { return false }
            return bytes[at] >= 0x80 || (bytes[at] | 0x20) &- 0x61 < 26 || bytes[at] &- 0x30 < 10
        }
        func isFull(_ at: Int) -> Bool { bytes.indices.contains(at) && bytes[at] > 0x20 }
        var found: [Range<Int>] = []
        var open: Int?
        for place in places {
            if let start = open, isFull(place - 1), !isLetter(place + 2), place - start < longestMarked,
                !bytes[start..<place].contains(0x0A)
            {
                found += [start..<start + 2, place..<place + 2]
                open = nil
            } else if isFull(place + 2), !isLetter(place - 1) {
                open = place
            }
        }
        return found
    }
}
