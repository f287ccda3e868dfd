import HearthCore
import HearthText
import Testing

@testable import HearthExtractive

/// What is allowed and what has to be done is answered by a rule, in the words of rules.
@Suite struct RuleAnswerTests {
    private func answer(_ question: String, _ texts: String...) -> ExtractiveAnswer {
        ExtractiveAnswerer().answer(
            question: question,
            passages: texts.enumerated().map {
                AnswerPassage(id: $0, text: $1, score: max(0.2, 1 - 0.3 * Double($0)))
            })
    }

    private static let path = """
        The marsh path is seven kilometres long and flat. Bicycles are left at the gate. Dogs must be on a lead all year. The \
        pumping engine was built in 1871.
        """
    private static let lease = """
        The landlord is Mrs Orel. The tenants are Ida and Tom Falk. The rent is due on the 5th. One cat is allowed. Any further animal \
        needs the landlord's consent. Walls may be painted in any colour. The tenants repair small things.
        """

    @Test func theRuleOfAKindComesBeforeWhatIsSaidOfTheThingElsewhere() throws {
        let found = answer(
            "Can we have a dog?", Self.path, Self.lease, "The bread rests over night in the cold kitchen.",
            "The choir sings in the hall on Mondays.", "The bus stops at the old mill.")
        let first = try #require(found.sentences.first)
        #expect(first.text == "Any further animal needs the landlord's consent.")
    }

    @Test func whatADiaryTellsOfTheThingIsNoRule() throws {
        let found = answer(
            "Can we have a dog?", "Too hot to write. The dog and I lay on the stone floor.", Self.lease,
            "Walked to the weir with Ruth and the dog. Two herons, no people.", "The dog pretends not to know us.",
            "The clocks went forward and the dog did not.")
        #expect(found.sentences.first?.text == "Any further animal needs the landlord's consent.")
    }

    @Test func whatIsToldOfTheThingIsTheAnswerWhereNothingElseIsAndNotForSure() throws {
        let found = answer("Can we have a dog?", Self.path)
        #expect(found.sentences.first?.text.contains("lead") == true)
        #expect(found.confidence < 0.5)
    }

    @Test(arguments: [
        (
            "Dürfen wir einen Hund halten?",
            "Hunde sind im Park an der Leine zu führen. Der Park schließt um acht. Das Tor ist grün.",
            "Die Miete ist am Fünften fällig. Die Haltung von Tieren bedarf der Zustimmung des Vermieters. Der Keller ist trocken.",
            "Tieren"
        ),
        (
            "Peut-on avoir un chien ?",
            "Les chiens courent dans le parc le matin. Le parc ferme à huit heures. La grille est verte.",
            "Le loyer est payé le cinq. Les animaux sont interdits sans accord écrit du bailleur. La cave est sèche.",
            "animaux"
        ),
        (
            "Можно ли держать собаку?", "Собаки гуляют в парке утром. Парк закрывается в восемь. Ворота зелёные.",
            "Плата вносится пятого числа. Животные разрешены только с согласия хозяина. Подвал сухой.", "Животные"
        ),
    ])
    func rulesOfKindsAreFoundInManyLanguages(question: String, other: String, rule: String, expected: String) {
        #expect(answer(question, other, rule).sentences.first?.text.contains(expected) == true)
    }

    @Test func whoAsksIsWhoLivesThere() throws {
        let text = """
            The landlord may end the lease only with six months' notice. The tenants may end the lease with ten weeks' notice. The roof \
            is new.
            """
        #expect(try #require(answer("May we end the lease early?", text).sentences.first).text.contains("tenants"))
        // Who is named is asked about.
        #expect(
            try #require(answer("May the landlord end the lease?", text).sentences.first).text.contains("landlord may"))
    }

    @Test func whoPaysForOneThingIsNotWhoPaysForAnother() {
        let text =
            "The council pays for the felling of the lime tree. The tap is in the cellar. The meter was read in May."
        let felling = answer("Who pays for the felling?", text)
        let water = answer("Who pays for water?", text)
        #expect(felling.sentences.first?.text.contains("council") == true)
        #expect(water.confidence < felling.confidence && water.confidence < 0.5)
    }

    @Test(arguments: [
        ("Do we have to give notice?", AnswerAspects.duty), ("Müssen wir kündigen?", .duty),
        ("Faut-il prévenir le bailleur ?", .duty), ("¿Tenemos que avisar?", .duty), ("Нужно ли предупреждать?", .duty),
        ("Est-ce que nous pouvons fumer ici ?", .permission), ("Am I allowed to smoke?", .permission),
        ("我们能养狗吗？", .permission), ("需要提前通知吗？", .duty),
    ])
    func questionsOfRulesAreTold(question: String, wanted: AnswerAspects) {
        let found = AnswerAspects(wantedBy: question, kind: [], hasQuestionWord: false)
        #expect(found.contains(wanted), "\(question)")
        #expect(AnswerAspects.asksWhether(question, kind: [], hasQuestionWord: false))
    }

    @Test func otherQuestionsAreNone() {
        #expect(!AnswerAspects.asksWhether("Where may we park?", kind: .place, hasQuestionWord: true))
        #expect(!AnswerAspects.asksWhether("When was the roof built?", kind: .time, hasQuestionWord: true))
        #expect(!AnswerAspects.asksWhether("What is the roof made of?", kind: [], hasQuestionWord: true))
    }

    @Test func aWordIsOfTheKindsOfItsLanguage() {
        #expect(EverydayKinds.kinds(of: "dog", languages: ["en"]).isSuperset(of: ["animal", "pets"]))
        #expect(EverydayKinds.kinds(of: "dog", languages: ["de"]).isEmpty)
        #expect(EverydayKinds.kinds(of: "animal", languages: ["en"]).isEmpty)
        #expect(EverydayKinds.kinds(of: "狗", languages: ["zh"]).contains("动物"))
    }

    @Test func rolesAreToldByWhoActs() {
        let roles = AskerRoles(languages: ["en"])
        func telling(_ text: String) -> AskerRoles.Telling { roles.telling(SearchAnalyzer.unstemmed.terms(in: text)) }
        #expect(telling("The landlord may come in.") == .ofOther)
        #expect(telling("Any animal needs the landlord's consent.") == .ofAsker)
        #expect(telling("After a year the tenants may leave.") == .ofAsker)
        #expect(telling("The roof is new.") == .ofNone)
    }
}
