import HearthCore
import HearthText

/// Lines of forms, of which each says what something is: "Engineer: Darren Okafor", "Engineer ........ Darren Okafor" and
/// "Engineer        Darren Okafor". They have no full stop, and would run on into the next.
enum FieldLines {
    /// A part of a stretch: a field, or the text between two.
    struct Piece: Equatable {
        /// Bytes of the text.
        var span: TextSpan
        /// Whether it is a field as a whole. Behind a colon may stand sentences.
        var isField: Bool
        /// Whether it names the columns of the fields below it: "Code    Meaning    Remedy".
        var isHead = false
    }

    /// Bytes of a label, and of a field.
    private static let longestLabel = 48
    private static let longestField = 400
    /// Words before a colon; more are a sentence that goes on behind it.
    private static let mostWords = 5
    /// So many dots lead from a label to what it stands for, more where no space is before them ("Wait.... I will come."), and so many spaces
    /// part columns.
    private static let leastDots = 4
    private static let leastDotsBehindWord = 6
    private static let leastSpaces = 3

    /// A stretch of a text in pieces.
    ///
    /// - Parameter span: Bytes of the text.
    /// - Returns: Pieces that lie one behind another and hold all of the stretch but spaces; none where nothing is in it.
    static func apart(_ text: String, _ span: TextSpan) -> [Piece] {
        text.withBytes { bytes in
            let span = TextSpan(start: min(span.start, bytes.count), end: min(span.end, bytes.count))
            let lines = lines(bytes, span)
            let forms = lines.map { form(of: $0, bytes) }
            var pieces: [Piece] = []
            // Where the text begins that is of no piece yet.
            var open = span.start
            func close(at end: Int) {
                guard open < end, bytes[open..<end].contains(where: { $0 > 0x20 }) else { return }
                pieces.append(Piece(span: TextSpan(start: open, end: end), isField: false))
            }
            for (place, line) in lines.enumerated() {
                let isBeside = [place - 1, place + 1].contains { forms.indices.contains($0) && forms[$0] != .text }
                let isField: Bool
                switch forms[place] {
                case .text: isField = false
                case .leader, .several: isField = true
                // What is said has a name before it as well, "Tom: ok", and goes on below.
                case .colon:
                    isField = isBeside && line.count <= longestField && !isRunningOn(place, lines, forms, bytes)
                case .columns: isField = isBeside
                }
                guard isField else { continue }
                close(at: line.start)
                guard forms[place] != .colon else {
                    // What begins behind a colon may go on in the next line.
                    open = line.start
                    continue
                }
                let parts = forms[place] == .several ? cells(of: line, bytes) : [line]
                let isHead = isHead(place, lines, forms, bytes)
                pieces += parts.map { Piece(span: $0, isField: true, isHead: isHead) }
                open = line.end
            }
            close(at: span.end)
            return pieces
        }
    }

    /// A field as it is told: "Engineer: Darren Okafor". `nil` of one that is written so.
    static func told(_ field: String) -> String? {
        field.withBytes { bytes in
            let line = TextSpan(start: 0, end: bytes.count)
            guard !bytes[0..<bytes.count].contains(0x0A), let gap = gap(in: line, bytes) else { return nil }
            let label = PlainText.line(bytes.string(0..<gap.lowerBound))
            let value = PlainText.line(bytes.string(gap.upperBound..<bytes.count))
            guard let last = label.last, !value.isEmpty else { return nil }
            return label + (last.isLetter || last.isNumber || last == ")" ? ": " : " ") + value
        }
    }

    /// What stands before the colon or the gap of a field; `nil` of what is none.
    static func label(of field: String) -> String? {
        field.withBytes { bytes in
            let line = TextSpan(start: 0, end: bytes.count)
            let end = colon(in: line, bytes) ?? gap(in: line, bytes)?.lowerBound
            return end.map { bytes.string(0..<$0) }
        }
    }

    // MARK: - Lines

    private enum Form { case text, colon, columns, leader, several }

    /// The lines that hold anything, without the spaces around them, and empty ones.
    private static func lines(_ bytes: UTF8Bytes, _ span: TextSpan) -> [TextSpan] {
        var found: [TextSpan] = []
        var start = span.start
        while start < span.end {
            let end = (start..<span.end).first { bytes[$0] == 0x0A } ?? span.end
            var (first, last) = (start, end)
            while first < last, bytes[first] <= 0x20 { first += 1 }
            while last > first, bytes[last - 1] <= 0x20 { last -= 1 }
            found.append(TextSpan(start: first, end: last))
            start = end + 1
        }
        return found
    }

    /// Whether a line goes on from the one above, which is text without an end mark. Above two fields stands what they are of: the first
    /// line of a letter or of minutes.
    private static func isRunningOn(_ place: Int, _ lines: [TextSpan], _ forms: [Form], _ bytes: UTF8Bytes) -> Bool {
        let isFirstOfSeveral = forms.indices.contains(place + 1) && forms[place + 1] == .colon
        guard place > 0, !isFirstOfSeveral, forms[place - 1] == .text, !lines[place - 1].isEmpty,
            let last = bytes.scalar(before: lines[place - 1].end)?.value
        else { return false }
        return !last.isTerminator && last != 0x3A
    }

