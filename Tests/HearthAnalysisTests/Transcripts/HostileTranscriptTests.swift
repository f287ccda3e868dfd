import Foundation
import HearthAnalysis
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

@Suite struct HostileTranscriptTests {
    private static func basic(_ cues: [Cue]) async throws -> TranscriptAnalysis {
        try await TranscriptAnalyzer(router: ModelRouter(models: [BasicEngine()])).analyze(
            TranscriptAnalysisRequest(cues: cues))
    }

    private static func generated(_ cues: [Cue]) async throws -> (TranscriptAnalysis, ScriptedModel) {
        let model = Scripted.model { Scripted.plausible($0) }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model])).analyze(
            TranscriptAnalysisRequest(cues: cues))
        return (analysis, model)
    }

    @Test(arguments: [
        [], [Cue(start: 0, end: 1, text: "")], [Cue(text: " \n\t "), Cue(text: "\u{3000}")], [Cue(text: "\0")],
    ])
    func anEmptyTranscriptIsAnError(_ cues: [Cue]) async throws {
        await #expect {
            _ = try await Self.basic(cues)
        } throws: { ($0 as? any ReadableError)?.code == "empty-transcript" }
    }

    @Test func oneWordIsEnough() async throws {
        let analysis = try await Self.basic([Cue(text: "Hello")])
        #expect(analysis.chapters?.count == 1)
        let (generated, _) = try await Self.generated([Cue(text: "Hello")])
        #expect(generated.coverage.parts == 1)
    }

    @Test func overlappingCuesAndTimesThatRunBackwardsKeepTheirOrderAndTheirTimes() async throws {
        var cues = Samples.english(tokens: 1_500)
        for index in cues.indices {
            cues[index].start = Double(1_000 - index * 3)
            cues[index].end = Double(1_010 - index * 2)
        }
        for analysis in [try await Self.basic(cues), try await Self.generated(cues).0] {
            for moment in analysis.highlights?.highlights ?? [] {
                #expect(moment.place.startTime == cues[moment.place.cues.lowerBound].start)
            }
            #expect(analysis.highlights?.highlights.isEmpty == false)
            #expect(analysis.chapters?.isEmpty == false)
        }
    }

    @Test func aCueOfTenHoursIsCutAtItsSentences() async throws {
        let text = Samples.english(tokens: 6_000).map(\.text).joined(separator: " ")
        let cues = [Cue(start: 0, end: 36_000, speaker: "Anna", text: text)]
        let (analysis, model) = try await Self.generated(cues)
        #expect(analysis.coverage.parts >= 6_000 / 800)
        let read = model.requests.filter { Scripted.kind($0) == "notes" }.map(Scripted.part)
        #expect(read.allSatisfy { $0.hasPrefix("Anna: The ") && $0.hasSuffix("of our town.") })
        #expect(
            analysis.highlights?.highlights.allSatisfy { $0.place.startTime == 0 && $0.place.endTime == 36_000 } == true
        )
    }

    @Test func aTextWithoutSpacesOrStopsIsCutAndReadWhole() async throws {
        // No two parts alike: those would be asked for once.
        let text =
            (0..<2_000).map { "会議\($0)" }.joined() + (0..<2_000).map { "x\(String($0, radix: 36))" }.joined()
        let model = Scripted.model { Scripted.plausible($0) }
        let analysis = try await TranscriptAnalyzer(router: Scripted.router([model])).analyze(
            TranscriptAnalysisRequest(cues: [Cue(start: 0, end: 5, text: text)], aspects: [.summary]))
        let read = model.requests.filter { Scripted.kind($0) == "notes" }.map(Scripted.part)
        let isWhole = read.joined().filter { !$0.isWhitespace } == text
        #expect(isWhole)
        #expect(read.allSatisfy { EstimatedTokenizer().countTokens($0) <= 800 })
        #expect(analysis.coverage.isComplete)
    }

    @Test func nulsAndTimesThatAreNoNumbersDoNoHarm() async throws {
        var cues = Samples.english(tokens: 600)
        cues[0].text = "The lamp\0 number nought changes the garden of our town."
        cues[0].start = .nan
        cues[0].end = .infinity
        let basic = try await Self.basic(cues)
        _ = try JSONEncoder().encode(basic.chapters)
        _ = try JSONEncoder().encode(basic.highlights)
        let (generated, model) = try await Self.generated(cues)
        #expect(model.requests.allSatisfy { $0.messages.allSatisfy { !$0.content.utf8.contains(0) } })
        _ = try JSONEncoder().encode(generated.coverage)
    }

    @Test func manyWordsAlikeTakeNoSquareOfTheirNumber() async throws {
        let cues = (0..<3_000).map {
            Cue(start: Double($0), end: Double($0 + 1), speaker: "S\($0 % 700)", text: "Ann Ann Ann Ann Ann.")
        }
        let analysis = try await Self.basic(cues)
        #expect(analysis.chapters?.isEmpty == false)
    }
}
