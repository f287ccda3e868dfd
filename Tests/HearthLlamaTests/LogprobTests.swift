#if Llama
internal import CLlama
import Foundation
import HearthCore
import HearthTesting
import Testing
import TinyModels

@testable import HearthLlama

/// How likely the tokens of an answer were, as a local model tells it.
struct LogprobTests {
    private func request(
        _ text: String = "hello", temperature: Double = 0, tokens: Int = 24, stops: [String] = [], seed: UInt32 = 1,
        penalty: Double = 1, logprobs: Int? = 3, schema: GenerationSchema? = nil
    ) -> ModelRequest {
        ModelRequest(
            task: .chat, messages: [Message(.user, text)],
            options: GenerationOptions(
                temperature: temperature, topK: 6, topP: 1, minP: 0, repetitionPenalty: penalty, maxTokens: tokens,
                stopSequences: stops, seed: seed, logprobs: logprobs), schema: schema)
    }

    /// What holds for every answer: its tokens are its text, piece by piece and as a whole.
    private func check(_ answer: Answer, alternatives: Int = 3, at place: SourceLocation = #_sourceLocation) throws {
        let tokens = try #require(answer.response?.logprobs, sourceLocation: place)
        func says(_ tokens: [TokenLogprob], _ text: String) -> Bool {
            String(decoding: tokens.flatMap(\.bytes), as: UTF8.self).utf8.elementsEqual(text.utf8)
        }
        #expect(says(tokens, answer.text), "\(answer.text)", sourceLocation: place)
        #expect(answer.tokens.flatMap(\.self) == tokens, sourceLocation: place)
        for (piece, tokens) in zip(answer.pieces, answer.tokens) {
            #expect(says(tokens, piece) && !tokens.isEmpty, "\(piece)", sourceLocation: place)
        }
        for token in tokens {
            #expect(!token.bytes.isEmpty && token.logprob <= 0 && token.logprob.isFinite, sourceLocation: place)
            let best = token.alternatives
            #expect(best.count == alternatives, sourceLocation: place)
            #expect(zip(best, best.dropFirst()).allSatisfy { $0.logprob >= $1.logprob }, sourceLocation: place)
            #expect(best.reduce(0) { $0 + exp($1.logprob) } <= 1.000_001, sourceLocation: place)
        }
    }

    /// A model's own scores after `tokens`, made into probabilities by the definition.
    private func softmax(_ session: LlamaSession, after tokens: [llama_token]) throws -> [Double] {
        _ = try session.prefill(tokens, until: Latch())
        let logits = try #require(llama_get_logits_ith(session.raw, -1))
        let exponentials = (0..<session.model.vocabulary.count).map { exp(Double(logits[$0])) }
        let sum = exponentials.reduce(0, +)
        return exponentials.map { log($0 / sum) }
    }

    // MARK: - Values

    @Test(arguments: [(0.0, 1.0), (1.5, 1.0), (0.7, 1.8)])
    func theNumbersAreTheModelsOwnWhateverTheSamplingIs(_ temperature: Double, _ penalty: Double) async throws {
        let path = try TinyModel().write()
        let request = request(temperature: temperature, penalty: penalty, logprobs: 5)
        let answer = try await LlamaEngine.tiny(path).answer(request)
        try check(answer, alternatives: 5)
        let told = try #require(answer.response?.logprobs)
        #expect(told.count == 24)

        let model = try LlamaModel(path: path)
        let session = try LlamaSession(model: model, configuration: .init(threads: 1))
        var tokens = try Prompt(
            request, model: model, layout: ChatLayout(setting: nil, model: model), context: session.contextLength
        ).tokens
        var ids: [[UInt8]: llama_token] = [:]
        for id in 0..<llama_token(model.vocabulary.count) where model.vocabulary.isPlain(id) {
            ids[model.vocabulary.piece(id)] = id
        }
        for token in told {
            let expected = try softmax(session, after: tokens)
            let id = try #require(ids[token.bytes])
            #expect(abs(token.logprob - expected[Int(id)]) < 1e-3, "\(token.text)")
            let best = expected.sorted(by: >).prefix(5)
            for (alternative, logprob) in zip(token.alternatives, best) {
                #expect(abs(alternative.logprob - logprob) < 1e-3)
            }
            if temperature == 0, penalty == 1 {
                #expect(token.alternatives.first?.bytes == token.bytes)
                #expect(token.alternatives.first?.logprob == token.logprob)
            }
            tokens.append(id)
        }
        if temperature > 0 {
            #expect(told.contains { $0.alternatives.first?.bytes != $0.bytes }, "another than the likeliest is drawn")
        }
    }

    @Test func askingChangesNothingElse() async throws {
        let engine = LlamaEngine.tiny(try TinyModel(vocabulary: .sentencePiece, favourite: .bytes).write())
        for seed: UInt32 in 0..<10 {
            let plain = try await engine.answer(
                request(temperature: 1, tokens: 60, stops: ["\u{7}"], seed: seed, logprobs: nil))
            #expect(plain.response?.logprobs == nil && plain.tokens.allSatisfy(\.isEmpty))
            let asked = try await engine.answer(request(temperature: 1, tokens: 60, stops: ["\u{7}"], seed: seed))
            #expect(asked.text == plain.text)
            #expect(asked.response?.usage.completionTokens == plain.response?.usage.completionTokens)
            try check(asked)
        }
    }

