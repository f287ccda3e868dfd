import HearthCore
import Testing

@testable import HearthExtractive

/// What is allowed, decided, to come or past, and what was told already.
@Suite struct AnswerAspectTests {
    private func answer(_ question: String, _ text: String, after earlier: EarlierTurns = EarlierTurns()) throws
        -> ExtractiveAnswer
    {
        ExtractiveAnswerer().answer(
            question: question, after: earlier, passages: [AnswerPassage(id: 0, text: text, score: 1)])
    }

    private func wanted(_ question: String, _ language: String) -> AnswerAspects {
        AnswerAspects(wantedBy: question, kind: AskedQuestion(question, languages: [language]).kind)
    }

    @Test(arguments: [
        ("Can we have a dog?", "en"), ("Are bicycles allowed in the hall?", "en"),
        ("Dürfen wir einen Hund halten?", "de"),
        ("Peut-on fumer ici ?", "fr"), ("¿Podemos tener un perro?", "es"), ("Mogen we een hond houden?", "nl"),
        ("Czy można mieć psa?", "pl"), ("Можно ли держать собаку?", "ru"), ("Επιτρέπεται ο σκύλος;", "el"),
        ("可以养狗吗？", "zh"), ("อนุญาตให้เลี้ยงสุนัขไหม", "th"),
    ])
    func permissionIsAskedForInManyLanguages(question: String, language: String) {
        #expect(wanted(question, language).contains(.permission))
    }

    @Test(arguments: [
        ("What did we decide about the roof?", "en"), ("Was haben wir über das Dach beschlossen?", "de"),
        ("Qu'avons-nous décidé pour le toit ?", "fr"), ("Что мы решили о крыше?", "ru"), ("屋根について何を決めましたか。", "ja"),
    ])
    func aDecisionIsAskedForInManyLanguages(question: String, language: String) {
        #expect(wanted(question, language).contains(.decision))
    }

    @Test(arguments: [
        ("Was kostet die Wartung?", "de", QuestionKind.number), ("Wat kost het onderhoud?", "nl", .number),
        ("Quel prix pour la chaudière ?", "fr", .number), ("By when must the letter be sent?", "en", .time),
        ("Comment peut-on fermer la vanne ?", "fr", .several), ("¿Cómo se hace la revisión?", "es", .several),
        ("Come si fa la revisione?", "it", .several), ("Hoe kunnen we het water afsluiten?", "nl", .several),
    ])
    func amountsDeadlinesAndMethodsAreAskedForInManyLanguages(
        question: String, language: String, kind: QuestionKind
    ) {
        #expect(AskedQuestion(question, languages: [language]).kind.contains(kind))
    }

    @Test func aTimeToComeIsWantedOnlyWhereATimeIs() {
        #expect(wanted("When is the next boiler service?", "en") == .upcoming)
        #expect(wanted("Wann war die letzte Wartung?", "de") == .past)
        #expect(wanted("Who is next?", "en").isEmpty)
        #expect(AnswerAspects.upcoming.fit(AnswerAspects(toldBy: "It was done in May.")) == -1)
        #expect(AnswerAspects.upcoming.fit(AnswerAspects(toldBy: "It is due in May.")) == 1)
    }

    @Test(arguments: [
        (
            "When is the next boiler service?",
            "The last boiler service was on 12 September 2025. A service of the boiler is due again in September 2026.",
            "2026"
        ),
        (
            "When was the last boiler service?",
            "A boiler service is due in September 2026. The boiler service before that was on 12 September 2025.",
            "2025"
        ),
        (
            "Wann ist die nächste Wartung der Heizung?",
            "Die letzte Wartung der Heizung war am 12. September 2025. Die Wartung der Heizung ist im Herbst 2026 fällig.",
            "2026"
        ),
    ])
    func theNextDateIsNotTheLastOne(question: String, text: String, expected: String) throws {
        #expect(try #require(answer(question, text).sentences.first).text.contains(expected))
    }

    @Test func theRuleComesBeforeWhatIsSaidBesideIt() throws {
        let text =
            "Pets may be kept with written consent. In the common garden dogs are on a lead. The lawn is cut in May."
        let found = try answer("Can we have a dog?", text)
        #expect(try #require(found.sentences.first).text == "Pets may be kept with written consent.")
        #expect(found.sentences.contains { $0.text.contains("lead") })
    }

