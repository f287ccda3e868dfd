import CEncoderKernels
import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthEmbedding
@testable import HearthGGUF

/// SentencePiece's Unigram, held against what SentencePiece itself makes of the same texts.
@Suite struct UnigramTokenizerTests {
    /// A model with the vocabulary of the sample, whose weights are those of the tiny one.
    static func model() -> TinyModel {
        var model = TinyModel()
        model.builder.metadata.removeAll { $0.0.hasPrefix("tokenizer.") }
        let tokenizer: [(String, GGUFBuilder.Value)] = [
            ("model", .string("t5")),
            ("tokens", .array(type: 8, UnigramSample.pieces.map { .string($0) })),
            ("scores", .array(type: 6, UnigramSample.scores.map { .float($0) })),
            ("token_type", .array(type: 5, UnigramSample.pieces.indices.map { .int32($0 == 0 ? 2 : $0 < 3 ? 3 : 1) })),
            ("add_space_prefix", .bool(true)),
            ("remove_extra_whitespaces", .bool(true)),
            ("unknown_token_id", .uint32(UInt32(UnigramSample.unknown))),
            ("bos_token_id", .uint32(UInt32(UnigramSample.beginning))),
            ("eos_token_id", .uint32(UInt32(UnigramSample.end))),
            ("precompiled_charsmap", .array(type: 0, characters.map { .uint8($0) })),
        ]
        for (key, value) in tokenizer { model.builder.add("tokenizer.ggml." + key, value) }
        var generator = SeededGenerator(seed: 5)
        let vectors = generator.floats(TinyModel.width * UnigramSample.pieces.count, -1...1)
        model.tensors["token_embd.weight"] = vectors
        model.builder.tensors.removeAll { $0.name == "token_embd.weight" }
        model.builder.addFloats("token_embd.weight", [TinyModel.width, UnigramSample.pieces.count], vectors)
        return model
    }

    private static var characters: [UInt8] { Data(base64Encoded: UnigramSample.characters).map(Array.init) ?? [] }

    private func tokenizer(_ change: (inout GGUFBuilder) -> Void = { _ in }) throws -> UnigramTokenizer {
        var builder = Self.model().builder
        change(&builder)
        return try UnigramTokenizer(GGUFFile(data: builder.build()))
    }

    private func set(_ key: String, _ value: GGUFBuilder.Value?) -> (inout GGUFBuilder) -> Void {
        { builder in
            builder.metadata.removeAll { $0.0 == "tokenizer.ggml." + key }
            if let value { builder.add("tokenizer.ggml." + key, value) }
        }
    }

    @Test func tokensAreThoseOfTheReference() throws {
        let tokenizer = try tokenizer()
        #expect(UnigramSample.pieces.count == UnigramSample.scores.count)
        for sample in UnigramSample.texts {
            #expect(tokenizer.tokens(of: sample.text, limit: .max) == sample.tokens, "\(sample.text)")
            #expect(tokenizer.tokenEnds(in: sample.text) == sample.ends, "\(sample.text)")
            let unknown = sample.tokens.count { $0 == Int32(UnigramSample.unknown) }
            #expect(tokenizer.countUnknownTokens(sample.text) == unknown, "\(sample.text)")
        }
    }

