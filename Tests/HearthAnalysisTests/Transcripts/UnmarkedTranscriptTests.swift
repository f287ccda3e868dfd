import HearthCore
import HearthExtractive
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

@testable import HearthAnalysis

/// Transcripts without marks, such as automatic captions: read in sentences, quoted as they stand.
@Suite struct UnmarkedTranscriptTests {
    private static let sentences = [
        "welcome everyone to the meeting about the new garden", "the garden needs water pipes and a better fence",
        "last year the old fence broke in the storm", "anna found a company that builds strong wooden fences",
        "i will send the offer of the company to everybody by friday",
        "the water pipes cost four thousand and the city pays half of it",
        "we should ask the school whether children want to help with the garden",
        "that is all for today and thank you for coming",
    ]

    /// A model that knows where these sentences end.
    private static func model() -> ScriptedStops {
        var ends: Set<Int> = []
        var words = 0
        for sentence in sentences {
            words += sentence.split(separator: " ").count
            ends.insert(words - 1)
        }
        return ScriptedStops { [ends] given in given.dropLast().indices.map { ends.contains($0) ? 4 : -6 } }
    }

    /// Seven words a cue, as captions have them: no cue ends where a sentence does.
    private static let cues: [Cue] = {
        let words = sentences.joined(separator: " ").split(separator: " ")
        return stride(from: 0, to: words.count, by: 7).enumerated().map { number, first in
            Cue(
                start: Double(number) * 3, end: Double(number) * 3 + 3,
                text: words[first..<min(words.count, first + 7)].joined(separator: " "))
        }
    }()

    private static func analysis(_ stops: (any SentenceEndModel)?) async throws -> TranscriptAnalysis {
        try await TranscriptAnalyzer(router: ModelRouter(models: [BasicEngine()]), stops: stops).analyze(
            TranscriptAnalysisRequest(cues: cues, language: "en"))
    }

    private static func quotes(_ analysis: TranscriptAnalysis) -> [TimedQuote] {
        let reel = analysis.highlights
        return (analysis.summary?.evidence ?? []) + (reel?.highlights.map(\.place) ?? [])
            + (reel?.actionItems.map(\.place) ?? []) + [reel?.bestQuote?.place].compactMap { $0 }
    }

    @Test func quotesStandInTheUntouchedCuesWithTheirTimes() async throws {
        let line = Self.cues.map(\.text).joined(separator: " ")
        let found = Self.quotes(try await Self.analysis(Self.model()))
        #expect(!found.isEmpty)
        for quote in found {
            #expect(line.contains(quote.quote), "\(quote.quote)")
            #expect(quote.startTime == Self.cues[quote.cues.lowerBound].start)
            #expect(quote.endTime == Self.cues[quote.cues.upperBound - 1].end)
        }
    }

    @Test func aTaskIsItsSentenceAndNotAMinuteOfTalk() async throws {
        let tasks = try #require(
            try await Self.analysis(Self.model()).highlights
        ).actionItems
        let task = try #require(tasks.first { $0.place.quote.contains("send the offer") })
        #expect(task.place.quote == Self.sentences[4])
        #expect(task.task.hasSuffix("."))
    }

    @Test func theSummaryIsMadeOfWholeSentences() async throws {
        let summary = try #require(try await Self.analysis(Self.model()).summary)
        #expect(summary.summary.hasSuffix("."))
        #expect(!summary.summary.contains("…"))
        #expect(!summary.evidence.isEmpty)
    }

    @Test func aTranscriptWithMarksIsNotShownToTheModel() async throws {
        let stops = Self.model()
        let cues = Self.sentences.map { Cue(text: $0 + ".") }
        _ = try await TranscriptAnalyzer(router: ModelRouter(models: [BasicEngine()]), stops: stops).analyze(
            TranscriptAnalysisRequest(cues: cues, language: "en"))
        #expect(stops.calls.isEmpty)
    }

    @Test func sentencesOfTheWholeAndOfItsPartsAreTheSame() async throws {
        let read = try await ReadTranscript.read(
            Self.cues, language: "en", chapters: nil, model: Self.model())
        let found = read.sentences.spans.compactMap { read.text.text.text(in: TextSpan($0)) }
        #expect(found.joined(separator: " ") == read.text.text)
        #expect(found.first == Self.sentences[0])
        // The lines are the cues', with the full stops between their words.
        #expect(read.lines.contains("old fence broke in the storm. anna\nfound a company"))
    }
}
