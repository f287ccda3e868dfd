import HearthCore
import Testing

@testable import HearthExtractive

/// Rows of tables as somebody would say them, and sums of them.
@Suite struct RowTellingTests {
    private static let accounts = """
        Row 1 · Item · Amount · Date
        Row 2 · Item: Rent · Amount: 1,200 · Date: 3 March 2026
        Row 3 · Item: Water · Amount: 48.50 · Date: 9 March 2026
        Row 4 · Item: Rent · Amount: 1,200 · Date: 3 April 2026
        Row 5 · Item: Rent · Amount: 1,250 · Date: 3 May 2026
        Row 6 · Item: Electricity · Amount: 96 · Date: 12 April 2026
        """
    private static let greek = """
        Row 1 · Αγορά · Ποσό · Ημερομηνία
        Row 2 · Αγορά: Ενοίκιο · Ποσό: 520 € · Ημερομηνία: 3 Μαρτίου 2026
        Row 3 · Αγορά: Νερό · Ποσό: 48,50 € · Ημερομηνία: 9 Μαρτίου 2026
        Row 4 · Αγορά: Ενοίκιο · Ποσό: 520 € · Ημερομηνία: 3 Απριλίου 2026
        """
    private static let list =
        "Item\tAmount\tWhen\nRent\t£1,140 a month\tby the 5th\nDeposit\t£1,315\tpaid in February\nGround\t£96\tin April\n"
    private static let months = "Month\tRent\tWater\nMarch\t910\t31\nApril\t940\t33"
    private static let hours = "Day\tLibrary\tPool\nMon\t9-17\tclosed\nTue\t10-18\t7-21"

    private func first(_ question: String, _ text: String) -> ExtractiveAnswer.Sentence? {
        ExtractiveAnswerer().answer(
            question: question, passages: [AnswerPassage(id: 1, text: text, score: 1, title: "accounts")]
        ).sentences.first
    }

    @Test(arguments: [
        ("What did we pay for rent in March?", accounts, "1,200 (Amount; Rent, 3 March 2026)", "1,200"),
        ("When did we pay the water?", accounts, "9 March 2026 (Date; Water)", "9 March 2026"),
        ("Πόσο πληρώσαμε για ενοίκιο τον Μάρτιο;", greek, "520 € (Ποσό; Ενοίκιο, 3 Μαρτίου 2026)", "520 €"),
        ("How much is the deposit?", list, "£1,315 (Amount; Deposit, paid in February)", "£1,315"),
        ("How much is the rent in March?", months, "910 (Rent; March)", "910"),
        ("When is the library open on Tuesday?", hours, "10-18 (Library; Tue)", "10-18"),
    ])
    func theCellThatAnswersComesFirst(question: String, text: String, told: String, words: String) throws {
        let found = try #require(first(question, text))
        #expect(found.told == told)
        // Which words answer is known by their place, and the quote stays the row.
        #expect(found.words.flatMap { text.text(in: $0) } == words)
        #expect(text.text(in: found.quote) == found.text)
    }

    /// What the question does not ask for one cell of is told as it stands.
    @Test func aRowOfWhichNoSingleCellAnswersStaysAsItIs() throws {
        let text = "Name\tRoom\tPhone\nAda\t4\t555 1234\nBo\t7\t555 9876"
        #expect(first("Who is Ada?", text)?.told == nil)
        #expect(first("What is the phone number of Ada?", text)?.told?.hasPrefix("555 1234 (Phone; Ada") == true)
    }

    // MARK: Sums

    private func total(_ question: String, _ text: String, above: [String] = []) -> TableTotal? {
        guard let row = first(question, text)?.span else { return nil }
        return ExtractiveAnswerer().total(of: question, row: row, in: text, above: above)
    }

    private func sum(_ question: String, _ text: String) -> TableSum? {
        guard case .sum(let sum)? = total(question, text) else { return nil }
        return sum
    }