    /// Whether a line is the first of at least three with columns, and names them: it has three or more and no number.
    private static func isHead(_ place: Int, _ lines: [TextSpan], _ forms: [Form], _ bytes: UTF8Bytes) -> Bool {
        guard place + 2 < lines.count, place == 0 || forms[place - 1] == .text,
            (place...place + 2).allSatisfy({ forms[$0] == .columns })
        else { return false }
        let line = lines[place]
        guard !bytes[line.start..<line.end].contains(where: { (0x30...0x39).contains($0) }),
            let first = gap(in: line, bytes)
        else { return false }
        return gap(in: TextSpan(start: first.upperBound, end: line.end), bytes) != nil
    }

    private static func form(of line: TextSpan, _ bytes: UTF8Bytes) -> Form {
        guard !line.isEmpty, line.count <= longestField * 2 else { return .text }
        let isBold = isBold(line, bytes)
        let (value, _) = bytes.scalar(at: isBold ? line.start + 2 : line.start)
        // Not the items of lists, rows of tables and quotations, and not a line in the midst of a sentence.
        guard ScalarClass(value).isWordPart else { return .text }
        if cells(of: line, bytes).count > 1 { return .several }
        if let gap = gap(in: line, bytes) {
            return bytes[gap].contains { $0 > 0x20 } ? .leader : .columns
        }
        return value.isLowercase || colon(in: line, bytes) == nil ? .text : .colon
    }

    /// Whether a line begins in bold, as labels in Markdown often are: "**Sponsor:** Rupert Langmead".
    private static func isBold(_ line: TextSpan, _ bytes: UTF8Bytes) -> Bool {
        line.count > 4
            && (bytes[line.start] == 0x2A && bytes[line.start + 1] == 0x2A
                || bytes[line.start] == 0x5F && bytes[line.start + 1] == 0x5F)
    }

    /// Where a line has several fields with colons, side by side; those with labels in bold need no more than one space between them.
    private static func cells(of line: TextSpan, _ bytes: UTF8Bytes) -> [TextSpan] {
        var cells: [TextSpan] = []
        var start = line.start
        var at = line.start
        while at < line.end {
            guard bytes[at] <= 0x20 else {
                at += 1
                continue
            }
            let first = at
            while at < line.end, bytes[at] <= 0x20 { at += 1 }
            let rest = TextSpan(start: at, end: line.end)
            guard at - first >= leastSpaces || bytes[first] == 0x09 || isBold(rest, bytes),
                colon(in: rest, bytes) != nil
            else { continue }
            cells.append(TextSpan(start: start, end: first))
            start = at
        }
        cells.append(TextSpan(start: start, end: line.end))
        return cells
    }

    /// Where the colon behind a label stands, and something behind it.
    private static func colon(in line: TextSpan, _ bytes: UTF8Bytes) -> Int? {
        var at = line.start
        var (words, isInWord) = (1, false)
        while at < line.end, at - line.start <= longestLabel {
            let (value, length) = bytes.scalar(at: at)
            switch value {
            case 0x3A, 0xFF1A:
                // "10:29", "http://".
                guard isInWord, at + length < line.end else { return nil }
                let isDense = bytes.scalar(before: at).map { ScalarClass($0.value).isWithoutSpaces } == true
                // "**Sponsor:** Rupert": the mark that ends the bold label stands behind its colon.
                let isInBold =
                    isBold(line, bytes) && at + length + 2 < line.end && bytes[at + length] == bytes[line.start]
                return value == 0xFF1A || isDense || bytes[at + length] <= 0x20 || isInBold ? at : nil
            case 0x2E where at + 1 < line.end && bytes[at + 1] == 0x20, 0x21, 0x3F, 0x2C, 0x3B, 0x3002, 0xFF0C:
                return nil
            case 0x20, 0x09:
                if at > line.start, bytes[at - 1] <= 0x20 { return nil }
                words += 1
                guard words <= mostWords else { return nil }
            default:
                if ScalarClass(value) != .digit, ScalarClass(value).isWordPart { isInWord = true }
            }
            at += length
        }
        return nil
    }

    /// The dots or spaces that part a label from what it stands for.
    private static func gap(in line: TextSpan, _ bytes: UTF8Bytes) -> Range<Int>? {
        var at = line.start
        var hasLetter = false
        while at < line.end, at - line.start <= longestLabel {
            let (value, length) = bytes.scalar(at: at)
            if value == 0x20 || value == 0x09 || value == 0x2E || value == 0x2026 {
                let first = at
                var (dots, spaces) = (0, 0)
                while at < line.end {
                    switch bytes.scalar(at: at).value {
                    case 0x2E: dots += 1
                    case 0x2026: dots += 3
                    case 0x20: spaces += 1
                    case 0x09: spaces += leastSpaces
                    default: break
                    }
                    guard [0x20, 0x09, 0x2E, 0x2026].contains(bytes.scalar(at: at).value) else { break }
                    at += bytes.scalar(at: at).length
                }
                let isGap =
                    dots >= (value == 0x20 ? leastDots : leastDotsBehindWord) || dots == 0 && spaces >= leastSpaces
                if isGap, hasLetter, first > line.start, at < line.end { return first..<at }
                continue
            }
            if ScalarClass(value) != .digit, ScalarClass(value).isWordPart { hasLetter = true }
            at += length
        }
        return nil
    }
}
