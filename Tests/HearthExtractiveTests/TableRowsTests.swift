import HearthCore
import Testing

@testable import HearthExtractive

/// Rows of tables stand for themselves in answers, with the names of their columns.
@Suite struct TableRowsTests {
    private let table =
        "Item\tAmount\tWhen\nRent\t£1,140 a month\tby the 5th\nDeposit\t£1,315\tpaid in February\nGround\t£96\tin April\n"

    private func pieces(_ text: String, _ span: TextSpan? = nil) -> [String] {
        TableRows(text).pieces(of: span ?? TextSpan(start: 0, end: text.utf8.count)).map {
            text.text(in: $0.span) ?? "?"
        }
    }

    private func sentences(_ text: String, head: String? = nil) -> [String] {
        let table = TableRows(text, head: head)
        return table.rows.filter { !$0.isHead }.map(table.sentence)
    }

    private func answer(_ question: String, _ text: String) -> ExtractiveAnswer.Sentence? {
        ExtractiveAnswerer().answer(question: question, passages: [AnswerPassage(id: 1, text: text, score: 1)])
            .sentences.first
    }

    /// As they come out of sheets: decimal commas part no values, and the row's number is no part of what is told.
    @Test func rowsThatHaveTheNamesOfTheirColumnsAreToldAsTheyStand() {
        let text = """
            Row 1 · Date · Payee · Amount
            Row 2 · Date: 1. March · Payee: Rent · Amount: 920,50
            Row 3 · Date: 9. April · Payee: Gas · Amount: 41,20
            """
        #expect(pieces(text).filter { $0 != "\n" } == text.split(separator: "\n").map(String.init))
        #expect(sentences(text).last == "Date: 9. April · Payee: Gas · Amount: 41,20")
        #expect(answer("When was the gas paid?", text)?.shown?.contains("9. April") == true)
    }

    @Test func eachRowIsAPieceAndTheRestStaysTogether() {
        let text = "What is paid\nand when.\n\n" + table + "\n\tIndented, and\nno row.\n"
        let found = pieces(text)
        #expect(found.joined().filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
        #expect(found.first == "What is paid\nand when.\n\n")
        #expect(found.contains("Deposit\t£1,315\tpaid in February"))
        #expect(found.last?.hasSuffix("\tIndented, and\nno row.\n") == true)
    }

