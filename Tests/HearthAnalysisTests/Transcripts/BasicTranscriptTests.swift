import Foundation
import HearthCore
import HearthExtractive
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

@testable import HearthAnalysis

@Suite struct BasicTranscriptTests {
    private static let analyzer = TranscriptAnalyzer(router: ModelRouter(models: [BasicEngine()]))

    private static let meeting: [Cue] = {
        let lines: [(String, String)] = [
            ("Anna", "Welcome everybody. Today we talk about the budget of the Riverside Library for next year."),
            ("Ben", "The budget of the library grew by ten percent, mostly because Maria Lopez won the grant."),
            ("Anna", "What did the grant from the Lindgren Foundation pay for?"),
            ("Ben", "It paid for the new reading room and for four hundred books from Berlin."),
            ("Clara", "I disagree with the reading room. It is far too expensive, and nobody asked the readers."),
            ("Anna", "Ben, can you send me the numbers of the reading room by Friday?"),
            ("Ben", "Yes, I will send you the numbers by Friday. They are on https://library.example/budget today."),
            ("Clara", "[laughter] Then I will finally believe the numbers of the reading room!"),
            ("Anna", "Let's move on to the next topic, which is the summer festival in the garden."),
            ("Clara", "The summer festival in the garden needs forty volunteers and a stage for the orchestra."),
            ("Ben", "Last summer the festival had two thousand visitors, and the orchestra played until midnight."),
            ("Anna", "Thank you. We will meet again when Maria Lopez is back from Berlin."),
        ]
        return lines.enumerated().map { index, line in
            Cue(start: Double(index * 10), end: Double(index * 10 + 9), speaker: line.0, text: line.1)
        }
    }()

