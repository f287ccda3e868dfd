import HearthCore
import HearthTesting
import Testing

@testable import HearthKnowledge

/// Splits behind ". ", "! ", "? " and the CJK full stop: enough to see where chunks are cut.
@Sendable private func simpleSentences(_ text: String) -> [TextSpan] {
    let bytes = Array(text.utf8)
    var spans: [TextSpan] = []
    var start = 0
    for position in bytes.indices {
        let isStop = [0x2E, 0x21, 0x3F].contains(bytes[position])
        let isCJKStop = position >= 2 && bytes[position - 2...position].elementsEqual([0xE3, 0x80, 0x82])
        if isCJKStop || (isStop && position + 1 < bytes.count && bytes[position + 1] == 0x20) {
            spans.append(TextSpan(start: start, end: position + 1))
            start = position + 1
        }
    }
    if start < bytes.count { spans.append(TextSpan(start: start, end: bytes.count)) }
    return spans
}

/// One token for each run of characters that are not white space, which makes sizes easy to state in tests.
private struct WordTokenizer: TextTokenizer {
    let name = "words"

    func tokenEnds(in text: String) -> [Int] {
        var ends: [Int] = []
        var offset = 0
        var inWord = false
        for scalar in text.unicodeScalars {
            let isSpace = scalar.properties.isWhitespace
            if isSpace && inWord { ends.append(offset) }
            inWord = !isSpace
            offset += UTF8.width(scalar)
        }
        if inWord { ends.append(offset) }
        return ends
    }
}

private func chunker(_ maxTokens: Int, overlap: Int = 0, _ tokenizer: any TextTokenizer = WordTokenizer()) -> Chunker {
    Chunker(
        configuration: .init(maxTokens: maxTokens, overlapTokens: overlap), tokenizer: tokenizer,
        sentences: simpleSentences)
}

/// A document made of pieces joined by an empty line.
private func document(_ pieces: [(Block.Kind, String)], pages: [Int] = []) -> ExtractedDocument {
    var text = ""
    var blocks: [Block] = []
    var pageStarts: [Int] = []
    for (index, piece) in pieces.enumerated() {
        if !text.isEmpty { text += "\n\n" }
        if pages.contains(index) { pageStarts.append(text.utf8.count) }
        let start = text.utf8.count
        text += piece.1
        blocks.append(Block(piece.0, span: TextSpan(start: start, end: text.utf8.count)))
    }
    let starts = [0] + pageStarts
    let ends = pageStarts + [text.utf8.count]
    let allPages = zip(starts, ends).enumerated().map {
        Page(number: $0.offset + 1, span: TextSpan(start: $0.element.0, end: $0.element.1))
    }
    return ExtractedDocument(format: .text, text: text, pages: allPages, blocks: blocks)
}

private func words(_ count: Int, _ word: String = "word") -> String {
    Array(repeating: word, count: count).joined(separator: " ")
}

/// White space, and what has no shape of its own, may be left out.
private func showsAnything(_ text: String) -> Bool {
    text.unicodeScalars.contains {
        !$0.properties.isWhitespace && ![.control, .format, .unassigned].contains($0.properties.generalCategory)
    }
}

