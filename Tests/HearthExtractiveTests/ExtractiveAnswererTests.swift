import HearthCore
import HearthText
import Synchronization
import Testing

@testable import HearthExtractive

@Suite struct ExtractiveAnswererTests {
    private let answerer = ExtractiveAnswerer()

    private let passages = [
        AnswerPassage(
            id: 7,
            text: "The lighthouse of Dornsea stands on a cliff above the harbour. It was built in 1842 by the engineer "
                + "Clara Whitcombe. The tower is 38 metres high and has 164 steps. Because of the fog the lamp was replaced "
                + "by a stronger one. Today the lighthouse belongs to the town and is open in summer.", score: 9),
        AnswerPassage(
            id: 3,
            text:
                "The harbour of Dornsea was dug by hand. Ships from Bergen brought timber to the town every spring. The "
                + "harbour master lived in Mill Lane.", score: 5),
    ]

    private func best(_ question: String) -> String {
        answerer.answer(question: question, passages: passages).sentences[0].text
    }

    @Test func aQuestionForATimeIsAnsweredWithADate() {
        #expect(best("When was the lighthouse of Dornsea built?").contains("1842"))
    }

    @Test func aQuestionForANumberIsAnsweredWithANumber() {
        #expect(best("How many steps does the lighthouse tower have?").contains("164"))
    }

    @Test func aQuestionForAPersonIsAnsweredWithAName() {
        #expect(best("Who was the engineer who built the lighthouse?").contains("Clara Whitcombe"))
    }

    @Test func theBetterPassageWinsOverTheFirst() {
        let answer = answerer.answer(question: "Where did the ships that brought timber come from?", passages: passages)
        #expect(answer.sentences[0].passageID == 3)
        #expect(answer.sentences[0].passage == 1)
        #expect(answer.sentences[0].text.contains("Bergen"))
        #expect(!answer.abstained)
    }

    @Test func spansAreVerbatimAndQuotesHoldTheSentence() {
        let questions = [
            "When was the lighthouse built?", "timber", "Who lived in Mill Lane?", "", "?", "summer town open",
        ]
        for question in questions {
            let answer = answerer.answer(question: question, passages: passages, maxSentences: 4)
            for sentence in answer.sentences {
                let text = passages[sentence.passage].text
                #expect(text.text(in: sentence.span) == sentence.text)
                #expect(text.text(in: sentence.quote) != nil)
                #expect(sentence.quote.contains(sentence.span))
                #expect(passages[sentence.passage].id == sentence.passageID)
            }
        }
    }

    @Test func aShortSentenceIsQuotedWithItsNeighbours() {
        let answer = answerer.answer(question: "How high is the tower?", passages: passages)
        #expect(answer.sentences[0].text == "The tower is 38 metres high and has 164 steps.")
        #expect(answer.sentences[0].quote.count >= 120)
    }

    @Test func whatThePassagesDoNotSayIsRefused() {
        for question in [
            "What is the boiling temperature of liquid nitrogen?", "Which composer wrote the opera about Figaro?",
            "Wie funktioniert ein Quantencomputer?",
        ] {
            #expect(answerer.answer(question: question, passages: passages).abstained, "\(question)")
        }
        #expect(answerer.answer(question: "When was the lighthouse built?", passages: []).abstained)
        #expect(answerer.answer(question: "", passages: passages).abstained)
    }

    @Test func whatThePassagesSayIsNotRefused() {
        for question in [
            "When was the lighthouse of Dornsea built?", "Where did the harbour master live?",
            "How high is the tower of the lighthouse?", "Why was the lamp replaced?",
        ] {
            #expect(!answerer.answer(question: question, passages: passages).abstained, "\(question)")
        }
    }

    @Test func rarityFromTheWholeCollectionDecides() {
        // "harbour" is everywhere in the collection and "steps" nearly nowhere, which the two passages cannot tell.
        let answer = answerer.answer(
            question: "harbour steps", passages: passages, documentShare: { $0.hasPrefix("step") ? 0.001 : 0.9 })
        #expect(answer.sentences[0].text.contains("steps"))
    }

