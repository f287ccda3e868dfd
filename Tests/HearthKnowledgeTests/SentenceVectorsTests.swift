import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthKnowledge

@Suite struct SentenceVectorsTests {
    /// Tells how many texts it was given.
    private final class Counting: EmbeddingModel {
        let id: String
        let dimension = 2
        let maxTokens = 100
        let tokenizer: any TextTokenizer = EstimatedTokenizer()
        private let log = Mutex<[[String]]>([])

        init(_ id: String = "a") { self.id = id }

        func embed(_ texts: [String]) async throws -> [[Float]] {
            log.withLock { $0.append(texts) }
            return texts.map { [Float($0.utf8.count), 1] }
        }

        var calls: [[String]] { log.withLock { $0 } }
    }

    @Test func aSentenceIsMadeOnceAndAQuestionEachTime() async throws {
        let (vectors, model) = (SentenceVectors(), Counting())
        let first = try await vectors.embed(["q", "one", "three", "one"], by: model)
        #expect(first == [[1, 1], [3, 1], [5, 1], [3, 1]])
        let second = try await vectors.embed(["question", "three", "fourteen"], by: model)
        #expect(second == [[8, 1], [5, 1], [8, 1]])
        #expect(model.calls == [["q", "one", "three"], ["question", "fourteen"]])
    }

    @Test func anotherModelKnowsNoneOfThem() async throws {
        let vectors = SentenceVectors()
        _ = try await vectors.embed(["q", "one"], by: Counting())
        let other = Counting("b")
        _ = try await vectors.embed(["q", "one"], by: other)
        #expect(other.calls == [["q", "one"]])
    }

    @Test func whatIsUsedOutlivesWhatIsNot() async throws {
        let (vectors, model) = (SentenceVectors(lot: 4), Counting())
        _ = try await vectors.embed(["q", "used", "never used"], by: model)
        for round in 0..<6 { _ = try await vectors.embed(["q", "used", "new \(round)"], by: model) }
        _ = try await vectors.embed(["q", "used", "never used"], by: model)
        #expect(model.calls.last == ["q", "never used"])
    }
}
