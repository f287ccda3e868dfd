import HearthCore
import HearthExtractive
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

@testable import HearthAnalysis

@Suite struct TaggedTranscriptTests {
    private static let cues = [
        Cue(start: 0, end: 4, speaker: "Anna", text: "{vocalsound} Hugging  Face has a new library,"),
        Cue(start: 4, end: 9, speaker: "Anna", text: "and Priya N. wrote most of it."),
        Cue(start: 9, end: 12, speaker: "Ben", text: "Wonderful news, I am so glad for Priya."),
        Cue(start: 12, end: 20, speaker: "Ben", text: "The minutes go to Oslo by Friday."),
    ]
    private static let tagger = ScriptedTagger(
        names: ["Hugging Face": .organization, "Priya N": .person, "Priya": .person, "Oslo": .location],
        acts: { $0.contains("minutes") ? [.action] : [] },
        valence: { $0.contains("Wonderful") ? 0.6 : 0 },
        salience: { $0.contains("library") ? 3 : 0 })

    private static func analysis(_ tagger: (any TaggingModel)?, language: String = "en") async throws
        -> TranscriptAnalysis
    {
        try await TranscriptAnalyzer(router: ModelRouter(models: [BasicEngine()]), tagger: tagger).analyze(
            TranscriptAnalysisRequest(cues: cues, language: language))
    }

    @Test func namesAreThoseOfTheTagger() async throws {
        let entities = try #require(try await Self.analysis(Self.tagger).entities)
        #expect(entities.organizations.map(\.name) == ["Hugging Face"])
        #expect(entities.locations.map(\.name) == ["Oslo"])
        // Who speaks is a person, whoever is named besides.
        #expect(Set(entities.people.map(\.name)).isSuperset(of: ["Anna", "Ben"]))
        #expect(entities.people.contains { $0.name == "Priya N" })
        for entity in entities.organizations + entities.locations {
            #expect(entity.place.quote.contains(entity.name), "\(entity.place.quote)")
        }
    }

    @Test func whatTheTaggerIsGivenIsWhatWasSaid() async throws {
        let tagger = ScriptedTagger()
        _ = try await Self.analysis(tagger)
        let given = try #require(tagger.calls.first)
        #expect(given.map(\.speaker) == ["Anna", "Ben", "Ben"])
        #expect(!given.contains { $0.text.contains("vocalsound") })
    }

    @Test func aLanguageThatItDoesNotKnowIsNotShownToIt() async throws {
        let tagger = ScriptedTagger(names: ["Oslo": .person])
        let entities = try #require(try await Self.analysis(tagger, language: "de").entities)
        #expect(tagger.calls.isEmpty)
        #expect(!entities.people.contains { $0.name == "Oslo" })
    }

    @Test func aTaggerThatCannotBeUsedIsDoneWithout() async throws {
        let broken = ScriptedTagger { _ in throw StoreError(.damaged, "The model file is damaged.") }
        let entities = try #require(try await Self.analysis(broken).entities)
        #expect(entities.people.contains { $0.name == "Anna" })
    }
}

@Suite struct EstimatedTimesTests {
    private static func cues(_ starts: [Double?], words: [Int]? = nil) -> [Cue] {
        starts.enumerated().map { index, start in
            Cue(start: start, text: String(repeating: "a", count: words?[index] ?? 10))
        }
    }

    @Test func timePassesAsWordsDoBetweenTwoMarks() {
        let times = EstimatedTimes(Self.cues([0, nil, nil, 100], words: [10, 30, 10, 5]))
        #expect(times[0] == nil)
        #expect(times[1] == 20)
        #expect(times[2] == 80)
        #expect(times[3] == nil)
    }

    @Test func nothingIsToldOutsideTheMarks() {
        let times = EstimatedTimes(Self.cues([nil, 5, nil, 9, nil]))
        #expect(times[0] == nil)
        #expect(times[2] == 7)
        #expect(times[4] == nil)
        #expect(times[7] == nil)
    }

    @Test(arguments: [[nil, nil], [10, nil, 4], [Double.nan, nil, 3], [0, nil, .infinity]] as [[Double?]])
    func marksThatRunBackwardsOrAreNoNumbersTellNothing(starts: [Double?]) {
        let times = EstimatedTimes(Self.cues(starts))
        #expect(starts.indices.allSatisfy { times[$0] == nil })
    }

    @Test func quotesSayAboutWhenAndChaptersToo() async throws {
        var cues = (0..<40).map { index in
            Cue(
                speaker: index % 2 == 0 ? "Anna" : "Ben",
                text: "Sentence number \(index) is about the harbour of Oslo and its boats.")
        }
        cues[0].start = 0
        cues[39].start = 390
        let analysis = try await TranscriptAnalyzer(router: ModelRouter(models: [BasicEngine()])).analyze(
            TranscriptAnalysisRequest(cues: cues, chapters: 3))
        let reel = try #require(analysis.highlights)
        let untimed = reel.highlights.map(\.place).filter { $0.startTime == nil }
        #expect(!untimed.isEmpty)
        for place in untimed {
            #expect(abs((place.aboutTime ?? -1) - Double(place.cues.lowerBound) * 10) <= 10)
        }
        let chapters = try #require(analysis.chapters)
        #expect(chapters.count > 1)
        for chapter in chapters { #expect(chapter.start != nil || chapter.aboutStart != nil) }
    }
}
