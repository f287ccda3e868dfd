/// Cuts a text into blocks: stretches whose line ends, if they have any, are mere white space.
///
/// A blank line always ends a block. A single line end is a wrap where the typography says so: the next word would not have
/// fitted into the paragraph's width, or the line stops in the middle of a phrase and goes on in lower case. Otherwise the
/// line stands on its own, as headings, list items, addresses and verses do.
struct LineJoiner {
    let bytes: UTF8Bytes

    private struct Line {
        /// Without the white space at both ends.
        var start: Int
        var end: Int
        /// Bytes of white space before the text.
        var indent: Int
        /// White space stood between the text and the line end.
        var trailingSpace: Bool
        /// Its width: bytes, and where Thai or Lao is written, whose letters take three and whose marks stand above and below
        /// them, letters.
        var length: Int
        var isUnspaced: Bool
        var isBlank: Bool { start >= end }
    }

    /// Shorter lines are never taken for full ones.
    private static let narrowest = 40
    /// No one sets type wider: a paragraph with such a line has one line for each of its own paragraphs.
    private static let widest = 240
    /// Letters of a word of Thai or Lao at most, but for few: a line breaks between any two words, and no space shows where one ends.
    private static let longestUnspacedWord = 10
    /// As ``narrowest``, of such lines.
    private static let narrowestUnspaced = 30

    /// The blocks in order, without white space at both ends, none empty.
    func blocks() -> [Range<Int>] {
        var blocks: [Range<Int>] = []
        var paragraph: [Line] = []
        forEachLine { line in
            if line.isBlank {
                close(&paragraph, into: &blocks)
            } else {
                paragraph.append(line)
            }
        }
        close(&paragraph, into: &blocks)
        return blocks
    }

    private func forEachLine(_ body: (Line) -> Void) {
        var start = 0
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            var width = 0
            if byte == 0x0A || byte == 0x0D || byte == 0x0B || byte == 0x0C {
                width = byte == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
            } else if byte == 0xE2, at + 2 < bytes.count, bytes[at + 1] == 0x80, bytes[at + 2] & 0xFE == 0xA8 {
                width = 3
            }
            if width == 0 {
                at += 1
                continue
            }
            body(trimmed(start, at))
            at += width
            start = at
        }
        body(trimmed(start, bytes.count))
    }

    private func trimmed(_ start: Int, _ end: Int) -> Line {
        var from = start
        var to = end
        while from < to, let length = bytes.spaceLength(at: from) { from += length }
        while to > from, let last = bytes.scalar(before: to), ScalarClass(last.value) == .space { to -= last.length }
        let isUnspaced = (from..<to).contains { at in
            bytes[at] == 0xE0 && at + 1 < to && (0xB8...0xBB).contains(bytes[at + 1])
        }
        return Line(
            start: from, end: to, indent: from - start, trailingSpace: to < end,
            length: isUnspaced ? letters(from..<to) : to - from, isUnspaced: isUnspaced)
    }

    /// Characters that take room on a line: no marks above and below others.
    private func letters(_ range: Range<Int>) -> Int {
        var count = 0
        var at = range.lowerBound
        while at < range.upperBound {
            let (value, length) = bytes.scalar(at: at)
            if ScalarClass(value) != .mark { count += 1 }
            at += length
        }
        return count
    }

    private func close(_ lines: inout [Line], into blocks: inout [Range<Int>]) {
        defer { lines.removeAll(keepingCapacity: true) }
        guard let first = lines.first else { return }
        if isVertical(lines) {
            blocks.append(first.start..<lines[lines.count - 1].end)
            return
        }
        let width = lines.reduce(0) { max($0, $1.length) }
        var start = first.start
        for index in 1..<max(lines.count, 1) where !isWrapped(lines[index - 1], lines[index], width: width) {
            blocks.append(start..<lines[index - 1].end)
            start = lines[index].start
        }
        blocks.append(start..<lines[lines.count - 1].end)
    }

    /// Letters set one under the other, as PDFs give text that runs along a margin.
    private func isVertical(_ lines: [Line]) -> Bool {
        lines.count >= 4
            && lines.allSatisfy { line in
                line.length <= 2 && bytes[line.start..<line.end].allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
            }
    }

    private func isWrapped(_ line: Line, _ next: Line, width: Int) -> Bool {
        guard !startsItem(next), !isRule(line), !isRule(next), bytes[line.start] != UInt8(ascii: "#") else {
            return false
        }
        guard let last = bytes.scalar(before: line.end) else { return false }
        let first = bytes.scalar(at: next.start).value
        let narrowest = line.isUnspaced ? Self.narrowestUnspaced : Self.narrowest
        let fills =
            width >= narrowest && width <= Self.widest && next.indent <= line.indent
            && Double(line.length + 1 + firstWordLength(next)) >= 0.9 * Double(width)
        if last.value.isLowercase || last.value == 0x2C || last.value == 0x2D, first.isLowercase {
            return fills || line.trailingSpace || last.value == 0x2C || last.value == 0x2D
                || line.length >= Self.narrowest
        }
        return fills
    }

    private func firstWordLength(_ line: Line) -> Int {
        var at = line.start
        while at < line.end, bytes[at] != 0x20, bytes[at] != 0x09 { at += 1 }
        if line.isUnspaced { return min(letters(line.start..<at), Self.longestUnspacedWord) }
        // A line of Chinese or Japanese breaks between any two characters.
        if bytes[line.start] >= 0xE3, at - line.start > 12 { return 3 }
        return at - line.start
    }

    /// A bullet, a box, a table row, a heading mark, a clock with or without a date, or a number or letter with a full stop or parenthesis.
    private func startsItem(_ line: Line) -> Bool {
        let (value, length) = bytes.scalar(at: line.start)
        let after = line.start + length
        if value.isBullet || value == 0x23 || value == 0x7C || value == 0x3E { return true }
        if value == 0x2D || value == 0x2A || value == 0x2B || value == 0x2013 || value == 0x2014 {
            return after < line.end && bytes.spaceLength(at: after) != nil
        }
        return ListMarkers.marker(in: bytes, at: line.start, end: line.end) != nil
            || ListMarkers.stamp(in: bytes, at: line.start, end: line.end) != nil
            || CheckBox.isSign(value) || beginsWithBox(line)
    }

    /// `[ ] Milk`, `[x] Cheese`: lists of what is to be done, as programs for notes write them.
    private func beginsWithBox(_ line: Line) -> Bool {
        line.end - line.start > 4 && bytes[line.start] == 0x5B && bytes[line.start + 2] == 0x5D
            && bytes[line.start + 3] == 0x20 && [0x20, 0x78, 0x58].contains(bytes[line.start + 1])
    }

    /// A line of marks only, such as `-----`.
    private func isRule(_ line: Line) -> Bool {
        line.length >= 3
            && bytes[line.start..<line.end].allSatisfy {
                $0 == 0x2D || $0 == 0x5F || $0 == 0x3D || $0 == 0x2A || $0 == 0x7E || $0 == 0x20
            }
    }
}
