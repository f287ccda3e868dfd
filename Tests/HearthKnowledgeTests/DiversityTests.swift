import HearthCore
import HearthStore
import Testing

@testable import HearthKnowledge

@Suite struct DiversityTests {
    private func chunk(_ id: Int64, _ document: String, _ span: Range<Int>, _ text: String) -> StoredChunk {
        StoredChunk(
            id: id, documentID: document, chunk: Chunk(index: Int(id), span: TextSpan(span), text: text, tokens: 1))
    }

    @Test func aChunkThatMostlyRepeatsABetterOneIsLeftOut() {
        let found = Diversity.distinct([
            chunk(1, "a", 0..<100, "one"), chunk(2, "a", 40..<110, "two"), chunk(3, "a", 90..<200, "three"),
        ])
        #expect(found.map(\.id) == [1, 3])
    }

    @Test func theSameSpanInAnotherDocumentIsNoRepetition() {
        let found = Diversity.distinct([chunk(1, "a", 0..<100, "one"), chunk(2, "b", 0..<100, "two")])
        #expect(found.map(\.id) == [1, 2])
    }

    @Test func theSameWordsInAnotherDocumentAreShownOnce() {
        let found = Diversity.distinct([chunk(1, "a", 0..<10, "same  words"), chunk(2, "b", 5..<15, "same words")])
        #expect(found.map(\.id) == [1])
    }
}