/// What holds for the chunks of every document; the message names what does not.
private func brokenRule(
    _ chunks: [Chunk], of document: ExtractedDocument, _ chunker: Chunker, _ tokenizer: any TextTokenizer
)
    -> String?
{
    let bytes = Array(document.text.utf8)
    var covered = 0
    for (index, chunk) in chunks.enumerated() {
        if chunk.index != index { return "index \(chunk.index) at \(index)" }
        if document.text.text(in: chunk.span) != chunk.text { return "text of \(chunk.span)" }
        let from = document.text.utf8.index(document.text.startIndex, offsetBy: chunk.span.start)
        let to = document.text.utf8.index(document.text.startIndex, offsetBy: chunk.span.end)
        if from.samePosition(in: document.text.unicodeScalars) == nil { return "start inside a scalar: \(chunk.span)" }
        if to.samePosition(in: document.text.unicodeScalars) == nil { return "end inside a scalar: \(chunk.span)" }
        if chunk.tokens != tokenizer.countTokens(chunk.text) { return "count of \(chunk.span)" }
        if chunk.tokens > chunker.configuration.maxTokens, chunk.text.count > 1 { return "size of \(chunk.span)" }
        if chunk.text.first?.isWhitespace != false { return "empty or begins with white space: \(chunk.span)" }
        if index > 0 {
            let before = chunks[index - 1]
            if chunk.span.start <= before.span.start || chunk.span.end <= before.span.end { return "order at \(index)" }
            let overlap = TextSpan(start: chunk.span.start, end: before.span.end)
            if !overlap.isEmpty, let text = document.text.text(in: overlap),
                tokenizer.countTokens(text) > chunker.configuration.overlapTokens
            {
                return "overlap of \(tokenizer.countTokens(text)) tokens before \(index)"
            }
            if index > 1, chunks[index - 2].span.overlaps(chunk.span) { return "three chunks share text at \(index)" }
        }
        if covered < chunk.span.start {
            let gap = String(decoding: bytes[covered..<chunk.span.start], as: UTF8.self)
            if showsAnything(gap) { return "lost \(gap.prefix(40))" }
        }
        covered = max(covered, chunk.span.end)
        if document.pages.count > 1 {
            let owners = document.pages.filter { $0.span.overlaps(chunk.span) }
            if owners.count > 1 { return "page border inside \(chunk.span)" }
            if let owner = owners.first, owner.number != chunk.page { return "page of \(chunk.span)" }
        }
    }
    let rest = String(decoding: bytes[covered...], as: UTF8.self)
    return !showsAnything(rest) ? nil : "lost the end: \(rest.prefix(40))"
}

@Suite struct ChunkerTests {
    @Test func emptyAndBlankTextHasNoChunks() {
        #expect(chunker(10).chunks(ofText: "").isEmpty)
        #expect(chunker(10).chunks(ofText: " \n\t\u{3000}\u{00A0}\n").isEmpty)
    }

    @Test func whatNobodyCanSeeIsNoChunk() {
        #expect(chunker(10).chunks(ofText: "\u{FEFF}\u{200B}\n\n\u{200B}\u{AD}\u{0}\n").isEmpty)
        #expect(chunker(10).chunks(ofText: "\u{FEFF}。").map(\.index) == [0])
    }

    @Test func shortDocumentIsOneChunk() {
        let chunks = chunker(10).chunks(ofText: "One two.\n\nThree four.\n")
        #expect(chunks.map(\.text) == ["One two.\n\nThree four."])
        #expect(chunks.first?.tokens == 4)
        #expect(chunks.first?.page == 1)
    }

    @Test func headingOpensAChunkAndIsCarried() {
        let chunks = chunker(20).chunks(
            of: document([
                (.heading(level: 1), "Guide"), (.heading(level: 2), "Install"), (.paragraph, "Run it."),
                (.heading(level: 2), "Use"), (.paragraph, "Call it."),
            ]))
        #expect(chunks.map(\.text) == ["Guide\n\nInstall\n\nRun it.", "Use\n\nCall it."])
        #expect(chunks.map(\.headings) == [["Guide", "Install"], ["Guide", "Use"]])
    }

    @Test func headingStaysWithTextThatIsCutBelowIt() {
        let chunks = chunker(10).chunks(
            of: document([(.heading(level: 1), "Title"), (.paragraph, words(8) + ". " + words(8) + ".")]))
        #expect(chunks.count == 2)
        #expect(chunks[0].text == "Title\n\n" + words(8) + ".")
        #expect(chunks[1].headings == ["Title"])
    }

