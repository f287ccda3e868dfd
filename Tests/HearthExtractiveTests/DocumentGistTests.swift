import HearthCore
import Testing

@testable import HearthExtractive

/// What a document is about is told by sentences that say something, in its order.
@Suite struct DocumentGistTests {
    private func gist(_ text: String, apart: [TextSpan] = [], isTalk: Bool = false) -> [String] {
        let sentences = DocumentGist.sentences(of: text, apart: apart, isTalk: isTalk)
        for sentence in sentences {
            #expect(sentence.text == text.text(in: sentence.span))
        }
        #expect(sentences.map(\.span.start) == sentences.map(\.span.start).sorted())
        #expect(sentences.count <= 3)
        return sentences.map(\.text)
    }

    private let letter = """
        Thornbury Water Company
        Customer Services
        8 Canal Road

        3 March 2026

        Dear Mr Okafor,

        Re: Your water meter

        Thank you for your letter of 20 February. We will replace the meter in your cellar on 14 April between 9 and 12. The work \
        takes about an hour, and the water is off during that time. The old meter measured too little for two years, but you will not be \
        charged for the difference.

        If you have any questions, please do not hesitate to call us.

        Yours sincerely,

        Jean Marlow
        Customer Services
        """

    @Test func aLetterIsToldWithoutAddressesThanksAndGreetings() {
        let found = gist(letter)
        #expect(found.first == "We will replace the meter in your cellar on 14 April between 9 and 12.")
        #expect(found.count == 3)
        let all = found.joined(separator: " ")
        for noise in ["Thank you", "hesitate", "sincerely", "Thornbury", "Dear", "Re:", "Jean"] {
            #expect(!all.contains(noise), "\(noise)")
        }
    }

    @Test(arguments: [
        (
            "Sehr geehrte Frau Lang,\n\nvielen Dank für Ihr Schreiben vom 4. Mai. Der Baum vor Ihrem Haus wird im Herbst gefällt, weil er krank "
                + "ist.\n\nBei Fragen rufen Sie uns gerne an.\n\nMit freundlichen Grüßen\nStadtgärtnerei",
            "Der Baum vor Ihrem Haus wird im Herbst gefällt, weil er krank ist."
        ),
        (
            "Madame,\n\nNous vous remercions de votre courrier. La fuite dans la cave sera réparée lundi par le plombier.\n\nN'hésitez pas à nous "
                + "appeler.\n\nCordialement,\nLe syndic",
            "La fuite dans la cave sera réparée lundi par le plombier."
        ),
        ("住民の皆様\n\nいつもお世話になっております。\n\n来週の月曜日に水道管の工事を行います。\n\nよろしくお願いいたします。", "来週の月曜日に水道管の工事を行います。"),
        ("各位居民：\n\n您好！\n\n本周六上午小区将更换电梯，请走楼梯。\n\n感谢您的理解与配合。", "本周六上午小区将更换电梯，请走楼梯。"),
    ])
    func lettersOfManyLanguagesAreToldByTheirMatter(_ text: String, _ told: String) {
        #expect(gist(text) == [told])
    }

    @Test func headingsAndTablesAreLeftOut() {
        let text =
            "# Trip. A report.\n\nWe walked to the old mill and back.\n\nDay\tMiles\nMonday\t12.\n\nIt rained on both days of it."
        let table = text.utf8.count - "Day\tMiles\nMonday\t12.\n\nIt rained on both days of it.".utf8.count
        let found = gist(text, apart: [TextSpan(start: 0, end: 17), TextSpan(start: table, end: table + 21)])
        #expect(found == ["We walked to the old mill and back.", "It rained on both days of it."])
    }

    @Test func aListWithoutSentencesIsToldByItsFirstLines() {
        #expect(gist("Tent and four pegs\nTwo sleeping bags, blue\nRope").first == "Tent and four pegs")
        #expect(gist("Rope") == ["Rope"])
        #expect(gist("").isEmpty)
        #expect(gist(" \n\n ").isEmpty)
    }

    @Test func talkIsToldWithWhoSaysIt() {
        let text = """
            Priya: The shed needs a new roof before the winter comes.
            Martin: Halden and Sons want eighteen hundred pounds for the roof.
            Priya: Then we take Halden and Sons for the roof in March.
            Martin: I will write to Halden and Sons tomorrow about the roof.
            """
        let sentences = DocumentGist.sentences(of: text, isTalk: true)
        #expect((1...3).contains(sentences.count))
        #expect(sentences.allSatisfy { $0.speaker != nil })
    }
}
