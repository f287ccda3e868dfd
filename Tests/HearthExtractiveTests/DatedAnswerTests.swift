import HearthCore
import HearthText
import Testing

@testable import HearthExtractive

/// A question of a time is answered by what has a date in it, however either is written.
@Suite struct DatedAnswerTests {
    private func answer(
        _ question: String, _ text: String, headings: [String] = [], today: CivilDate? = nil
    ) -> ExtractiveAnswer {
        let spans = headings.compactMap { heading -> TextSpan? in
            guard let range = text.firstRange(of: heading) else { return nil }
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            return TextSpan(start: start, end: start + heading.utf8.count)
        }
        return ExtractiveAnswerer().asked(on: today).answer(
            question: question, passages: [AnswerPassage(id: 0, text: text, score: 1, headings: spans)])
    }

    private static let rows = """
        Row 1 · Date: 2024-02-11 · Item: Gas bill · Amount: 39.20
        Row 2 · Date: 2024-03-05 · Item: Gas bill · Amount: 41.50
        Row 3 · Date: 2024-03-19 · Item: Water bill · Amount: 28.75
        Row 4 · Date: 2024-04-02 · Item: Window cleaner · Amount: 15.00
        Row 5 · Date: 2024-05-07 · Item: Gas bill · Amount: 37.10
        """

    @Test(arguments: [
        "How much did we pay in March?", "How much did we pay in March 2024?", "How much did we spend in March?",
    ])
    func allRowsOfTheMonthAreTold(question: String) {
        let found = answer(question, Self.rows)
        #expect(!found.abstained)
        #expect(
            found.sentences.compactMap(\.shown).sorted() == [
                "Date: 2024-03-05 · Item: Gas bill · Amount: 41.50",
                "Date: 2024-03-19 · Item: Water bill · Amount: 28.75",
            ])
    }

    @Test func aRowOfTheMonthComesFirstInOtherLanguages() throws {
        let text = Self.rows.replacing("Date", with: "Datum").replacing("Amount", with: "Betrag")
            .replacing("Item", with: "Posten").replacing("Gas bill", with: "Gasrechnung")
        let found = answer("Wie viel haben wir im März bezahlt?", text)
        #expect(try #require(found.sentences.first).text.contains("2024-03-"))
    }

    @Test func lastMonthCountsFromTheDayThatIsGiven() throws {
        let found = answer("How much did we pay last month?", Self.rows, today: CivilDate(year: 2024, month: 6, day: 3))
        #expect(try #require(found.sentences.first).text.contains("2024-05-07"))
    }

    @Test func aDateAboveIsThatOfWhatStandsBelow() throws {
        let text = """
            Boiler · Tue, 5 Mar 2024

            The fitter came and cleaned the burner of the boiler.

            Boiler · Mon, 8 Apr 2024

            The fitter came and replaced the pump of the boiler.
            """
        let headings = ["Boiler · Tue, 5 Mar 2024", "Boiler · Mon, 8 Apr 2024"]
        let march = answer("What did the fitter do to the boiler in March?", text, headings: headings)
        let april = answer("What did the fitter do to the boiler in April?", text, headings: headings)
        #expect(try #require(march.sentences.first).text.contains("burner"))
        #expect(try #require(april.sentences.first).text.contains("pump"))
    }

    @Test func figuresSayWhatADateOfTheQuestionNames() {
        func said(_ text: String) -> Bool {
            let question = AnswerQuestion(
                "What was paid in March 2024?", languages: ["en"], asked: "en", capitalsMarkNames: true)
            var likeness = TermLikeness(question.terms.map(\.text))
            let span = [(span: TextSpan(start: 0, end: text.utf8.count), isHeading: false)]
            let read = AnswerSentence.read(
                text, language: "en", spans: span, question: question, likeness: &likeness)
            return question.dateTerms.joined().allSatisfy { read[0].said[$0] >= 1 }
        }
        for text in ["Gas 2024-03-01", "Gas 03/01/2024", "Gas 1 Mar 2024", "Gas 2024年3月"] {
            #expect(said(text), "\(text)")
        }
        for text in ["Gas 2024-04-01", "Gas 2023-03-01", "Gas 1.5.2024"] { #expect(!said(text), "\(text)") }
    }

    @Test func aMonthIsNoVerb() throws {
        let text =
            "The fitter may paint the gate and may oil it. The fitter painted the fence on 5/5/2024. The gate is old."
        #expect(try #require(answer("What did the fitter paint in May?", text).sentences.first).text.contains("fence"))
    }

    @Test func whichIsNotWho() {
        #expect(!AskedQuestion("वह कौन सा शहर है?", languages: ["hi"]).kind.contains(.person))
        #expect(AskedQuestion("वह कौन है?", languages: ["hi"]).kind.contains(.person))
        #expect(AskedQuestion("यह किस शहर में है?", languages: ["hi"]).kind.contains(.place))
        #expect(AskedQuestion("Σε ποια πόλη βρίσκεται;", languages: ["el"]).kind.contains(.place))
        #expect(AskedQuestion("Ce procent a votat?", languages: ["ro"]).kind.contains(.number))
    }

    @Test(arguments: [
        "Η γέφυρα χτίστηκε τον Μάρτιο.", "Podul a fost construit în martie.", "पुल मार्च में बना था।",
        "Мост построен в девятнадцатом веке.",
        "Es geschah im 19. Jahrhundert.", "यह १९४५ में हुआ था।",
    ])
    func monthsCenturiesAndYearsAreOfferedAlikeInAllLanguages(text: String) {
        let offer = text.withBytes { AnswerOffer(0..<$0.count, $0, asked: []) }
        #expect(offer.hasYearOrMonth, "\(text)")
    }

    /// The names come from the list that dates are read with; what was weighed is kept.
    @Test func namesOfMonthsThatAreOtherWordsAreNone() {
        for month in [
            "march", "märz", "mars", "августа", "elokuuta", "ianuarie", "október", "dezembro", "फ़रवरी", "ديسمبر",
        ] {
            #expect(AnswerOffer.isDay(month), "\(month)")
        }
        for word in ["may", "mart", "ocak", "marts", "ekim", "jänner", "elokuu", "wrzesień", "fevrier"] {
            #expect(!AnswerOffer.isDay(word), "\(word)")
        }
        let offered = ["Este în august.", "Наступил май."].map { text in
            text.withBytes { AnswerOffer(0..<$0.count, $0, asked: []).hasNamedDay }
        }
        #expect(offered == [false, false])
    }

    /// "And in April?" goes on from a question for March, and asks for April.
    @Test func aFollowUpAsksForItsOwnTime() {
        func times(_ question: String) -> [[NamedDate]] {
            AnswerQuestion(
                question, earlier: "How much did we pay in March?", languages: ["en"], asked: "en",
                capitalsMarkNames: true
            ).dates.asked.map(\.times)
        }
        #expect(times("And in April?") == [[NamedDate(month: 4)]])
        #expect(times("And for gas?") == [[NamedDate(month: 3)]])
    }
}
