import HearthCore
import HearthTesting
import HearthText
import Testing

@testable import HearthExtractive

/// What the answerer makes of a reader that says where the answer stands.
@Suite struct ReaderAnswerTests {
    private let passages = [
        AnswerPassage(
            id: 7,
            text: "The lighthouse of Dornsea stands on a cliff above the harbour. It was built in 1842 by the engineer "
                + "Clara Whitcombe. The tower is 38 metres high and has 164 steps. Today the lighthouse belongs to the "
                + "town and is open in summer.", score: 9),
        AnswerPassage(
            id: 3,
            text: "The harbour of Dornsea was dug by hand. Ships from Bergen brought timber to the town every spring.",
            score: 5),
    ]
    private let built = "When was the lighthouse of Dornsea built?"
    private let unsaid = "What is the boiling temperature of liquid nitrogen?"

    private struct Refused: ReadableError {
        let code = "refused"
        let kind = Failure.Kind.unusableModel
        let message = "Not today."
    }

    /// - Parameter change: Of the weights, so that what is held does not depend on how they are set.
    private func answer(
        _ question: String, _ reader: ScriptedReader, in passages: [AnswerPassage]? = nil,
        _ change: (inout ReaderWeights) -> Void = { _ in }
    ) async throws -> ExtractiveAnswer {
        var settings = AnswerSettings()
        change(&settings.reader)
        return try await ExtractiveAnswerer(settings: settings).answer(
            question: question, passages: passages ?? self.passages, embed: nil, reader: reader)
    }

    private func byRules(_ question: String) -> ExtractiveAnswer {
        ExtractiveAnswerer().answer(question: question, passages: passages)
    }

    @Test func theSentenceWithTheWordsLeads() async throws {
        let found = try await answer(built, ScriptedReader(finding: "dug by hand")) {
            ($0.worth, $0.rulesInDoubt, $0.reach) = (60, 0, .infinity)
        }
        let first = try #require(found.sentences.first)
        #expect(first.text == "The harbour of Dornsea was dug by hand.")
        #expect(first.passageID == 3)
        #expect(first.words.flatMap { passages[1].text.text(in: $0) } == "dug by hand")
        #expect(first.words.map(first.span.contains) == true)
        #expect(!found.abstained)
        // Nothing is put before it, though it tells no time and another sentence does.
        #expect(found.sentences.dropFirst().allSatisfy { $0.words == nil })
    }

    /// A reader takes any name in a form for the answer to "who?".
    @Test func theReaderPutsNobodyWhoIsServedBeforeWhoServed() async throws {
        let report = AnswerPassage(
            id: 0,
            text: """
                Boiler service report

                Customer: E. and J. Brandt, 14 Linden Row

                Date of visit: 12 September 2025. Engineer: Tomasz Wilk. Report 25-0918.

                The burner was taken out and cleaned.
                """, score: 9, title: "Boiler service report")
        let found = try await answer(
            "Who serviced the boiler?", ScriptedReader(finding: "E. and J. Brandt"), in: [report] + passages)
        #expect(found.sentences.first?.text == "Engineer: Tomasz Wilk.")
    }

    /// A reader learnt from prose, and takes the first row whose column fits.
    @Test func theReaderPutsNoRowBeforeTheOneThatIsAskedAbout() async throws {
        let teams = AnswerPassage(
            id: 5, text: "Team\tLeader\tMeets\nReeds\tJoel Minchin\tMondays\nLitter\tBahar Yilmaz\tFridays\n", score: 9,
            title: "Canal")
        let reader = ScriptedReader(finding: "Joel Minchin", probability: 0.95, answerable: 0.95)
        let litter = try await answer("Who leads the litter team?", reader, in: [teams] + passages)
        #expect(litter.sentences.first?.text.hasPrefix("Litter") == true)
        // No team is called so.
        #expect(try await answer("Who leads the swan team?", reader, in: [teams] + passages).abstained)
    }

