#if Llama
import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

struct GenerationTests {
    @Test(arguments: [TinyModel.Favourite.ordinary, .bytes])
    func piecesPutTogetherAreTheText(_ favourite: TinyModel.Favourite) async throws {
        let engine = LlamaEngine.tiny(try TinyModel(vocabulary: .sentencePiece, favourite: favourite).write())
        let answer = try await engine.answer("Hello", options: .init(temperature: 0.8, maxTokens: 60, seed: 3))
        #expect(answer.pieces.count > 5)
        #expect(answer.pieces.joined() == answer.text)
        #expect(answer.response?.usage.completionTokens == 60)
        #expect(answer.response?.finishReason == .length)
    }

    @Test func temperatureZeroGivesTheSameAnswerEachTimeAndInEveryEngine() async throws {
        let path = try TinyModel().write()
        let engine = LlamaEngine.tiny(path)
        let first = try await engine.answer("the same")
        let second = try await engine.answer("the same")
        let other = try await LlamaEngine.tiny(path).answer("the same")
        #expect(!first.text.isEmpty)
        #expect(first.text == second.text)
        #expect(first.text == other.text)
    }

    @Test func aSeedRepeatsAnAnswerAndAnotherSeedChangesIt() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        func text(_ seed: UInt32?) async throws -> String {
            try await engine.answer("dice", options: .init(temperature: 1.5, topK: 0, topP: 1, minP: 0, seed: seed))
                .text
        }
        let first = try await text(7)
        #expect(try await text(7) == first)
        #expect(try await text(8) != first)
        // The number that llama.cpp itself takes to mean "any seed".
        #expect(try await text(.max) == text(.max))
        #expect(try await text(nil) != text(nil))
    }

    @Test func topKOfOneIsGreedyAtAnyTemperature() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        let greedy = try await engine.answer("hello there")
        let narrow = try await engine.answer(
            "hello there", options: .init(temperature: 2, topK: 1, topP: 1, minP: 0, maxTokens: 24))
        #expect(narrow.text == greedy.text)
    }

    @Test func aRepetitionPenaltyChangesAnAnswerThatRepeats() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        let plain = try await engine.answer("hello", options: .init(temperature: 0, maxTokens: 60))
        let varied = try await engine.answer(
            "hello", options: .init(temperature: 0, repetitionPenalty: 5, maxTokens: 60))
        #expect(Set(varied.text).count > Set(plain.text).count)
    }

    /// The same choice again and again, among tokens that are about as likely as each other.
    @Test func presenceAndFrequencyCountInTheWholeAnswerAndRepetitionInItsEnd() throws {
        let model = try LlamaModel(path: TinyModel(confidence: 0.02).write())
        let session = try LlamaSession(model: model, configuration: .init(contextLength: 256, threads: 1))
        let prompt = model.vocabulary.tokenize(Array("hello there".utf8))
        let evaluated = try session.evaluate(
            [.init(sequence: 0, tokens: prompt[...], wantsLogits: true)], until: [Latch()])
        let place = try #require(evaluated.compactMap(\.self).first)
        func different(_ options: GenerationOptions) throws -> Int {
            let sampler = try TokenSampler(options: options, vocabulary: model.vocabulary)
            return Set(try (0..<150).map { _ in try sampler.sample(session.raw, at: place) }).count
        }
        #expect(try different(.init(temperature: 0)) == 1)
        #expect(try different(.init(temperature: 0, presencePenalty: 2)) == 150)
        #expect(try different(.init(temperature: 0, frequencyPenalty: 2)) == 150)
        let repetition = try different(.init(temperature: 0, repetitionPenalty: 5))
        #expect((2..<150).contains(repetition), "\(repetition)")
    }

    /// llama.cpp writes where it is told to, also beside its memory.
    @Test func noMoreIsEvaluatedThanABatchHoldsAndNothingIsNot() throws {
        let model = try LlamaModel(path: TinyModel().write())
        let session = try LlamaSession(
            model: model, configuration: .init(contextLength: 256, threads: 1, batchSize: 8, parallelRequests: 1))
        let token = try #require(model.vocabulary.tokenize(Array("hello".utf8)).first)
        let many = Array(repeating: token, count: session.batchSize + 1)
        for pieces: [LlamaSession.Piece] in [
            [.init(sequence: 0, tokens: many[...], wantsLogits: true)],
            [.init(sequence: 0, tokens: [], wantsLogits: true)],
        ] {
            #expect(throws: LlamaError.self) { try session.evaluate(pieces, until: [Latch()]) }
            #expect(session.evaluatedCount == 0)
        }
        let whole = LlamaSession.Piece(sequence: 0, tokens: many[1...], wantsLogits: true)
        #expect(try session.evaluate([whole], until: [Latch()]).count == 1)
    }

    @Test func aStopSequenceAcrossTokensEndsTheAnswerBeforeIt() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        let free = try await engine.answer("hello")
        // From the middle of one token's text to the middle of another's.
        let start = free.pieces.prefix(5).joined().count
        let stop = String(free.text.dropFirst(start).prefix(3))
        let before = String(free.text[..<(try #require(free.text.range(of: stop)).lowerBound)])
        let stopped = try await engine.answer(
            "hello", options: .init(temperature: 0, maxTokens: 24, stopSequences: [stop, "never said"]))
        #expect(stopped.text == before)
        #expect(stopped.pieces.joined() == before)
        #expect(stopped.response?.finishReason == .stop)
    }

    @Test func theLimitOfTokensIsKept() async throws {
        let engine = LlamaEngine.tiny(try TinyModel(confidence: 0.05).write())
        for limit in [0, 1, 2, 17] {
            let response = try #require(
                try await engine.answer("hello", options: .init(temperature: 0, maxTokens: limit)).response)
            #expect(response.usage.completionTokens == limit)
            #expect(response.finishReason == .length)
            #expect(response.notes.isEmpty)
        }
    }

    @Test func anEndTokenEndsTheAnswerAndIsNotShown() async throws {
        let engine = LlamaEngine.tiny(try TinyModel(favourite: .anything).write())
        var stopped = 0
        for seed in 0..<40 {
            let answer = try await engine.answer(
                "hello", options: .init(temperature: 1, topK: 0, topP: 1, minP: 0, maxTokens: 200, seed: UInt32(seed)))
            #expect(!answer.text.contains("<|im_end|>"))
            if answer.response?.finishReason == .stop { stopped += 1 }
        }
        #expect(stopped > 0)
    }

    @Test func anAnswerThatFillsTheContextSaysSo() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write(), context: 256)
        let response = try #require(
            try await engine.answer("hello", options: .init(temperature: 0, maxTokens: 10_000)).response)
        #expect(response.finishReason == .length)
        #expect(response.usage.promptTokens + response.usage.completionTokens == 256)
        #expect(response.notes.contains { $0.contains("256") })
    }

    @Test func aPromptLongerThanTheContextIsRefusedWithNumbers() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write(), context: 256)
        for length in [300, 3_000_000] {
            let error = await #expect(throws: LlamaError.self) {
                _ = try await engine.answer(String(repeating: "xy ", count: length))
            }
            #expect(error?.code == "context-overflow")
            #expect(error?.message.contains("256") == true)
        }
        #expect(try await !engine.answer("short").text.isEmpty)
    }

    @Test func senselessOptionsAreRefused() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        let options: [GenerationOptions] = [
            .init(temperature: -1), .init(temperature: .nan), .init(topP: 0), .init(topP: 1.5), .init(minP: 1),
            .init(repetitionPenalty: 0), .init(maxTokens: -1),
        ]
        for option in options {
            let error = await #expect(throws: LlamaError.self) { _ = try await engine.answer("hello", options: option) }
            #expect(error?.code == "bad-option")
        }
        let error = await #expect(throws: LlamaError.self) { _ = try await engine.answer("") }
        #expect(error?.code == "empty-prompt")
    }

    @Test func aTextToCompleteIsNotLaidOutAsAConversation() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        let completed = try await engine.answer("hello", task: .textCompletion)
        let talked = try await engine.answer("hello", task: .chat)
        #expect(completed.response?.usage.promptTokens == 1)
        #expect((talked.response?.usage.promptTokens ?? 0) > 5)
    }

    @Test func usageAndTimingsAreCounted() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        let response = try #require(try await engine.answer("hello").response)
        #expect(response.usage.promptTokens > 0)
        #expect(response.usage.completionTokens == 24)
        #expect(response.timings.prompt > 0)
        #expect(response.timings.generation > 0)
    }
}
#endif