    @Test func everythingIsQuotedFromTheTranscriptWithTheTimesOfItsCues() async throws {
        let analysis = try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: Self.meeting))
        let entities = try #require(analysis.entities)
        let reel = try #require(analysis.highlights)
        let named = entities.people + entities.organizations + entities.locations + entities.resources
        var quotes = named.map(\.place) + reel.highlights.map(\.place) + reel.actionItems.map(\.place)
        quotes += try #require(analysis.summary).evidence
        quotes += try #require(analysis.exchanges).flatMap { [$0.question] + ($0.answer.map { [$0] } ?? []) }
        #expect(quotes.count > 8)
        for quote in quotes {
            #expect(
                Self.meeting.hold(quote.quote, in: quote.cues, from: quote.startTime, to: quote.endTime),
                "\(quote.quote)")
        }
        for entity in named {
            let isNamed = entity.place.quote.localizedCaseInsensitiveContains(entity.name)
            #expect(isNamed || entity.place.speaker == entity.name, "\(entity.name)")
        }
        #expect(entities.people.contains { $0.name == "Maria Lopez" && $0.mentions == 2 })
        #expect(entities.resources.contains { $0.name == "https://library.example/budget" })
        #expect(reel.actionItems.contains { $0.owner == "Ben" })
        #expect(analysis.route.engine == .basic)
        #expect(analysis.coverage.isComplete)
    }

    @Test func notesOfTheTranscriberReachNeitherTagsNorSummariesAndQuotesStayVerbatim() async throws {
        let notes = ["{vocalsound} ", "[laughter] ", "(inaudible) ", "{disfmarker} "]
        let cues = Self.meeting.enumerated().map { index, cue in
            var noted = cue
            noted.text = notes[index % 4] + cue.text + " " + notes[(index + 1) % 4].dropLast()
            return noted
        }
        let analysis = try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: cues))
        let tags = try #require(analysis.tags)
        let summary = try #require(analysis.summary)
        let said =
            tags.keywords + tags.technicalTerms + summary.mainTopics + summary.keyTakeaways + [summary.summary]
            + (analysis.chapters ?? []).map(\.title)
        for note in ["vocalsound", "laughter", "inaudible", "disfmarker"] {
            #expect(said.allSatisfy { !$0.lowercased().contains(note) }, "\(note): \(said)")
        }
        for moment in try #require(analysis.highlights).highlights {
            let place = moment.place
            #expect(cues.hold(place.quote, in: place.cues, from: place.startTime, to: place.endTime), "\(place.quote)")
            #expect(moment.place.quote.first.map { "[{(".contains($0) } == false)
        }
        // The same for what names and questions are shown by.
        let entities = try #require(analysis.entities)
        let shown =
            entities.people.map(\.place.quote) + (analysis.exchanges ?? []).map(\.question.quote)
        #expect(!shown.isEmpty)
        for quote in shown {
            #expect(!"[{(".contains(quote.first ?? "[") && !"]})".contains(quote.last ?? "]"), "\(quote)")
        }
    }

    @Test func thoseWhoSpeakAreAmongThePeople() async throws {
        let cues = [
            Cue(start: 0, end: 4, speaker: "Priya", text: "Right, seven of us, that is enough to decide things."),
            Cue(start: 4, end: 9, speaker: "Hope", text: "I have three offers for the roof of the shed."),
            Cue(start: 9, end: 12, speaker: "Speaker 3", text: "Nobody has an offer for the tree."),
        ]
        let people = try #require(try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: cues)).entities)
            .people
        #expect(Set(people.map(\.name)).isSuperset(of: ["Priya", "Hope"]))
        #expect(!people.contains { $0.name == "Speaker 3" })
    }

    @Test func partsInATalkAndFirmsAreNoPeople() async throws {
        let lines = [
            ("Interviewer", "Thanks for coming in. Could you tell us how Bennett Roofing began?"),
            ("Carla Bennett", "My father started Bennett Roofing in 1982 with one van. Tom Hale runs the training."),
            ("Moderator", "Let us hear from the next one, please."),
            ("Speaker 2", "I worked with Walter Cleaning before. Tom Hale hired me at Bennett Roofing."),
            ("Chair", "Thank you, we close here. Ms Okafor will write the minutes."),
            ("Carla Bennett", "Thanks to the Chair and to the Moderator."),
        ]
        let cues = lines.enumerated().map { number, line in
            Cue(start: Double(number) * 9, end: Double(number) * 9 + 8, speaker: line.0, text: line.1)
        }
        let entities = try #require(try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: cues)).entities)
        let people = Set(entities.people.map(\.name))
        #expect(people.isSuperset(of: ["Carla Bennett", "Tom Hale"]))
        #expect(people.isDisjoint(with: ["Interviewer", "Moderator", "Chair", "Bennett Roofing", "Walter Cleaning"]))
        #expect(Set(entities.organizations.map(\.name)).isSuperset(of: ["Bennett Roofing", "Walter Cleaning"]))
    }

    @Test func whoSaysNoWordIsNobodyAndOthersAreShownByAWholeSentence() async throws {
        let cues = [
            Cue(start: 0, end: 1, speaker: "Priya", text: "OK."),
            Cue(start: 1, end: 4, speaker: "Hope", text: "I have three offers for the roof of the shed."),
            Cue(start: 4, end: 5, speaker: "Break", text: "[11:21]"),
            Cue(start: 5, end: 9, speaker: "Priya", text: "Mm-hmm. I hope the cheapest offer has new boards in it."),
        ]
        let people = try #require(try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: cues)).entities)
            .people
        #expect(!people.contains { $0.name == "Break" })
        #expect(
            people.first { $0.name == "Priya" }?.place.quote == "I hope the cheapest offer has new boards in it.")
        // "I hope" does not name her.
        #expect(people.first { $0.name == "Hope" }?.place.quote == "I have three offers for the roof of the shed.")
    }

    @Test func wordsThatSoundLikeANameAreNoMentionsOfIt() {
        let text = TranscriptText([
            Cue(text: "Don't do it, I don’t, said Don. Don's mark is red: we mark it, and Mark won't.")
        ]
        )
        let verifier = QuoteVerifier(text: text, sentences: SpokenSentences(text, language: "en"))
        #expect(verifier.mentions(of: "Don").count == 2)
        #expect(verifier.mentions(of: "Mark").count == 3)
        #expect(verifier.mentions(of: "Mark", capital: true).count == 1)
        #expect(EntityCollector.person("Joe used") == "Joe")
        #expect(EntityCollector.person("Ludwig van Beethoven") == "Ludwig van Beethoven")
        #expect(EntityCollector.person("mike") == nil)
    }

    @Test func whatIsToldAgainIsWrittenAsSentences() async throws {
        let cues = [
            Cue(
                start: 0, end: 9, speaker: "Anna",
                text: "Um so I I think the solar roof must deliver enough power for the whole school in winter. "
                    + "And th the school wants the solar roof before the winter term begins."),
            Cue(
                start: 9, end: 14, speaker: "Ben",
                text: "Uh the battery of the solar roof costs four thousand euros this year."),
        ]
        let analysis = try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: cues))
        let summary = try #require(analysis.summary)
        #expect(!summary.keyTakeaways.isEmpty)
        for told in summary.keyTakeaways + [summary.summary] {
            #expect(told.first?.isUppercase == true && told.hasSuffix("."), "\(told)")
            #expect(!told.contains("I I") && !told.contains("Um") && !told.contains("Uh") && !told.contains("th the"))
        }
        // A name stands once, though two sentences are hers.
        #expect(summary.summary.split(separator: "Anna:", omittingEmptySubsequences: false).count == 2)
        for quote in summary.evidence {
            #expect(cues.hold(quote.quote, in: quote.cues, from: quote.startTime, to: quote.endTime), "\(quote.quote)")
        }
    }

    @Test func marksOfQuotesAreNeitherToldNorQuoted() async throws {
        let cues = [
            Cue(
                start: 0, end: 9, speaker: "Jerod",
                text:
                    "Merchants hate the swipe fees of Visa and Mastercard, as Bridget Harris writes in her essay.\n>\n"
                    + "> A stablecoin network could drop the swipe fees of the merchants to essentially zero.")
        ]
        let analysis = try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: cues))
        let summary = try #require(analysis.summary)
        let moments = try #require(analysis.highlights).highlights
        #expect(summary.summary.contains("A stablecoin network could") && !moments.isEmpty)
        for told in [summary.summary] + summary.keyTakeaways {
            #expect(!told.contains(">"), "\(told)")
        }
        for quote in moments.map(\.place) + summary.evidence {
            #expect(quote.quote.first?.isLetter == true, "\(quote.quote)")
            #expect(cues.hold(quote.quote, in: quote.cues, from: quote.startTime, to: quote.endTime), "\(quote.quote)")
        }
    }

    @Test(arguments: ["{vocalsound}", "Um.", "Mm-hmm."]) func aSoundIsNoAnswer(sound: String) async throws {
        let cues = [
            Cue(start: 0, end: 4, speaker: "Anna", text: "Will somebody buy the remote control without a battery?"),
            Cue(start: 4, end: 5, speaker: "Ben", text: sound),
        ]
        let exchange = try #require(
            try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: cues)).exchanges?.first)
        #expect(exchange.answer == nil && exchange.confidence == 0)
    }

    @Test func aTitleStandsOnce() {
        func topic(_ keyphrases: [String]) -> TopicSegment {
            TopicSegment(cues: 0..<1, start: nil, end: nil, title: "Touch screen", keyphrases: keyphrases, quote: nil)
        }
        var titles: Set<String> = []
        let found = [
            topic(["touch screen", "price"]), topic(["touch screen", "face plates"]), topic(["touch screen"]),
        ]
        .map { BasicTranscriptAnalyst.title(of: $0, besides: &titles, language: "en") }
        #expect(found == ["Touch screen", "Touch screen, face plates", "Touch screen"])
    }

    @Test func thoseWhoSpeakAreNoKeywords() async throws {
        let tags = try #require(
            try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: Self.meeting, aspects: [.tags])).tags)
        #expect(Set(tags.keywords.map { $0.lowercased() }).isDisjoint(with: ["anna", "ben", "clara"]))
        #expect(!tags.keywords.isEmpty)
    }

    @Test func targetsOfLinksAreResources() async throws {
        let cues = [
            Cue(
                start: 0, end: 4, text: "Read [the report](https://example.org/report_(2024)) and (www.example.net/a)."),
            Cue(start: 4, end: 9, text: "The rest is at <https://example.com/rest>."),
        ]
        let resources = try #require(try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: cues)).entities)
            .resources.map(\.name)
        #expect(
            Set(resources).isSuperset(of: [
                "https://example.org/report_(2024)", "www.example.net/a", "https://example.com/rest",
            ]), "\(resources)")
    }

    @Test func anAddressIsNoTitle() async throws {
        let cues = [
            Cue(
                start: 0, end: 4, speaker: "Ada",
                text: "Today we talk about the [new kiln](https://example.org/kiln) at the studio."),
            Cue(
                start: 4, end: 9, speaker: "Ben",
                text: "The glaze needs a dry shelf, see <https://example.org/glaze> or www.example.org for its list."),
            Cue(start: 9, end: 12, speaker: "Ada", text: "When do we ship the kiln?"),
            Cue(start: 12, end: 16, speaker: "Ben", text: "We ship the kiln on the first of May from the studio."),
        ]
        let analysis = try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: cues))
        let highlights = try #require(analysis.highlights)
        let best = [highlights.bestQuote, highlights.entertainingMoment, highlights.controversialPoint]
        let titles =
            (highlights.highlights + best.compactMap(\.self)).map(\.title) + (analysis.chapters ?? []).map(\.title)
            + (analysis.summary?.mainTopics ?? [])
        #expect(!titles.isEmpty)
        #expect(titles.allSatisfy { !$0.lowercased().contains("org") && !$0.contains("http") }, "\(titles)")
    }

    @Test func whatCountingCannotTellIsLeftOutAndSaid() async throws {
        let analysis = try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: Self.meeting))
        #expect(analysis.summary?.targetAudience == nil)
        #expect(analysis.summary?.estimated.contains("engagementLevel") == true)
        #expect(analysis.tags?.primaryCategory == nil)
        #expect(analysis.notes.count >= 2)
    }

    @Test func theSameTranscriptGivesTheSameAnalysis() async throws {
        let one = try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: Self.meeting))
        let two = try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: Self.meeting))
        #expect(one.summary == two.summary)
        #expect(one.tags == two.tags)
        #expect(one.entities == two.entities)
        #expect(one.highlights == two.highlights)
        #expect(one.chapters == two.chapters)
    }

    @Test func anAspectAloneGivesNothingElse() async throws {
        let analysis = try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: Self.meeting, aspects: [.tags]))
        #expect(analysis.tags != nil)
        #expect(analysis.summary == nil && analysis.entities == nil && analysis.highlights == nil)
        #expect(analysis.chapters == nil && analysis.exchanges == nil)
    }

    @Test func aResultSurvivesJSON() async throws {
        let analysis = try await Self.analyzer.analyze(TranscriptAnalysisRequest(cues: Self.meeting))
        let reel = try #require(analysis.highlights)
        let entities = try #require(analysis.entities)
        #expect(try JSONDecoder().decode(TranscriptReel.self, from: JSONEncoder().encode(reel)) == reel)
        #expect(try JSONDecoder().decode(TranscriptEntities.self, from: JSONEncoder().encode(entities)) == entities)
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(reel)) as? [String: Any]
        let first = (object?["highlights"] as? [[String: Any]])?.first
        #expect(first?["quote"] is String)
        #expect(first?["startTime"] is Double)
    }

    @Test func aQuestionIsAnsweredWithTheTimesOfItsCues() async throws {
        let answerer = try await TranscriptAnswerer(Self.meeting, router: ModelRouter(models: [BasicEngine()]))
        let found = try await answerer.answer(TranscriptQuestion("What did the grant pay for?"))
        #expect(!found.answer.abstained)
        #expect(found.confidence > 0)
        let best = try #require(found.answer.citations.first)
        #expect(best.quote.contains("reading room"))
        #expect(best.startTime.map { $0 >= 20 && $0 <= 30 } == true)
        #expect(!found.relatedTopics.isEmpty)
    }

    @Test(arguments: [
        ("What does Ivan think about the budget?", "Ivan Petrov: I think the budget is fine."),
        (
            "What does Rosa think about the budget?",
            "Rosa Klein: My salary is forty thousand and I think the budget is too small."
        ),
    ]) func whoSaysAThingIsToldAndCounts(question: String, begins: String) async throws {
        let talk = [
            Cue(start: 0, end: 4, speaker: "Rosa Klein", text: "Good morning, I moved to Riga in 2019 for the job."),
            Cue(start: 4, end: 8, speaker: "Ivan Petrov", text: "I moved to Tallinn in 2021 because of my wife."),
            Cue(
                start: 8, end: 12, speaker: "Rosa Klein",
                text: "My salary is forty thousand and I think the budget is too small."),
            Cue(
                start: 12, end: 16, speaker: "Ivan Petrov",
                text: "I think the budget is fine. My salary is fifty thousand."),
        ]
        let found = try await TranscriptAnswerer(talk, router: ModelRouter(models: [BasicEngine()])).answer(
            TranscriptQuestion(question))
        #expect(found.answer.text.hasPrefix(begins), "\(found.answer.text)")
        // The quote is what was said, without the name that stands before it.
        let quote = try #require(found.answer.citations.first?.quote)
        #expect(!quote.contains("Petrov") && !quote.contains("Klein"))
    }

    @Test func aModelsAnswerStandsOnQuotesThatWereLookedUp() async throws {
        let model = Scripted.model { _ in
            Scripted.json([
                "isAnswered": true, "answer": "It paid for the new reading room.",
                "quotes": ["it paid for the new reading room", "It paid for a rocket to the moon."],
            ])
        }
        let answerer = try await TranscriptAnswerer(Self.meeting, router: Scripted.router([model]))
        let found = try await answerer.answer(TranscriptQuestion("What did the grant pay for?"))
        #expect(found.answer.citations.map(\.quote) == ["It paid for the new reading room"])
        #expect(found.answer.citations.first?.startTime == 30)
        #expect(found.answer.unsupported.isEmpty)
        #expect(found.answer.notes.count == 1)
    }

    @Test func aModelMaySayThatItIsNotThere() async throws {
        let model = Scripted.model { _ in
            Scripted.json(["isAnswered": false, "answer": "", "quotes": [String]()])
        }
        let answerer = try await TranscriptAnswerer(Self.meeting, router: Scripted.router([model]))
        let found = try await answerer.answer(TranscriptQuestion("What does the grant say of elephants?"))
        #expect(found.answer.abstained)
        #expect(found.confidence == 0)
    }
}
