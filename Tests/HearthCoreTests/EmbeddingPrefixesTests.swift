import Foundation
import HearthCore
import Synchronization
import Testing

/// What models want before texts, and which of their vectors may stand beside each other.
@Suite struct EmbeddingPrefixesTests {
    /// Keeps what it is given.
    private final class Listener: EmbeddingModel {
        let id = "listener"
        let dimension = 1
        let maxTokens = 100
        let tokenizer: any TextTokenizer = EstimatedTokenizer()
        let prefixes: EmbeddingPrefixes
        private let heard = Mutex<[String]>([])
        var texts: [String] { heard.withLock { $0 } }

        init(_ prefixes: EmbeddingPrefixes) { self.prefixes = prefixes }

        func embed(_ texts: [String]) async throws -> [[Float]] {
            heard.withLock { $0 += texts }
            return texts.map { _ in [1] }
        }
    }

    private let e5 = EmbeddingPrefixes(query: "query: ", passage: "passage: ", symmetric: "like: ")

    @Test func eachRoleHasItsPrefixAndTextAloneHasNone() async throws {
        let model = Listener(e5)
        for role in EmbeddingRole.allCases { _ = try await model.embed(["a", "b"], as: role) }
        _ = try await model.embed(["raw"])
        _ = try await model.embedQuestion(["who?", "he", "she"])
        #expect(
            model.texts == [
                "query: a", "query: b", "passage: a", "passage: b", "like: a", "like: b", "raw", "query: who?",
                "passage: he", "passage: she",
            ])
        let plain = Listener(.none)
        for role in EmbeddingRole.allCases { _ = try await plain.embed(["a"], as: role) }
        #expect(plain.texts == ["a", "a", "a"])
    }

    @Test func aPrefixTakesItsTokensOfWhatAModelReads() {
        let model = Listener(e5)
        #expect(model.maxTokens(as: .passage) == 100 - model.tokenizer.countTokens("passage: "))
        #expect(Listener(.none).maxTokens(as: .passage) == 100)
        let long = Listener(EmbeddingPrefixes(query: String(repeating: "word ", count: 300)))
        #expect(long.maxTokens(as: .query) == 1 && long.maxTokens(as: .passage) == 100)
    }

    @Test func theMarkTellsApartWhatMakesOtherVectors() {
        let all = [
            e5, EmbeddingPrefixes(query: "query: "), EmbeddingPrefixes(passage: "query: "),
            EmbeddingPrefixes(query: "query: passage: "), EmbeddingPrefixes(query: "query", passage: ": "),
        ]
        #expect(Set(all.map(\.mark)).count == all.count)
        #expect(all.allSatisfy { $0.mark.count == 17 && $0.mark.hasPrefix("+") })
        #expect(EmbeddingPrefixes.none.mark.isEmpty && EmbeddingPrefixes(symmetric: "like: ").mark.isEmpty)
        var other = e5
        other.symmetric = ""
        #expect(other.mark == e5.mark, "vectors of what is compared are not kept")
        // Of the bytes "7:query: " and "0:": what was stored by an earlier version must be known again.
        #expect(EmbeddingPrefixes(query: "query: ").mark == "+f2fbd87f4cee6b3c")
    }

    @Test func whatIsNotNamedIsEmptyAndWhatIsNoLineIsNoPrefix() throws {
        let read = try JSONDecoder().decode(EmbeddingPrefixes.self, from: Data(#"{"query":"q: "}"#.utf8))
        #expect(read == EmbeddingPrefixes(query: "q: ") && read.isSensible)
        #expect(!EmbeddingPrefixes(passage: "a\nb").isSensible)
        #expect(!EmbeddingPrefixes(query: String(repeating: "q", count: 513)).isSensible)
    }
}