    /// What an invoice is called says much of what is asked for, and holds a number.
    @Test func theReaderPutsNoHeadingBeforeTheLineOfWhatIsAskedFor() async throws {
        let invoice = AnswerPassage(
            id: 5,
            text:
                "Hollis Roofing Ltd – Invoice 20488\nRidge tiles 18 £14.50 £261.00\nTotal £1,407.60\nPayable within 21 days.",
            score: 9, title: "Hollis")
        let reader = ScriptedReader(finding: "20488", probability: 0.95, answerable: 0.95)
        let found = try await answer("What is the total of the roof invoice?", reader, in: [invoice] + passages)
        #expect(found.sentences.first?.text == "Total £1,407.60")
    }

    /// A diary has a line for each day, and a reader takes any of them that looks like an answer.
    @Test func theReaderPutsNoOtherDayBeforeTheOneThatIsAskedAbout() async throws {
        let diary = AnswerPassage(
            id: 7,
            text: """
                12 March: 138 over 88, slept badly.
                19 March: 131 over 84, started with tablets in the morning.
                26 March: 124 over 80.
                2 April: 122 over 79.

                """, score: 1)
        let question = "What was my blood pressure on 26 March?"
        let reader = ScriptedReader(finding: "131 over 84", probability: 0.95, answerable: 0.95)
        let found = try await answer(question, reader, in: [diary])
        #expect(found.sentences.first?.text.contains("124 over 80") == true)
        // Where no day is named, the reader's word counts.
        let open = try await answer("What was my blood pressure?", reader, in: [diary]) { $0.worth = 60 }
        #expect(open.sentences.first?.text.contains("131 over 84") == true)
    }

    @Test func whatTheReaderHardlyBelievesIsNotShown() async throws {
        let reader = ScriptedReader(finding: "1842", probability: 0.3, answerable: 0.5)
        let first = try #require(try await answer(built, reader) { $0.leastShown = 0.2 }.sentences.first)
        #expect(first.words == nil)
        let shown = try #require(try await answer(built, reader) { $0.leastShown = 0.1 }.sentences.first)
        #expect(shown.words.flatMap { passages[0].text.text(in: $0) } == "1842")
    }

    @Test func itIsSilentWhereNeitherTheReaderNorTheRulesFindAnything() async throws {
        let nothing = ScriptedReader(finding: "zebra")
        #expect(try await answer(unsaid, nothing).abstained)
        // Either may be trusted so much that the other is not needed.
        #expect(try await !answer(built, nothing) { ($0.answerableInDoubt, $0.worthInDoubt) = (0, 0) }.abstained)
        #expect(try await answer(built, nothing) { $0.rulesInDoubt = 0 }.abstained)
        #expect(try await !answer(unsaid, ScriptedReader(finding: "164 steps")) { $0.rulesInDoubt = 0 }.abstained)
        #expect(try await answer(built, nothing).confidence < answer(built, ScriptedReader(finding: "1842")).confidence)
    }

    @Test func whatIsNotInItsLanguagesIsNotRead() async throws {
        let german = AnswerPassage(
            id: 1,
            text:
                "Der Turm ist hoch und steht auf einem Felsen über dem Hafen. Der Turm wurde im Jahr 1842 gebaut. Er gehört heute "
                + "der Stadt und ist im Sommer geöffnet.", score: 1)
        let reader = ScriptedReader(finding: "1842")
        _ = try await answer(
            "In welchem Jahr wurde der Turm über dem Hafen gebaut, und wem gehört er?", reader, in: [german])
        #expect(reader.calls.isEmpty)
        // Of an English question's passages those in English are.
        let found = try await answer(built, reader, in: [passages[0], german])
        #expect(reader.calls.map(\.passages) == [[passages[0].text]])
        #expect(reader.calls.map(\.question) == [built])
        #expect(found.sentences.first?.passage == 0)
        // A question that may be in any language is in that of the texts.
        _ = try await answer("1842?", reader)
        #expect(reader.calls.count == 2)
        _ = try await answer("", reader)
        _ = try await answer(built, reader, in: [])
        #expect(reader.calls.count == 2)
    }

