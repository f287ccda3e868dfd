import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthEmbedding
@testable import HearthGGUF

@Suite struct WordPieceTokenizerTests {
    private let tokenizer: WordPieceTokenizer

    init() throws {
        tokenizer = try WordPieceTokenizer(GGUFFile(data: TinyModel().builder.build()))
    }

    private func pieces(_ text: String) -> [String] {
        tokenizer.tokens(of: text).map { TinyModel.vocabulary[Int($0)] }
    }

    @Test func takesTheLongestPiecesFromTheLeft() {
        #expect(pieces("The quick brown fox jumps") == ["the", "quick", "brown", "fox", "jump", "##s"])
        #expect(pieces("unaffable") == ["un", "##aff", "##able"])
        #expect(pieces("foxy") == ["fox", "##y"])
    }

    /// A file of one piece a million times over would otherwise take the square of that to open.
    @Test func ofEqualPiecesTheFirstCounts() throws {
        var builder = GGUFBuilder()
        builder.add("general.architecture", .string("bert"))
        builder.add("tokenizer.ggml.model", .string("bert"))
        let tokens = ["\u{2581}fox"] + [String](repeating: "\u{2581}dog", count: 40_000) + ["\u{2581}cat"]
        builder.add("tokenizer.ggml.tokens", .array(type: 8, tokens.map { .string($0) }))
        let tokenizer = try WordPieceTokenizer(GGUFFile(data: builder.build()))
        #expect(tokenizer.tokens(of: "fox dog cat dog") == [0, 1, 40_001, 1])
    }

    @Test func splitsAtPunctuationAndIdeographs() {
        #expect(pieces("fox!dog?") == ["fox", "!", "dog", "?"])
        #expect(pieces("漢字fox") == ["漢", "字", "fox"])
        #expect(pieces("don't") == ["d", "##o", "##n", "'", "t"])
    }

    @Test func foldsCaseAndAccents() {
        #expect(pieces("FÖX") == ["fox"])
        #expect(pieces("fo\u{301}x") == ["fox"])
        #expect(pieces("Ж") == ["ж"])
        // A compatibility ideograph becomes the ordinary one; a hangul syllable becomes its letters.
        #expect(tokenizer.tokens(of: "\u{F900}") == tokenizer.tokens(of: "\u{8C48}"))
        #expect(pieces("한") == ["ᄒ", "##ᅡ", "##ᆫ"])
        #expect(pieces("\u{37E}") == [";"])
    }

    @Test func leavesOutControlCharactersWithoutSplitting() {
        #expect(pieces("f\u{0}o\u{AD}x\u{FFFD}") == ["fox"])
        #expect(pieces("fox\u{3000}dog\u{A0}dog\tdog\u{2028}dog") == ["fox", "dog", "dog", "dog", "dog"])
    }

    @Test func unknownPartsMakeTheWholeWordUnknown() {
        #expect(pieces("foxω dog") == ["[UNK]", "dog"])
        #expect(pieces(String(repeating: "a", count: 100)).count == 100)
        #expect(pieces(String(repeating: "a", count: 101)) == ["[UNK]"])
        #expect(pieces(String(repeating: "é", count: 100)).count == 100)
        #expect(pieces(String(repeating: "é", count: 101) + " fox") == ["[UNK]", "fox"])
    }

    @Test func unknownTokensAreCounted() {
        #expect(tokenizer.countUnknownTokens("foxω dog ωω " + String(repeating: "a", count: 101)) == 3)
        #expect(tokenizer.countUnknownTokens("the quick brown fox [UNK]") == 0)
        #expect(tokenizer.countUnknownTokens("") == 0)
    }

    @Test func textNeverBecomesAControlToken() {
        #expect(pieces("[SEP]") == ["[", "s", "##e", "##p", "]"])
        #expect(pieces("[unused1]").first == "[")
        #expect(pieces("##s") == ["#", "#", "s"])
    }

    @Test func endsAreByteOffsetsIntoTheSource() {
        #expect(tokenizer.tokenEnds(in: "The foxes!") == [3, 7, 8, 9, 10])
        //  F Ö(2) X space 漢(3) 字(3) é as e + mark(2)
        #expect(tokenizer.tokenEnds(in: "FÖX 漢字 e\u{301}") == [4, 8, 11, 13])
        #expect(tokenizer.tokenEnds(in: "한 fox") == [3, 3, 3, 7])
        #expect(tokenizer.tokenEnds(in: "ωω dog") == [4, 8])
        #expect(tokenizer.countTokens("The foxes!") == 5)
        #expect(tokenizer.tokenEnds(in: "") == [])
        #expect(tokenizer.tokenEnds(in: " \n\u{200B} ") == [])
    }

