import HearthCore

// The bytes that the scanners of this module look for, by name.

let newline = UInt8(ascii: "\n")
let carriageReturn = UInt8(ascii: "\r")
let tab = UInt8(ascii: "\t")
let space = UInt8(ascii: " ")

/// White space of ASCII: space, tab, line feed, vertical tab, form feed, carriage return.
@inline(__always)
func isSpace(_ byte: UInt8) -> Bool { byte.isASCIISpace }

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

@inline(__always)
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

/// The value of a hexadecimal digit; `nil` for what is none.
func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
}

/// Lower case for ASCII letters; other bytes as they are.
@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

/// The words of a text with a space between them.
func onOneLine(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

extension Collection<UInt8> {
    /// Compares bytes with an ASCII literal from the front.
    func starts(with literal: StaticString) -> Bool {
        literal.withUTF8Buffer { self.starts(with: $0) }
    }

    /// The same without regard to the case of ASCII letters; `literal` is given in lower case.
    func startsLowercased(with literal: StaticString) -> Bool {
        literal.withUTF8Buffer { pattern in
            var rest = makeIterator()
            for wanted in pattern {
                guard let byte = rest.next(), lowercased(byte) == wanted else { return false }
            }
            return true
        }
    }
}

extension RandomAccessCollection<UInt8> {
    /// The part between the white space at both ends.
    func trimmed() -> SubSequence {
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Where an ASCII literal first occurs within `range`.
    func firstIndex(of literal: StaticString, in range: Range<Int>) -> Int? {
        literal.withUTF8Buffer { pattern in
            guard let head = pattern.first, range.count >= pattern.count else { return nil }
            var index = range.lowerBound
            let last = range.upperBound - pattern.count
            while index <= last {
                if self[index] == head, self[index..<index + pattern.count].elementsEqual(pattern) { return index }
                index += 1
            }
            return nil
        }
    }
}

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
