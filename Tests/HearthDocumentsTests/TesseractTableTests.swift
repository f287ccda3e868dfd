import HearthCore
import HearthTesting
import Testing

@testable import HearthDocuments

/// What Tesseract writes, and what somebody who has taken it over might.
struct TesseractTableTests {
    private static let head =
        "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"

    private static let page = "1\t1\t0\t0\t0\t0\t0\t0\t1000\t2000\t-1\t\n"

    private static func word(_ line: Int, _ word: Int, _ text: String, conf: String = "96.5", left: Int = 100) -> String
    {
        "5\t1\t1\t1\t\(line)\t\(word)\t\(left)\t\(200 + 40 * line)\t50\t20\t\(conf)\t\(text)\n"
    }

    private static func read(_ rows: String...) -> TesseractTable.Page? {
        TesseractTable.read(Array((head + rows.joined()).utf8))
    }

    @Test func wordsHavePlacesAndConfidence() throws {
        let page = try #require(Self.read(Self.page, Self.word(1, 1, "Boiler"), Self.word(1, 2, "report", left: 160)))
        #expect(page.width == 1_000 && page.height == 2_000)
        #expect(page.words.map { String(decoding: $0.text, as: UTF8.self) } == ["Boiler", "report"])
        #expect(page.words[1].left == 160 && page.words[1].confidence == 96.5)
    }

    @Test func hostileNumbersAreRefused() {
        for row in [
            "5\t1\t1\t1\t1\t1\t99999999999999999999\t1\t1\t1\t90\tx\n", "5\t1\t1\t1\t1\t1\t-5\t1\t1\t1\t90\tx\n",
            "5\t1\t1\t1\t1\t1\t990\t1\t50\t1\t90\tx\n", "5\t1\t1\t1\t1\t1\t1\t1\t1\t1\tnan\tx\n",
            "5\t1\t1\t1\t1\t1\t1\t1\t1\t1\t1e99\tx\n", "5\t1\t1\n", "x\t1\t1\t1\t1\t1\t1\t1\t1\t1\t90\tx\n",
            "5\t1\t1\t1\t1\t1\t1\t1\t1\t1\t90\t\(String(repeating: "x", count: 5_000))\n", Self.page,
        ] {
            #expect(Self.read(Self.page, row) == nil, "\(row)")
        }
        #expect(Self.read(Self.word(1, 1, "before its page")) == nil)
        #expect(TesseractTable.read(Array("something else".utf8)) == nil)
        #expect(TesseractTable.read([]) == nil)
    }

    @Test func damagedTablesEndInNothingOrInPlacesOnThePage() {
        var random = SeededGenerator(seed: 7)
        let whole = Array((Self.head + Self.page + (1...20).map { Self.word($0, 1, "wörd") }.joined()).utf8)
        for _ in 0..<3_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            guard let page = TesseractTable.read(bytes) else { continue }
            for word in page.words {
                #expect(word.left + word.width <= page.width && word.top + word.height <= page.height)
            }
            _ = RecognizedPage(page, orientation: 6)
        }
    }

    // MARK: The page

    private func builder(_ page: RecognizedPage) -> (text: String, layout: PageLayout?) {
        var builder = DocumentBuilder()
        builder.beginPage()
        let layout = page.append(to: &builder, page: 1)
        return (builder.finish(format: .image).text, layout)
    }

    @Test func wordsThatALinesEndCutsAreJoinedAndKeepBothPlaces() throws {
        let table = try #require(
            Self.read(
                Self.page, Self.word(1, 1, "the"), Self.word(1, 2, "condens-"), Self.word(2, 1, "ate"),
                Self.word(2, 2, "state-of-the-"), Self.word(3, 1, "art"), Self.word(3, 2, "EU-"), Self.word(4, 1, "Rat")
            ))
        let (text, layout) = builder(RecognizedPage(table))
        #expect(text == "the condensate state-of-the-art EU-\nRat")
        let bytes = Array(text.utf8)
        let words = try #require(layout?.words(from: 0))
        #expect(
            words.map { String(decoding: bytes[$0.span.range], as: UTF8.self) }
                == ["the", "condens", "ate", "state-of-the-", "art", "EU-", "Rat"])
        #expect(words[1].box.top < words[2].box.top)
        #expect(words.allSatisfy { $0.confidence == 96 })
    }

    @Test func whatIsHardlyLegibleIsLeftOutAndCounted() throws {
        let table = try #require(
            Self.read(
                Self.page, Self.word(1, 1, "Good"), Self.word(1, 2, "words"), Self.word(2, 1, "~~||"),
                Self.word(3, 1, "xq", conf: "11")))
        let page = RecognizedPage(table)
        #expect(builder(page).text == "Good words")
        #expect(page.illegible == 2)
        let grain = RecognizedPage(
            try #require(Self.read(Self.page, Self.word(1, 1, "iq", conf: "41"), Self.word(2, 1, "wv", conf: "40"))))
        #expect(grain.isEmpty && grain.illegible == 2)
    }

    @Test func pagesAreNamedInRuns() {
        #expect(PageReading.list([3]) == "page 3")
        #expect(PageReading.list([1, 2, 3, 7]) == "pages 1 to 3, 7")
        #expect(PageReading.list(Array(stride(from: 1, to: 40, by: 2))).hasSuffix("and 10 more"))
    }

    // MARK: Places in a PDF with text

    @Test func aQuoteIsFoundOnThePage() throws {
        let html = """
            <page width="600.0" height="800.0">
              <word xMin="60.0" yMin="80.0" xMax="120.0" yMax="90.0">The</word>
              <word xMin="120.0" yMin="80.0" xMax="180.0" yMax="90.0">conden-</word>
              <word xMin="60.0" yMin="100.0" xMax="90.0" yMax="110.0">sate</word>
              <word xMin="90.0" yMin="100.0" xMax="120.0" yMax="110.0">A&amp;B</word>
              <word xMin="60.0" yMin="120.0" xMax="120.0" yMax="130.0">The</word>
            </page>
            """
        let words = try #require(PageWords(Array(html.utf8)))
        let text = Array("The condensate\nA&B The".utf8)
        let lines = words.lines(of: 4..<14, in: text)
        #expect(lines.map(\.top) == [1_000, 1_250], "both parts of the word")
        #expect(lines.first?.left == 2_000)
        // The second of two that are alike, by where it stands in the text.
        #expect(words.lines(of: 19..<22, in: text).map(\.top) == [1_500])
        #expect(words.lines(of: 0..<3, in: text).map(\.top) == [1_000])
        #expect(words.lines(of: 0..<400, in: text).isEmpty)
        #expect(PageWords(Array("<word xMin=\"1\"".utf8)) == nil)
        #expect(PageWords(Array("<page width=\"1e999\" height=\"nan\">".utf8)) == nil)
    }
}
