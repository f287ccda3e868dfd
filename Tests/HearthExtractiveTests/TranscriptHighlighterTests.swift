import HearthCore
import HearthTesting
import Testing

@testable import HearthExtractive

@Suite struct TranscriptHighlighterTests {
    private let meeting = Talks.dialogue(
        """
        Anna: Okay, welcome to the weekly meeting about the solar roof project.
        Anna: The solar roof must deliver enough power for the whole school in winter.
        Ben: I'll send the new budget for the solar roof to everybody by Friday.
        Anna: How much money is left in the budget for the battery?
        Ben: About four thousand euros are left for the battery, which is less than we hoped.
        Carla: I disagree, that's not true, the battery failed twice and the budget is a disaster.
        Anna: Carla, can you check the battery prices tomorrow?
        Carla: The old battery looked like a burnt toast! [laughter] It was hilarious!
        Ben: The most important lesson is that the solar roof never works without a good battery.
        Anna: Thank you, that was all for today.
        """)

    private var highlights: TranscriptHighlights { TranscriptHighlighter().highlights(of: meeting) }

    @Test func everyHighlightIsVerbatimWithItsTimes() {
        let found = highlights
        let quotes =
            found.keyMoments.map(\.quote) + found.actionItems.map(\.quote) + found.questions.map(\.question)
            + found.questions.compactMap(\.answer)
            + [found.bestQuote, found.entertainingMoment, found.controversialPoint].compactMap { $0?.quote }
        #expect(quotes.count > 8)
        for quote in quotes { #expect(quote.isVerbatim(in: meeting), "\(quote)") }
    }

    @Test func tasksHaveTheirOwnerAndTheirTime() throws {
        let items = highlights.actionItems
        #expect(items.count == 2)
        let first = try #require(items.first)
        #expect(first.owner == "Ben")
        #expect(first.due == "by Friday")
        let last = try #require(items.last)
        #expect(last.owner == "Carla")
        #expect(last.due == "tomorrow")
    }

    @Test func aQuestionMeetsItsAnswer() throws {
        let exchange = try #require(highlights.questions.first)
        #expect(exchange.question.text == "How much money is left in the budget for the battery?")
        #expect(exchange.answer?.speaker == "Ben")
        #expect(exchange.answer?.text.hasPrefix("About four thousand euros") == true)
        #expect(exchange.confidence > 0.5)
    }

    private let residents = Talks.dialogue(
        """
        Priya: Right, seven of us, that is enough to decide things. First the bicycle shed, then the street party.
        Martin: I have three offers for the shed roof. Halden and Sons want 1,850 pounds, and they would do it in March.
        Jo: What is in the kitty? We cannot spend what we do not have.
        Priya: There are 2,310 pounds in the account after the insurance. So Halden is possible and leaves us 460.
        Priya: Who is for Halden and Sons? That is six for, none against, and Jo abstains.
        Martin: The council pays for the felling of the lime tree, but we would have to ask for a new tree before the end of February.
        Jo: I will write that letter.
        Priya: Agreed, Jo writes to the council, and it is a hornbeam. We have not decided on the colour of the shed.
        Priya: So the party moves to Saturday the thirteenth of June. Then we are done in two minutes, which must be a record.
        """)

    @Test func decisionsAreFoundAndWhatIsOpenIsNone() {
        let found = TranscriptHighlighter().highlights(of: residents).decisions.map(\.quote.text)
        #expect(
            found == [
                "Who is for Halden and Sons? That is six for, none against, and Jo abstains.",
                "Agreed, Jo writes to the council, and it is a hornbeam.",
                "So the party moves to Saturday the thirteenth of June.",
            ])
    }

    @Test func anotherAnswersWhoGoesOnAfterAQuestion() throws {
        let exchange = try #require(TranscriptHighlighter().highlights(of: residents).questions.first)
        #expect(exchange.answer?.speaker == "Priya")
        #expect(exchange.answer?.text.hasPrefix("There are 2,310 pounds") == true)
    }

