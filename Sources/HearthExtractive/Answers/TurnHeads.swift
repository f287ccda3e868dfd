public import HearthCore
import HearthText

/// The lines of a conversation that only say who speaks from when on, "Anna Weiß 5:26" above the words, as programs write meetings down. They stand
/// above what is said as a heading does, and are no answer.
public enum TurnHeads {
    /// Bytes and words of a name.
    private static let longest = 60
    private static let mostWords = 5

    /// The bytes of such lines in a text; none unless several stand in it, each with words right below it and with times that go on: a list of
    /// times has them line by line.
    public static func spans(in text: String) -> [TextSpan] {
        var found: [TextSpan] = []
        var last = -1
        var open: (span: TextSpan, time: Int)?
        var start = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let count = line.utf8.count
            defer { start += count + 1 }
            let words = trimmed(line)
            let head = time(of: words)
            if let above = open, !words.isEmpty, head == nil {
                guard above.time >= last else { return [] }
                last = above.time
                found.append(above.span)
            }
            open = head.map { time in
                let lead = line.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
                return (TextSpan(start: start + lead, end: start + lead + words.utf8.count), time)
            }
        }
        return found.count > 1 ? found : []
    }

    private static func trimmed(_ line: Substring) -> String {
        let rest = line.drop(while: \.isWhitespace)
        return String(rest[..<(rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex)])
    }

    /// The seconds at the end of a line that begins with a name; `nil` for another line.
    private static func time(of line: String) -> Int? {
        guard line.utf8.count <= longest + 12, let gap = line.lastIndex(where: { $0 == " " || $0 == "\t" }) else {
            return nil
        }
        let fields = line[line.index(after: gap)...].drop { "[(".contains($0) }.prefix { !")]".contains($0) }
            .split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count),
            fields.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let name = line[..<gap].split(separator: " ")
        guard (1...mostWords).contains(name.count), name.first?.first?.isLowercase == false,
            name.allSatisfy({ word in
                // Short particles are written small: "Anna de la Cruz".
                !word.contains(where: { ":;,!?=/".contains($0) })
                    && (word.first?.isLowercase == false || word.utf8.count <= 3)
            })
        else { return nil }
        return fields.reduce(0) { $0 * 60 + (Int($1) ?? 0) }
    }
}
