import Foundation
import HearthAnalysis
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

@Suite struct MapReduceTests {
    /// A window of 4,096 tokens and a transcript three times as long.
    @Test(arguments: [Samples.english(tokens: 12_000), Samples.japanese(tokens: 12_000)])
    func partsAreReadInOrderThenJoinedLevelByLevel(_ cues: [Cue]) async throws {
        let model = Scripted.model { Scripted.plausible($0) }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model, BasicEngine()])).analyze(
            TranscriptAnalysisRequest(cues: cues, aspects: [.summary]))
        let kinds = model.requests.map(Scripted.kind)
        let parts = kinds.prefix { $0 == "notes" }.count
        #expect(parts >= 12_000 / 800)
        #expect(kinds.last == "summary")
        #expect(kinds.dropFirst(parts).dropLast().allSatisfy { $0 == "merge" })
        // Every word was read, once and in order.
        let read = model.requests.prefix(parts).map(Scripted.part).joined(separator: " ")
        var from = read.startIndex
        for cue in cues {
            let found = try #require(read[from...].firstRange(of: cue.text))
            from = found.upperBound
        }
        #expect(analysis.coverage.isComplete)
        #expect(analysis.coverage.read == parts)
        #expect(analysis.summary?.summary == "A talk about lamps.")
        #expect(analysis.route.engine == .local)
        #expect(analysis.usage.promptTokens == model.requests.count * 7)
    }

    @Test(arguments: [Samples.english(tokens: 12_000), Samples.japanese(tokens: 12_000)])
    func noRequestExceedsTheWindowOrItsShare(_ cues: [Cue]) async throws {
        let model = Scripted.model { Scripted.plausible($0) }
        _ = try await TranscriptAnalyzer(router: Scripted.router([model, BasicEngine()])).analyze(
            TranscriptAnalysisRequest(cues: cues))
        let tokenizer = EstimatedTokenizer()
        for request in model.requests {
            let prompt = request.messages.reduce(0) { $0 + tokenizer.countTokens($1.content) }
            // Also when the model is asked again, with its first answer.
            #expect(prompt + 2 * request.options.maxTokens <= 4_096)
            #expect(request.options.maxTokens <= 400)
            if ["notes", "entities", "highlights"].contains(Scripted.kind(request)) {
                #expect(tokenizer.countTokens(Scripted.part(request)) <= 800)
            }
        }
    }

    @Test func longNotesAreJoinedInMoreLevels() async throws {
        let long = String(repeating: "The council talked about the harbour at length. ", count: 60)
        let model = Scripted.model { request in
            switch Scripted.kind(request) {
            case "notes", "merge":
                // No two alike: those would be asked for once.
                Scripted.json([
                    "summary": "\(Scripted.part(request).hashValue) " + long, "topics": ["harbour"],
                    "takeaways": [String](), "terms": [String](),
                ])
            default: Scripted.plausible(request)
            }
        }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model])).analyze(
            TranscriptAnalysisRequest(cues: Samples.english(tokens: 8_000), aspects: [.summary]))
        let merges = model.requests.count { Scripted.kind($0) == "merge" }
        let parts = model.requests.count { Scripted.kind($0) == "notes" }
        // A tree over the parts: every joining takes two at least, until all fit one request.
        #expect(merges >= parts / 2)
        #expect(merges < parts)
        #expect(analysis.coverage.truncated > 0)
        #expect(analysis.coverage.gaps.allSatisfy { $0.outcome == .truncated && !$0.reason.isEmpty })
        #expect(model.requests.last.map(Scripted.kind) == "summary")
    }

    @Test func quotesAreCheckedAndGetTheTimesOfTheirCues() async throws {
        let cues = Samples.english(tokens: 3_000)
        let model = Scripted.model { Scripted.plausible($0) }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model])).analyze(
            TranscriptAnalysisRequest(cues: cues, aspects: [.highlights, .tags]))
        let reel = try #require(analysis.highlights)
        #expect(!reel.highlights.isEmpty)
        for moment in reel.highlights {
            let held = cues[moment.place.cues].map(\.text).joined(separator: " ")
            #expect(held.contains(moment.place.quote))
            #expect(moment.place.startTime == cues[moment.place.cues.lowerBound].start)
            #expect(moment.place.endTime == cues[moment.place.cues.upperBound - 1].end)
            #expect(moment.title == "Start")
        }
        // One made-up quote a part, and a term that nobody says.
        let parts = model.requests.count { Scripted.kind($0) == "highlights" }
        #expect(analysis.coverage.unverified == parts + 1)
        #expect(analysis.tags?.technicalTerms == [])
    }

    @Test func aSampleKeepsTheFirstAndTheLastPartAndSaysSo() async throws {
        let cues = Samples.english(tokens: 9_000)
        let model = Scripted.model { Scripted.plausible($0) }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model])).analyze(
            TranscriptAnalysisRequest(cues: cues, aspects: [.summary], sample: 3))
        let read = model.requests.filter { Scripted.kind($0) == "notes" }.map(Scripted.part)
        #expect(read.count == 3)
        #expect(read.first?.contains(cues[0].text) == true)
        #expect(read.last?.contains(cues[cues.count - 1].text) == true)
        #expect(analysis.coverage.read == 3)
        #expect(analysis.coverage.skipped == analysis.coverage.parts - 3)
        let gaps = analysis.coverage.gaps.filter { $0.outcome == .skipped }
        #expect(gaps.count == 2)
        #expect(gaps.allSatisfy { $0.startTime != nil && $0.endTime != nil })
        #expect(analysis.notes.contains { $0.hasPrefix("3 of ") })
    }

    @Test func progressGrowsFromTheFirstPartToTheEnd() async throws {
        let model = Scripted.model { Scripted.plausible($0) }
        let analyzer = TranscriptAnalyzer(router: Scripted.router([model]))
        var fractions: [Double] = []
        var messages: [String] = []
        var completed = false
        for try await state in analyzer.states(
            of: TranscriptAnalysisRequest(cues: Samples.english(tokens: 5_000), aspects: [.summary]))
        {
            switch state {
            case .idle: #expect(fractions.isEmpty)
            case .analyzing(let fraction, let message):
                fractions.append(fraction)
                messages.append(message)
            case .completed: completed = true
            }
        }
        let parts = model.requests.count { Scripted.kind($0) == "notes" }
        #expect(completed)
        #expect(messages.contains("Summarizing part 3 of \(parts)"))
        #expect(fractions == fractions.sorted())
        #expect(fractions.allSatisfy { (0...1).contains($0) })
    }

    @Test func aTinyWindowIsRefusedWithAReason() async throws {
        let model = Scripted.model(window: 512) { Scripted.plausible($0) }
        await #expect(throws: AnalysisError.self) {
            _ = try await TranscriptAnalyzer(router: Scripted.router([model])).analyze(
                TranscriptAnalysisRequest(cues: Samples.english(tokens: 500), aspects: [.highlights]))
        }
        #expect(model.requests.isEmpty)
    }
}