    @Test func noMoreIsReadThanIsWanted() throws {
        let tokenizer = try tokenizer()
        for sample in UnigramSample.texts {
            for limit in [0, 1, 2, 5] {
                #expect(tokenizer.tokens(of: sample.text, limit: limit) == Array(sample.tokens.prefix(limit)))
            }
        }
        let long = String(repeating: "The quick brown fox ", count: 200_000)
        #expect(
            tokenizer.tokens(of: long, limit: 18)
                == Array(tokenizer.tokens(of: "The quick brown fox", limit: .max).prefix(18)))
    }

    @Test func aWordWithoutEndIsCut() throws {
        let tokenizer = try tokenizer()
        let ends = tokenizer.tokenEnds(in: String(repeating: "港口里停着很多渔船", count: 5_000))
        #expect(ends.last == 135_000 && ends == ends.sorted())
        #expect(tokenizer.tokens(of: String(repeating: "☃", count: 100_000), limit: .max).count == 2)
    }

    @Test func withoutATableCharactersStayAsTheyAre() throws {
        let tokenizer = try tokenizer(set("precompiled_charsmap", nil))
        #expect(tokenizer.tokens(of: "The fox", limit: .max) == [3, 38, 8, 4, 3, 34, 9, 42])
        #expect(tokenizer.tokens(of: "Ａ", limit: .max) == [3, 0])
    }

    @Test func whatIsNotTheSameIsRefused() {
        func refused(_ key: String, _ value: GGUFBuilder.Value?) -> EmbeddingError.Reason? {
            do {
                _ = try tokenizer(set(key, value))
                return nil
            } catch { return (error as? EmbeddingError)?.reason }
        }
        #expect(refused("add_space_prefix", nil) == nil)
        #expect(refused("add_space_prefix", .bool(false)) == .unsupportedModel)
        #expect(refused("remove_extra_whitespaces", nil) == .unsupportedModel)
        #expect(refused("scores", nil) == .malformedModel)
        #expect(refused("scores", .array(type: 6, [.float(1)])) == .malformedModel)
        var scores = UnigramSample.scores
        for bad in [Float.nan, .infinity, -1e30] {
            scores[5] = bad
            #expect(refused("scores", .array(type: 6, scores.map { .float($0) })) == .malformedModel, "\(bad)")
        }
        var pieces = UnigramSample.pieces
        pieces[30] = "▁a▁b"
        #expect(refused("tokens", .array(type: 8, pieces.map { .string($0) })) == .unsupportedModel)
        // So many lookups would be made at each character of a text.
        pieces[30] = String(repeating: "x", count: 5_000)
        #expect(refused("tokens", .array(type: 8, pieces.map { .string($0) })) == .unsupportedModel)
        #expect(refused("unknown_token_id", .uint32(9_999)) == .malformedModel)
        #expect(refused("precompiled_charsmap", .array(type: 0, [.uint8(1)])) == .malformedModel)
    }

    /// Whatever stands in the table, no text leads out of it.
    @Test func aBrokenTableDoesNoHarm() throws {
        let whole = Self.characters
        var generator = SeededGenerator(seed: 3)
        for round in 0..<60 {
            var table = whole
            for _ in 0..<40 {
                let place = Int.random(in: 4..<table.count, using: &generator)
                table[place] = UInt8.random(in: 0...255, using: &generator)
            }
            if round % 3 == 0 { table.removeLast(Int.random(in: 1..<20, using: &generator)) }
            let map = try CharacterMap(table)
            for sample in UnigramSample.texts {
                let bytes = Array(sample.text.utf8)
                bytes.withUnsafeBufferPointer { bytes in
                    guard let base = bytes.baseAddress else { return }
                    for at in bytes.indices {
                        guard let match = map.longest(base + at, bytes.count - at) else { continue }
                        #expect(
                            (1...bytes.count - at).contains(match.length) && match.text.upperBound <= map.texts.count)
                    }
                }
            }
        }
        let bad: [[UInt8]] = [
            [], [0, 0, 0, 0], [255, 255, 255, 255, 0, 0, 0, 0], [3, 0, 0, 0, 1, 2, 3, 4], [0, 0, 0, 0, 1, 2, 3, 4],
        ]
        for table in bad { #expect(throws: EmbeddingError.self) { _ = try CharacterMap(table) } }
    }

    /// A table of one step that leads back to where it began.
    ///
    /// - Parameter text: What stands in place of any number of `byte`.
    private func circle(_ byte: UInt8, _ text: [UInt8]) throws -> CharacterMap {
        var units = [UInt32](repeating: 0, count: 256)
        units[Int(byte)] = UInt32(byte) << 10 | 0x100 | UInt32(byte)
        return try CharacterMap(bytes(UInt32(units.count * 4)) + units.flatMap { bytes($0) } + text + [0])
    }

    /// The bytes that a table replaces at the beginning of a text; `nil` where it replaces none.
    private func replaced(_ text: String, _ map: CharacterMap) -> Int? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { map.longest($0, bytes.count)?.length }
        }
    }

    /// Else every character of a text would be looked at from every character before it.
    @Test func aTableThatLeadsInACircleIsLeft() throws {
        let map = try circle(0x61, [0x62])
        #expect(replaced("aaa", map) == 3)
        #expect(replaced(String(repeating: "a", count: 100_000), map) == CharacterMap.longestKey)
    }

    /// Else the ends of tokens would be no places in a text, and words of what is no character would never be cut.
    @Test func aTableReplacesWholeCharacters() throws {
        #expect(replaced("é", try circle(0xC3, [0x62])) == nil)
        #expect(replaced("a", try circle(0x61, [0x80, 0x80])) == nil)
        #expect(replaced("a", try circle(0x61, [])) == 1)
    }

    @Test(arguments: [1, 2] as [UInt32]) func theEncoderRunsIt(_ pooling: UInt32) async throws {
        var model = Self.model()
        model.builder.metadata.removeAll { $0.0 == "bert.pooling_type" }
        model.builder.add("bert.pooling_type", .uint32(pooling))
        let encoder = try SentenceEncoder(
            file: GGUFFile(data: model.builder.build()), threads: 2, maxTokens: TinyModel.positions - 2,
            kernel: HEARTH_KERNEL_PORTABLE)
        let vectors = try await encoder.embed(UnigramSample.texts.map(\.text))
        for (sample, vector) in zip(UnigramSample.texts, vectors) {
            let tokens: [Int32] = [1] + Array(sample.tokens.prefix(encoder.maxTokens)) + [2]
            #expect(cosine(vector, model.reference(tokens, poolsFirst: pooling == 2)) > 0.999_999, "\(sample.text)")
        }
    }
}
