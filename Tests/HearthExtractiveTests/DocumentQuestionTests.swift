import Testing

@testable import HearthExtractive

/// A question that names a document asks for it, or for what it says of something; any other keeps its words.
@Suite struct DocumentQuestionTests {
    private static let names = [
        ["Choir rehearsal notes", "choir-notes.md"], ["Kaufvertrag Fahrrad", "kaufvertrag-fahrrad.pdf"],
        ["lettre-du-syndic", "lettre-du-syndic.txt"], ["Informe del huerto", "informe-huerto.md"],
        ["relazione-bilancio", "relazione-bilancio.docx"], ["Ata da assembleia", "ata.txt"],
        ["verslag-buurtfeest", "verslag-buurtfeest.txt"], ["Umowa najmu", "umowa.pdf"],
        ["تقرير الحديقة", "تقرير.txt"], ["Harbour walks", "harbour walks.txt"], ["garden", "garden.txt"],
        ["Отчет о поездке", "otchet.txt"], ["lease", "lease.txt"], ["Lease summary, Hill House", "lease-summary.docx"],
        ["Chat with Anna Miller", "Chat with Anna Miller.txt"],
    ]

    private func asked(_ question: String) -> DocumentQuestion? { DocumentQuestion.read(question, names: Self.names) }

    @Test(arguments: [
        ("What are the choir rehearsal notes about?", 0), ("Summarise the choir notes", 0),
        ("What is “Choir rehearsal notes” about?", 0), ("What is “Choir rehear…” about?", 0),
        ("Could you give me a short summary of choir-notes.md, please?", 0),
        ("What are the main points of the choir notes?", 0),
        ("Worum geht es im Kaufvertrag?", 1), ("Fass bitte den Kaufvertrag Fahrrad kurz zusammen", 1),
        ("Was steht in „Kaufvertrag Fahrrad“?", 1), ("Gib mir eine Zusammenfassung des Kaufvertrags", 1),
        ("De quoi parle la lettre du syndic ?", 2), ("Peux-tu résumer la lettre du syndic ?", 2),
        ("¿De qué trata el informe del huerto?", 3), ("Hazme un resumen del informe del huerto", 3),
        ("Di cosa parla la relazione sul bilancio?", 4), ("Riassumi la relazione bilancio", 4),
        ("Do que trata a ata da assembleia?", 5), ("Resuma a ata", 5), ("Waar gaat het verslag buurtfeest over?", 6),
        ("O czym jest umowa najmu?", 7), ("ما موضوع «تقرير الحديقة»؟", 8), ("لخص تقرير الحديقة", 8),
        ("What is “Harbour walks” about?", 9), ("What is the story Harbour walks about?", 9),
        ("О чём «Отчет о поездке»?", 11), ("What is in the lease?", 12), ("Give me a summary of the lease", 12),
        ("Give me a summary of the lease summary", 13),
    ])
    func theWholeIsAskedFor(_ question: String, _ document: Int) {
        #expect(asked(question) == DocumentQuestion(matter: .whole, documents: [document]), "\(question)")
    }

    @Test(arguments: [
        ("What does the lease say about heating?", "heating", 12),
        ("What does the lease say about the notice?", "notice", 12),
        ("What does the lease say about the library?", "library", 12),
        ("What does the lease say about notice periods?", "notice periods", 12),
        ("What does the lease say about the heating bill?", "heating bill", 12),
        ("Was steht im Kaufvertrag über die Rechnung?", "Rechnung", 1),

        ("What is said about the garden fence in the lease?", "garden fence", 12),
        ("Does the lease mention dogs?", "dogs", 12),
        ("What does lease.txt say on who pays for oil?", "who pays for oil", 12),
        ("Was steht im Kaufvertrag zum Thema Gewährleistung?", "Gewährleistung", 1),
        ("Was steht zum Thema Gewährleistung im Kaufvertrag?", "Gewährleistung", 1),
        ("Was sagt der Kaufvertrag über den Preis?", "Preis", 1), ("Erwähnt der Kaufvertrag Mängel?", "Mängel", 1),
        ("Que dit la lettre du syndic à propos de l'ascenseur ?", "l'ascenseur", 2),
        ("Ascenseur : que dit « lettre-du-syndic » ?", "Ascenseur", 2),
        ("¿Qué dice el informe del huerto acerca del riego?", "riego", 3),
        ("Cosa dice la relazione sul bilancio a proposito delle spese?", "spese", 4),
        ("O que diz a ata sobre o elevador?", "elevador", 5), ("ماذا ورد في «تقرير الحديقة» عن الأشجار؟", "الأشجار", 8),
    ])
    func theTopicIsWhatIsNotTheName(_ question: String, _ topic: String, _ document: Int) {
        #expect(asked(question) == DocumentQuestion(matter: .topic(topic), documents: [document]), "\(question)")
    }