    @Test func answersBesideEachOtherKeepTheirOwnNumbers() async throws {
        let path = try TinyModel().write()
        let engine = LlamaEngine(path: path, configuration: .init(threads: 1, parallelRequests: 3))
        let texts = ["hello", "a longer question than that", "x"]
        let requests = texts.map { request($0, logprobs: 0) }
        let together = try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask { (index, try await engine.answer(request)) }
            }
            var answers = [Answer](repeating: Answer(), count: requests.count)
            for try await (index, answer) in group { answers[index] = answer }
            return answers
        }
        for (request, answer) in zip(requests, together) {
            try check(answer, alternatives: 0)
            let alone = try await LlamaEngine.tiny(path).answer(request)
            for (a, b) in zip(answer.response?.logprobs ?? [], alone.response?.logprobs ?? []) {
                // From where rounding let another token be drawn on, they are different answers.
                guard a.bytes == b.bytes else { break }
                #expect(abs(a.logprob - b.logprob) < 0.01)
            }
            #expect(answer.response?.logprobs?.first?.bytes == alone.response?.logprobs?.first?.bytes)
        }
    }

    @Test(arguments: [-1, 21])
    func moreAlternativesThanThereAreToAskForAreRefused(_ count: Int) async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        let error = await #expect(throws: LlamaError.self) { _ = try await engine.answer(request(logprobs: count)) }
        #expect(error?.code == "bad-option")
        try check(try await engine.answer(request(logprobs: 20)), alternatives: 20)
    }

    // MARK: - Which tokens are told of

    @Test(arguments: [TinyModel.Favourite.ordinary, .bytes, .anything])
    func tokensThatAreOnlyPartsOfCharactersAreTheirBytes(_ favourite: TinyModel.Favourite) async throws {
        var parts = 0
        for vocabulary in [TinyVocabulary.sentencePiece, .bytePair()] {
            let engine = LlamaEngine.tiny(try TinyModel(vocabulary: vocabulary, favourite: favourite).write())
            for seed: UInt32 in 0..<8 {
                let answer = try await engine.answer(request(temperature: 1.5, tokens: 80, seed: seed))
                try check(answer)
                parts += answer.response?.logprobs?.count { String(validating: $0.bytes, as: UTF8.self) == nil } ?? 0
            }
        }
        if favourite == .bytes { #expect(parts > 50) }
    }

    @Test func whatAStopSequenceEndsIsNotTold() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        let free = try await engine.answer(request(tokens: 40))
        let text = Array(free.text)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<40 {
            let start = Int.random(in: 0..<(text.count - 3), using: &random)
            let stop = String(text[start..<(start + Int.random(in: 1...3, using: &random))])
            let answer = try await engine.answer(request(tokens: 40, stops: [stop, "never said"]))
            let end = try #require(free.text.range(of: stop)).lowerBound
            #expect(answer.text == String(free.text[..<end]))
            try check(answer)
        }
    }

    @Test func theTokensOfAnAnswerUnderASchemaAreItsText() async throws {
        let engine = LlamaEngine.tiny(try TinyModel(favourite: .anything, context: 1_024).write())
        for (number, text) in StructuredTests.schemas.enumerated() {
            let schema = GenerationSchema(name: "answer", root: try JSONValue(parsing: text))
            let answer = try await engine.answer(
                request(temperature: 1, tokens: 700, seed: UInt32(number), schema: schema))
            try check(answer)
            #expect(answer.response?.structured != nil, "\(text): \(answer.text)")
        }
    }

    @Test(arguments: [TinyVocabulary.Kind.control, .userDefined])
    func reasoningAndItsMarksAreNotTold(_ kind: TinyVocabulary.Kind) async throws {
        var vocabulary = TinyVocabulary.bytePair()
        vocabulary.add("<think>", kind)
        vocabulary.add("</think>", kind)
        let opened = TinyModel.chatML + "{{ '<think>\\n' }}"
        let model = TinyModel(vocabulary: vocabulary, template: opened, favourite: .anything)
        let engine = LlamaEngine.tiny(try model.write())
        let schema = GenerationSchema(name: "answer", root: try JSONValue(parsing: StructuredTests.schemas[0]))
        var thoughts = 0
        for seed: UInt32 in 0..<20 {
            for schema in [nil, schema] {
                let answer = try await engine.answer(
                    request(temperature: 1.5, tokens: 120, seed: seed, schema: schema))
                try check(answer)
                if answer.response?.reasoning != nil, !answer.text.isEmpty { thoughts += 1 }
            }
        }
        #expect(thoughts > 10)
    }

    @Test func anAnswerOfNothingHasNoTokens() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        #expect(try await engine.answer(request(tokens: 0)).response?.logprobs == [])
    }
}
#endif
