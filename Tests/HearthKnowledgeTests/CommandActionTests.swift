import HearthKnowledge
import Testing

@Suite struct CommandActionTests {
    @Test func optionsStandBehindTheCommandThatTakesThem() {
        let transcript = CommandAction(command: "transcript", argument: "talk.vtt")
        #expect(transcript.arguments(with: ["--private"]) == ["transcript", "analyze", "--private", "--", "talk.vtt"])
        let week = CommandAction(command: "journal", argument: "week")
        #expect(week.arguments(with: ["--require-offline"]) == ["journal", "week", "--require-offline"])
        let ask = CommandAction(command: "ask", argument: "Why?")
        #expect(ask.arguments(with: ["--private"]) == ["ask", "--private", "--", "Why?"])
    }

    @Test func aJournalTakesEntriesAndTellsOfTimes() {
        #expect(
            CommandAction(command: "journal", argument: "--remove all").arguments == [
                "journal", "add", "--", "--remove all",
            ])
        #expect(CommandAction(command: "journal").arguments == ["journal", "today"])
        #expect(
            CommandAction(command: "journal", argument: "weeks").arguments == ["journal", "rollup", "--level=week"])
    }

    @Test func whatTheWishSaysBesideStandsInOptions() {
        #expect(
            CommandAction(command: "summarize", argument: "a.md", words: 20).arguments == [
                "summarize", "--words=20", "--", "a.md",
            ])
        #expect(
            CommandAction(command: "search", argument: "rent", places: ["a.md"], count: 3).arguments
                == ["search", "--in=a.md", "--limit=3", "--", "rent"])
        #expect(
            CommandAction(command: "rewrite", argument: "a.txt", manner: "shorter").arguments
                == ["rewrite", "--as=shorter", "--", "a.txt"])
        #expect(CommandAction(command: "rewrite", argument: "See a.txt").arguments == ["rewrite", "--text=See a.txt"])
        #expect(CommandAction(command: "journal", argument: "2026-03").arguments == ["journal", "month", "2026-03"])
        #expect(CommandAction(command: "journal", argument: "2024").arguments == ["journal", "year", "2024"])
        #expect(CommandAction(command: "journal", argument: "12-03").arguments == ["journal", "add", "--", "12-03"])
    }

    @Test func aQuizHasAsManyQuestionsAsWereWanted() {
        let quiz = CommandAction(command: "quiz", argument: "bread", count: 5)
        #expect(quiz.arguments == ["quiz", "--count=5", "--topic=bread"])
    }
}
