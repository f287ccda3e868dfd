#if Llama
import Foundation
import HearthCore
import Synchronization
import Testing
import TinyModels

@testable import HearthLlama

/// What was heard of several answers, in the order in which it came.
private final class Events: Sendable {
    private let names = Mutex<[String]>([])

    var all: [String] { names.withLock { $0 } }

    func follow(
        _ name: String, _ stream: EventStream<ResponseEvent>,
        onFirst: @Sendable () -> Void = {}
    ) async throws {
        var isFirst = true
        for try await event in stream {
            guard case .text = event else { continue }
            names.withLock { $0.append(name) }
            if isFirst { onFirst() }
            isFirst = false
        }
        names.withLock { $0.append("end of \(name)") }
    }
}

/// Several requests in one context.
struct BatchingTests {
    private static let endless = "root ::= [a-z]+"

    private func engine(_ path: String, context: Int? = nil, parallel: Int = 4, batch: Int = 512) -> LlamaEngine {
        LlamaEngine(
            path: path,
            configuration: .init(contextLength: context, threads: 1, batchSize: batch, parallelRequests: parallel))
    }

    private func request(_ text: String, limit: Int = 24, grammar: String? = nil) -> ModelRequest {
        ModelRequest(
            task: .chat, messages: [Message(.user, text)],
            options: .init(temperature: 0, maxTokens: limit, grammar: grammar))
    }

