package import HearthCore
import HearthText

/// Lines of an entry that list what is to be done: a heading that says so, "To do:", with items of a list below it.
///
/// Sentences do not know of lines, so that such a list would be one long task, or a few that run into each other.
package struct ListedTasks: Sendable {
    package struct Item: Hashable, Sendable {
        /// Bytes of the entry: the words without the mark of the list.
        package var span: TextSpan
        /// The words on one line.
        package var text: String
        /// Whether its box is ticked.
        package var isDone: Bool
    }

    /// In the order of the entry.
    package private(set) var items: [Item] = []
    /// Bytes from the beginning of each heading to the end of its last item.
    package private(set) var places: [TextSpan] = []

    /// Items of one entry that are read.
    private static let most = 100
    /// Bytes of the longest heading.
    private static let heading = 80

    private struct Line {
        var span: Range<Int>
        /// Where its words begin; that of the line where no mark of a list stands before them.
        var words: Int
    }

    /// - Parameter language: ISO 639-1.
    package init(_ text: String, language: String) {
        guard text.utf8.contains(0x0A) else { return }
        let bytes = Array(text.utf8)
        let boxes = CheckBox.all(in: text)
        let lines = Self.lines(of: bytes)
        var at = 0
        while at < lines.count {
            defer { at += 1 }
            guard items.count < Self.most, Self.isHeading(bytes, lines[at], language) else { continue }
            var end = at + 1
            while end < lines.count, Self.isItem(lines[end], boxes) { end += 1 }
            // Of one item the sentence tells enough.
            guard end - at > 2 else { continue }
            for line in lines[(at + 1)..<end].prefix(Self.most - items.count) {
                let box = Self.box(of: line, boxes)
                let span = box?.words ?? TextSpan(start: line.words, end: line.span.upperBound)
                guard let words = text.text(in: span)?.singleSpaced, !words.isEmpty else { continue }
                items.append(Item(span: span, text: words, isDone: box?.state == .done))
            }
            places.append(TextSpan(start: lines[at].span.lowerBound, end: lines[end - 1].span.upperBound))
            at = end - 1
        }
    }

    private static func box(of line: Line, _ boxes: [CheckBox]) -> CheckBox? {
        // In the order of the text.
        var (low, high) = (0, boxes.count)
        while low < high {
            let middle = (low + high) / 2
            if boxes[middle].line.end <= line.span.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < boxes.count && boxes[low].line.overlaps(TextSpan(line.span)) ? boxes[low] : nil
    }

    private static func isItem(_ line: Line, _ boxes: [CheckBox]) -> Bool {
        line.words > line.span.lowerBound || box(of: line, boxes) != nil
    }

    /// The lines that are not empty, without the white space around them.
    private static func lines(of bytes: [UInt8]) -> [Line] {
        var found: [Line] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            if let first = bytes[start..<end].firstIndex(where: { $0 > 0x20 }),
                let last = bytes[start..<end].lastIndex(where: { $0 > 0x20 })
            {
                let span = first..<(last + 1)
                let marks = max(first, PlainText.marksEnd(bytes, span))
                found.append(Line(span: span, words: numberEnd(bytes, marks..<span.upperBound) ?? marks))
            }
            start = end + 1
        }
        return found
    }

    /// Behind "1. " or "1) "; `nil` where no number stands.
    private static func numberEnd(_ bytes: [UInt8], _ rest: Range<Int>) -> Int? {
        let digits = bytes[rest].prefix { (0x30...0x39).contains($0) }.count
        let mark = rest.lowerBound + digits
        guard (1...2).contains(digits), mark + 2 < rest.upperBound, bytes[mark] == 0x2E || bytes[mark] == 0x29,
            bytes[mark + 1] == 0x20
        else { return nil }
        return mark + 2
    }

    private static func isHeading(_ bytes: [UInt8], _ line: Line, _ language: String) -> Bool {
        guard line.span.upperBound - line.words <= heading else { return false }
        let text = String(decoding: bytes[line.words..<line.span.upperBound], as: UTF8.self)
        let bare = text.drop { $0 == "#" || $0 == "*" || $0 == "_" || $0.isWhitespace }
        guard let last = bare.last(where: { $0 != "*" && $0 != "_" }), last == ":" || last == "：" || text.first == "#"
        else { return false }
        let words = bare.lowercased().split { $0.isWhitespace || ":：*_".contains($0) }.joined(separator: " ")
        return TaskList.opens(words, language: language)
    }
}
