import HearthCore
import HearthText
import Testing

@Suite struct LexicalEmbedderTests {
    private let embedder = LexicalEmbedder()

    private func closeness(_ one: String, _ other: String) async throws -> Float {
        let vectors = try await embedder.embed([one, other])
        return zip(vectors[0], vectors[1]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    @Test func textsThatShareWordsAreCloserThanThoseThatDoNot() async throws {
        let question = "When does the lease of the flat end?"
        let answer = try await closeness(question, "The lease ends on 31 March 2027 and the flat is handed over.")
        #expect(answer > 0.3)
        #expect(try await answer > closeness(question, "When does the train to the coast leave?") + 0.2)
        #expect(try await abs(closeness("potatoes and onions", "quarterly revenue")) < 0.15)
    }

    @Test func formsAndPartsOfWordsAreClose() async throws {
        #expect(try await closeness("repairing the roofs", "the roof was repaired") > 0.8)
        #expect(try await closeness("Wohnungsmiete", "Miete") > closeness("Wohnungsmiete", "Garten") + 0.05)
        #expect(try await closeness("Café", "cafe") > 0.99)
        #expect(try await closeness("租约什么时候到期", "租约在三月到期") > closeness("租约什么时候到期", "晚饭吃土豆") + 0.2)
    }

    /// Anything else would let a long text be near to everything.
    @Test func everyVectorHasLengthOne() async throws {
        let texts = ["a", "", "?!", "\u{0}", "🙂🙂", "the of and", String(repeating: "word ", count: 50_000)]
        let vectors = try await embedder.embed(texts)
        #expect(vectors.count == texts.count)
        for vector in vectors {
            #expect(vector.count == embedder.dimension && vector.allSatisfy(\.isFinite))
            #expect(abs(vector.reduce(0) { $0 + $1 * $1 } - 1) < 1e-4)
        }
        // What has no word is near to itself only.
        #expect(try await closeness("?!", "?!") == 1)
        #expect(try await closeness("?!", "...") == 0)
    }

    /// Vectors are kept by others: one that changes needs another name for the model.
    @Test func theSameTextHasTheSameVectorInEveryVersion() async throws {
        #expect(embedder.id == "lexical-1")
        let vector = try await embedder.embed(["The kiln was fired, and fired again."])[0]
        let largest = vector.indices.sorted { abs(vector[$0]) > abs(vector[$1]) }.prefix(3)
        #expect(largest.map { "\($0) \(Int((vector[$0] * 1000).rounded()))" } == ["157 767", "373 -453", "20 192"])
    }

    @Test func beingCancelledEndsTheWork() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await embedder.embed(["one"])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