    @Test func aHeadingWithoutEndIsCarriedInItsBeginning() {
        let long = String(repeating: "ä", count: 5_000)
        let chunks = chunker(10).chunks(of: document([(.heading(level: 1), long), (.paragraph, words(8) + ".")]))
        #expect(chunks.last?.headings == [String(repeating: "ä", count: 500) + "…"])
        #expect(chunks.map { $0.text.utf8.count }.reduce(0, +) >= 10_000)
    }

    @Test func headingAtTheFootOfAPageJoinsTheTextAboveIt() {
        let chunks = chunker(50).chunks(
            of: document(
                [(.paragraph, "Above."), (.heading(level: 2), "Next"), (.paragraph, "Below.")], pages: [2]))
        #expect(chunks.map(\.text) == ["Above.\n\nNext", "Below."])
        #expect(chunks.map(\.page) == [1, 2])
        #expect(chunks[1].headings == ["Next"])
    }

    @Test func smallBlocksUnderOneHeadingArePacked() {
        let chunks = chunker(6).chunks(of: document((1...6).map { _ in (.paragraph, "one two") }))
        #expect(chunks.map(\.tokens) == [6, 6])
    }

    @Test func chunksOfOneFlowAreAboutEquallyLong() {
        let chunks = chunker(100).chunks(of: document((1...11).map { _ in (.paragraph, words(10)) }))
        #expect(chunks.map(\.tokens).sorted() == [50, 60])
    }

    @Test func blockThatFitsIsNotCut() {
        let chunks = chunker(10).chunks(
            of: document([(.paragraph, words(6)), (.code, "a b\nc d\ne f"), (.paragraph, words(6))]))
        #expect(chunks.contains { $0.text.contains("a b\nc d\ne f") })
    }

    @Test func longTableIsCutBetweenRows() {
        let rows = (1...10).map { "row\($0)\tvalue" }
        let chunks = chunker(6).chunks(of: document([(.table, rows.joined(separator: "\n"))]))
        #expect(chunks.count == 4)
        for chunk in chunks { #expect(chunk.text.split(separator: "\n").allSatisfy { rows.contains(String($0)) }) }
    }

    @Test func speakerTurnsStayWholeAndCarryTimes() {
        var doc = document((1...4).map { (.utterance, "Speaker\($0): hello there. How are you all? " + words(3)) })
        for index in doc.blocks.indices {
            doc.blocks[index].startTime = Double(index * 10)
            doc.blocks[index].endTime = Double(index * 10 + 9)
        }
        let chunks = chunker(22).chunks(of: doc)
        #expect(chunks.count == 2)
        #expect(chunks.map { $0.text.hasPrefix("Speaker") } == [true, true])
        #expect(chunks.map(\.startTime) == [0, 20])
        #expect(chunks.map(\.endTime) == [19, 39])
    }

    @Test func overlapIsWholeSentencesOfTheChunkBefore() {
        let text = (1...12).map { "Sentence number \($0) ends." }.joined(separator: " ")
        let chunks = chunker(16, overlap: 5).chunks(ofText: text)
        #expect(chunks.count > 2)
        for (before, after) in zip(chunks, chunks.dropFirst()) {
            #expect(after.span.start < before.span.end)
            #expect(after.text.hasPrefix("Sentence number"))
        }
    }

    @Test func noOverlapAcrossHeadingsAndPages() {
        let doc = document(
            [(.paragraph, "One two."), (.heading(level: 1), "H"), (.paragraph, "Three."), (.paragraph, "Four.")],
            pages: [3])
        let chunks = chunker(8, overlap: 4).chunks(of: doc)
        #expect(chunks.map(\.text) == ["One two.", "H\n\nThree.", "Four."])
    }

    @Test func longLineWithoutSpacesIsCutBetweenCharacters() {
        let family = "👨‍👩‍👧‍👦"
        let text = String(repeating: family, count: 200)
        let chunks = chunker(40, EstimatedTokenizer()).chunks(ofText: text)
        #expect(chunks.count > 5)
        for chunk in chunks { #expect(chunk.text.allSatisfy { String($0) == family }) }
        #expect(chunks.map(\.text).joined() == text)
    }

    @Test func textWithoutTokensIsStillBoundedInBytes() {
        let text = String(repeating: "x", count: 100_000)
        let chunks = chunker(16).chunks(ofText: text)
        #expect(chunks.allSatisfy { $0.text.utf8.count <= 16 * 16 })
        #expect(chunks.map(\.text).joined() == text)
    }

    @Test func textOutsideOfBlocksIsNotLost() {
        var doc = document([(.paragraph, "One."), (.paragraph, "Two."), (.paragraph, "Three.")])
        doc.blocks = [
            Block(.paragraph, span: TextSpan(start: 6, end: 10)), Block(.code, span: TextSpan(start: 8, end: 900)),
        ]
        #expect(brokenRule(chunker(2).chunks(of: doc), of: doc, chunker(2), WordTokenizer()) == nil)
    }

    @Test(arguments: 0..<400) func rulesHoldForRandomDocuments(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let doc = randomDocument(&random)
        let tokenizer: any TextTokenizer = seed % 2 == 0 ? EstimatedTokenizer() : WordTokenizer()
        let size = [1, 2, 5, 8, 20, 64, 256].randomElement(using: &random) ?? 8
        let subject = chunker(size, overlap: Int.random(in: 0...size, using: &random), tokenizer)
        let chunks = subject.chunks(of: doc)
        var allowed = subject
        allowed = chunker(size, overlap: min(subject.configuration.overlapTokens, size / 2), tokenizer)
        #expect(brokenRule(chunks, of: doc, allowed, tokenizer) == nil)
        #expect(chunks == subject.chunks(of: doc))
    }

    @Test(arguments: 0..<100) func rulesHoldForRandomPlainText(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) &+ 10_000)
        let text = randomDocument(&random).text
        let subject = chunker(12, overlap: 4, EstimatedTokenizer())
        let doc = ExtractedDocument(format: .text, text: text, blocks: [])
        #expect(brokenRule(subject.chunks(ofText: text), of: doc, subject, EstimatedTokenizer()) == nil)
    }

