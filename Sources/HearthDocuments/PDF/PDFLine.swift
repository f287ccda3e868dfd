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
