import HearthCore
import Testing

@testable import HearthExtractive

/// What papers of work answer by their sections: change logs, minutes, reports of incidents, lists of questions, tables of risks.
@Suite struct WorkPaperTests {
    private func ask(_ question: String, _ passages: [AnswerPassage]) -> ExtractiveAnswer {
        ExtractiveAnswerer().answer(question: question, passages: passages)
    }

    private func told(_ found: ExtractiveAnswer) -> [String] { found.sentences.map { $0.shown ?? $0.text } }

    private func span(of part: String, in text: String) throws -> TextSpan {
        let range = try #require(text.firstRange(of: part))
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        return TextSpan(start: start, end: start + part.utf8.count)
    }

    /// As the chunks of a document are: each below its heading, with those above it.
    private func log() throws -> [AnswerPassage] {
        let parts: [(text: String, headings: [String], above: [String])] = [
            (
                "## [2.4.0] - 2026-03-02\n\n### Added\n\n- A dark theme for the editor.\n- Export of invoices as CSV.",
                ["## [2.4.0] - 2026-03-02", "### Added"], []
            ),
            (
                "### Fixed\n\n- Login no longer fails with an umlaut in the password.", ["### Fixed"],
                ["## [2.4.0] - 2026-03-02"]
            ),
            (
                "## [2.3.0] - 2026-01-12\n\n### Fixed\n\n- The calendar shows the right week.\n- Upgraded to version 18 of the runtime.",
                ["## [2.3.0] - 2026-01-12", "### Fixed"], []
            ),
        ]
        return try parts.enumerated().map { index, part in
            AnswerPassage(
                id: index, text: part.text, score: 1 - Double(index) / 20,
                headings: try part.headings.map { try span(of: $0, in: part.text) }, above: part.above,
                title: "Ledgerbook changelog")
        }
    }

    // MARK: - Releases

    @Test(arguments: [
        ("## [2.4.0] - 2026-03-02", true), ("v2.4.0 (2 March 2026)", false), ("Version 2.4", false),
        ("## [2.4.0](https://example.org/compare/v2.3.0...v2.4.0) (2026-03-02)", true),
        ("Ledgerbook 2.4.0 / 2026-03-02", false),
        ("2.4 – März 2026", false), ("### 2.4.0", true), ("2.4.0 [YANKED]", true),
    ])
    func headingsOfReleasesAreKnown(line: String, isHeading: Bool) {
        #expect(ReleaseHead(line, isHeading: isHeading)?.number == ReleaseNumber(parts: [2, 4], suffix: ""))
    }

    @Test(arguments: [
        "3.2 Error codes", "Figure 2.4", "[2.4.0]: https://example.org/compare/v2.3.0...v2.4.0", "2026-03-02",
        "Rent: £2.50",
        "Version 2.4 needs a new licence.", "TW-400", "It costs 2.50 a day",
    ])
    func otherLinesHeadNoRelease(line: String) {
        #expect(ReleaseHead(line, isHeading: false) == nil)
    }

