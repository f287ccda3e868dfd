import HearthCore

/// The text of one page as it was read from its picture: paragraphs of words, each with its place and how sure the recognizer was.
struct RecognizedPage: Equatable, Sendable {
    struct Word: Equatable, Sendable {
        var text: [UInt8]
        var box: PageBox
        var confidence: Int
    }

    /// Lines of one paragraph.
    typealias Paragraph = [[Word]]

    var paragraphs: [Paragraph] = []
    /// Words that were left out, because what was read is hardly a word.
    var illegible = 0

    /// Below this a word is likely wrong: of pages that were made worse step by step, a third of the words below it were.
    static let doubtful = 60
    /// A line that is less sure than this in the mean is no text, mostly, but grain, a stamp, a photograph.
    private static let leastOfLine = 45.0
    /// The same of all that was taken for words on a page. Pages of text, however bad, came to 75 and more; photographs to 40.
    private static let leastOfPage = 55.0
    private static let leastLetters = 3

    var words: [Word] { paragraphs.flatMap { $0.flatMap(\.self) } }
    var isEmpty: Bool { paragraphs.isEmpty }
    /// By letters, so that a stroke that was taken for a word counts little.
    var confidence: Double { Self.mean(words) }

    /// - Parameter words: In reading order, parted into paragraphs and lines.
    init(paragraphs found: [Paragraph]) {
        for paragraph in found {
            var lines: Paragraph = []
            for line in paragraph where !line.isEmpty {
                let isText = line.contains { $0.text.contains { isLetter($0) || isDigit($0) || $0 >= 0x80 } }
                if isText, Self.mean(line) >= Self.leastOfLine { lines.append(line) } else { illegible += line.count }
            }
            if !lines.isEmpty { paragraphs.append(lines) }
        }
        let kept = words
        let letters = kept.reduce(0) { $0 + $1.text.count { isLetter($0) || isDigit($0) || $0 >= 0x80 } }
        if letters < Self.leastLetters || Self.mean(found.flatMap { $0.flatMap(\.self) }) < Self.leastOfPage {
            illegible += kept.count
            paragraphs = []
        }
    }

    /// - Parameter orientation: How the picture is turned when it is shown, as Exif numbers it.
    init(_ table: TesseractTable.Page, orientation: Int = 1) {
        var found: [Paragraph] = []
        var last: (Int, Int, Int)?
        for word in table.words {
            guard let box = Self.box(of: word, in: table, orientation) else { continue }
            let read = Word(text: word.text, box: box, confidence: Int(word.confidence))
            if let (block, paragraph, line) = last, block == word.block, paragraph == word.paragraph {
                if line == word.line {
                    found[found.count - 1][found[found.count - 1].count - 1].append(read)
                } else {
                    found[found.count - 1].append([read])
                }
            } else {
                found.append([[read]])
            }
            last = (word.block, word.paragraph, word.line)
        }
        self.init(paragraphs: found)
    }

    private static func mean(_ words: [Word]) -> Double {
        let letters = words.reduce(0) { $0 + $1.text.count }
        guard letters > 0 else { return 0 }
        return Double(words.reduce(0) { $0 + $1.text.count * $1.confidence }) / Double(letters)
    }

    private static func box(
        of word: TesseractTable.Word, in page: TesseractTable.Page, _ orientation: Int
    ) -> PageBox? {
        let parts = PageBox.parts
        let left = word.left * parts / page.width
        let top = word.top * parts / page.height
        let right = ((word.left + word.width) * parts + page.width - 1) / page.width
        let bottom = ((word.top + word.height) * parts + page.height - 1) / page.height
        return PageBox(left: left, top: top, width: right - left, height: bottom - top)?.turned(orientation)
    }

    // MARK: As text

    /// Adds the page to a document: paragraphs as blocks, words that a line's end cuts joined.
    ///
    /// - Parameter number: Of the page, which was begun.
    /// - Returns: Where its words stand.
    func append(to builder: inout DocumentBuilder, page number: Int) -> PageLayout? {
        var places: [PageLayout.Word] = []
        var start: Int?
        for paragraph in paragraphs {
            let (text, words) = Self.text(of: paragraph)
            builder.append(.paragraph, text)
            guard let block = builder.blocks.last else { continue }
            if start == nil { start = block.span.start }
            for (range, word) in words {
                places.append(
                    PageLayout.Word(
                        span: TextSpan(range.lowerBound + block.span.start..<range.upperBound + block.span.start),
                        box: word.box, confidence: word.confidence))
            }
        }
        guard let pageStart = builder.openPageStart, !places.isEmpty else { return nil }
        return PageLayout(page: number, words: places, from: pageStart)
    }

    /// The text of a paragraph, and which bytes of it each word is.
    static func text(of paragraph: Paragraph) -> (text: [UInt8], words: [(Range<Int>, Word)]) {
        var text: [UInt8] = []
        var words: [(Range<Int>, Word)] = []
        for (index, line) in paragraph.enumerated() {
            for (position, word) in line.enumerated() {
                if position > 0 {
                    text.append(space)
                } else if index > 0 {
                    if let cut = cut(words.last?.1, word) {
                        text.removeLast(cut)
                        if let last = words.indices.last {
                            words[last].0 = words[last].0.lowerBound..<(words[last].0.upperBound - cut)
                        }
                    } else {
                        text.append(newline)
                    }
                }
                words.append((text.count..<(text.count + word.text.count), word))
                text += word.text
            }
        }
        return (text, words)
    }

    /// How many bytes of a word at a line's end are a hyphen that only cuts it: 0 where the hyphen is its own, `nil` where the word does
    /// not go on.
    private static func cut(_ word: Word?, _ next: Word) -> Int? {
        guard let word, word.text.count >= 2,
            let first = String(decoding: next.text, as: UTF8.self).unicodeScalars.first,
            first.properties.isLowercase
        else { return nil }
        // The hyphen of a keyboard, of Unicode, or a double one as Fraktur has it.
        let marks: [[UInt8]] = [Array("-".utf8), Array("\u{2010}".utf8), Array("¬".utf8), Array("=".utf8)]
        guard let mark = marks.first(where: { word.text.suffix($0.count).elementsEqual($0) }),
            word.text.count > mark.count
        else { return nil }
        let stem = word.text.dropLast(mark.count)
        guard let before = stem.last, isLetter(before) || before >= 0x80 else { return nil }
        return stem.contains(UInt8(ascii: "-")) ? 0 : mark.count
    }
}

extension PageBox {
    /// Where this stands once a picture is shown as Exif says: 1 as it is, 3 on its head, 6 turned to the right, 8 to the left, and 2, 4, 5
    /// and 7 the same behind a mirror.
    func turned(_ orientation: Int) -> PageBox? {
        let (right, bottom) = (Self.parts - self.right, Self.parts - self.bottom)
        return switch orientation {
        case 2: PageBox(left: right, top: top, width: width, height: height)
        case 3: PageBox(left: right, top: bottom, width: width, height: height)
        case 4: PageBox(left: left, top: bottom, width: width, height: height)
        case 5: PageBox(left: top, top: left, width: height, height: width)
        case 6: PageBox(left: bottom, top: left, width: height, height: width)
        case 7: PageBox(left: bottom, top: right, width: height, height: width)
        case 8: PageBox(left: top, top: right, width: height, height: width)
        default: self
        }
    }
}
