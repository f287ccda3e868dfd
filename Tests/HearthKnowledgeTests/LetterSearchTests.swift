import HearthCore
import HearthKnowledge
import HearthTesting
import Testing

/// Passages are as long in every language, and among those that words find the letters decide with them.
@Suite struct LetterSearchTests {
    private let library = MemoryLibrary()

    private func search(_ query: String, letters: Double) async throws -> [Passage] {
        var configuration = Retriever.Configuration()
        configuration.letterShare = letters
        return try await Retriever(library: library, embedder: nil, configuration: configuration)
            .search(SearchRequest(text: query)).passages
    }

    private func add(_ texts: [String]) async throws {
        for (index, text) in texts.enumerated() {
            let samples = SampleDocuments(chunkCount: 1, dimension: nil)
            let document = samples.document(title: "note \(index)", texts: [text])
            _ = try await library.replaceSource(samples.source("/\(index)", of: document), with: document)
        }
    }

    @Test func aCompoundIsFoundAmongWhatSharesAWordWithIt() async throws {
        let meant = "contract on the rental flat that we have had by the sea"
        try await add(["contract for the shed", meant, "a walk in the woods"])
        #expect(try await search("contract rentalflats", letters: 0).first?.text == "contract for the shed")
        let found = try await search("contract rentalflats", letters: 0.5)
        #expect(found.first?.text == meant)
        #expect(found.count == 2, "letters find nothing that words do not")
    }

    /// Who compares scores must not see others than without letters.
    @Test func theBestKeepsItsScoreAndTheOrderIsThatOfTheScores() async throws {
        try await add((0..<60).map { "contract number \($0) on house \($0 * 7)" })
        let with = try await search("contract on house 21", letters: 0.5)
        let without = try await search("contract on house 21", letters: 0)
        #expect(with.first?.score == without.first?.score)
        #expect(with.map(\.score) == with.map(\.score).sorted(by: >))
        #expect(with.first?.text == "contract number 3 on house 21")
    }

    /// Spells out each letter of what is not English.
    private struct EnglishPieces: TextTokenizer {
        let name = "english"
        func tokenEnds(in text: String) -> [Int] {
            let bytes = Array(text.utf8)
            return bytes.indices.compactMap { at in
                let next = at + 1 < bytes.count ? bytes[at + 1] : 0x20
                // The last byte of a letter beyond ASCII, or of a run of ASCII letters.
                if bytes[at] >= 0x80 { return next & 0xC0 != 0x80 ? at + 1 : nil }
                return bytes[at] != 0x20 && (next == 0x20 || next >= 0x80) ? at + 1 : nil
            }
        }
        func countTokens(_ text: String) -> Int { tokenEnds(in: text).count }
    }

    @Test func aPassageHasAsManyWordsWhereTheTokenizerSpellsThem() {
        let chunker = Chunker(
            configuration: .init(maxTokens: 64, overlapTokens: 0), tokenizer: EnglishPieces(), sentences: { _ in [] })
        let english = (0..<240).map { "word\($0)" }.joined(separator: " ")
        let greek = (0..<240).map { _ in "λέξεις" }.joined(separator: " ")
        #expect(chunker.sized(for: english).configuration == chunker.configuration)
        let sized = chunker.sized(for: greek)
        #expect(sized.configuration.maxTokens == 240, "6 pieces a word, 1.6 are usual")
        #expect(sized.chunks(ofText: greek).count * 2 < chunker.chunks(ofText: greek).count)
        #expect(chunker.sized(for: "δύο λέξεις").configuration == chunker.configuration, "too few to tell")
        #expect(
            chunker.sized(for: String(repeating: "αβγδεζηθικλμνξοπρστυ ", count: 40)).configuration.maxTokens == 256,
            "four times as many at most")
    }
}
