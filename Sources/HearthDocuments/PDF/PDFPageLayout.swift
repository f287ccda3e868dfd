import HearthCore

/// Takes the text of a PDF's page apart into paragraphs, list items and tables, and joins words that a line's end has cut.
///
/// A PDF has no paragraphs, only lines: where one ends is told by lines that stop short of the margin.
enum PDFPageLayout {
    struct Piece {
        var kind: Block.Kind
        var text: [UInt8]
    }

    static func blocks(of page: [UInt8]) -> [Piece] {
        let lines = PDFLine.lines(of: page)
        guard !lines.isEmpty else { return [] }
        let tables = tableRuns(lines)
        // The measure is the length that nine in ten lines keep within; a single long line does not set it.
        let lengths = lines.map(\.length).sorted()
        let measure = lengths[(lengths.count - 1) * 9 / 10]
        var pieces: [Piece] = []
        var open: Piece?
        var index = 0
        func close() {
            if let piece = open { pieces.append(piece) }
            open = nil
        }
        while index < lines.count {
            if let run = tables[index] {
                close()
                let rows = lines[index..<run].map(\.bytes)
                pieces.append(Piece(kind: .table, text: Array(rows.joined(separator: [newline]))))
                index = run
                continue
            }
            let line = lines[index]
            let breaks = index == 0 || lines[index - 1].endsParagraph(before: line, measure: measure)
            if open == nil || breaks {
                close()
                open = Piece(kind: line.isItem ? .listItem : .paragraph, text: line.bytes)
            } else {
                open?.text.append(newline)
                open?.text.append(contentsOf: line.bytes)
            }
            index += 1
        }
        close()
        return pieces
    }

    /// Runs of at least three rows of figures, with at most two other lines between one and the next: the index after each
    /// run, by the index of its first line.
    private static func tableRuns(_ lines: [PDFLine]) -> [Int: Int] {
        var runs: [Int: Int] = [:]
        var start: Int?
        var last = 0
        var rows = 0
        func close() {
            if let first = start, rows >= 3 { runs[first] = last + 1 }
            start = nil
            rows = 0
        }
        for (index, line) in lines.enumerated() where line.isRow {
            if start != nil, index - last > 3 { close() }
            if start == nil { start = index }
            last = index
            rows += 1
        }
        close()
        return runs
    }
}

/// One line of a PDF's page.
struct PDFLine {
    /// Cleaned UTF-8 without white space at the ends; never empty.
    private(set) var bytes: [UInt8]
    /// Characters.
    let length: Int
    /// A row of a table of figures: it ends with a number and holds another.
    let isRow: Bool
    /// It begins with a bullet.
    let isItem: Bool

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        length = bytes.count { $0 & 0xC0 != 0x80 }
        let words = bytes.split(separator: space, maxSplits: 200)
        let numbers = words.count { Self.isFigure($0) }
        isRow = numbers >= 2 && words.last.map(Self.isFigure) == true && numbers * 4 >= words.count
        isItem = words.count > 1 && Self.bullets.contains(String(decoding: words[0], as: UTF8.self))
    }

    private static let bullets: Set<String> = ["•", "‣", "▪", "◦", "●", "○", "■", "·", "–", "-", "*", "◆", "➢", "✓"]

    /// "1,234.5", "(12)", "$", "3%", "—": what the cells of tables of figures hold.
    private static func isFigure(_ word: ArraySlice<UInt8>) -> Bool {
        if word.elementsEqual("—".utf8) || word.elementsEqual("–".utf8) || word.elementsEqual("-".utf8) { return true }
        var digits = 0
        for byte in word {
            if isDigit(byte) {
                digits += 1
            } else if isLetter(byte) {
                return false
            }
        }
        return digits * 3 > word.count
    }

    /// The lines of a page, with hyphens at their ends resolved.
    static func lines(of page: [UInt8]) -> [PDFLine] {
        var lines: [[UInt8]] = []
        for part in PDFTextCleaner.clean(page).split(separator: newline) {
            var line = Array(part.trimmed())
            guard !line.isEmpty else { continue }
            if let last = lines.indices.last, let join = hyphen(lines[last], line) {
                // The rest of the word moves up to its beginning.
                let end = line.firstIndex(where: isSpace) ?? line.count
                lines[last].removeLast(join)
                lines[last].append(contentsOf: line[..<end])
                line = Array(line[end...].trimmed())
                guard !line.isEmpty else { continue }
            }
            lines.append(line)
        }
        return lines.map(PDFLine.init)
    }

    /// How many bytes to drop from the end of a line whose last word goes on in the next: 1 for a hyphen, 0 where the hyphen
    /// is the word's own ("state-of-the-" "art"), `nil` where the word does not go on.
    private static func hyphen(_ line: [UInt8], _ next: [UInt8]) -> Int? {
        guard line.last == UInt8(ascii: "-"), line.count >= 3, let first = next.first else { return nil }
        let before = line[line.count - 2]
        guard isLetter(before) || before >= 0x80 else { return nil }
        let isSmall = first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z")
        guard isSmall || (first >= 0x80 && startsSmall(next)) else { return nil }
        let start = (line.lastIndex(where: isSpace) ?? -1) + 1
        return line[start..<(line.count - 1)].contains(UInt8(ascii: "-")) ? 0 : 1
    }

    private static func startsSmall(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first?.properties.isLowercase == true
    }

    /// Whether a paragraph ends with this line.
    ///
    /// - Parameter measure: The length of the page's full lines.
    func endsParagraph(before next: PDFLine, measure: Int) -> Bool {
        if next.isItem { return true }
        let isShort = length * 100 < measure * 85
        if isShort, endsSentence { return true }
        // A heading, an address, a label: short, and the next line starts anew.
        return length * 100 < measure * 60 && next.startsAnew && !(isRow && next.isRow)
    }

    private var endsSentence: Bool {
        guard var last = bytes.last else { return false }
        // A closing quote or bracket may follow the stop.
        if last == UInt8(ascii: ")") || last == UInt8(ascii: "\""), bytes.count > 1 { last = bytes[bytes.count - 2] }
        switch last {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"): return true
        default: return bytes.suffix(3).elementsEqual("。".utf8)
        }
    }

    private var startsAnew: Bool {
        guard let first = bytes.first else { return false }
        return !(first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z"))
    }
}

/// Makes plain text of what fonts in PDFs stand for: ligatures become letters, and characters that mean nothing go.
enum PDFTextCleaner {
    static func clean(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0x80 || ($0 < 0x20 && $0 != newline) }) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0xFB00...0xFB06: output.append(contentsOf: ligatures[Int(scalar.value) - 0xFB00].utf8)
            case 0x09, 0xA0, 0x2000...0x200A, 0x202F: output.append(space)
            // Controls, zero-width characters, and pdfium's mark of a joined hyphen.
            case 0x00...0x08, 0x0B...0x1F, 0x7F...0x9F, 0x200B, 0x2060, 0xFEFF, 0xFFFE, 0xFFFF: break
            // A soft hyphen is one only at the end of a line, where the joining of words removes it.
            case 0xAD: output.append(UInt8(ascii: "-"))
            default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return output
    }

    private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]
}