    @Test func whereTheReaderFailsTheRulesAnswer() async throws {
        for question in [built, unsaid, "Where did the ships come from?"] {
            let refused = try await answer(question, ScriptedReader { _, _ in throw Refused() })
            #expect(refused == byRules(question))
            #expect(try await answer(question, ScriptedReader { _, _ in [] }) == byRules(question))
            let none = try await ExtractiveAnswerer().answer(
                question: question, passages: passages, embed: nil, reader: nil)
            #expect(none == byRules(question))
        }
        await #expect(throws: CancellationError.self) {
            try await answer(built, ScriptedReader { _, _ in throw CancellationError() })
        }
    }

    @Test func whatIsNoNumberOrOutsideOfTheTextChangesNothing() async throws {
        let reader = ScriptedReader { _, passages in
            passages.map { _ in
                let places = [(-5, -1), (5, 2), (10_000, 20_000), (0, 0)].map(TextSpan.init)
                let spans = places.map {
                    PassageReading.Span(place: $0, score: .nan, probability: .infinity, answerable: 2)
                }
                return PassageReading(
                    relevance: .nan, answerable: .nan, logits: nil,
                    spans: spans + [
                        .init(place: TextSpan(start: 0, end: 3), score: 0, probability: .nan, answerable: 1)
                    ],
                    bytesRead: 0)
            }
        }
        let found = try await answer(built, reader) { $0.answerableInDoubt = 0 }
        #expect(found.sentences.map(\.text) == byRules(built).sentences.map(\.text))
        #expect(found.confidence.isFinite)
        #expect(found.sentences.allSatisfy { $0.words == nil && $0.score.isFinite })
    }

    /// A reader knows what a notice looks like, and hardly whose it is.
    @Test func whatIsToldOfAnotherThanIsAskedAboutDoesNotLead() async throws {
        let lease = AnswerPassage(
            id: 0,
            text: "With ten weeks' notice in writing the tenants may end the lease after the first year. "
                + "The landlord may do so early, and needs six months' notice.", score: 1)
        let question = "How much notice must the tenants give to end the lease?"
        let misled = ScriptedReader(finding: "six months' notice", probability: 0.6)
        let found = try await answer(question, misled, in: [lease]) { _ in }
        #expect(found.sentences.first?.text.hasPrefix("With ten weeks' notice") == true)
        // Of whom it is asked, it is told.
        let right = try await answer(
            "How much notice must the landlord give to do so early?", misled, in: [lease]
        ) { _ in }
        #expect(right.sentences.first?.text.hasPrefix("The landlord") == true)
    }

    /// Those with the best sentences by the rules first, and no more than there is time for.
    @Test func onlySoMuchIsRead() async throws {
        let buildings = [
            "bakery", "school", "mill", "chapel", "barn", "stable", "brewery", "tavern", "theatre", "bridge",
        ]
        let many = buildings.enumerated().map { number, building in
            AnswerPassage(
                id: number, text: "Carpenters from Bergen brought timber for the \(building). " + passages[1].text,
                score: 1)
        }
        let few = ScriptedReader(finding: "spring")
        _ = try await answer("Where did the carpenters of the chapel come from?", few, in: many) {
            ($0.mostPassages, $0.reach, $0.sure) = (3, .infinity, 2)
        }
        #expect(few.calls.map(\.passages.count) == [2, 1])
        #expect(few.calls.first?.passages.first?.contains("chapel") == true)
        // Where the first two surely answer, the others are not read.
        let sure = ScriptedReader(finding: "spring")
        _ = try await answer("Where did the carpenters of the chapel come from?", sure, in: many) {
            ($0.mostPassages, $0.reach, $0.sure) = (3, .infinity, 0)
        }
        #expect(sure.calls.map(\.passages.count) == [2])
        // Sentences that share little with the question, far behind the best one, are not worth the reading.
        let near = ScriptedReader(finding: "spring")
        _ = try await answer("Where did the carpenters of the chapel come from?", near, in: many) { _ in }
        #expect(near.calls.first?.passages.count == 1)
        let short = ScriptedReader(finding: "spring")
        _ = try await answer(built, short) { $0.mostBytes = 300 }
        let texts = short.calls.flatMap(\.passages)
        #expect(!texts.isEmpty && texts.reduce(0) { $0 + $1.utf8.count } <= 300)
        #expect(texts.allSatisfy { text in passages.contains { $0.text.contains(text) } })
    }

    /// Of a long passage what stands around its best sentence is read, and the words are found at their place in the whole.
    @Test func ofALongPassageTheMiddleIsRead() async throws {
        let filler = (1...40).map { "The town council met for the \($0)th time and spoke about the harbour. " }.joined()
        let long = AnswerPassage(
            id: 0, text: filler + "The lighthouse was built in 1842 by Clara Whitcombe. " + filler, score: 1)
        let reader = ScriptedReader(finding: "1842")
        let found = try await answer("When was the lighthouse built?", reader, in: [long]) { $0.mostOfPassage = 500 }
        let text = try #require(reader.calls.first?.passages.first)
        #expect(reader.calls.count == 1 && text.utf8.count <= 500 && text.utf8.count > 300)
        let first = try #require(found.sentences.first)
        #expect(first.words.flatMap { long.text.text(in: $0) } == "1842")
        // A sentence that is too long by itself is read from its beginning.
        let short = ScriptedReader(finding: "1842")
        _ = try await answer("When was the lighthouse built?", short, in: [long]) { $0.mostOfPassage = 20 }
        #expect(short.calls.first?.passages == ["The lighthouse was b"])
    }

    @Test func wordsOverTheEndOfASentenceAreOfTheOneWithMostOfThem() async throws {
        let reader = ScriptedReader(finding: "1842 by the engineer Clara Whitcombe. The")
        let first = try #require(
            try await answer(built, reader) { ($0.worth, $0.rulesInDoubt) = (60, 0) }.sentences.first)
        #expect(first.text == "It was built in 1842 by the engineer Clara Whitcombe.")
        #expect(first.words.flatMap { passages[0].text.text(in: $0) } == "1842 by the engineer Clara Whitcombe.")
    }

    @Test func closenessInMeaningAndTheReaderCountTogether() async throws {
        let reader = ScriptedReader(finding: "Bergen")
        let found = try await ExtractiveAnswerer().answer(
            question: "Where did the ships with timber come from?", passages: passages,
            embed: { $0.map { $0.contains("ships") || $0.contains("Ships") ? [1, 0] : [0, 1] } }, reader: reader)
        #expect(found.sentences.first?.text.contains("Bergen") == true)
        #expect(found.sentences.first?.words != nil)
        #expect(!found.isUnsure)
    }

    /// What the landlord must do looks like what the tenants must, and a reader takes either.
    @Test func whatAnotherDoesIsNotSureWhereItStandsBesideWhoIsAskedAbout() async throws {
        let lease = AnswerPassage(
            id: 1,
            text: "The tenants may end the lease with two months' notice in writing. The landlord must give four "
                + "months' notice. The landlord repairs the roof. The tenants keep the drains clear.", score: 1)
        let question = "How much notice do the tenants have to give?"
        let found = try await answer(question, ScriptedReader(finding: "four months'"), in: [lease])
        #expect(found.isUnsure || found.sentences.first?.text.contains("two months'") == true)
        let right = try await answer(question, ScriptedReader(finding: "two months'"), in: [lease])
        #expect(right.sentences.first?.text.contains("two months'") == true)
    }
}
