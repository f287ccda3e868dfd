/// Text as it is read aloud: without the marks that only tell a program how to set it.
///
/// For what Hearth says itself. A quote stays as it stands in its source.
public enum PlainText {
    /// The text on one line, without marks of emphasis, targets of links, borders of tables and annotations of recordings.
    public static func line(_ text: String) -> String {
        var plain = text
        if plain.utf8.contains(UInt8(ascii: "]")) || plain.utf8.contains(UInt8(ascii: ")"))
            || plain.utf8.contains(UInt8(ascii: "}")) || plain.utf8.contains(0x8B)
        {
            plain = AnnotationMarks.removed(from: plain)
            plain = withoutLinks(plain)
        }
        plain = withoutEmphasis(plain)
        plain = withoutBorders(plain)
        return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// `[words](target)` and `![words](target)` as their words, `<https://…>` as the address.
    private static func withoutLinks(_ text: String) -> String {
        guard text.contains("](") else { return text }
        var out: [UInt8] = []
        let bytes = Array(text.utf8)
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
        return trimmed.split(separator: "|").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty && !$0.allSatisfy { $0 == "-" || $0 == ":" } }.joined(separator: " | ")
    }
}