    @Test(arguments: [
        "", "\n", "\t", "a\tb", "a\tb\r\nc\td\r\n", "\t\n\t\n", "один\tдва\nтри", "|", "||\n|-|", "a|b\n-|-",
        "|a\n|-|\n|",
        "\",\n\"\n,,\n,,\n,,", ";;;\n;;;\n;;;", "| a \\| b |\n|---|\n| c", "\u{301}\t\u{301}\nx",
    ])
    func piecesHoldAllWordsInOrder(text: String) {
        let bytes = text.utf8.count
        for span in [TextSpan(start: 0, end: bytes), TextSpan(start: 0, end: bytes + 5)] {
            let found = TableRows(text).pieces(of: span).map(\.span)
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.end <= $1.start })
            let words = found.compactMap { text.text(in: $0) }.joined()
            #expect(words.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
        }
        _ = sentences(text)
    }

    @Test func anAnswerIsOneRow() {
        let found = answer("How much is the deposit?", "The landlord is Mrs Oyelaran.\n\n" + table)
        #expect(found?.text == "Deposit\t£1,315\tpaid in February")
        #expect(found?.shown == "Item: Deposit · Amount: £1,315 · When: paid in February")
        #expect(found?.quote == found?.span)
    }

    @Test func rowsOfMarkdownAreToldWithTheirColumns() {
        let text =
            "# Flat\n\n| Item | **Amount** | Due |\n|---|--:|:-:|\n| Rent | £920 | 1st |\n| Gas \\| power | | 9th |\n"
        #expect(sentences(text) == ["Item: Rent · Amount: £920 · Due: 1st", "Item: Gas | power · Due: 9th"])
        let found = answer("When is the rent due?", text)
        #expect(found?.shown == "Item: Rent · Amount: £920 · Due: 1st")
        #expect(found?.text == "| Rent | £920 | 1st |")
    }

    @Test func theHeadOfATableSaysWhatItsRowsAreAbout() {
        let months = "Month\tRent\tWater\nMarch\t910\t31\nApril\t940\t33"
        #expect(answer("How much is the rent in March?", months)?.shown == "Month: March · Rent: 910 · Water: 31")
        #expect(answer("How much is the water in April?", months)?.text == "April\t940\t33")
    }

    @Test func valuesWithCommasAreRows() {
        let text = "Item,Amount,Due\nGym,£35,3rd\nPhone,\"£12, fixed\",9th\nBus,£20,\n"
        #expect(
            sentences(text) == [
                "Item: Gym · Amount: £35 · Due: 3rd", "Item: Phone · Amount: £12, fixed · Due: 9th",
                "Item: Bus · Amount: £20",
            ])
        #expect(sentences("Stadt;Preis\nRom;1,50\nBonn;2,70\nKiel;3").first == "Stadt: Rom · Preis: 1,50")
    }

    @Test(arguments: [
        "Dear Anna,\nthe cat, the dog, and I\nare well, thank you, all of us.",
        "It cost 1,000 pounds.\nWe paid 2,000 more.\nThey want 3,500 still.\nAnd 1,200 as well.",
        "Rome, Paris, Berlin\nCairo, Lagos, Accra\nLima, Quito, Bogota",
        "1.\tFirst\n2.\tSecond\n•\tThird\n(a)\tFourth",
        "a | b\nno rule",
    ])
    func proseAndListsAreNoTables(text: String) {
        #expect(TableRows(text).rows.isEmpty)
    }

    @Test func aFirstRowLikeTheOthersIsNoHead() {
        #expect(sentences("Landlord\tMrs Oyelaran\nRent\t£920\nDeposit\t£1,315").first == "Landlord: Mrs Oyelaran")
        #expect(sentences("Rent\t£920\t1st\nWater\t£31\t9th").first == "Rent · £920 · 1st")
        #expect(sentences("Item\tCost\nRent\t£920\nGas\t£40").first == "Item: Rent · Cost: £920")
        #expect(sentences("Country\t2023\t2024\nFrance\t5.1\t5.3").first == "Country: France · 2023: 5.1 · 2024: 5.3")
    }

    @Test func anEmptyCornerIsAColumnWithoutAName() {
        #expect(
            sentences("Morning\tEvening\nMon\tAnna\tBen\nTue\tBen\tCarl\n\tAnna\tCarl") == [
                "Mon · Morning: Anna · Evening: Ben", "Tue · Morning: Ben · Evening: Carl",
                "Morning: Anna · Evening: Carl",
            ])
    }

    @Test func aTableThatBeganBeforeTheTextHasItsHead() {
        let head = "| Item | Amount | Due |"
        #expect(sentences("| Rent | £920 | 1st |\n", head: head) == ["Item: Rent · Amount: £920 · Due: 1st"])
        #expect(sentences("Rent\t£920\t1st", head: "Item\tAmount\tDue") == ["Item: Rent · Amount: £920 · Due: 1st"])
        #expect(sentences("Rent,£920,1st", head: "Item,Amount,Due") == ["Item: Rent · Amount: £920 · Due: 1st"])
        let passage = AnswerPassage(
            id: 1, text: "| March | 910 | 31 |\n| April | 940 | 33 |", score: 1,
            tableHead: "| Month | Rent | Water |")
        let found = ExtractiveAnswerer().answer(question: "How much is the rent in April?", passages: [passage])
        #expect(found.sentences.first?.shown == "Month: April · Rent: 940 · Water: 33")
    }

    @Test func whatStandsBelowATableHasNotItsHeadForAHeading() {
        let text = "| Day | Pool |\n|---|---|\n| Mon | shut |\n\nDogs are welcome.\n"
        let found = answer("Are dogs welcome?", text)
        #expect(found?.text == "Dogs are welcome.")
        #expect(found?.shown == nil)
    }

    @Test(arguments: [
        ("| Item | Amount |\n|---|---|\n", "| Rent | £920 |\n"), ("Item\tAmount\tDue\n", "Rent\t£920\t1st\n"),
        ("Item,Amount,Due\n", "Rent,£920,1st\n"),
    ])
    func theHeadOfALongTableIsFoundBeforeAPassage(head: String, row: String) {
        let rows = String(repeating: row, count: 5_000)
        let before = "Costs.\n\n\(head)\(rows)"
        let text = "\(before)\(rows)\nThe end.\n"
        #expect(AnswerPassage.mayBeginInTable(rows))
        #expect(AnswerPassage.tableHead(before: before.utf8.count, in: text) == String(head.split(separator: "\n")[0]))
        // Behind the table, at its beginning, and where nothing is.
        #expect(AnswerPassage.tableHead(before: text.utf8.count - 9, in: text) == nil)
        #expect(AnswerPassage.tableHead(before: 8, in: text) == nil)
        #expect(AnswerPassage.tableHead(before: 0, in: text) == nil)
        #expect(AnswerPassage.tableHead(before: text.utf8.count + 5, in: text) == nil)
    }

    @Test func daysAndMonthsInShortAreThoseOfTheQuestion() {
        let hours =
            "| Day | Library | Pool |\n|---|---|---|\n| Mon | 9-17 | closed |\n| Tue | 10-18 | 7-21 |\n| Wed | 9-12 | 8-20 |"
        #expect(
            answer("When is the library open on Tuesday?", hours)?.shown == "Day: Tue · Library: 10-18 · Pool: 7-21")
        #expect(answer("Is the pool open on Monday?", hours)?.shown == "Day: Mon · Library: 9-17 · Pool: closed")
        let rent = "Monat\tMiete\nJan\t910\nFeb\t920\nMrz\t930"
        #expect(answer("Wie hoch ist die Miete im März?", rent)?.text == "Mrz\t930")
        #expect(CalendarNames.same(as: "sun") == ["sunday"] && CalendarNames.same(as: "sunday") == ["sun"])
        #expect(CalendarNames.same(as: "sept") == ["september", "septembre", "septiembre"])
        #expect(CalendarNames.same(as: "sunk") == nil)
    }

    private let staff = """
        name;role;phone;birthday
        Derek Pym;personnel;07700 900551;12 May
        Harriet Ollerenshaw;director;07700 900552;30 January
        Joost van Dalen;carpenter;07700 900553;4 August
        """

    /// A row says several things of one, and a question that goes on asks for another of them.
    @Test func aRowIsToldAgainForAnotherOfItsColumns() throws {
        let first = try #require(answer("What is the phone number of the director?", staff)?.shown)
        #expect(first.contains("07700 900552"))
        let earlier = EarlierTurns(
            questions: "What is the phone number of the director?",
            answers: [EarlierTurns.told(by: "\(first) [1]")])
        let next = ExtractiveAnswerer().answer(
            question: "And her birthday?", after: earlier, passages: [AnswerPassage(id: 1, text: staff, score: 1)])
        #expect(next.sentences.first?.shown?.contains("30 January") == true)
    }

    @Test(arguments: [
        ("The rent is £920. [1] It is due on Monday. [2]", "The rent is £920. [1] It is due on Monday. [2]"),
        ("Item: Rent · Amount: £920 [1]", "Item: Rent · Amount: £920 [1]"),
        ("Pay on Monday. [1] Item: Rent · Amount: £920 · When: Monday [2]", "Pay on Monday. [1]"), ("", ""),
    ])
    func onlyRowsOfSeveralColumnsMayBeToldAgain(answer: String, told: String) {
        #expect(EarlierTurns.told(by: answer) == told)
    }
}
