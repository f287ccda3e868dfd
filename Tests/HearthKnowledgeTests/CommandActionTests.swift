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

    @Test func aQuizHasAsManyQuestionsAsWereWanted() {
        let quiz = CommandAction(command: "quiz", argument: "bread", count: 5)
        #expect(quiz.arguments == ["quiz", "--count=5", "--topic=bread"])
    }
}