    @Test func workGrowsLinearly() {
        let sentence = "The quick brown fox jumps over the lazy dog and goes on to think about it. "
        func seconds(_ count: Int) -> Double {
            let text = String(repeating: sentence, count: count)
            let start = ContinuousClock.now
            #expect(!chunker(64, overlap: 16).chunks(ofText: text).isEmpty)
            return (ContinuousClock.now - start).seconds
        }
        let small = min(seconds(1000), seconds(1000))
        // Eight times the text; a quadratic chunker would take 64 times as long.
        #expect(seconds(8000) < max(small, 0.01) * 30)
    }
}

private func randomDocument(_ random: inout SeededGenerator) -> ExtractedDocument {
    let alphabet = [
        "word", "a", "Longer.", "sentence! ", "字", "漢字。", "かな", "한국어", "👩‍🚀", "🇫🇷🇩🇪", "e\u{301}", "\u{301}", "\0", "\r\n",
        "\n", "\n\n", " ", "  ", "\t", "\u{3000}", "\u{A0}", "x", "https://example.org/a/very/long/path?with=query",
        "No. ",
        String(repeating: "z", count: 70), "\u{200D}", "\u{FEFF}", "।", "नमस्ते",
    ]
    let kinds: [Block.Kind] = [
        .paragraph, .paragraph, .paragraph, .heading(level: 1), .heading(level: 3), .listItem, .table, .code, .quote,
        .utterance,
    ]
    var pieces: [(Block.Kind, String)] = []
    var pages: [Int] = []
    for index in 0..<Int.random(in: 0...12, using: &random) {
        var text = ""
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            text += alphabet.randomElement(using: &random) ?? ""
            if Bool.random(using: &random) { text += " " }
        }
        pieces.append((kinds.randomElement(using: &random) ?? .paragraph, text))
        if index > 0, Int.random(in: 0..<5, using: &random) == 0 { pages.append(index) }
    }
    return document(pieces, pages: pages)
}