    /// A name of a document in a question of fact names a thing.
    @Test(arguments: [
        "When does the lease end?", "Who signed the lease?", "What is the rent in the lease?", "What about the lease?",
        "What did Anna Miller say about the lease?", "What did we decide about the lease?",
        "What is said about the lease?",
        "What is in the garden?", "Tell me about the garden", "What does Anna Miller say about the roof?",
        "What does the lease say about it?", "What is the letter about the lease about?",
        "How do I summarize a document?",
        "Wann endet der Kaufvertrag?", "Was sagt Nina über den Kaufvertrag?", "Worum geht es beim Umzug?",
        "Qui a écrit la lettre du syndic ?", "¿Cuánto cuesta el huerto?", "What is the moon about?",
    ])
    func aQuestionOfFactIsNone(_ question: String) {
        #expect(asked(question) == nil, "\(question)")
    }

    @Test func severalDocumentsMayBeMeant() {
        let names = [["minutes-march"], ["minutes-may"], ["recipe"]]
        #expect(
            DocumentQuestion.read("Summarize the minutes", names: names)
                == DocumentQuestion(matter: .whole, documents: [0, 1]))
        #expect(
            DocumentQuestion.read("What do the minutes say about the hedge?", names: names)
                == DocumentQuestion(matter: .topic("hedge"), documents: [0, 1]))
    }

    @Test func withoutANameTheOneDocumentIsMeant() {
        for question in [
            "What is this about?", "Summarize this document", "Worum geht es?", "Fasse das Dokument zusammen",
            "De quoi s'agit-il ?",
            "この文書を要約してください",
        ] {
            #expect(DocumentQuestion.asksOfOne(question), "\(question)")
        }
        #expect(!DocumentQuestion.asksOfOne("Summarize the lease"))
        #expect(DocumentQuestion.asksOfOne("Summarize the lease", isChosen: true))
        for question in ["What about this?", "What is the rent?", "What was decided?", "What does it say about it?"] {
            #expect(!DocumentQuestion.asksOfOne(question, isChosen: true), "\(question)")
        }
    }

    @Test func allDocumentsMayBeMeant() {
        for question in [
            "What is this library about?", "What is in my library?", "Summarize all my documents",
            "Give me an overview of my files",
            "Worum geht es in meiner Bibliothek?", "Was steht in meinen Unterlagen?", "De quoi parlent mes documents ?",
            "¿De qué tratan mis documentos?", "我的文档讲了什么？", "ライブラリの内容は何ですか？",
        ] {
            #expect(DocumentQuestion.asksOfOne(question), "\(question)")
            #expect(DocumentQuestion.asksOfAll(question, isAfterAnswer: true), "\(question)")
        }
        #expect(DocumentQuestion.asksOfAll("What is this about?"))
        #expect(!DocumentQuestion.asksOfAll("What is this about?", isAfterAnswer: true))
        #expect(!DocumentQuestion.asksOfAll("What is this document about?"))
        for question in [
            "What does the library cost?", "Which documents does the court need?", "When does the library open?",
        ] {
            #expect(!DocumentQuestion.asksOfOne(question), "\(question)")
        }
    }

    @Test(arguments: [
        ("「回覧板」には何が書いてありますか？", DocumentQuestion.Matter.whole, 0), ("回覧板は何についてですか？", .whole, 0),
        ("回覧板を要約してください", .whole, 0), ("「回覧板」には駐車場について何と書いてありますか？", .topic("駐車場"), 0),
        ("《施工通知》讲的是什么？", .whole, 1), ("施工通知是关于什么的？", .whole, 1), ("总结施工通知", .whole, 1),
        ("施工通知中关于噪音是怎么写的？", .topic("噪音"), 1), ("임대차계약서를 요약해 주세요", .whole, 2),
        ("임대차계약서에는 보증금에 대해 뭐라고 쓰여 있나요?", .topic("보증금"), 2),
    ])
    func scriptsWithoutSpacesAreRead(_ question: String, _ matter: DocumentQuestion.Matter, _ document: Int) {
        let names = [["回覧板.txt"], ["施工通知"], ["임대차계약서"]]
        #expect(
            DocumentQuestion.read(question, names: names) == DocumentQuestion(matter: matter, documents: [document]),
            "\(question)")
    }

    @Test func aNameMayBeInAnotherScriptThanTheQuestion() {
        let names = [["京都旅行のメモ"], ["The Lamp at Skerrow and other stories"]]
        #expect(
            DocumentQuestion.read("What is “京都旅行のメモ” about?", names: names)
                == DocumentQuestion(matter: .whole, documents: [0]))
        #expect(
            DocumentQuestion.read("《The Lamp at Skerrow and other stories》讲的是什么？", names: names)
                == DocumentQuestion(matter: .whole, documents: [1]))
    }

    @Test(arguments: ["回覧板はいつ届きましたか？", "施工通知是谁写的？", "보증금은 얼마인가요?", "停电是什么时候？"])
    func otherQuestionsWithoutSpacesAreNone(_ question: String) {
        #expect(DocumentQuestion.read(question, names: [["回覧板.txt"], ["施工通知"], ["임대차계약서"]]) == nil, "\(question)")
    }

    @Test func hostileQuestionsEnd() {
        let long = String(repeating: "about the lease ", count: 200)
        #expect(asked(long) == nil)
        #expect(asked("") == nil)
        #expect(asked("“") == nil)
        #expect(DocumentQuestion.read("What is “” about?", names: [[""], ["…"], ["."]]) == nil)
    }

    /// They say that what follows is the topic, and nothing about it.
    @Test func wordsBeforeATopicAreNoWordsOfTheQuestion() {
        let passage = AnswerPassage(id: 0, text: "Die Heizung läuft von Oktober bis April.", score: 1)
        let answer = ExtractiveAnswerer().answer(question: "Was steht zum Thema Heizung?", passages: [passage])
        #expect(!answer.abstained)
        func around(_ question: String, _ language: String) -> Set<String> {
            FramedQuestion.words(aroundTopicOf: question, languages: [language])
        }
        #expect(around("Was steht zum Thema Heizung?", "de") == ["steht", "zum", "thema"])
        #expect(around("Que dit-on à propos du four ?", "fr").isSuperset(of: ["propos"]))
        #expect(around("Was wissen wir zum Thema Heizung?", "de") == ["zum", "thema"])
        // Who says it, and what is asked of it, is said.
        #expect(around("Was sagt Nina über die Heizung?", "de").isEmpty)
        #expect(around("When does the heating stop?", "en").isEmpty)
        #expect(DocumentFrame.markers(in: ["was", "steht", "zum", "thema", "heizung"]) == ["zum", "thema"])
        #expect(DocumentFrame.markers(in: ["das", "thema", "der", "stunde"]).isEmpty)
    }

    /// Names are passed over by how their words begin; none that a question means may be.
    @Test func noNameIsPassedOverThatHasAWordOfTheQuestion() {
        let names = [
            "Lease", "lease_of_the_mill", "the-LEASES.v2", "2024lease", "lease2024", "Leasing", "PDF lease", "Miete",
            "a", "Ärzte",
            "Plan A", "x", "report-7.txt", "مستأجر", "le", "", "...", "THE LEASE",
        ]
        for words in [["lease"], ["a"], ["leases", "7"], ["report"], ["lea"], ["2024"], ["v2"], ["le"]] {
            let beginnings = WordBeginnings(words)
            for name in names {
                var likeness = WordLikeness(language: "en")
                let isNamed = AskedName.Name(name).terms.contains { term in words.contains { likeness.isSame($0, term) }
                }
                if isNamed { #expect(beginnings.mayStand(in: name), "\(words) in \(name)") }
            }
        }
        #expect(!WordBeginnings(["lease", "mill"]).mayStand(in: "Boiler 1194.txt"))
        #expect(!WordBeginnings(["a"]).mayStand(in: "archive.pdf"))
    }
}