    @Test(arguments: [
        (
            "Wann wurde der Turm gebaut?",
            "Der Turm ist hoch. Der Turm wurde im Jahr 1842 gebaut. Er gehört der Stadt.", "1842"
        ),
        (
            "Quand la tour a-t-elle été construite ?",
            "La tour est haute. La tour fut construite en 1842. Elle est belle.", "1842"
        ),
        ("¿Cuándo se construyó la torre?", "La torre es alta. La torre se construyó en 1842. Es de la ciudad.", "1842"),
        ("灯塔是哪一年建造的？", "灯塔位于悬崖上。灯塔建造于1842年。灯塔属于小镇。", "1842"),
        ("灯台はいつ建てられましたか？", "灯台は崖の上にある。灯台は1842年に建てられた。町のものである。", "1842"),
        ("등대는 언제 지어졌습니까?", "등대는 절벽 위에 있다. 등대는 1842년에 지어졌다. 마을의 것이다.", "1842"),
    ])
    func otherLanguagesAreAnswered(question: String, text: String, expected: String) {
        let answer = answerer.answer(question: question, passages: [AnswerPassage(id: 0, text: text, score: 1)])
        #expect(answer.sentences[0].text.contains(expected))
        #expect(!answer.abstained)
    }

    @Test func theSentenceThatAnswersComesFirstAndNoOtherIsToldBesideACertainOne() {
        let answer = answerer.answer(question: "How many steps does the lighthouse tower have?", passages: passages)
        #expect(answer.sentences.map(\.text) == ["The tower is 38 metres high and has 164 steps."])
    }