    @Test func whoPutsAQuestionToTheVoteTellsHowItWent() throws {
        let vote = try #require(
            TranscriptHighlighter().highlights(of: residents).questions.first {
                $0.question.text.hasPrefix("Who is for")
            })
        #expect(vote.answer?.speaker == "Priya" && vote.answer?.text.hasPrefix("That is six for") == true)
    }

    @Test func aReaderFindsWhoAnswersLater() async throws {
        let talk = Talks.dialogue(
            """
            Anna: How much money is left in the budget for the battery?
            Ben: The weather was bad all week, and nobody came to the office at all.
            Carla: It is four thousand euros, as far as the bank tells me.
            """)
        let reader = ScriptedReader(finding: "four thousand euros")
        let answers = try await SpokenAnswers(talk, language: "en", reader: reader)
        let found = TranscriptHighlighter().highlights(of: talk, language: "en", answers: answers).questions.first
        #expect(found?.answer?.speaker == "Carla")
        #expect(reader.calls.map(\.question) == ["How much money is left in the budget for the battery?"])
        let rules = TranscriptHighlighter().highlights(of: talk, language: "en").questions.first
        #expect(rules?.answer?.speaker == "Ben" && rules?.confidence ?? 1 < found?.confidence ?? 0)
        #expect(try await SpokenAnswers(talk, language: "de", reader: reader) == nil)
    }

    @Test func whatIsSaidWhenTheAskerHasGoneOnAnswersNothing() async throws {
        let talk = Talks.dialogue(
            """
            Anna: What is next for the pottery workshop?
            Ben: We close it at the end of June, and then we sail down the river.
            Anna: I will stand there and wave. Next week we hear about the eel trap.
            """)
        let answers = try await SpokenAnswers(talk, language: "en", reader: ScriptedReader(finding: "the eel trap"))
        let found = TranscriptHighlighter().highlights(of: talk, language: "en", answers: answers).questions.first
        #expect(found?.answer?.speaker == "Ben")
    }

    @Test func aWordOfTheAskerEndsNoAnswer() async throws {
        let talk = Talks.dialogue(
            """
            Anna: How much money is left in the budget for the battery?
            Ben: The weather was bad all week, and nobody came to the office at all.
            Anna: Right.
            Carla: It is four thousand euros, as far as the bank tells me.
            """)
        let reader = ScriptedReader(finding: "four thousand euros")
        let answers = try await SpokenAnswers(talk, language: "en", reader: reader)
        let found = TranscriptHighlighter().highlights(of: talk, language: "en", answers: answers).questions.first
        #expect(found?.answer?.speaker == "Carla")
    }

    @Test func aTaskThatLeansOnWhatWasSaidHasIt() throws {
        let task = try #require(
            TranscriptHighlighter().highlights(of: residents).actionItems.first { $0.owner == "Jo" })
        #expect(task.quote.text == "I will write that letter.")
        #expect(task.context?.text.contains("ask for a new tree") == true)
    }

    @Test func theEndOfAMeetingIsNoMomentOfIt() {
        let found = TranscriptHighlighter().highlights(of: residents).keyMoments.map(\.quote.text)
        #expect(!found.contains { $0.hasPrefix("Then we are done") })
    }

    @Test func laughterAndObjectionAreFound() {
        #expect(highlights.entertainingMoment?.quote.text.contains("burnt toast") == true)
        #expect(highlights.controversialPoint?.quote.speaker == "Carla")
        #expect(highlights.controversialPoint?.quote.text.hasPrefix("I disagree") == true)
    }

    @Test func aCalmTalkHasNeitherLaughterNorObjectionNorTasks() {
        let calm = TranscriptHighlighter().highlights(of: Talks.cues([Talks.harbour, Talks.bread]))
        #expect(calm.entertainingMoment == nil)
        #expect(calm.controversialPoint == nil)
        #expect(calm.actionItems.isEmpty)
        #expect(calm.questions.isEmpty)
        #expect(calm.engagement.level == .low)
        #expect((1...5).contains(calm.keyMoments.count))
    }

    @Test func theBestQuoteIsAWholeSentenceThatStandsAlone() throws {
        let quote = try #require(highlights.bestQuote?.quote.text)
        #expect(quote.hasSuffix("."))
        #expect(quote.contains("solar roof"))
    }

    @Test(arguments: [
        ("de", "Ich werde den Bericht bis Freitag an alle schicken."),
        ("de", "Bitte prüfen Sie die Rechnung bis Montag."),
        ("fr", "Je vais envoyer le rapport demain à toute l'équipe."),
        ("fr", "Il faut vérifier la facture avant vendredi."),
        ("es", "Voy a enviar el informe mañana a todo el equipo."),
        ("es", "Tenemos que revisar la factura esta semana."),
        ("zh", "我会明天把报告发给大家。"), ("ja", "明日までに報告書を送ってください。"), ("ko", "제가 내일까지 보고서를 작성하겠습니다."),
        ("en", "We need to fix the gate before the next meeting."), ("en", "Action item: order new lamps."),
        ("it", "Dobbiamo controllare la fattura entro venerdì."), ("pt", "Eu vou enviar o relatório amanhã a todos."),
        ("nl", "Ik zal het verslag morgen naar iedereen sturen."), ("ru", "Нам нужно проверить счёт до пятницы."),
    ]) func tasksAreFoundInManyLanguages(language: String, sentence: String) {
        let cues = [Cue(start: 0, end: 3, speaker: "A", text: sentence)]
        #expect(TranscriptHighlighter().actionItems(of: cues, language: language).count == 1)
    }

    @Test(arguments: [
        ("en", "I would have sent the report if I had found it."),
        ("en", "You have to test each component in this language."),
        ("en", "Let's talk."), ("de", "Gestern war das Wetter am See sehr schön."), ("zh", "昨天天气很好。"),
        ("en", "I will say that I like it."),
    ]) func mannersOfSpeakingAreNoTasks(language: String, sentence: String) {
        let cues = [Cue(start: 0, end: 3, speaker: "A", text: sentence)]
        #expect(TranscriptHighlighter().actionItems(of: cues, language: language).isEmpty)
    }

    @Test(arguments: [
        ("en", "What a wonderful day, I love this beautiful lake and I am happy.", Sentiment.Label.positive),
        ("en", "It was a terrible day, I am sad and angry about the failure.", .negative),
        ("en", "This is not good, not helpful, and I am not happy.", .negative),
        ("en", "The train leaves at nine.", .neutral),
        ("de", "Das war ein wunderbarer Tag, ich bin glücklich und dankbar.", .positive),
        ("fr", "C'était une journée horrible, je suis triste et déçu.", .negative),
        ("es", "Estoy muy feliz y contento, fue un día excelente.", .positive), ("zh", "今天很开心，也很满意，非常成功。", .positive),
        ("it", "Che bella giornata, sono felice e contento.", .positive),
        ("pt", "Estou triste e cansado, foi um dia horrível.", .negative),
        ("nl", "Het was een prachtige dag, ik ben blij en dankbaar.", .positive),
        ("ru", "Это был ужасный день, мне грустно и страшно.", .negative),
        ("pl", "To był wspaniały dzień, jestem szczęśliwa i wdzięczna.", .positive),
        ("sv", "Det var en hemsk dag, jag är ledsen och trött.", .negative),
        ("ja", "今日は本当に楽しい一日で、嬉しいし幸せです。", .positive), ("ko", "오늘은 정말 슬프고 힘들고 걱정이 많고 피곤하다.", .negative),
    ]) func moodIsCounted(language: String, text: String, label: Sentiment.Label) {
        #expect(TranscriptHighlighter().sentiment(of: text, language: language).label == label)
    }

    @Test func wordsOfAnotherLanguageAreNoMarkers() {
        // "must" is "black" in Estonian, for which there are no markers.
        let cues = [Cue(start: 0, end: 3, speaker: "A", text: "Please send must koer by Friday, I will call.")]
        #expect(TranscriptHighlighter().actionItems(of: cues, language: "et").isEmpty)
        #expect(!TranscriptHighlighter.knowsMarkers(of: "et") && TranscriptHighlighter.knowsMarkers(of: "en"))
    }

    @Test(arguments: [
        ("ar", "هل وصلت الرسالة من المدينة أمس؟"), ("el", "Ποιος θα φέρει τα κλειδιά του σπιτιού;"),
        ("am", "ነገ ወደ ከተማ ማን ይሄዳል፧"),
    ]) func questionsAreFoundByTheMarksOfTheirScripts(language: String, question: String) {
        let cues = [
            Cue(start: 0, end: 3, speaker: "A", text: question), Cue(start: 3, end: 6, speaker: "B", text: question),
        ]
        let found = TranscriptHighlighter().highlights(of: cues, language: language)
        #expect(!found.questions.isEmpty)
    }

    @Test func theSameTranscriptGivesTheSameHighlights() {
        #expect(highlights == highlights)
    }

    @Test func aQuoteThatWasChangedIsFoundOut() throws {
        var quote = try #require(highlights.bestQuote?.quote)
        #expect(quote.isVerbatim(in: meeting))
        quote.text += "!"
        #expect(!quote.isVerbatim(in: meeting))
        quote = try #require(highlights.bestQuote?.quote)
        quote.start = 1000
        #expect(!quote.isVerbatim(in: meeting))
        quote.cues = 90..<91
        #expect(!quote.isVerbatim(in: meeting))
    }

    @Test func nothingGivesNothing() {
        let empty = TranscriptHighlighter().highlights(of: [])
        #expect(empty.keyMoments.isEmpty && empty.bestQuote == nil && empty.questions.isEmpty)
        #expect(empty.sentiment.label == .neutral)
    }

    @Test func whatSponsorsPayForIsInNoHighlight() {
        let cues = Talks.dialogue(
            """
            Nora: Welcome to the show about small gardens. Today we talk with Pia Lund about soil.
            Nora: This episode is sponsored by Sleepwell. Sleepwell mattresses come with a ten year warranty. Use the code GREEN for twenty percent off.
            Nora: Pia, what is the biggest mistake people make with their soil?
            Pia: They dig it. Every time you dig, you kill the fungi that feed the roots of your plants.
            Nora: If you liked the show, please leave us a rating, and don't forget to subscribe.
            """)
        let found = TranscriptHighlighter().highlights(of: cues, language: "en")
        #expect(found.actionItems.isEmpty)
        let quotes = found.keyMoments.map(\.quote.text) + [found.bestQuote?.quote.text ?? ""]
        #expect(!quotes.contains { $0.contains("Sleepwell") || $0.contains("rating") }, "\(quotes)")
        // One sign alone is none: people talk of codes, and of what things cost.
        let talk = Talks.dialogue(
            "Ann: We should offer ten percent off in May.\nBen: Use the code of the door, it is 4471.")
        #expect(SpokenAdverts.sentences(in: SpokenText(talk, language: "en")).isEmpty)
        // Nor is the work on programs.
        let work = Talks.dialogue(
            """
            Ann: We added support for PostgreSQL last week. Go to the settings and check out the branch. Use the code from main, it's free for all teams.
            Ben: The data comes from the old server. Subscribe to the queue, and leave a comment.
            """)
        #expect(SpokenAdverts.sentences(in: SpokenText(work, language: "en")).isEmpty)
        let plain = SpokenAdverts.removed(from: cues, language: "en", stops: nil)
        #expect(plain?.count == cues.count && plain?.contains { $0.text.contains("Sleepwell") } == false)
        #expect(plain?.first?.text == cues.first?.text)
    }

    @Test func whatIsDoneWithAChoiceDoesNotMakeItDoubtful() {
        func decided(_ said: String) -> [String] {
            TranscriptHighlighter().highlights(
                of: Talks.dialogue("Ann: The room holds forty people.\nBen: \(said)\nAnn: Grand."), language: "en"
            ).decisions.map(\.quote.text)
        }
        #expect(decided("Okay, let's go with Brennan's and ask them if they can squeeze in three more.").count == 1)
        #expect(decided("I don't know whether we agreed on that at all.").isEmpty)
        #expect(
            decided("Then that's what we'll do. The trip to Valentia.").first?.hasSuffix("The trip to Valentia.")
                == true)
    }

    @Test func whoIsAskedByNameAnswersShortly() {
        let found = TranscriptHighlighter().highlights(
            of: Talks.dialogue(
                """
                Chair: Omar, can you find out whether the insurance pays for the leak?
                Omar: Will do.
                Chair: And Lena, please update the list of members.
                Lena: Yes, I'll do it by Friday, I promise you that.
                """), language: "en"
        ).questions
        #expect(found.first?.answer?.text == "Will do.")
    }
}