    private func places(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return tokenizer.placedTokens(of: text, limit: .max).map {
            String(decoding: bytes[$0.start..<$0.end], as: UTF8.self)
        }
    }

    @Test func tokensKnowTheirBytes() {
        #expect(places("The foxes!") == ["The", "fox", "e", "s", "!"])
        #expect(places("FÖX 漢字 e\u{301}") == ["FÖX", "漢", "字", "e"])
        // Accents inside of a piece are in it; a syllable that was taken apart is in each of its letters.
        #expect(places("fo\u{301}x 한") == ["fo\u{301}x", "한", "한", "한"])
        #expect(places("f\u{0}o\u{AD}x\u{1}") == ["f\u{0}o\u{AD}x"])
        #expect(places("\u{301}fox") == ["fox"])
        // An unknown word is one token, however long.
        #expect(places("the foxω, dog") == ["the", "foxω", ",", "dog"])
        let long = String(repeating: "é", count: 5_000)
        #expect(places("a " + long + " fox") == ["a", long, "fox"])
        #expect(places("").isEmpty && places(" \n\u{200B} ").isEmpty)
        #expect(tokenizer.placedTokens(of: "the quick brown fox", limit: 2).count == 2)
        #expect(tokenizer.placedTokens(of: "the", limit: 0).isEmpty)
    }

    @Test func stopsAtTheLimit() {
        #expect(tokenizer.tokens(of: "the quick brown fox", limit: 2).count == 2)
        #expect(tokenizer.tokens(of: "unaffable", limit: 2).count == 2)
        #expect(tokenizer.tokens(of: "the", limit: 0).isEmpty)
    }

    @Test func randomTextGivesAscendingEndsInsideTheText() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...60, using: &generator) {
                let limit: UInt32 =
                    [0x7F, 0x7F, 0x250, 0x3000, 0xFFFF, 0x10FFFF].randomElement(using: &generator) ?? 0x7F
                if let scalar = UnicodeScalar(UInt32.random(in: 0...limit, using: &generator)) { text.append(scalar) }
            }
            let string = String(text)
            let ends = tokenizer.tokenEnds(in: string)
            #expect(ends.count == tokenizer.tokens(of: string).count)
            #expect(zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 })
            #expect((ends.last ?? 0) <= string.utf8.count)
            let placed = tokenizer.placedTokens(of: string, limit: .max)
            #expect(placed.map(\.token) == tokenizer.tokens(of: string))
            #expect(placed.map(\.end) == ends)
            #expect(zip(placed, placed.dropFirst()).allSatisfy { $0.start <= $1.start && $0.end <= $1.end })
            // Between scalars, inside the text, and of something.
            #expect(
                placed.allSatisfy { $0.start < $0.end && string.text(in: .init(start: $0.start, end: $0.end)) != nil })
        }
    }

    @Test func aVocabularyThatDoesNotFitIsRefused() {
        func refused(_ change: (inout GGUFBuilder) -> Void) -> EmbeddingError.Reason? {
            var builder = TinyModel().builder
            change(&builder)
            do {
                _ = try WordPieceTokenizer(GGUFFile(data: builder.build()))
                return nil
            } catch { return (error as? EmbeddingError)?.reason }
        }
        func set(_ key: String, _ value: GGUFBuilder.Value?) -> (inout GGUFBuilder) -> Void {
            { builder in
                builder.metadata.removeAll { $0.0 == key }
                if let value { builder.add(key, value) }
            }
        }
        #expect(refused(set("tokenizer.ggml.model", .string("gpt2"))) == .unsupportedModel)
        #expect(refused(set("tokenizer.ggml.model", nil)) == .unsupportedModel)
        #expect(refused(set("tokenizer.ggml.tokens", nil)) == .malformedModel)
        #expect(refused(set("tokenizer.ggml.tokens", .array(type: 4, [.uint32(1)]))) == .malformedModel)
        #expect(refused(set("tokenizer.ggml.token_type", .array(type: 5, [.int32(1)]))) == .malformedModel)
        #expect(refused(set("tokenizer.ggml.bos_token_id", .uint32(100_000))) == .malformedModel)
    }
}