    @Test func theDecisionComesBeforeTheTalkThatLedToIt() throws {
        let text = """
            There are three offers for the roof of the shed. The cheapest roof has new boards. There is enough in the account. \
            We agreed on the offer of the Haldens. The party moves to Saturday.
            """
        let found = try answer("What did we decide about the roof?", text)
        #expect(try #require(found.sentences.first).text == "We agreed on the offer of the Haldens.")
        #expect(found.sentences.contains { $0.text.contains("roof") })
    }

    @Test(arguments: [
        (
            "What was decided about the roof?", "Who is for Halden and Sons?",
            "That is six for, none against, and Jo abstains."
        ),
        (
            "What did we decide about the lime tree?", "Priya: Agreed, Jo writes to the council, and it is a hornbeam.",
            nil
        ),
        ("What was agreed about the street party?", "So the party moves to Saturday the thirteenth of June.", nil),
    ])
    func aDecisionIsAboutWhatWasTalkedOverSinceTheOneBefore(question: String, first: String, second: String?) throws {
        let text = """
            Priya: Right, seven of us, that is enough to decide things. First the shed, then the lime tree, then the street party.
            Martin: I have three offers for the roof of the shed. Halden and Sons want 1,850 pounds.
            Priya: There are 2,310 pounds in the account. Who is for Halden and Sons? That is six for, none against, and Jo abstains.
            Martin: Noted. The lime tree then. There is honey fungus in its roots.
            Jo: I will write that letter. I would like a hornbeam, they do not drip on the cars.
            Priya: Agreed, Jo writes to the council, and it is a hornbeam. Last, the street party. The seventh of June clashes with the fair. \
            So the party moves to Saturday the thirteenth of June.
            """
        let found = try answer(question, text)
        #expect(!found.abstained)
        #expect(found.sentences.first?.text == first)
        if let second { #expect(found.sentences.dropFirst().first?.text == second) }
    }

    /// Of what somebody wrote it is said nowhere that they said it; what they said it about may be called like that.
    @Test(arguments: [
        ("What did Bob say about the report?", ["bob", "report"]),
        ("What did Bob report about the roof?", ["bob", "roof"]),
        ("Was hat Bob zum Dach gesagt?", ["bob", "dach"]),
    ])
    func onlyTheVerbOfAQuestionIsLeftOut(question: String, content: [String]) {
        let parsed = AnswerQuestion(
            question, languages: ["en", "de"], asked: "en", capitalsMarkNames: true, isOfWriting: true)
        let terms = parsed.terms.filter { !$0.isGrammar }.map(\.text)
        #expect(Set(terms) == Set(content), "\(terms)")
    }

    @Test func whoIsEnoughToDecideHasDecidedNothing() throws {
        let found = try answer(
            "What was decided about the hedge?",
            "Right, seven of us, that is enough to decide things. First the bicycle shed.")
        #expect(found.abstained)
    }

    @Test func whatWasToldIsNotToldAgainWhereSomethingElseAnswers() throws {
        let text = """
            The next service of the boiler is due in September. The landlord pays for the service of the boiler. The key hangs in \
            the hall.
            """
        let first = try #require(answer("When is the next service of the boiler?", text).sentences.first).text
        #expect(first.contains("September"))
        let earlier = EarlierTurns(questions: "When is the next service of the boiler?", answers: [first + " [1]"])
        #expect(try #require(answer("and who pays?", text, after: earlier).sentences.first).text.contains("landlord"))
        // Nothing else tells it.
        #expect(try #require(answer("and in which month?", first, after: earlier).sentences.first).text == first)
    }

    @Test func aFollowUpWithoutAQuestionWordAsksForWhatWasAskedFor() {
        let question = AnswerQuestion(
            "And the deposit?", earlier: "How much is the rent?", languages: ["en"], asked: "en",
            capitalsMarkNames: true)
        #expect(question.kind.contains(.number))
        #expect(question.terms.filter { !$0.isGrammar }.map(\.isEarlier) == [false, true])
        let next = AnswerQuestion(
            "And who pays?", earlier: "When is the rent due?", languages: ["en"], asked: "en", capitalsMarkNames: true)
        #expect(next.kind == .person)
    }
}