    @Test func amountsAreAddedUpToTheLastDigit() throws {
        let rent = try #require(sum("How much did we pay for rent altogether?", Self.accounts))
        #expect(
            rent.sum == "3,650" && rent.of == "Amount; Rent" && rent.parts.map(\.text) == ["1,200", "1,200", "1,250"])
        #expect(rent.parts.map { $0.amount.flatMap { Self.accounts.text(in: $0) } } == ["1,200", "1,200", "1,250"])
        let march = try #require(sum("How much did we spend in March in total?", Self.accounts))
        #expect(march.sum == "1,248.50" && march.parts.count == 2)
        let german = """
            Row 2 · Posten: Miete · Betrag: 1.200,50 · Datum: 3.3.2026
            Row 3 · Posten: Gas · Betrag: 48,50 · Datum: 9.3.2026
            Row 4 · Posten: Miete · Betrag: 1.200,50 · Datum: 3.4.2026
            """
        #expect(sum("Was haben wir insgesamt für Miete bezahlt?", german)?.sum == "2.401,00")
        #expect(sum("Πόσο ενοίκιο πληρώσαμε συνολικά;", Self.greek)?.of == "Ποσό; Ενοίκιο")
    }

    @Test func rowsWithoutAnAmountAreCounted() throws {
        let open = "Item\tAmount\tWhen\nRent\t£900\tMarch\nRent\t£900\tApril\nRent\t\tMay\nWater\t\tMay"
        let start = try #require(ByteSearch.first(Array("Rent".utf8), in: Array(open.utf8)))
        let row = TextSpan(start: start, end: start + "Rent\t£900\tMarch".utf8.count)
        let found = ExtractiveAnswerer().total(
            of: "How much did we pay for rent in total?", row: row, in: open, above: [])
        guard case .sum(let rent)? = found else {
            Issue.record("There is no sum: \(String(describing: found)).")
            return
        }
        #expect(rent.sum == "£1800" && rent.parts.count == 2 && rent.empty == 1)
        #expect(try #require(sum("How much did we pay for rent altogether?", Self.accounts)).empty == 0)
    }

    @Test func eachCurrencyHasASumOfItsOwn() throws {
        let hotel = "Item\tCost\tPaid\nHotel\t€120\tMarch\nHotel\t$90\tApril\nHotel\t€30.50\tMay\nTaxi\t€12\tApril"
        guard case .sums(let sums)? = total("What did the hotel cost in total?", hotel) else {
            Issue.record("There are no sums.")
            return
        }
        #expect(sums.map(\.sum) == ["€150.50", "$90"])
        #expect(sums.map { $0.parts.map(\.text) } == [["€120", "€30.50"], ["$90"]])
        #expect(sums.allSatisfy { $0.of == "Cost; Hotel" })
    }

    @Test func whatNobodyCanAddUpIsNotAddedUp() {
        let hotel = "Item\tCost\tPaid\nHotel\t€120\tMarch\nHotel\t90\tApril\nTaxi\t€12\tApril"
        #expect(total("What did the hotel cost in total?", hotel) == .severalCurrencies)
        // One row is no sum, and what the table does not say is none of it.
        #expect(total("How much was the electricity in total?", Self.accounts) == nil)
        #expect(total("How much did we pay for rent in Berlin in total?", Self.accounts) == nil)
        #expect(total("How much did we pay for rent?", Self.accounts) == nil)
        let many = (1...40).map { "Row \($0 + 1) · Item: Rent · Amount: 10 · Date: \($0 % 28 + 1) March 2026" }
        #expect(total("How much rent did we pay in total?", many.joined(separator: "\n")) == .tooMany(40))
    }

    @Test(arguments: [
        (["1,200", "48.50"], "1,248.50"), (["1.200", "48,50"], "1.248,50"), (["0.10", "0.20"], "0.30"),
        (["1 200 €", "300 €"], "1 500 €"), (["CHF 1'200.–", "CHF 50.05"], "CHF 1'250.05"),
        (["-5.25", "(4.75)"], "-10.00"), (["+50.00", "-20.50", "- 1.00"], "28.50"),
        // Thousands or fractions: the sum is right either way.
        (["1.200", "2.400"], "3.600"), (["1.599", "1.649"], "3.248"), (["1,200", "900"], "2,100"),
        (["1’200", "1'300"], "2'500"), (["1 200", "1\u{A0}300"], "2 500"), (["1.200.000", "1.200"], "1.201.200"),
        (["١٬٢٠٠", "٠٫٥٠"], "١٬٢٠٠٫٥٠"), (["Rs.500", "Rs.250"], "Rs.750"),
        (["1,00,000", "50,000"], "150,000"), (["٥٠", "٢٥"], "٧٥"), (["7", "8"], "15"),
    ])
    func columnsAreReadAsTheyAreWritten(cells: [String], sum: String) throws {
        #expect(try ExactAmounts(column: cells).sum(cells).get() == sum)
    }

    @Test(arguments: [
        (["1,5", "1.5"], ExactAmounts.Fault.unreadable), (["5", "n/a"], .unreadable), (["5%", "6%"], .unreadable),
        (["1,2,3", "4"], .unreadable), (["1.200", "1,300"], .unreadable), (["1.200.000", "1,200"], .unreadable),
        (["1 200", "1.200"], .unreadable), (["120.00-", "50.00"], .unreadable), ([".50", "1.50"], .unreadable),
        (["€5", "$5"], .currencies), (["€5", "5"], .currencies),
        (["999999999999999", "9999999999999999"], .unreadable), (["12 apples a day", "3"], .unreadable),
    ])
    func whatContradictsItselfHasNoSum(cells: [String], fault: ExactAmounts.Fault) {
        guard case .failure(let error) = ExactAmounts(column: cells).sum(cells) else {
            Issue.record("There is a sum of \(cells).")
            return
        }
        #expect(error.fault == fault)
    }

    @Test func wordsThatWantASumAreKnown() {
        for question in [
            "In total?", "What did we pay altogether?", "Combien au total ?", "Wie viel insgesamt?", "一共多少钱?",
        ] {
            #expect(ExtractiveAnswerer.asksForTotal(question), "\(question)")
        }
        #expect(!ExtractiveAnswerer.asksForTotal("What did we pay in March?"))
    }
}
