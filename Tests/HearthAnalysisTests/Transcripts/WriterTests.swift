import Foundation
import HearthAnalysis
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

/// Who wrote what: nobody's name stands above another one's work.
@Suite struct WriterTests {
    private static let cues = Samples.english(tokens: 4_000)

    private struct Down: ReadableError {
        let code = "provider-failed"
        let kind = Failure.Kind.providerFailed
        let message = "It failed with status 500."
    }

    private func analyze(
        _ models: [any RoutableEngine], _ aspects: Set<TranscriptAspect>, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .extract)
    ) async throws -> TranscriptAnalysis {
        try await TranscriptAnalyzer(router: Scripted.router(models)).analyze(
            TranscriptAnalysisRequest(cues: Self.cues, aspects: aspects, routing: routing, options: options))
    }

    @Test func whatTheBasicEngineWroteDoesNotBearTheNameOfAnEngineThatDidNotAnswer() async throws {
        let model = Scripted.model { _ in .failure(Down()) }
        let all = Set(TranscriptAspect.allCases)
        let analysis = try await analyze([model, BasicEngine()], all)
        #expect(!model.requests.isEmpty)
        #expect(analysis.route.engine == .basic && analysis.route.wasFallback)
        #expect(analysis.route.fallbackReason?.contains("provider-failed") == true)
        #expect(Set(analysis.writers.keys) == all)
        for (aspect, writers) in analysis.writers {
            #expect(writers.map(\.engine) == [.basic], "\(aspect)")
            guard aspect != .exchanges else { continue }
            #expect(writers.allSatisfy { $0.wasFallback && $0.fallbackReason?.contains("provider-failed") == true })
        }
    }

    @Test func eachPartNamesTheEngineThatReadIt() async throws {
        let middle = Self.cues[Self.cues.count / 2].text
        let model = Scripted.model { request in
            Scripted.part(request).contains(middle) ? .failure(Down()) : Scripted.plausible(request)
        }
        let analysis = try await analyze([model, BasicEngine()], [.entities, .highlights])
        for aspect in [TranscriptAspect.entities, .highlights] {
            let writers = try #require(analysis.writers[aspect])
            #expect(Set(writers.map(\.engine)) == [.local, .basic])
            #expect(writers.first { $0.engine == .basic }?.pieces == 1)
            #expect(writers.reduce(0) { $0 + $1.pieces } == analysis.coverage.parts)
        }
        #expect(analysis.route.engine == .local && !analysis.route.wasFallback)
    }

    @Test func aSummaryIsTheWorkOfWhoWroteItAndNotOfWhoReadTheParts() async throws {
        let model = Scripted.model { request in
            Scripted.kind(request) == "summary" ? .failure(Down()) : Scripted.plausible(request)
        }
        let analysis = try await analyze([model, BasicEngine()], [.summary, .tags])
        #expect(analysis.writers[.summary]?.map(\.engine) == [.basic])
        #expect(analysis.writers[.tags]?.map(\.engine) == [.local])
        let alone = try await analyze([model, BasicEngine()], [.summary])
        #expect(alone.route.engine == .basic && alone.route.wasFallback && alone.route.host == nil)
    }

    @Test func whatWasKeptIsStillTheWorkOfWhoWroteIt() async throws {
        let cache = MemoryCache()
        let model = Scripted.model { Scripted.plausible($0) }
        let analyzer = TranscriptAnalyzer(router: Scripted.router([model, BasicEngine()]), cache: cache)
        let request = TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary])
        _ = try await analyzer.analyze(request)
        let second = try await analyzer.analyze(request)
        #expect(second.reused > 0 && second.usage == TokenUsage())
        #expect(second.route.engine == .local && second.writers[.summary]?.map(\.engine) == [.local])
    }

    @Test func whatIsFoundWithoutAnyEngineNamesNone() async throws {
        let model = Scripted.model { Scripted.plausible($0) }
        let analysis = try await analyze([model, BasicEngine()], [.exchanges])
        #expect(model.requests.isEmpty)
        #expect(analysis.route.engine == .basic && analysis.writers[.exchanges]?.map(\.engine) == [.basic])
        let answer = try await TranscriptAnswerer(
            Self.cues, router: Scripted.router([model, BasicEngine()])
        ).answer(TranscriptQuestion("Qwyjibo xylophonist zzyzx?"))
        #expect(answer.answer.abstained && answer.answer.route.engine == .basic)
        #expect(model.requests.isEmpty)
    }

    @Test func anAnswerThatIsNoJSONIsMadeByTheNextEngineAsAJournalIs() async throws {
        let model = Scripted.model { _ in .text("I would rather not use JSON.") }
        let analysis = try await analyze([model, BasicEngine()], [.summary, .tags, .chapters])
        #expect(analysis.writers.values.allSatisfy { $0.map(\.engine) == [.basic] })
        #expect(analysis.route.engine == .basic && analysis.summary != nil)
        // An engine that is insisted on has no stand-in.
        await #expect {
            _ = try await analyze([model, BasicEngine()], [.summary], routing: RoutingChoice(engine: .local))
        } throws: { ($0 as? any ReadableError)?.code == "failed-parts" }
        let answer = try await TranscriptAnswerer(
            Self.cues, router: Scripted.router([model, BasicEngine()])
        ).answer(TranscriptQuestion("What does the lamp do?"))
        #expect(answer.answer.route.engine == .basic)
    }

    @Test func askedAgainEverythingIsMadeAnewAndKept() async throws {
        let cache = MemoryCache()
        let model = Scripted.model { Scripted.plausible($0) }
        let analyzer = TranscriptAnalyzer(router: Scripted.router([model]), cache: cache)
        var request = TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary, .highlights])
        _ = try await analyzer.analyze(request)
        let asked = model.requests.count
        request.again = true
        let second = try await analyzer.analyze(request)
        #expect(second.reused == 0)
        #expect(model.requests.count == 2 * asked)
        request.again = false
        #expect(try await analyzer.analyze(request).reused == asked)
    }

    @Test func aChosenLengthOfAnswersHoldsAsFarAsTheWindowHasRoom() async throws {
        var options = TaskDefaults.options(for: .extract)
        options.choose(maxTokens: 3_000)
        for window in [4_096, 32_768] {
            let usual = Scripted.model(window: window) { Scripted.plausible($0) }
            _ = try await analyze([usual], [.summary, .highlights])
            let model = Scripted.model(window: window) { Scripted.plausible($0) }
            _ = try await analyze([model], [.summary, .highlights], options: options)
            let most = try #require(usual.requests.map(\.options.maxTokens).max())
            #expect(model.requests.allSatisfy { $0.options.maxTokens > most })
            if window > 8_192 { #expect(model.requests.allSatisfy { $0.options.maxTokens == 3_000 }) }
            for request in model.requests {
                let prompt = request.messages.reduce(0) { $0 + model.tokenizer.countTokens($1.content) }
                #expect(prompt + request.options.maxTokens <= window)
            }
        }
    }
}