    @Test func theSameSentenceOfTwoPassagesIsToldOnce() {
        let again = passages + [AnswerPassage(id: 9, text: passages[0].text, score: 4)]
        let answer = answerer.answer(question: "Why was the lamp replaced by a stronger one?", passages: again)
        #expect(
            answer.sentences.count { $0.text == "Because of the fog the lamp was replaced by a stronger one." } == 1)
    }

    @Test func aHeadingIsNoAnswerAndInNoQuote() throws {
        let text =
            "Ending the lease\nThe tenants may end it with ten weeks' notice. \n\n# Other matters\n\nThe roof is new."
        let heading = TextSpan(start: 0, end: 16)
        let answer = answerer.answer(
            question: "How can the tenants end the lease?",
            passages: [AnswerPassage(id: 0, text: text, score: 1, headings: [heading])])
        let first = try #require(answer.sentences.first)
        #expect(first.text == "The tenants may end it with ten weeks' notice.")
        #expect(answer.sentences.allSatisfy { text.text(in: $0.quote)?.contains("Ending the lease") == false })
        #expect(answer.sentences.allSatisfy { text.text(in: $0.quote)?.contains("#") == false })
    }

    @Test(arguments: [
        (
            "- Food waste: every Tuesday.\n- Paper and glass: Tuesday of even weeks.",
            "When is paper and glass collected?",
            "Paper and glass: Tuesday of even weeks."
        ),
        (
            "1. Add the rye flour.\n2. Stir it for five minutes.", "How many minutes is it stirred?",
            "Stir it for five minutes."
        ),
        ("> The meter is read monthly.", "When is the meter read?", "The meter is read monthly."),
        ("5. Mai war ein Sonntag. Am Montag regnete es.", "Welcher Tag war der 5. Mai?", "5. Mai war ein Sonntag."),
    ])
    func marksOfListsAreNoPartOfAnAnswer(text: String, question: String, expected: String) throws {
        let answer = answerer.answer(question: question, passages: [AnswerPassage(id: 0, text: text, score: 1)])
        #expect(try #require(answer.sentences.first).text == expected)
    }

    @Test(arguments: [
        (
            "Când a fost construit farul?", "Farul este alb. Farul a fost construit în 1842. Orașul e mic.",
            "1842"
        ),
        ("Когда построили маяк?", "Маяк стоит на скале. Маяк построен в 1842 году. Он принадлежит городу.", "1842"),
        (
            "Deniz feneri ne zaman yapıldı?", "Fener beyazdır. Deniz feneri 1842 yılında yapılmıştır. Kasaba küçüktür.",
            "1842"
        ),
        ("Hải đăng được xây khi nào?", "Hải đăng màu trắng. Hải đăng được xây năm 1842. Thị trấn nhỏ.", "1842"),
        ("Πότε χτίστηκε ο φάρος;", "Ο φάρος είναι λευκός. Ο φάρος χτίστηκε το 1842. Η πόλη είναι μικρή.", "1842"),
        ("प्रकाशस्तंभ कब बनाया गया था?", "प्रकाशस्तंभ सफेद है। प्रकाशस्तंभ 1842 में बनाया गया था। शहर छोटा है।", "1842"),
    ])
    func questionWordsOfManyLanguagesSayWhatIsWanted(question: String, text: String, expected: String) {
        let answer = answerer.answer(question: question, passages: [AnswerPassage(id: 0, text: text, score: 1)])
        #expect(answer.sentences[0].text.contains(expected))
        #expect(!answer.abstained)
    }

    @Test func aHeadingStandsForAllThatIsBelowIt() throws {
        let text = "What went wrong\n- January: gummy crumb.\n- March: a cave under the crust.\n- August: far too sour."
        let answer = answerer.answer(
            question: "What went wrong in March?",
            passages: [
                AnswerPassage(id: 0, text: text, score: 1, headings: [TextSpan(start: 0, end: 15)], title: "Rye bread")
            ])
        #expect(try #require(answer.sentences.first).text == "March: a cave under the crust.")
    }

    @Test func aSentenceWithTheDateComesBeforeOneThatHasNoneAndSaysNoMoreOfTheQuestion() throws {
        let lease = AnswerPassage(
            id: 0, text: "After twelve months the tenants may end the lease in writing. The roof is new.", score: 2,
            title: "Lease summary")
        let term = AnswerPassage(
            id: 1, text: "The term began in March 2024 and runs to the end of February 2027.", score: 1,
            title: "Lease summary")
        let answer = answerer.answer(question: "When does the lease end?", passages: [lease, term])
        #expect(try #require(answer.sentences.first).text.contains("2027"))
        #expect(answer.sentences.contains { $0.text.contains("twelve months") })
        // What says less of the question does not answer it, though it has a date.
        let roof = AnswerPassage(id: 1, text: "The roof was made new in March 2024.", score: 1, title: "Roof")
        let other = answerer.answer(question: "When may the tenants end the lease?", passages: [lease, roof])
        #expect(try #require(other.sentences.first).text.contains("twelve months"))
    }

    @Test(arguments: [
        ("Paper is fetched on Tuesdays.", true), ("Der Müll wird am Dienstag geholt.", true),
        ("Το χαρτί μαζεύεται κάθε Παρασκευή.", true), ("Η μίσθωση λήγει τον Μάρτιο.", true),
        ("कागज़ मंगलवार को उठाया जाता है।", true), ("Contractul se încheie în februarie.", true),
        ("Договор кончается в феврале.", true), ("สัญญาสิ้นสุดเดือนกุมภาพันธ์", true), ("废纸每星期二收。", true),
        ("The paper is fetched by a lorry.", false), ("Η μίσθωση είναι γραπτή.", false), ("租约是书面的。", false),
        ("Contractul nu mai este valabil.", false), ("Contractul expiră la 5 mai.", true), ("Er endet im Mai.", true),
    ])
    func daysAndMonthsAreKnownByTheirNames(text: String, isKnown: Bool) {
        let evidence = text.withBytes { AnswerOffer(0..<$0.count, $0, asked: []) }
        #expect((evidence.hasNamedDay || evidence.hasYearOrMonth) == isKnown)
    }

    @Test func theHeadOfATableIsNoAnswer() throws {
        let text = "| Switch | Circuit | Rating |\n|---:|---|---:|\n| 1 | Lights | 6 A |\n| 4 | Cooker | 40 A |"
        let answer = answerer.answer(
            question: "What is the rating of the cooker circuit?",
            passages: [AnswerPassage(id: 0, text: text, score: 1)])
        #expect(try #require(answer.sentences.first).text.contains("40 A"))
    }

    @Test func whatMeansTheSameIsToldBesideAnAnswerThatIsNotSure() async throws {
        let passages = [
            AnswerPassage(id: 0, text: "Goats must be on a lead.", score: 2),
            AnswerPassage(
                id: 1, text: "Any further animal needs the landlord's consent. Walls may be painted.", score: 1),
        ]
        let question = "What about a goat?"
        func answer(closeness: Float) async throws -> ExtractiveAnswer {
            try await answerer.answer(question: question, passages: passages) { texts in
                texts.map { text in
                    let cosine = text == question ? 1 : text.contains("Walls") ? 0 : closeness
                    return [cosine, (1 - cosine * cosine).squareRoot()]
                }
            }
        }
        let unsure = try await answer(closeness: 0.3)
        #expect(unsure.isUnsure)
        #expect(unsure.sentences.map(\.passageID) == [0, 1])
        #expect(try await !answer(closeness: 0.9).isUnsure)
    }

    @Test func meaningSettlesADoubt() async throws {
        let passage = AnswerPassage(
            id: 0,
            text:
                "The tenants may end the lease with ten weeks' notice. The landlord may end it and must give six months' notice.",
            score: 1)
        let question = "How much notice must be given?"
        func first(liking word: String) async throws -> String? {
            try await answerer.answer(question: question, passages: [passage]) { texts in
                texts.map { $0.contains(word) || $0 == question ? [1, 0] : [0, 1] }
            }.sentences.first?.text
        }
        #expect(try await first(liking: "tenants")?.contains("tenants") == true)
        #expect(try await first(liking: "landlord")?.contains("landlord") == true)
    }

    @Test func onlyWhatMeaningMayLiftIsEmbedded() async throws {
        func embedded(_ question: String) async throws -> Int {
            let seen = Mutex(0)
            _ = try await answerer.answer(question: question, passages: passages) { texts in
                // One of them is the question.
                seen.withLock { $0 += texts.count - 1 }
                return texts.map { _ in [1, 0] }
            }
            return seen.withLock { $0 }
        }
        // All sentences of both passages for a word, which finds only what uses this very word.
        #expect(try await embedded("lighthouse") == 8)
        let few = try await embedded("How many steps does the tower of the lighthouse of Dornsea on the cliff have?")
        #expect((1..<8).contains(few))
    }

    @Test func aSentenceIsComparedBelowItsTitleAndHeadings() async throws {
        let text = "Tenants\n\nThey give ten weeks. \n\nLandlord\n\nShe gives half a year."
        let headings = [TextSpan(start: 0, end: 7), TextSpan(start: 32, end: 40)]
        let answer = try await answerer.answer(
            question: "Notice by the occupants?",
            passages: [AnswerPassage(id: 0, text: text, score: 1, headings: headings, title: "Lease,\n14 Linden Row")]
        ) { texts in
            texts.map {
                $0.hasPrefix("Notice") || $0 == "Lease, 14 Linden Row. Tenants: They give ten weeks."
                    ? [1, 0] : [0, 1]
            }
        }
        #expect(answer.sentences.first?.text == "They give ten weeks.")
        #expect(answer.sentences.count == 1)
    }

    @Test func closenessInMeaningSpeaksForAnAnswerAndItsLackAgainstOne() async throws {
        let question = "When was the lighthouse of Dornsea built?"
        func answer(_ similarity: Float) async throws -> ExtractiveAnswer {
            try await answerer.answer(question: question, passages: passages) { texts in
                texts.map { $0 == question ? [1, 0] : [similarity, (1 - similarity * similarity).squareRoot()] }
            }
        }
        let (close, far) = (try await answer(0.8), try await answer(0.05))
        #expect(close.confidence > 0.9 && far.confidence < 0.5)
        #expect(
            close.sentences.first?.span == far.sentences.first?.span,
            "what is equally close leaves the order to the words")
    }

    @Test(arguments: [
        (
            "The garden gate. Martin painted it in April. The bench is still green.", "Who painted the garden gate?",
            "Martin", "The garden gate."
        ),
        (
            "The boat to Skerrow. It leaves at nine from the old pier, on Sundays at ten. Children travel free.",
            "When does the boat to Skerrow leave?", "nine", "The boat to Skerrow."
        ),
        (
            "Im Mai zieht eure Tante zu ihrer Schwester in die Mühlenstraße. Bleibt gesund!\n\nTante Marie",
            "Wohin zieht Tante Marie?", "Mühlenstraße", "Tante Marie"
        ),
    ])
    func whatSaysNothingButTheWordsOfTheQuestionIsNoAnswer(
        text: String, question: String, expected: String, echo: String
    ) throws {
        let answer = answerer.answer(question: question, passages: [AnswerPassage(id: 0, text: text, score: 1)])
        #expect(try #require(answer.sentences.first).text.contains(expected))
        #expect(answer.sentences.allSatisfy { $0.text != echo })
    }

    @Test func whatIsAboutSomebodyElseStandsBehindWhatIsAboutWhoIsAskedFor() throws {
        let text =
            "The members pay once a year. After the first season the members may leave with ten days' notice in writing. The club may "
            + "end it only for cause, and must then give six weeks' notice. The club repairs the boats. The members clean them."
        let passage = AnswerPassage(id: 0, text: text, score: 1)
        func first(_ question: String) -> String? {
            answerer.answer(question: question, passages: [passage]).sentences.first?.text
        }
        #expect(first("How much notice must the members give?")?.contains("ten days") == true)
        #expect(first("How much notice must the club give?")?.contains("six weeks") == true)
    }

    @Test(arguments: [
        ("How hot must the oven be?", "en"), ("How heavy is a loaf?", "en"), ("Wie heiß ist der Ofen?", "de"),
        ("Wie schwer ist ein Laib?", "de"),
    ])
    func aQuestionForAMeasureIsOneForANumber(question: String, language: String) {
        #expect(AskedQuestion(question, languages: [language]).kind.contains(.number))
    }

    @Test func aNameThatNoPassageHoldsSpeaksAgainstAnAnswer() {
        let known = answerer.answer(question: "When did Clara Whitcombe build the lighthouse?", passages: passages)
        let unknown = answerer.answer(question: "When did Gustave Eiffel build the lighthouse?", passages: passages)
        #expect(known.confidence > unknown.confidence)
    }

    @Test func vectorsFindWhatIsSaidInOtherWords() async throws {
        let passage = AnswerPassage(
            id: 1,
            text: "The lighthouse is white. Its construction was paid for by a rich widow. The lighthouse is famous.",
            score: 1)
        let question = "Who financed the lighthouse?"
        let answer = try await answerer.answer(question: question, passages: [passage]) { texts in
            texts.map { $0.contains("financed") || $0.contains("paid") ? [1, 0] : [0, 1] }
        }
        #expect(answer.sentences[0].text.contains("widow"))
    }

    @Test func vectorsOfTheWrongNumberOrSizeAreIgnored() async throws {
        let plain = answerer.answer(question: "When was the lighthouse built?", passages: passages)
        let few = try await answerer.answer(question: "When was the lighthouse built?", passages: passages) { _ in [[1]]
        }
        #expect(few == plain)
        let ragged = try await answerer.answer(question: "When was the lighthouse built?", passages: passages) {
            texts in
            texts.indices.map { [Float](repeating: 1, count: $0 + 1) }
        }
        #expect(ragged.sentences.count == plain.sentences.count)
    }

    @Test func hostileInputIsServed() {
        let odd = ["\u{0}", "🙂🙂🙂", String(repeating: "a", count: 50_000), "\n\n\n", "。。。", "e\u{301}\u{301}", "?!?!"]
        for text in odd {
            let list = [
                AnswerPassage(id: 0, text: text, score: .nan), AnswerPassage(id: 1, text: "", score: .infinity),
                AnswerPassage(id: 2, text: text + " the end.", score: -1),
            ]
            for question in odd {
                let answer = answerer.answer(question: question, passages: list, maxSentences: 5)
                for sentence in answer.sentences {
                    #expect(list[sentence.passage].text.text(in: sentence.span) == sentence.text)
                }
            }
        }
        #expect(answerer.answer(question: "What?", passages: passages, maxSentences: 0).sentences.isEmpty)
    }
}
