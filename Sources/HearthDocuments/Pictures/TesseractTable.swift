import HearthCore

/// The table of words that Tesseract writes ("TSV"), read strictly: what wrote it has had a stranger's picture in its hands.
enum TesseractTable {
    struct Word: Equatable, Sendable {
        /// Which block, paragraph and line of the page, in the order in which they are read.
        var block: Int
        var paragraph: Int
        var line: Int
        /// Points of the picture.
        var left: Int
        var top: Int
        var width: Int
        var height: Int
        /// From 0 to 100.
        var confidence: Double
        var text: [UInt8]
    }

    struct Page: Equatable, Sendable {
        /// Points of the picture, as Tesseract saw it.
        var width: Int
        var height: Int
        var words: [Word]
    }

    /// More than any page has, and few enough to be counted with.
    private static let mostWords = 50_000
    private static let mostRows = 200_000
    private static let longestWord = 1_000

    /// - Returns: `nil` where a row is not what it has to be.
    static func read(_ bytes: [UInt8]) -> Page? {
        var page: Page?
        var rows = 0
        for line in Lines(bytes) {
            rows += 1
            guard rows <= mostRows else { return nil }
            let fields = bytes[line.range].split(separator: tab, maxSplits: 11, omittingEmptySubsequences: false)
            // The names of the columns; an empty line at the end.
            if rows == 1 {
                guard fields.first?.elementsEqual("level".utf8) == true else { return nil }
                continue
            }
            if line.range.isEmpty { continue }
            guard fields.count == 12, let level = number(fields[0]) else { return nil }
            guard level == 1 || level == 5 else { continue }
            guard let left = number(fields[6]), let top = number(fields[7]), let width = number(fields[8]),
                let height = number(fields[9])
            else { return nil }
            if level == 1 {
                guard page == nil, left == 0, top == 0, width > 0, height > 0 else { return nil }
                page = Page(width: width, height: height, words: [])
                continue
            }
            guard let size = page, size.words.count < mostWords else { return nil }
            guard let block = number(fields[2]), let paragraph = number(fields[3]), let row = number(fields[4]),
                let confidence = decimal(fields[10]), fields[11].count <= longestWord,
                left + width <= size.width, top + height <= size.height
            else { return nil }
            let text = PDFTextCleaner.clean(Array(fields[11])).filter { !isSpace($0) }
            guard !text.isEmpty, String(validating: text, as: UTF8.self) != nil else { continue }
            page?.words.append(
                Word(
                    block: block, paragraph: paragraph, line: row, left: left, top: top, width: width,
                    height: height, confidence: min(max(confidence, 0), 100), text: text))
        }
        return page
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        guard (1...7).contains(field.count), field.allSatisfy(isDigit) else { return nil }
        return field.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// "96.836739", "0", "-1": digits with at most one point.
    private static func decimal(_ field: ArraySlice<UInt8>) -> Double? {
        let digits = field.first == UInt8(ascii: "-") ? field.dropFirst() : field
        guard (1...16).contains(digits.count), digits.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }) else {
            return nil
        }
        return Double(String(decoding: field, as: UTF8.self))
    }
}
