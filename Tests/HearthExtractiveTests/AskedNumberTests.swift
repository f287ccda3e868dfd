import HearthCore
import Testing

@testable import HearthExtractive

/// Which of several is asked about: by its number, its day, its name in a heading, and by what holds now.
@Suite struct AskedNumberTests {
    private func ask(_ question: String, _ texts: [(title: String?, text: String)], headings: [[String]] = [])
        -> ExtractiveAnswer
    {
        let passages = texts.enumerated().map { index, one in
            let marked = headings.indices.contains(index) ? headings[index] : []
            return AnswerPassage(
                id: index, text: one.text, score: 1 - Double(index) / 10,
                headings: marked.compactMap { heading in
                    one.text.firstRange(of: heading).map { range in
                        let start = one.text.utf8.distance(from: one.text.startIndex, to: range.lowerBound)
                        return TextSpan(start: start, end: start + heading.utf8.count)
                    }
                }, title: one.title)
        }
        return ExtractiveAnswerer().answer(question: question, passages: passages)
    }

    private static let manual =
        "The gateway TW-300 costs £435 and weighs 780 g. The gateway TW-200 costs £189 and weighs 310 g."

    @Test func aSisterOfTheModelThatIsAskedForIsNone() {
        let texts: [(title: String?, text: String)] = [
            ("Manual of the gateways", Self.manual), (nil, "We sell gateways of many kinds."),
        ]
        #expect(ask("How much does the TW-400 cost?", texts).abstained)
        #expect(!ask("How much does the TW-300 cost?", texts).abstained)
    }

    @Test(arguments: [
        ("TW-400 and TW200", ["tw 400", "tw 200"]), ("Version 2.4.0 of June", ["version 2.4.0"]),
        ("the 50 sensors of 2015", []),
        ("Zimmer 12 und Raum 3", ["zimmer 12", "raum 3"]), ("from 3 to 5 days", []),
        ("CS-412, page 7", ["cs 412", "page 7"]),
    ])
    func numbersThatNameSomethingAreTold(text: String, names: [String]) {
        #expect(NumberedName.all(in: text).map { "\($0.kind) \($0.number)" } == names)
    }

    @Test func theReportOfAnotherDayDoesNotAnswer() {
        let report = (
            title: "Outage of the alarms on 19 August 2026" as String?,
            text: "The outage was caused by an expired certificate of the broker."
        )
        #expect(ask("What caused the outage on 7 July?", [report]).abstained)
        #expect(!ask("What caused the outage on 19 August?", [report]).abstained)
    }

    @Test func whatWasSupersededGivesWay() throws {
        let old = (title: "On-call handbook (superseded)" as String?, text: "The allowance is £250 a week.")
        let new = (
            title: "On-call handbook" as String?, text: "The allowance is £310 a week plus £45 for each call at night."
        )
        let found = ask("How much is the on-call allowance?", [old, new])
        #expect(try #require(found.sentences.first).text.contains("£310"))
        #expect(
            ask("How much was the allowance of the superseded handbook?", [old, new]).sentences.first?.text.contains(
                "£250") == true)
        #expect(!Supersession.isSaid(title: "The Old Man and the Sea", fileName: nil))
        #expect(Supersession.isSaid(title: "Handbook", fileName: "handbook OLD"))
    }

    @Test func aValueThatWasChangedIsToldAsItIs() throws {
        let contract = (title: "Contract" as String?, text: "Your basic salary is £58,400 a year, paid monthly.")
        let amendment = (
            title: "Amendment" as String?, text: "Your basic salary changes from £58,400 to £64,750 a year."
        )
        #expect(
            try #require(ask("What is the basic salary?", [contract, amendment]).sentences.first).text.contains(
                "£64,750"))
        // A span is no change.
        let other = (title: "Survey" as String?, text: "A basic salary here lies from £58,400 to £64,750 a year.")
        #expect(ask("What is the basic salary?", [contract, other]).sentences.first?.text.contains("monthly") == true)
    }

    @Test func aFieldBelowTheTitleOfItsFormDecides() throws {
        let invoice = (
            title: "Invoice" as String?,
            text:
                "Invoice number: HR-20417\nInvoice date: 12 November 2026\nDue date: 12 December 2026\nYour reference: audit\n\nPayment within 30 days."
        )
        #expect(try #require(ask("When is the invoice due?", [invoice]).sentences.first).text.hasPrefix("Due date"))
        let plan = (
            title: "Project plan: Kestrel" as String?,
            text:
                "**Sponsor:** Rupert Langmead  **Project manager:** Priya Raman  **Version:** 2.1\n\nThe team meets on Mondays."
        )
        #expect(
            try #require(ask("Who is the project manager of Kestrel?", [plan]).sentences.first).text.contains(
                "Priya Raman"))
    }

    @Test func whatStandsBelowTheHeadingThatIsAskedForIsTold() {
        let paper = (
            title: "Study of the FrostNet" as String?,
            text:
                "Results\nIt predicts most of the failures.\n\nLimitations\nAll rooms are in a cool climate. Only one compressor was seen. Dates were noted by hand."
        )
        let found = ask(
            "What are the limitations of the FrostNet study?", [paper], headings: [["Results", "Limitations"]])
        #expect(found.sentences.map(\.text).joined(separator: " ").contains("Only one compressor was seen."))
        let scope = (
            title: "Plan: Kestrel" as String?,
            text:
                "In scope:\n\n- ingestion\n- dashboards\n\nOut of scope:\n\n- mobile app\n- billing changes\n\nThe plan ends here."
        )
        let out = ask("What is out of scope for Kestrel?", [scope]).sentences.map(\.text)
        #expect(out.contains("mobile app") && out.contains("billing changes") && !out.contains("ingestion"), "\(out)")
    }

    @Test func whatAnAnswerLeavesUnsaidIsNamed() {
        let party = (
            title: "Office" as String?,
            text: "The winter party is on Friday 11 December at 18.30 in the Old Ropery. Partners are welcome."
        )
        let found = ask(
            "What is the dress code at the winter party?",
            [party, (nil, "The code of the door is changed. The dress shop is closed.")])
        #expect(found.abstained || found.isUnsure && found.unsaid == ["“dress”", "“code”"], "\(found)")
    }
}
