import Foundation
import HearthAnalysis
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

@Suite struct RefusalTests {
    private static let cues = Samples.english(tokens: 4_000)

    /// Declines every part that holds the words.
    private static func declining(_ words: String, _ engine: Engine = .local) -> ScriptedModel {
        Scripted.model(engine, id: "declining") { request in
            Scripted.part(request).contains(words) ? .failure(Refusal()) : Scripted.plausible(request)
        }
    }

    private static var forbidden: String { cues[cues.count / 2].text }

    @Test func aRefusedPartIsListedWithItsTimesWhereNoOtherEngineIsAllowed() async throws {
        let model = Self.declining(Self.forbidden)
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model])).analyze(
            TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary]))
        #expect(analysis.coverage.refused == 1)
        #expect(analysis.coverage.read == analysis.coverage.parts - 1)
        let gap = try #require(analysis.coverage.gaps.first { $0.outcome == .refused })
        #expect(gap.cues.contains(Self.cues.count / 2))
        #expect(gap.startTime == Self.cues[gap.cues.lowerBound].start)
        #expect(gap.endTime == Self.cues[gap.cues.upperBound - 1].end)
        #expect(gap.reason.contains("declined"))
        #expect(analysis.summary != nil)
    }

    @Test func aRefusedPartIsReadByTheNextEngineThatIsAllowed() async throws {
        let first = Self.declining(Self.forbidden, .apple)
        let second = Scripted.model(.local, id: "second") { Scripted.plausible($0) }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([first, second])).analyze(
            TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary]))
        #expect(second.requests.count == 1)
        #expect(second.requests.first.map(Scripted.part)?.contains(Self.forbidden) == true)
        #expect(analysis.coverage.refused == 0)
        #expect(analysis.coverage.read == analysis.coverage.parts)
        let gap = try #require(analysis.coverage.gaps.first)
        #expect(gap.outcome == .stoodIn)
        #expect(gap.standIn == .local)
    }

    @Test func theBasicEngineStandsInWhereItIsNext() async throws {
        let model = Self.declining(Self.forbidden)
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model, BasicEngine()])).analyze(
            TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary, .entities, .highlights]))
        #expect(analysis.coverage.refused == 0)
        #expect(analysis.coverage.gaps.count == 3)
        #expect(analysis.coverage.gaps.allSatisfy { $0.outcome == .stoodIn && $0.standIn == .basic })
        for moment in try #require(analysis.highlights).highlights {
            #expect(moment.place.startTime == Self.cues[moment.place.cues.lowerBound].start)
        }
    }

    @Test func aPinnedEngineHasNoStandIn() async throws {
        let first = Self.declining(Self.forbidden, .apple)
        let second = Scripted.model(.local, id: "second") { Scripted.plausible($0) }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([first, second, BasicEngine()])).analyze(
            TranscriptAnalysisRequest(
                cues: Self.cues, aspects: [.summary], routing: RoutingChoice(engine: .apple)))
        #expect(second.requests.isEmpty)
        #expect(analysis.coverage.refused == 1)
    }

    @Test func whereAllIsRefusedTheRunFailsWithTheReason() async throws {
        let model = Scripted.model { _ in .failure(Refusal()) }
        await #expect {
            _ = try await TranscriptAnalyzer(router: Scripted.router([model])).analyze(
                TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary]))
        } throws: { ($0 as? any ReadableError)?.code == "refused-by-model" }
    }

    @Test func anAnswerThatDoesNotFitIsAskedForOnceMore() async throws {
        let model = Scripted.model(replies: [.text("I would rather not use JSON.")]) { Scripted.plausible($0) }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model])).analyze(
            TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary]))
        let second = try #require(model.requests.dropFirst().first)
        #expect(second.messages.count > 2)
        #expect(Scripted.part(model.requests[0]) != "")
        #expect(analysis.coverage.isComplete)
    }

    @Test func aPartThatGivesNothingUsableIsListedAsFailed() async throws {
        let model = Scripted.model(replies: [.text("no"), .text("still no")]) { Scripted.plausible($0) }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model])).analyze(
            TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary]))
        #expect(analysis.coverage.failed == 1)
        #expect(analysis.coverage.gaps.first?.startTime == 0)
    }

    @Test func anAnswerThatWasCutOffIsListedAsTruncated() async throws {
        let cut = #"{"summary":"They talk about lamps.","topics":["lamps"],"takeaways":[],"terms":["lumen","#
        let model = Scripted.model(replies: [.text(cut, finishReason: .length)]) { Scripted.plausible($0) }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model])).analyze(
            TranscriptAnalysisRequest(cues: Self.cues, aspects: [.summary]))
        #expect(analysis.coverage.truncated == 1)
    }
}