    /// The answers to all requests, asked for at once.
    private func together(_ engine: LlamaEngine, _ requests: [ModelRequest]) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask { (index, try await engine.answer(request)) }
            }
            var answers = [Answer](repeating: Answer(), count: requests.count)
            for try await (index, answer) in group { answers[index] = answer }
            return answers
        }
    }

    /// To the letter wherever rounding does not decide: a batch of another size is added up in another order, and of two
    /// tokens that are equally likely to the fourth digit either may come. So there are only four to choose from here; that
    /// nothing but rounding differs is the next test's.
    @Test(arguments: [TinyVocabulary.sentencePiece, .bytePair()])
    func anAnswerIsTheSameAloneAndWithNeighbours(_ vocabulary: TinyVocabulary) async throws {
        let path = try TinyModel(vocabulary: vocabulary, context: 4096).write()
        let texts = ["hello", String(repeating: "the inn ", count: 200), "what now", "and the world? " + "the ing"]
        let requests = texts.map { request($0, limit: 40, grammar: "root ::= [a-d]{60}") }
        var alone: [String] = []
        for request in requests { alone.append(try await engine(path).answer(request).text) }
        let shared = try await together(engine(path), requests)
        #expect(shared.map(\.text) == alone)
        #expect(Set(alone).count > 1)
    }

    @Test func neighboursChangeNothingButTheLastDigits() throws {
        let model = try LlamaModel(path: TinyModel(context: 1024).write())
        let prompts = (0..<4).map { number in (0..<(20 + 37 * number)).map { Int32(($0 * (number + 3)) % 250) } }
        func logits(_ session: LlamaSession, _ place: Int32) throws -> [Float] {
            Array(try #require(session.logits(at: place)))
        }
        func session() throws -> LlamaSession {
            try LlamaSession(model: model, configuration: .init(contextLength: 1024, threads: 1))
        }
        var alone: [[Float]] = []
        for prompt in prompts {
            let session = try session()
            _ = try session.prefill(prompt, until: Latch())
            alone.append(try logits(session, -1))
        }
        // The same prompts a few tokens at a time, so that their cells lie between each other.
        let shared = try session()
        var last = [[Float]](repeating: [], count: prompts.count)
        while last.contains(where: \.isEmpty) {
            let pieces = prompts.indices.compactMap { index -> LlamaSession.Piece? in
                let rest = prompts[index][shared.evaluated[index].count...].prefix(5 + index)
                guard !rest.isEmpty else { return nil }
                return .init(sequence: index, tokens: rest, wantsLogits: rest.endIndex == prompts[index].count)
            }
            let places = try shared.evaluate(pieces, until: [Latch()])
            for (piece, place) in zip(pieces, places) {
                if let place { last[piece.sequence] = try logits(shared, place) }
            }
        }
        for (one, other) in zip(alone, last) {
            let spread = (one.max() ?? 0) - (one.min() ?? 0)
            let difference = zip(one, other).map { abs($0 - $1) }.max() ?? .infinity
            #expect(difference < spread / 1000, "\(difference) of \(spread)")
        }
    }

    @Test func grammarsAndChanceAreEachRequestsOwn() async throws {
        let path = try TinyModel(favourite: .anything, context: 2048).write()
        let grammars = ["root ::= [a-f]+", "root ::= [0-9]+", "root ::= \"yes\" | \"no\"", nil]
        func requests() -> [ModelRequest] {
            grammars.indices.map { index in
                ModelRequest(
                    task: .chat, messages: [Message(.user, "one \(index)")],
                    options: .init(temperature: 1, maxTokens: 30, seed: UInt32(index), grammar: grammars[index]))
            }
        }
        let engine = engine(path)
        let answers = try await together(engine, requests())
        #expect(answers[0].text.wholeMatch(of: /[a-f]+/) != nil)
        #expect(answers[1].text.wholeMatch(of: /[0-9]+/) != nil)
        #expect(["yes", "no"].contains(answers[2].text))
        #expect(try await together(engine, requests()).map(\.text) == answers.map(\.text))
    }

    /// While one is answered, a long prompt and a short one come: all three go on beside each other.
    ///
    /// Who listens, and what hands over to it, have threads of their own. On those that all tests share they would fall behind on a busy
    /// machine, and an answer whose reader is behind waits.
    @Test func aLongPromptStallsNeitherAnAnswerNorAShortPrompt() async throws {
        let threads = ThreadPool(name: "listeners", count: 4)
        try await WorkThreads.$preferred.withValue(threads) {
            try await withTaskExecutorPreference(threads) { try await answersGoOnBesideALongPrompt(threads) }
        }
    }

    private func answersGoOnBesideALongPrompt(_ threads: ThreadPool) async throws {
        let path = try TinyModel(width: 128, context: 32_768).write()
        let engine = engine(path, context: 32_768)
        let heard = Events()
        let (going, long, short) = (
            request("go on", limit: 20_000, grammar: Self.endless),
            request(String(repeating: "the inn ", count: 2500), limit: 2), request("hello", limit: 5)
        )
        let (started, signal) = AsyncStream.makeStream(of: Void.self)
        let answer = Task(executorPreference: threads) {
            try await heard.follow("answer", engine.respond(to: going)) { signal.finish() }
        }
        for await _ in started {}
        let before = heard.all.count
        let slow = Task(executorPreference: threads) { try await heard.follow("long", engine.respond(to: long)) }
        try await heard.follow("short", engine.respond(to: short))
        try await slow.value
        answer.cancel()
        _ = await answer.result
        let after = heard.all.dropFirst(before)
        let firstOfLong = try #require(after.firstIndex(of: "long"))
        // 7500 tokens and more, of which no step takes more than 64 beside an answer.
        #expect(after[..<firstOfLong].count { $0 == "answer" } > 50)
        #expect(try #require(after.firstIndex(of: "end of short")) < firstOfLong)
    }

    @Test(.timeLimit(.minutes(10))) func anAnswerWhoseReaderIsBehindWaitsAndTheOthersGoOn() async throws {
        let path = try TinyModel(context: 2048).write()
        let engine = engine(path)
        let long = request("go on", limit: 600, grammar: Self.endless)
        let expected = try await self.engine(path).answer(long).text
        var slow = engine.respond(to: long).makeAsyncIterator()
        var text = ""
        func read() async throws -> Bool {
            guard let event = try await slow.next() else { return false }
            if case .text(let piece) = event { text += piece }
            return true
        }
        _ = try await read()
        // Were it not held back, it would come to its end, and this to none.
        while await !engine.isHoldingBack { await Task.yield() }
        #expect(try await !engine.answer(request("hello", limit: 8)).text.isEmpty)
        #expect(await engine.isHoldingBack)
        while try await read() {}
        #expect(text == expected)
        // One that leaves while it is held back leaves its place.
        do {
            var gone = engine.respond(to: long).makeAsyncIterator()
            _ = try await gone.next()
            while await !engine.isHoldingBack { await Task.yield() }
        }
        while await engine.isHoldingBack { await Task.yield() }
    }

    @Test func moreRequestsThanSequencesTakeTurns() async throws {
        let path = try TinyModel(context: 1024).write()
        let texts = (0..<12).map { "question \($0)" }
        var alone: [String] = []
        for text in texts { alone.append(try await engine(path).answer(request(text)).text) }
        for parallel in [1, 2, 5] {
            let answers = try await together(engine(path, parallel: parallel), texts.map { request($0) })
            #expect(answers.map(\.text) == alone, "\(parallel)")
        }
    }

    /// Answers that together need more than the context: the younger ones give their cells, and end all the same.
    ///
    /// What they gave is evaluated again in larger batches, which rounds otherwise; between two letters that hardly matters.
    @Test func answersThatDoNotFitTogetherAreAllFinished() async throws {
        let path = try TinyModel(context: 256).write()
        let requests = (0..<3).map { request("word \($0)", limit: 120, grammar: "root ::= [ab]{140}") }
        var alone: [String] = []
        for request in requests { alone.append(try await engine(path).answer(request).text) }
        let engine = engine(path)
        let answers = try await together(engine, requests)
        #expect(answers.map(\.text) == alone)
        #expect(answers.allSatisfy { $0.response?.usage.completionTokens == 120 })
        #expect(await engine.pauses > 0)
    }

    @Test func theCellsOfACancelledAnswerServeTheNext() async throws {
        let path = try TinyModel(context: 1024).write()
        let engine = engine(path, context: 1024, parallel: 2)
        let neighbour = Task { try await engine.answer(request("neighbour", limit: 100)) }
        for round in 0..<6 {
            // Each fills most of the context before it is dropped.
            var count = 0
            for try await _ in engine.respond(to: request("gone \(round)", limit: 900, grammar: Self.endless)) {
                count += 1
                if count == 300 { break }
            }
        }
        let long = try await engine.answer(request(String(repeating: "inn ", count: 150), limit: 8))
        #expect(long.response?.usage.completionTokens == 8 || long.response?.finishReason == .stop)
        let text = try await neighbour.value.text
        #expect(text == (try await self.engine(path, context: 1024).answer(request("neighbour", limit: 100)).text))
        #expect(await engine.evaluatedTokens <= 1024)
    }

    @Test func conversationsThatTakeTurnsEachKeepTheirOwnBeginning() async throws {
        let path = try TinyModel(vocabulary: .sentencePiece, context: 2048).write()
        let engine = engine(path)
        let rules = Message(.system, "Be brief. " + String(repeating: "the world ", count: 30))
        var talks = (0..<3).map { [rules, Message(.user, "Hello \($0) " + String(repeating: "in \($0) ", count: 30))] }
        var prompts = [Int](repeating: 0, count: 3)
        for turn in 0..<3 {
            for talk in talks.indices {
                let request = ModelRequest(
                    task: .chat, messages: talks[talk], options: .init(temperature: 0, maxTokens: 12))
                let answer = try await engine.answer(request)
                let usage = try #require(answer.response?.usage)
                if turn == 0, talk > 0 {
                    // The rules are shared without being evaluated again.
                    #expect(usage.cachedTokens > 60 && usage.cachedTokens < usage.promptTokens)
                }
                if turn > 0 { #expect(usage.cachedTokens >= prompts[talk] - 1, "turn \(turn) of \(talk)") }
                prompts[talk] = usage.promptTokens
                let fresh = try await self.engine(path).answer(request)
                #expect(answer.text == fresh.text)
                talks[talk] += [Message(.assistant, answer.text), Message(.user, "go on \(turn)")]
            }
        }
    }

    @Test func aBatchOfOneTokenServesAllTheSame() async throws {
        let path = try TinyModel().write()
        let texts = ["one", "two", "three"]
        let wide = try await together(engine(path), texts.map { request($0) })
        let narrow = try await together(engine(path, batch: 1), texts.map { request($0) })
        #expect(narrow.map(\.text) == wide.map(\.text))
    }

    @Test func unloadingWaitsForAnswersUnderWay() async throws {
        let path = try TinyModel(context: 2048).write()
        let engine = engine(path)
        let expected = try await self.engine(path).answer(request("hello", limit: 300)).text
        let (started, signal) = AsyncStream.makeStream(of: Void.self)
        let answer = Task {
            var text = ""
            for try await event in engine.respond(to: request("hello", limit: 300)) {
                if case .text(let piece) = event { text += piece }
                signal.finish()
            }
            return text
        }
        for await _ in started {}
        await engine.unload()
        #expect(try await answer.value == expected)
        #expect(await engine.evaluatedTokens == 0)
        #expect(try await engine.answer(request("hello", limit: 300)).text == expected)
    }

    @Test func cellsAreSharedAndGivenBack() throws {
        let model = try LlamaModel(path: TinyModel(context: 512).write())
        let session = try LlamaSession(model: model, configuration: .init(contextLength: 512, threads: 1))
        let tokens = (0..<100).map { Int32($0 + 20) }
        _ = try session.prefill(tokens, until: Latch())
        session.share(60, of: 0, with: 1)
        #expect(session.evaluated[1] == Array(tokens.prefix(60)))
        session.forget(0)
        // What is shared stays for the other one.
        #expect(try session.prefill(tokens, sequence: 1, until: Latch()) == 60)
        for sequence in 0...4 { session.forget(sequence) }
        #expect(session.freeCells == 512)
        for sequence in 0..<4 {
            let part = (0..<128).map { Int32($0 + sequence) }
            #expect(try session.prefill(part, sequence: sequence, until: Latch()) == 0)
        }
        #expect(session.freeCells == 0)
    }
}
#endif
