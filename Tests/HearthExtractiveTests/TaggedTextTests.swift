import Foundation
import HearthCore
import HearthTesting
import HearthText
import Testing

@testable import HearthExtractive

@Suite struct TaggedTextTests {
    @Test func namesStandWhereTheyStandInTheText() async throws {
        let text = "# Notes\n\n- Zoë met Priya in Malmö. Later Zoë wrote.\n- Nothing else."
        let tagger = ScriptedTagger(names: ["Zoë": .person, "Priya": .person, "Malmö": .location])
        let found = try await NameFinder(tagger: tagger).entities(in: text, language: "en")
        #expect(found.map(\.text) == ["Zoë", "Priya", "Malmö", "Zoë"])
        #expect(found.map(\.type) == [.person, .person, .location, .person])
        for entity in found { #expect(text.text(in: entity.span) == entity.text) }
    }

    @Test func whatIsJoinedToAPersonIsOne() async throws {
        let text = "We met Anna and Zorbin at noon. Zorbin laughed. Then Anna and Oslo came up."
        let tagger = ScriptedTagger(names: ["Anna": .person, "Zorbin": .location, "Oslo": .location])
        let found = try await NameFinder(tagger: tagger).entities(in: text, language: "en")
        #expect(found.filter { $0.text == "Zorbin" }.map(\.type) == [.person, .person])
        // A place that is known stays one.
        #expect(found.filter { $0.text == "Oslo" }.map(\.type) == [.location])
    }

    @Test func aTranscriptsPlacesAreThoseOfItsWordsInOneLine() async throws {
        let cues = [
            Cue(speaker: "A", text: "  Good\n morning,   Priya. "), Cue(speaker: "B", text: ""),
            Cue(speaker: "B", text: "Hello"), Cue(speaker: "B", text: "from Oslo."), Cue(speaker: "A", text: "Priya?"),
        ]
        let line = "Good morning, Priya. Hello from Oslo. Priya?"
        let tagger = ScriptedTagger(names: ["Priya": .person, "Oslo": .location])
        let tagged = try #require(try await TaggedText(cues, language: "en", tagger: tagger))
        #expect(
            tagged.sentences.map { line.text(in: TextSpan($0.place)) } == [
                "Good morning, Priya.", "Hello from Oslo.", "Priya?",
            ])
        #expect(tagged.entities(language: "en").map(\.text) == ["Priya", "Oslo", "Priya"])
        #expect(tagger.calls.first?.map(\.speaker) == ["A", "B", "A"])
    }

    @Test(arguments: [400, 401, 3_000]) func whatIsLongerThanTheTaggerReadsIsCutBetweenWords(bytes: Int) async throws {
        let word = "ünsägliches "
        let text = String(String(repeating: word, count: bytes / word.utf8.count + 1).dropLast())
        let tagger = ScriptedTagger()
        let tagged = try #require(try await TaggedText(text, language: "en", tagger: tagger))
        #expect(tagged.sentences.allSatisfy { $0.place.count <= 400 })
        // Nothing is left out, and nothing is read twice.
        #expect(tagged.sentences.first?.place.lowerBound == 0)
        #expect(tagged.sentences.last?.place.upperBound == text.utf8.count)
        for (one, next) in zip(tagged.sentences, tagged.sentences.dropFirst()) {
            #expect(one.place.upperBound == next.place.lowerBound)
        }
        let given = tagger.calls.joined().map(\.text).joined()
        #expect(given == text)
    }

    @Test func aWordWithoutEndIsCutBetweenCharacters() async throws {
        let text = String(repeating: "é", count: 1_000)
        let tagger = ScriptedTagger()
        _ = try await TaggedText(text, language: "en", tagger: tagger)
        #expect(tagger.calls.joined().allSatisfy { !$0.text.contains("\u{FFFD}") })
    }

    @Test func aKindThatTheTaggerIsNotSureOfIsNotTold() async throws {
        let text = "We rewrote Svelte with Anna."
        func kinds(_ probability: Double) async throws -> [Entity.Kind] {
            let tagger = ScriptedTagger(names: ["Svelte": .person, "Anna": .person], probability: probability)
            return try await NameFinder(tagger: tagger).entities(in: text, language: "en").map(\.type)
        }
        #expect(try await kinds(0.9) == [.person, .person])
        // Rules know the first name.
        #expect(try await kinds(0.5) == [.other, .person])
    }

