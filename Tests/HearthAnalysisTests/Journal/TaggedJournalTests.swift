import Foundation
import HearthCore
import HearthExtractive
import HearthTesting
import Testing

@testable import HearthAnalysis

@Suite struct TaggedJournalTests {
    private static let day = """
        We're getting married! Jonas asked me on the pier, with the rain coming down. Told Mum and Priya right away. \
        The registry office wants our papers by Friday.
        """
    private static let tagger = ScriptedTagger(
        names: ["Jonas": .person, "Priya": .person],
        acts: { $0.contains("papers") ? [.action] : [] },
        valence: { $0.contains("married") ? 0.8 : 0 })

    private static func read(
        _ text: String, tagger: (any TaggingModel)? = tagger, language: String = "en"
    ) async throws -> SessionIntelligence {
        try await BasicSessionAnalyst(tagger: tagger).analyze(
            JournalSession(id: "a", date: CivilDate("2026-03-03"), text: text, languages: [language]))
    }

    @Test func whatMovedTheWriterIsTheTitleAndIsTold() async throws {
        let read = try await Self.read(Self.day)
        #expect(read.title == "We're getting married!")
        // With what it leads to, as so short a sentence is.
        #expect(read.keyInsights.contains { $0.hasPrefix("We're getting married!") })
        #expect(read.mood.label == .positive)
        #expect(read.mood == JournalMood(positive: 1, negative: 0))
        // Said once, not as title and as insight.
        #expect(read.summary.components(separatedBy: "getting married").count == 2)
    }

    @Test func peopleAreThoseOfTheTaggerAndTheNearest() async throws {
        let people = try await Self.read(Self.day).entities.filter { $0.kind == .person }.map(\.name)
        #expect(Set(people) == ["Jonas", "Mum", "Priya"])
    }

    @Test func partsOfNamesAreNoThemes() async throws {
        let read = try await Self.read(
            "Daniel sold the boat. Daniel sold the boat without a word. The boat was ours.",
            tagger: ScriptedTagger(names: ["Daniel": .person]))
        #expect(!read.topics.contains { $0.lowercased().contains("daniel") }, "\(read.topics)")
    }

    @Test func anotherTaggerReadsEntriesAnew() async throws {
        let hash = ContentHash(of: Data("x".utf8))
        let keys = [nil, "one", "two"].map { RollupKey.session(hash, model: "basic", tagger: $0) }
        #expect(Set(keys).count == 3)
    }

    @Test(arguments: [
        ("en", "Quiet day. Read in the bath.", "Quiet day"),
        ("en", "She came late. Walked to the sea with Ruth.", "Walked to the sea with Ruth"),
        ("de", "Wir heiraten! Jonas hat mich am Steg gefragt.", "Wir heiraten!"),
        ("zh", "我们要结婚了！他在雨里向我求婚。", "我们要结婚了！"),
    ])
    func anEntryIsCalledByASentenceOfItsOwn(language: String, text: String, title: String) async throws {
        #expect(try await Self.read(text, tagger: nil, language: language).title == title)
    }

    @Test(arguments: [
        """
        The ferry, which had been due before nine and which the whole of the harbour had come down to meet, was so late that \
        the band went home, and old Captain Brandt, who is ninety and has not missed a landing since the war, sat on his \
        crate and sang to the children until the lights came round the point.
        """,
        """
        Having lost the key to the boathouse again we climbed in by the window, my cousin Ferris and I, and found that the \
        swallows, who had clearly been there for weeks, had built upon the oars.
        """,
    ])
    func aClauseOfALongSentenceIsNotToldAlone(text: String) async throws {
        let told = try await Self.read(text, tagger: nil).keyInsights
        #expect(!told.isEmpty)
        #expect(told.allSatisfy { text.hasPrefix($0) }, "\(told)")
    }

    @Test func aTitleThatWasGivenStays() async throws {
        let session = JournalSession(id: "a", date: nil, title: "Mine", text: Self.day)
        #expect(try await BasicSessionAnalyst(tagger: nil).analyze(session).title == "Mine")
    }
}

/// What is listed in an entry as to be done.
@Suite struct ListedEntryTests {
    @Test func aListIsTasksAndNothingOfTheDay() async throws {
        let text =
            "The ferry was late and Brandt sang on the pier.\n\nTo do:\n- card for Gran!!\n- ring the bank\n- fix the lamp"
        let read = try await BasicSessionAnalyst(tagger: nil).analyze(
            JournalSession(id: "a", date: CivilDate("2026-03-03"), text: text, languages: ["en"]))
        #expect(read.actionItems == ["card for Gran!!", "ring the bank", "fix the lamp"])
        #expect(read.keyInsights == ["The ferry was late and Brandt sang on the pier."])
        #expect(read.quotes.map(\.text) == ["The ferry was late and Brandt sang on the pier."])
    }
}
