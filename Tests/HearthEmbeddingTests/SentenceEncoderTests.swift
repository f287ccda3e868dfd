import CEncoderKernels
import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthEmbedding
@testable import HearthGGUF

@Suite struct SentenceEncoderTests {
    private let model = TinyModel()

    private func encoder(_ kernel: hearth_kernel = hearth_kernel_best(), threads: Int = 2) throws -> SentenceEncoder {
        try SentenceEncoder(
            file: GGUFFile(data: model.builder.build()), threads: threads, maxTokens: TinyModel.positions - 2,
            kernel: kernel)
    }

    private func sentences(_ count: Int) -> [String] {
        var generator = SeededGenerator(seed: 11)
        let words = ["the", "quick", "brown", "foxes", "jumped", "over", "lazy", "dogs", "unaffable!", "漢字"]
        return (0..<count).map { _ in
            (0..<Int.random(in: 0...30, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
                .joined(separator: " ")
        }
    }

    @Test(arguments: KernelTests.supported)
    func agreesWithAPlainForwardPass(_ kernel: hearth_kernel) async throws {
        let encoder = try encoder(kernel)
        let texts = sentences(12) + ["", "fox"]
        let vectors = try await encoder.embed(texts)
        for (text, vector) in zip(texts, vectors) {
            let tokens = [2] + encoder.pieces.tokens(of: text, limit: encoder.maxTokens) + [3]
            let likeness = cosine(vector, model.reference(tokens))
            #expect(likeness > (kernel == HEARTH_KERNEL_AVX512_BF16 ? 0.999 : 0.999_999), "\(text)")
        }
    }

    @Test func aVectorDoesNotDependOnItsNeighbours() async throws {
        let encoder = try encoder()
        let texts = sentences(60)
        let together = try await encoder.embed(texts)
        for (text, vector) in zip(texts, together) {
            let alone = try await encoder.embedQuery(text)
            #expect(zip(alone, vector).allSatisfy { abs($0 - $1) < 1e-5 })
        }
    }

    @Test func manyTasksAtOnceGetTheirOwnVectors() async throws {
        let encoder = try encoder()
        let texts = sentences(200)
        let expected = try await encoder.embed(texts)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<40 {
                group.addTask {
                    let chosen = (0..<(task % 7 + 1)).map { ($0 * 31 + task * 17) % texts.count }
                    let vectors = try await encoder.embed(chosen.map { texts[$0] })
                    for (index, vector) in zip(chosen, vectors) {
                        #expect(zip(vector, expected[index]).allSatisfy { abs($0 - $1) < 1e-5 })
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func encodersComeAndGoWhileWorkIsGoingOn() async throws {
        let texts = sentences(8)
        for round in 0..<20 {
            let encoder = try encoder(threads: round % 3 + 1)
            #expect(try await encoder.embed(texts).count == texts.count)
        }
    }

    @Test(.timeLimit(.minutes(10))) func absurdTextsGiveUsableVectors() async throws {
        let encoder = try encoder()
        let long = String(repeating: "the quick brown fox ", count: 500_000)
        let texts = ["", "   \n", "\u{0}\u{0}", "\u{FFFD}", "ωωω", long, String(repeating: "a", count: 1_000_000)]
        let vectors = try await encoder.embed(texts)
        for vector in vectors {
            #expect(vector.count == TinyModel.width)
            #expect(abs(vector.reduce(0) { $0 + $1 * $1 } - 1) < 1e-4)
        }
        #expect(vectors[0] == vectors[1])
        let beginning = try await encoder.embedQuery(String(long.prefix(2000)))
        #expect(zip(vectors[5], beginning).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(try await encoder.embed([]).isEmpty)
    }

    @Test(arguments: ["attn_q", "attn_v", "ffn_down"])
    func brokenWeightsNeverGiveNaN(_ name: String) async throws {
        var builder = model.builder
        let tensor = "blk.0.\(name).weight"
        let index = try #require(builder.tensors.firstIndex(where: { $0.name == tensor }))
        builder.tensors[index].bytes.replaceSubrange(0..<4, with: bytes(Float.nan.bitPattern))
        let encoder = try SentenceEncoder(
            file: GGUFFile(data: builder.build()), threads: 1, maxTokens: 8, kernel: hearth_kernel_best())
        let vector = try await encoder.embedQuery("the fox")
        #expect(vector.allSatisfy { $0.isFinite })
        // What cannot be told is zero, not a guess. (A broken query only makes attention even.)
        if name != "attn_q" { #expect(vector.allSatisfy { $0 == 0 }) }
    }

    @Test func cancellationEndsTheWorkEarly() async throws {
        let encoder = try encoder(threads: 1)
        let texts = [String](repeating: "the quick brown fox jumped over the lazy dog", count: 100_000)
        let task = Task { try await encoder.embed(texts) }
        try await Task.sleep(for: .milliseconds(30))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// A prefix takes nothing of what is read of a text, where the model has positions for both.
    @Test func thereIsRoomForWhatStandsBeforeATextAsFarAsPositionsReach() async throws {
        func encoder(_ maxTokens: Int, before prefixes: [String]) throws -> SentenceEncoder {
            try SentenceEncoder(
                file: GGUFFile(data: model.builder.build()), threads: 1, maxTokens: maxTokens, before: prefixes,
                kernel: HEARTH_KERNEL_PORTABLE)
        }
        let roomy = try encoder(8, before: ["the fox", "the quick brown fox"])
        #expect(roomy.maxTokens == 12)
        let text = "the quick brown fox over the lazy dog"
        let prefixed = "the quick brown fox " + text
        #expect(try await roomy.embedQuery(prefixed) == encoder(12, before: []).embedQuery(prefixed))
        let full = try encoder(TinyModel.positions - 4, before: ["the quick brown fox"])
        #expect(full.maxTokens == TinyModel.positions - 2)
        #expect(try await full.embedQuery(String(repeating: prefixed, count: 9)).count == TinyModel.width)
    }

    @Test func quantizedFilesAreRead() async throws {
        // The same weights as bfloat16: half the bytes, nearly the same vectors.
        var builder = model.builder
        for index in builder.tensors.indices where builder.tensors[index].dimensions.count == 2 {
            let floats = model.tensors[builder.tensors[index].name] ?? []
            builder.tensors[index].type = 30
            builder.tensors[index].bytes = floats.flatMap { bytes(UInt16(truncatingIfNeeded: $0.bitPattern >> 16)) }
        }
        let smaller = try SentenceEncoder(
            file: GGUFFile(data: builder.build()), threads: 1, maxTokens: 20, kernel: HEARTH_KERNEL_PORTABLE)
        let text = "the quick brown fox"
        let likeness = cosine(
            try await smaller.embedQuery(text),
            try await encoder(HEARTH_KERNEL_PORTABLE).embedQuery(text).map(Double.init))
        #expect(likeness > 0.999 && likeness < 0.999_999_999)
    }

    @Test func otherModelsAreRefusedWithAReason() {
        func refused(_ change: (inout GGUFBuilder) -> Void) -> EmbeddingError.Reason? {
            var builder = model.builder
            change(&builder)
            do {
                _ = try SentenceEncoder(
                    file: GGUFFile(data: builder.build()), threads: 1, maxTokens: 8, kernel: HEARTH_KERNEL_PORTABLE)
                return nil
            } catch { return (error as? EmbeddingError)?.reason }
        }
        func set(_ key: String, _ value: GGUFBuilder.Value) -> (inout GGUFBuilder) -> Void {
            { builder in
                builder.metadata.removeAll { $0.0 == key }
                builder.add(key, value)
            }
        }
        #expect(refused { _ in } == nil)
        #expect(refused(set("general.architecture", .string("llama"))) == .unsupportedModel)
        #expect(refused(set("bert.pooling_type", .uint32(3))) == .unsupportedModel)
        #expect(refused(set("bert.attention.head_count", .uint32(5))) == .malformedModel)
        #expect(refused(set("bert.attention.head_count", .uint32(0))) == .malformedModel)
        #expect(refused(set("bert.block_count", .uint32(3))) == .malformedModel)
        #expect(refused(set("bert.embedding_length", .uint32(4_000_000_000))) == .malformedModel)
        #expect(refused(set("bert.context_length", .uint32(9))) == .invalidConfiguration)
        #expect(refused { $0.tensors.removeAll { $0.name == "blk.1.ffn_up.weight" } } == .malformedModel)
        #expect(refused { $0.tensors[0].type = 12 } != nil)
    }
}

extension SentenceEncoder {
    /// The vector of one text.
    fileprivate func embedQuery(_ text: String) async throws -> [Float] { try await embed([text]).first ?? [] }
}
