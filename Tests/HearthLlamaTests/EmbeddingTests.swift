#if Llama
import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

struct EmbeddingTests {
    private func dot(_ left: [Float], _ right: [Float]) -> Float { zip(left, right).reduce(0) { $0 + $1.0 * $1.1 } }

    private func embedder(_ encoder: TinyEncoder = TinyEncoder()) throws -> LlamaEmbeddingModel {
        try LlamaEmbeddingModel(model: LlamaModel(path: encoder.write()), configuration: .init(threads: 1))
    }

    @Test func vectorsHaveLengthOneAndKeepTheOrderOfTheTexts() async throws {
        let embedder = try embedder()
        let texts = ["the garden", "money in the bank", "the river bank", "", "the garden"]
        let together = try await embedder.embed(texts)
        #expect(together.count == texts.count)
        #expect(embedder.dimension == 32)
        for (text, vector) in zip(texts, together) {
            #expect(vector.count == 32)
            #expect(abs(dot(vector, vector) - 1) < 1e-4)
            let alone = try await embedder.embed([text])[0]
            #expect(dot(vector, alone) > 0.9999)
        }
        #expect(dot(together[0], together[4]) > 0.9999)
        #expect(dot(together[0], together[1]) < 0.999)
    }

    @Test func poolingIsTheModelsOwn() async throws {
        let mean = try await embedder().embed(["the garden"])[0]
        let first = try await embedder(TinyEncoder(pooling: 2)).embed(["the garden"])[0]
        #expect(dot(mean, first) < 0.999)
    }

    @Test func onlyTheFirstTokensOfALongTextCount() async throws {
        let embedder = try embedder()
        // 64 positions less [CLS] and [SEP].
        #expect(embedder.maxTokens == 62)
        let long = Array(repeating: "garden", count: 62).joined(separator: " ")
        let vectors = try await embedder.embed([long, long + " money", String(repeating: long + " ", count: 10_000)])
        #expect(dot(vectors[0], vectors[1]) > 0.9999)
        #expect(dot(vectors[0], vectors[2]) > 0.9999)
    }

    @Test func aModelThatDoesNotPoolIsRefused() throws {
        let model = try LlamaModel(path: TinyModel().write())
        let error = #expect(throws: LlamaError.self) { _ = try LlamaEmbeddingModel(model: model) }
        #expect(error?.code == "wrong-kind-of-model")
    }

    @Test func cancellingEndsTheWorkBetweenTwoTexts() async throws {
        let embedder = try embedder()
        let task = Task {
            try await embedder.embed(Array(repeating: "the garden", count: 1_000_000))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
}
#endif