    @Test func rulesServeWhereNoTaggerKnowsTheLanguage() async throws {
        let tagger = ScriptedTagger(languages: ["en"], names: ["Berlin": .person])
        let found = try await NameFinder(tagger: tagger).entities(
            in: "Wir trafen Frau Weber in Berlin.", language: "de")
        #expect(tagger.calls.isEmpty)
        #expect(found.contains { $0.text == "Berlin" && $0.type == .location })
    }

    @Test func feelingIsCountedBySentences() async throws {
        let tagger = ScriptedTagger(valence: { $0.contains("glad") ? 0.5 : $0.contains("sad") ? -0.5 : 0 })
        let glad = try #require(try await TaggedText("I am glad. It rained.", language: "en", tagger: tagger))
        #expect(glad.sentiment(language: "en").label == .positive)
        #expect(glad.sentiment(language: "en").positive == 1)
        let mixed = try #require(
            try await TaggedText("I am glad. I am sad.", language: "en", tagger: tagger))
        #expect(mixed.sentiment(language: "en").label != .positive)
        #expect(mixed.sentiment(language: "en").label != .negative)
    }

    @Test func whatWasNotReadFeelsAsItsWordsSay() async throws {
        let tagger = ScriptedTagger(valence: { _ in 0 })
        let cues = [Cue(text: "It rained. " + String(repeating: "The weekend was wonderful and happy. ", count: 8))]
        let tags = try #require(try await TaggedText(cues, language: "en", tagger: tagger, most: 12))
        #expect(tagger.calls.flatMap(\.self).count == 1)
        #expect(tags.sentiment(language: "en").label == .positive)
        // The whole, read, feels as the tagger says.
        let read = try #require(try await TaggedText(cues, language: "en", tagger: tagger))
        #expect(read.sentiment(language: "en").positive == 0)
    }

    @Test func aSummaryOfTalkTakesWhatTheTaggerThinksWorthIt() async throws {
        let lines = (0..<12).map {
            "\($0 % 2 == 0 ? "Anna" : "Ben"): The committee talked about point number \($0) of the harbour plan for a while."
        }
        func summary(_ text: String, _ salient: Int) async throws -> String {
            let tagger = ScriptedTagger(salience: { $0.contains("number \(salient) ") ? 5 : 0 })
            let tags = try await TaggedText(text, language: "en", tagger: tagger)
            return ExtractiveSummarizer().summarize(text, words: 50, tags: tags).summary
        }
        let talk = lines.joined(separator: "\n")
        for salient in [4, 9] { #expect(try await summary(talk, salient).contains("number \(salient) ")) }
        // Prose is summed up as it was.
        let prose = lines.map { String($0.drop { $0 != ":" }.dropFirst(2)) }.joined(separator: " ")
        #expect(try await summary(prose, 4) == summary(prose, 9))
    }
}

@Suite struct KinNamesTests {
    @Test func theNearestAreNamesWhereTheyAreWrittenLikeNames() {
        func found(_ text: String, _ language: String = "en") -> [String] {
            KinNames.entities(in: text, language: language).map(\.text)
        }
        #expect(
            found("Called Mum. Mum's scan is on Friday, and my Mum is brave. Grandpa wrote.") == [
                "Mum", "Mum", "Grandpa",
            ])
        #expect(found("mum and dad") == [])
        #expect(found("Oma hat angerufen, und meine Oma Hilde auch.", "de") == ["Oma"])
        #expect(found("Mum", "ja") == [])
    }
}

@Suite struct TaggedHighlightsTests {
    private static func highlights(
        _ lines: [String], _ tagger: ScriptedTagger, isTalk: Bool = false
    ) async throws -> TranscriptHighlights {
        let cues = lines.enumerated().map { Cue(speaker: isTalk && $0 % 2 == 1 ? "Ben" : "Anna", text: $1) }
        let tags = try await TaggedText(cues, language: "en", tagger: tagger)
        return TranscriptHighlighter().highlights(of: cues, language: "en", tags: tags)
    }

