import HearthCore
import HearthKnowledge
import Testing

@testable import HearthAnalysis

/// What an entry is said to be about, where it opens as entries do.
@Suite struct PlainDayTests {
    private func analyzed(_ text: String, language: String = "en") async throws -> SessionIntelligence {
        try await BasicSessionAnalyst(tagger: nil).analyze(
            JournalSession(id: "a", date: CivilDate("2026-03-02"), text: text, languages: [language]))
    }

    @Test func daysAndGreetingsAreNeitherThemesNorTitles() async throws {
        let found = try await analyzed(
            """
            Good morning, notebook. Monday again. The bakery was closed on Thursday and on the 19th. The choir sings in Hull in May. \
            The choir needs a second alto.
            """)
        let themes = Set((found.topics + found.mainThemes).map { $0.lowercased() })
        #expect(themes.contains { $0.contains("choir") })
        #expect(themes.isDisjoint(with: ["monday", "thursday", "19th", "may", "good morning"]), "\(themes)")
        #expect(!found.title.hasPrefix("Monday") && !found.title.hasPrefix("Good morning"), "\(found.title)")
        #expect(!found.keyInsights.contains { $0.hasPrefix("Good morning") })
    }

    @Test func whatMustBeDoneIsKeptWithoutAnI() async throws {
        let found = try await analyzed(
            "Tired. Must book the train to Carlisle before the weekend. Maybe I should ask my aunt.")
        #expect(found.actionItems == ["Must book the train to Carlisle before the weekend."])
    }
}