    @Test func theChangesOfAReleaseAreToldAndThoseOfNoOther() throws {
        let found = try ask("What changed in version 2.4.0?", log())
        #expect(!found.abstained && !found.isUnsure)
        #expect(
            Set(told(found)) == [
                "A dark theme for the editor.", "Export of invoices as CSV.",
                "Login no longer fails with an umlaut in the password.",
            ])
        let fixed = try ask("What was fixed in 2.4?", log())
        #expect(told(fixed) == ["Login no longer fails with an umlaut in the password."])
        // 2.0.0 is no series of which 2.4.0 is one.
        for other in ["2.9.0", "2.0.0", "2.0"] {
            #expect(try ask("What changed in version \(other)?", log()).abstained, "\(other)")
        }
    }

    @Test func whenAReleaseCameOutItsHeadingSays() throws {
        let found = try ask("When was 2.3 released?", log())
        #expect(!found.abstained)
        #expect(found.sentences.first?.text.contains("2026-01-12") == true)
        let plain = AnswerPassage(
            id: 0,
            text:
                "Release notes\n\nv2.4.0 (2 March 2026)\n- A dark theme.\n- Faster search.\n\nv2.3.0 (12 January 2026)\n- The right week.",
            score: 1)
        #expect(ask("When was version 2.4.0 released?", [plain]).sentences.first?.text.contains("2 March 2026") == true)
        #expect(told(ask("What is new in v2.4.0?", [plain])) == ["A dark theme.", "Faster search."])
    }

    @Test func whichReleaseBroughtSomethingIsToldWithItsHeading() throws {
        let found = try ask("Which version fixed the login bug?", log())
        #expect(told(found).first == "2.4.0 - 2026-03-02 · Login no longer fails with an umlaut in the password.")
        // The quote stays what stands in the document.
        #expect(found.sentences.first?.text == "Login no longer fails with an umlaut in the password.")
    }

    // MARK: - Sections by what they hold

    @Test func theRootCauseIsToldWhereItIsAskedWhy() throws {
        let parts = [
            (
                "## Summary\n\nThe alarms of the cold store failed on 19 August for three hours. The alarms failed in all rooms.",
                "## Summary"
            ),
            ("## Root cause\n\nA certificate of the broker had expired. Nobody was told in time.", "## Root cause"),
        ]
        let passages = try parts.enumerated().map { index, part in
            AnswerPassage(
                id: index, text: part.0, score: 1 - Double(index) / 5, headings: [try span(of: part.1, in: part.0)],
                title: "Post-mortem: alarms of the cold store, 19 August 2026")
        }
        for question in [
            "Why did the alarms fail on 19 August?", "What caused the failure of the alarms on 19 August?",
        ] {
            let found = ask(question, passages)
            #expect(found.sentences.first?.text == "A certificate of the broker had expired.", "\(question)")
        }
        #expect(ask("Why did the alarms fail on 7 July?", passages).abstained)
    }

    private static let minutes = AnswerPassage(
        id: 0,
        text: """
            Minutes of the board, 3 March 2026

            Present: Ana Weber (chair), Tom Okafor, Lena Brandt
            Apologies: Rupert Langmead

            Resolved:

            - The lease of the mill is renewed for a year.
            - The fee goes up to £40.

            The board talked about the roof. The board meets again in May.
            """, score: 1, title: "Minutes of the board, 3 March 2026")

    @Test(arguments: [
        ("Who attended the board meeting on 3 March?", "Present: Ana Weber"),
        ("Who was at the meeting of the board?", "Present: Ana Weber"),
        ("Who was absent from the board meeting?", "Apologies: Rupert Langmead"),
    ])
    func whoWasThereIsToldByTheirLabel(question: String, start: String) {
        let found = ask(question, [Self.minutes])
        #expect(!found.abstained && found.sentences.first?.text.hasPrefix(start) == true, "\(told(found))")
    }

    @Test func fieldsRightBelowTheFirstLineAreFields() {
        let minutes = AnswerPassage(
            id: 7,
            text: "Minutes of the works meeting, 3 March 2026\nPresent: Ana Weber, Tom Okafor\nApologies: Jan Peters",
            score: 1, title: "minutes")
        for question in ["Who attended the meeting?", "Who attended?"] {
            #expect(told(ask(question, [minutes])).first == "Present: Ana Weber, Tom Okafor", "\(question)")
        }
    }

    @Test func whatWasDecidedIsWhatWasResolved() {
        let found = told(ask("What was decided at the board meeting on 3 March?", [Self.minutes]))
        #expect(found == ["The lease of the mill is renewed for a year.", "The fee goes up to £40."])
    }

    @Test(arguments: [
        (
            "Wer hat an der Sitzung teilgenommen?", "Anwesend: Jutta Krämer, Ole Brandt\nEntschuldigt: Mia Lang",
            "Anwesend"
        ),
        (
            "Wer war bei der Sitzung entschuldigt?", "Anwesend: Jutta Krämer, Ole Brandt\nEntschuldigt: Mia Lang",
            "Entschuldigt"
        ),
    ])
    func labelsAreThoseOfTheLanguage(question: String, fields: String, start: String) {
        let passage = AnswerPassage(
            id: 0,
            text:
                "Protokoll der Sitzung des Vereins\n\n\(fields)\n\nDer Verein sprach über die neue Halle und das Dach.",
            score: 1, title: "Protokoll der Sitzung des Vereins")
        let found = ask(question, [passage])
        #expect(found.sentences.first?.text.hasPrefix(start) == true, "\(told(found))")
    }

    @Test(arguments: [
        (SectionConcept.cause, "3. Root cause"), (.cause, "Ursache des Ausfalls"), (.attendance, "Meeting attendees"),
        (.absence, "Apologies for absence"), (.decision, "Beschlüsse"),
    ])
    func namesOfSectionsAreKnown(concept: SectionConcept, heading: String) {
        #expect(concept.isNamed(by: heading, isField: false, languages: ["en", "de"]))
        #expect(!concept.isNamed(by: "Budget for the next year", isField: false, languages: ["en", "de"]))
    }

    @Test func rowsBelowAHeadingAreTheSection() throws {
        let text = """
            ## Risks

            | Risk | Likelihood | Answer |
            |---|---|---|
            | Late parts | high | Order early |
            | Staff leave | low | Train two |

            ## Budget

            The budget is £40,000.
            """
        let passage = AnswerPassage(
            id: 0, text: text, score: 1,
            headings: [try span(of: "## Risks", in: text), try span(of: "## Budget", in: text)], title: "Plan: Kestrel")
        let found = ask("What are the risks of Kestrel?", [passage]).sentences.map(\.text).joined(separator: "\n")
        #expect(found.contains("Late parts") && found.contains("Staff leave") && !found.contains("£40,000"), "\(found)")
    }

    // MARK: - Questions with their answers

    @Test func anAnswerIsToldWithoutItsLabel() throws {
        let passage = AnswerPassage(
            id: 0,
            text:
                "Q: Can I cancel a course?\nA: A course can be cancelled until the day before.\n\nQ: Where do I park?\nA: Guests park behind the hall.",
            score: 1, title: "FAQ")
        let found = try #require(ask("Where do guests park?", [passage]).sentences.first)
        #expect(found.shown == "Guests park behind the hall.")
        #expect(passage.text.text(in: found.quote)?.contains("Guests park behind the hall.") == true)
    }

    @Test func aLabelIsOneOnlyBelowItsQuestion() {
        #expect(AnswerLabel.without("A: Yes.", below: "Q: Is it open?") == "Yes.")
        #expect(AnswerLabel.without("Antwort: Ja.", below: "Ist es offen?") == "Ja.")
        #expect(AnswerLabel.without("A: Yes.", below: "Is it open?") == nil)
        #expect(AnswerLabel.without("A: Yes.", below: nil) == nil)
        #expect(AnswerLabel.without("Tom: Yes.", below: "Q: Is it open?") == nil)
    }

    // MARK: - What need not be said

    @Test func politenessAndTheNameOfTheFirmAreNotMissed() {
        let handbook = AnswerPassage(
            id: 0,
            text:
                "Northwind welcomes you.\n\nEvery desk has two screens.\n\nThe office opens at seven.\n\nThe notice period is three months for everybody.",
            score: 1, title: "Handbook")
        let polite = ask("Can you please tell me exactly what the notice period at Northwind is?", [handbook])
        #expect(polite.sentences.first?.text.contains("three months") == true)
        #expect(!polite.unsaid.contains("“please”") && !polite.unsaid.contains("“northwind”"), "\(polite.unsaid)")
    }
}