    @Test func aTaskThatNoListOfWordsKnowsIsFound() async throws {
        let found = try await Self.highlights(
            ["The registry office wants three papers from us.", "It rained all day in the harbour."],
            ScriptedTagger(acts: { $0.contains("registry") ? [.action] : [.statement] }))
        #expect(found.actionItems.map(\.quote.text) == ["The registry office wants three papers from us."])
    }

    @Test func whereTwoTalkTheTaggerOnlySupportsTheRules() async throws {
        let tagger = ScriptedTagger(acts: { _ in [.action] })
        let asked = try await Self.highlights(
            ["Tell us about the people who live in the harbour.", "It rained all day."], tagger, isTalk: true)
        #expect(asked.actionItems.isEmpty)
        let promised = try await Self.highlights(
            ["I will send you the papers.", "It rained all day in the harbour."], tagger, isTalk: true)
        #expect(promised.actionItems.map(\.quote.text) == ["I will send you the papers."])
    }

    @Test func inAMeetingATaskIsFoundByTheTaggerAlone() async throws {
        let cues = [
            Cue(speaker: "Anna", text: "The nets go over to the chandler before Easter."),
            Cue(speaker: "Ben", text: "It rained all day in the harbour."), Cue(speaker: "Cleo", text: "It did."),
        ]
        let tagger = ScriptedTagger(acts: { $0.contains("chandler") ? [.action] : [.statement] })
        let tags = try await TaggedText(cues, language: "en", tagger: tagger)
        let found = TranscriptHighlighter().highlights(of: cues, language: "en", tags: tags)
        #expect(found.actionItems.map(\.quote.text) == ["The nets go over to the chandler before Easter."])
        #expect(TranscriptHighlighter().highlights(of: cues, language: "en").actionItems.isEmpty)
    }

    @Test func whatOnlySoundsLikeATaskIsNone() async throws {
        let line = "I will send you the papers."
        let rules = TranscriptHighlighter().highlights(of: [Cue(speaker: "Anna", text: line)], language: "en")
        #expect(rules.actionItems.count == 1)
        let found = try await Self.highlights([line], ScriptedTagger(acts: { _ in [.backchannel] }))
        #expect(found.actionItems.isEmpty)
    }

    @Test func tagsOfOtherCuesAreLeftOut() async throws {
        let tags = try await TaggedText(
            [Cue(text: "Something else entirely."), Cue(text: "And more.")], language: "en",
            tagger: ScriptedTagger(acts: { _ in [.action] }))
        let found = TranscriptHighlighter().highlights(
            of: [Cue(text: "The bus stops at the old mill by the river.")], language: "en", tags: tags)
        #expect(found.actionItems.isEmpty)
    }
}

@Suite struct SentenceChoiceTests {
    private static let entry = """
        It rained. The bread was as it always is, and the stove went out twice before noon, which it does in this wind. Anna came \
        with Priya. I read by the window until the light went, and thought of nothing at all, which is rare enough these days. \
        I will send the papers to Tom on Friday. We won!
        """

    @Test func whatPromisesMostIsReadAndRulesHoldForTheRest() async throws {
        let tagger = ScriptedTagger(names: ["Anna": .person])
        let tagged = try #require(
            try await TaggedText([Cue(text: Self.entry)], language: "en", tagger: tagger, most: 100))
        let given = tagger.calls.joined().map(\.text)
        #expect(
            given == ["It rained.", "Anna came with Priya.", "I will send the papers to Tom on Friday.", "We won!"])
        #expect(tagged.sentences.count == 6)
        // Rules know the first name in what was not read.
        let other = Self.entry.replacingOccurrences(of: "I read", with: "Maria and I read")
        let more = try #require(
            try await TaggedText([Cue(text: other)], language: "en", tagger: ScriptedTagger(), most: 12))
        #expect(more.entities(language: "en").contains { $0.text == "Maria" })
    }

    @Test func aShortTextIsReadWholeAndALongSentenceAloneToo() async throws {
        let tagger = ScriptedTagger()
        _ = try await TaggedText([Cue(text: Self.entry)], language: "en", tagger: tagger, most: 10_000)
        #expect(tagger.calls.joined().count == 6)
        let long = ScriptedTagger()
        _ = try await TaggedText([Cue(text: Self.entry)], language: "en", tagger: long, most: 1)
        #expect(long.calls.joined().count == 1)
    }
}
