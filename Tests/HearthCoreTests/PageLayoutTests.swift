import HearthCore
import Testing

/// Where words stand on a page, as stores keep it.
@Suite struct PageLayoutTests {
    private static func layout() throws -> PageLayout {
        let box = try #require(PageBox(left: 1_000, top: 9_990, width: 9_000, height: 10))
        return PageLayout(
            page: 3,
            words: [
                .init(span: TextSpan(start: 100, end: 104), box: box, confidence: 96),
                .init(span: TextSpan(start: 105, end: 109), box: box, confidence: 300),
                .init(span: TextSpan(start: 50, end: 60), box: box, confidence: 1),
            ], from: 90)
    }

    @Test func wordsComeBackAsTheyWere() throws {
        let words = try #require(try Self.layout().words(from: 90))
        #expect(words.map(\.span) == [TextSpan(start: 100, end: 104), TextSpan(start: 105, end: 109)])
        #expect(words.map(\.confidence) == [96, 100])
        // A page that begins elsewhere has them elsewhere.
        #expect(try Self.layout().words(from: 0)?.first?.span.start == 10)
    }

    @Test func theyAreKeptWithPagesAndBlocks() throws {
        var structure = DocumentStructure(
            pages: [Page(number: 1, span: TextSpan(start: 0, end: 9))],
            blocks: [Block(.paragraph, span: TextSpan(start: 0, end: 9))])
        let plain = structure.encoded()
        structure.layouts = [try Self.layout()]
        #expect(DocumentStructure(decoding: structure.encoded()) == structure)
        #expect(DocumentStructure(decoding: plain)?.layouts.isEmpty == true)
        #expect(DocumentStructure(decoding: Array(structure.encoded().dropLast())) == nil)
    }

    @Test func damagedBytesAreNoPlaces() throws {
        let whole = try Self.layout().packed
        for place in whole.indices {
            for value in UInt8.min...UInt8.max {
                var bytes = whole
                bytes[place] = value
                for word in PageLayout(page: 1, packed: bytes).words(from: 0) ?? [] {
                    #expect(word.box.right <= PageBox.parts && word.box.bottom <= PageBox.parts)
                    #expect(word.span.start <= word.span.end)
                }
            }
        }
    }

    @Test func boxesOfALineAreOne() throws {
        let words = try [(100, 100), (300, 102), (100, 200)].map { left, top in
            try #require(PageBox(left: left, top: top, width: 100, height: 20))
        }
        let lines = PageBox.lines(of: words)
        #expect(lines.count == 2)
        #expect(lines.first == PageBox(left: 100, top: 100, width: 300, height: 22))
        #expect(PageBox(left: 9_000, top: 0, width: 2_000, height: 1) == nil)
    }
}
