/// The lines of a text as ranges of its bytes. A line ends at LF, CR LF or a lone CR.
struct Lines: Sequence, IteratorProtocol {
    struct Line {
        /// Without the line's end.
        var range: Range<Int>
        /// Where the next line starts.
        var next: Int
    }

    let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    mutating func next() -> Line? {
        guard position < bytes.count else { return nil }
        let line = bytes.line(from: position)
        position = line.next
        return line
    }
}

extension [UInt8] {
    /// The line that starts at `start`, which must not lie past the end.
    func line(from start: Int) -> Lines.Line {
        var index = start
        while index < count, self[index] != newline, self[index] != carriageReturn { index += 1 }
        var next = index
        if next < count {
            next += self[next] == carriageReturn && next + 1 < count && self[next + 1] == newline ? 2 : 1
        }
        return Lines.Line(range: start..<index, next: next)
    }

    /// The range without the white space at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, isSpace(self[lower]) { lower += 1 }
        while upper > lower, isSpace(self[upper - 1]) { upper -= 1 }
        return lower..<upper
    }

    func string(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }
}
