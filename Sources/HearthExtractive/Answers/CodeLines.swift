import HearthCore
import HearthText

/// Lines that tell what codes mean, "E4 - water inlet blocked", each below the other: they have no full stop, and would run on into the next.
enum CodeLines {
    /// A stretch of a text in pieces, of which each begins with such a line, but for the first.
    ///
    /// - Parameter span: Bytes of the text.
    /// - Returns: Pieces that lie one behind another and are the stretch together; none where that is empty.
    static func apart(_ text: String, _ span: TextSpan) -> [TextSpan] {
        text.withBytes { bytes in
            let span = TextSpan(start: min(span.start, bytes.count), end: min(span.end, bytes.count))
            var pieces: [TextSpan] = []
            // Where the lines begin that are of no piece yet.
            var open = span.start
            var line = span.start
            while line < span.end {
                let end = (line..<span.end).first { bytes[$0] == 0x0A }.map { $0 + 1 } ?? span.end
                // What a code means may go on in the next line.
                if open < line, isCode(bytes, line..<end) {
                    pieces.append(TextSpan(start: open, end: line))
                    open = line
                }
                line = end
            }
            if open < span.end { pieces.append(TextSpan(start: open, end: span.end)) }
            return pieces
        }
    }

    /// Bytes of a code at most.
    private static let longestCode = 12

    /// Whether a line begins with a code, capitals or digits with a digit among them, and a dash, a colon or an equals sign behind it.
    private static func isCode(_ bytes: UTF8Bytes, _ line: Range<Int>) -> Bool {
        var at = line.first { bytes[$0] > 0x20 } ?? line.upperBound
        // The mark of a list.
        if at + 1 < line.upperBound, [0x2D, 0x2A, 0x2B].contains(bytes[at]), bytes[at + 1] == 0x20 { at += 2 }
        let start = at
        var (digits, capitals) = (0, 0)
        while at < line.upperBound, at - start < longestCode {
            switch bytes[at] {
            case 0x30...0x39: digits += 1
            case 0x41...0x5A: capitals += 1
            case 0x2D where at > start && at + 1 < line.upperBound && bytes[at + 1] > 0x20: break
            default:
                guard digits > 0, capitals > 0 else { return false }
                return isMark(bytes, at, line.upperBound)
            }
            at += 1
        }
        return false
    }

    /// Whether a mark that parts a code from what it means stands at a place, behind spaces.
    private static func isMark(_ bytes: UTF8Bytes, _ place: Int, _ end: Int) -> Bool {
        var at = place
        while at < end, bytes[at] == 0x20 { at += 1 }
        guard at < end else { return false }
        let (value, length) = bytes.scalar(at: at)
        if value == 0x3A || value == 0x3D { return true }
        let isDash = value == 0x2D || value == 0x2013 || value == 0x2014
        return isDash && at > place && at + length < end && bytes[at + length] <= 0x20
    }
}
