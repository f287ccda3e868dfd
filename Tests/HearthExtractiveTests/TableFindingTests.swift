import HearthCore
import Testing

@testable import HearthExtractive

/// What is compared and counted over the rows of a table, and what is not.
@Suite struct TableFindingTests {
    private static let staff = """
        Row 1 · Staff ID · Name · Team · Town · Start date · Yearly salary · Extension
        Row 2 · Staff ID: S-11 · Name: Ada Brook · Team: Kitchen · Town: Hull · Start date: 2019-03-04 · Yearly salary: 41,200 · Extension: 7001
        Row 3 · Staff ID: S-12 · Name: Ben Orr · Team: Garden · Town: York · Start date: 2021-06-01 · Yearly salary: 38,900 · Extension: 7002
        Row 4 · Staff ID: S-13 · Name: Cleo Ray · Team: Garden · Town: Hull · Start date: 2024-01-15 · Yearly salary: 9,800 · Extension: 7003
        Row 5 · Staff ID: S-14 · Name: Cleo Raymond · Team: Kitchen · Town: Hull · Start date: 2023-11-20 · Yearly salary: 40,100 · Extension: 7004
        """
    private static let trips = """
        Row 1 · Date · Person · Kind · What · Cost EUR · Approved by
        Row 2 · Date: 2026-03-02 · Person: Ada Brook · Kind: Train · What: York and back · Cost EUR: 64.20 · Approved by: Ben Orr
        Row 3 · Date: 2026-03-09 · Person: Ben Orr · Kind: Room · What: Two nights in Hull · Cost EUR: 212.00 · Approved by: Ada Brook
        Row 4 · Date: 2026-04-01 · Person: Ada Brook · Kind: Train · What: Leeds · Cost EUR: 31.50 · Approved by: Ben Orr
        Row 5 · Date: 2026-04-17 · Person: Ada Brook · Kind: Meal · What: Supper for six · Cost EUR: 301.00 · Approved by: Ben Orr
        """
    private static let stock = """
        Drills

        Row 1 · Tag · Model · Bought · Price · Guarantee until
        Row 2 · Tag: D-1 · Model: Borer 8 · Bought: 2024-02-01 · Price: 180 · Guarantee until: 2026-02-01
        Row 3 · Tag: D-2 · Model: Borer 12 · Bought: 2025-02-01 · Price: 249.50 · Guarantee until: 2027-02-01

        Pumps

        Row 1 · Name · Room · Litres · Sold
        Row 2 · Name: north-1 · Room: cellar · Litres: 64 · Sold: 2026-01-01
        Row 3 · Name: north-2 · Room: cellar · Litres: 1,280
        Row 4 · Name: south-1 · Room: shed · Litres: 512
        """
    private static let specification = """
        | | KX-20 | KX-30 |
        |---|---|---|
        | Weight | 310 g | 1,780 g |
        | Price | £189 | £95 |
        | Guarantee | 2 years | 3 years |
        | Battery | none | 9 hours |
        """
    private static let fees = """
        Seats

        | Seat | Until May | From June |
        |---|---|---|
        | Stalls | €49 | €62 |
        | Circle | €14 | €18 |
        | Box | €95 | €95 |
        | Total | €158 | €175 |
        """

    private func source(_ text: String, _ title: String, isPart: Bool = false) -> TableSource {
        let headings = ["Drills", "Pumps", "Seats"].compactMap { name -> TextSpan? in
            ByteSearch.first(Array("\(name)\n\n".utf8), in: Array(text.utf8)).map {
                TextSpan(start: $0, end: $0 + name.utf8.count)
            }
        }
        return TableSource(text: text, title: title, fileName: nil, headings: headings.sorted(), isPart: isPart)
    }

    private var all: [TableSource] {
        [
            source(Self.staff, "staff"), source(Self.trips, "expenses_2026"), source(Self.stock, "inventory"),
            source(Self.specification, "KX manual"), source(Self.fees, "Programme"),
        ]
    }

    private func reply(_ question: String, in sources: [TableSource]? = nil) -> TableReply? {
        guard case .told(let reply, _)? = ExtractiveAnswerer().tableFinding(for: question, in: sources ?? all) else {
            return nil
        }
        return reply
    }

    @Test(arguments: [
        ("Which pump has the most litres?", ["north-2: 1,280 (Litres; cellar)"]),
        ("Which pump has the fewest litres?", ["north-1: 64 (Litres; cellar, 2026-01-01)"]),
        ("Who has the highest salary?", ["Ada Brook: 41,200 (Yearly salary)"]),
        ("Who has the lowest salary?", ["Cleo Ray: 9,800 (Yearly salary)"]),
        ("Who has the highest salary in York or Hull?", []),
        ("Who joined most recently?", ["Cleo Ray: 2024-01-15 (Start date)"]),
        ("Who joined first?", ["Ada Brook: 2019-03-04 (Start date)"]),
        ("Which drill was the most expensive?", ["Borer 12: 249.50 (Price; 2025-02-01, 2027-02-01)"]),
        ("What is the oldest drill?", ["Borer 8: 2024-02-01 (Bought; 2026-02-01)"]),
        ("What was the largest expense in March?", ["Two nights in Hull: 212.00 (Cost EUR; 2026-03-09)"]),
        ("Which seat is the cheapest?", ["Circle: €14 (Until May), €18 (From June)"]),
        ("Which seat is the most expensive?", ["Box: €95 (Until May), €95 (From June)"]),
    ])
    func theRowWithTheMostIsTold(question: String, told: [String]) {
        #expect(reply(question)?.parts.map(\.text) ?? [] == told, "\(question)")
    }

    /// Who spent the most is asked of sums, and nothing says who is the oldest, the fastest or the second.
    @Test(arguments: [
        "Who spent the most?", "Who is the oldest employee?", "Who has the second highest salary?",
        "Which pump is the fastest?", "Who was promoted most recently?", "Which drill has the most litres?",
        "Who has the highest extension?", "Who has the highest salary in Leeds?",
        "Why is the box the most expensive seat?",
        "What do most pumps run on?", "What is the first name of Ben Orr?",
    ])
    func whatNoColumnSaysIsNotCompared(question: String) {
        #expect(ExtractiveAnswerer().tableFinding(for: question, in: all) == nil, "\(question)")
    }

    @Test func allThatShareTheFirstPlaceAreTold() throws {
        let text = """
            | Room | Chairs |
            |---|---|
            | Ash | 12 |
            | Oak | 12 |
            | Elm | 9 |
            """
        let rooms = try #require(reply("Which room has the most chairs?", in: [source(text, "Rooms")]))
        #expect(rooms.parts.map(\.text) == ["Ash: 12 (Chairs)", "Oak: 12 (Chairs)"])
        #expect(rooms.parts.map { $0.words.flatMap { text.text(in: $0) } } == ["Ash", "Oak"])
        #expect(rooms.note.contains("3 rows") && rooms.note.contains("“Chairs”"))
    }

    @Test(arguments: [
        ("| Car | Price |\n|---|---|\n| Red | €900 |\n| Blue | $800 |", "several currencies"),
        ("| Car | Price |\n|---|---|\n| Red | 900 |\n| Blue | on request, 2 |", "not compared"),
        // A thousand and a half, or one and a half.
        ("| Car | Price |\n|---|---|\n| Red | 1.500 |\n| Blue | 900 |", "not all"),
    ])
    func whatCannotBeComparedIsNotCompared(text: String, note: String) {
        let found = ExtractiveAnswerer().tableFinding(
            for: "Which car has the highest price?", in: [source(text, "Cars")])
        guard case .untold(let told)? = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(told.contains(note), "\(told)")
    }

    @Test func whatIsInTwoTablesOrNotReadWholeIsNotTold() {
        let two = [source(Self.staff, "staff"), source(Self.staff + "\n", "staff")]
        guard case .untold? = ExtractiveAnswerer().tableFinding(for: "Who has the highest salary?", in: two),
            case .untold? = ExtractiveAnswerer().tableFinding(
                for: "Who has the highest salary?", in: [source(Self.staff, "staff", isPart: true)])
        else {
            Issue.record("One of two tables was taken.")
            return
        }
    }

    @Test(arguments: [
        ("How many employees work in Hull?", 3, "Town: Hull"), ("How many employees are there?", 4, ""),
        ("How many people work in York?", 1, "Town: York"),
        ("How many staff are in the Garden team?", 2, "Team: Garden"),
        ("How many employees joined in 2024?", 1, "Start date: 2024"),
        ("How many expenses did Ada Brook claim?", 3, "Person: Ada Brook"),
        ("How many expenses did Ben Orr approve?", 3, "Approved by: Ben Orr"),
        ("How many expenses were there in March?", 2, "Date: March"), ("How many pumps are there?", 3, ""),
        ("Wie viele Pumps gibt es?", 3, ""),
    ])
    func rowsAreCounted(question: String, number: Int, of: String) {
        let found = reply(question)
        #expect(found?.number == number && found?.of == of, "\(question): \(String(describing: found))")
    }

    @Test func aNameIsNoBeginningOfAnother() throws {
        let found = try #require(reply("How many staff have the name Cleo Ray?"))
        #expect(found.number == 1)
    }

    @Test(arguments: [
        "How many employees work in Leeds?", "How many employees do not work in Hull?",
        "How many employees joined before 2024?", "How many days of leave does an employee have?",
        "How many litres has north-1?", "How many expenses did Ada Brook reject?",
        "How many employees have an extension?",
        "How many expenses cost over 100?",
    ])
    func whatIsNoNumberOfRowsIsNotCounted(question: String) {
        #expect(reply(question) == nil, "\(question)")
    }

    @Test func aNumberOfSomethingElseIsKnown() {
        let row = "Date: 2026-03-02 · Employee: Ada Brook · Cost: 64.20"
        #expect(
            ExtractiveAnswerer.tellsOtherNumber(
                than: "How many employees work in Hull?", told: "64.20 (Cost; 2026-03-02)", row: row))
        #expect(
            !ExtractiveAnswerer.tellsOtherNumber(
                than: "How many sensors can it have?", told: "250 (KX; Sensors)", row: "Sensors: 250"))
        #expect(!ExtractiveAnswerer.tellsOtherNumber(than: "What did Ada pay?", told: "64.20 (Cost)", row: row))
    }

    @Test(arguments: [
        ("Which is cheaper, the KX-20 or the KX-30?", ["KX-30: £95 (Price; KX-20: £189)"]),
        ("Which is heavier, the KX-20 or the KX-30?", ["KX-30: 1,780 g (Weight; KX-20: 310 g)"]),
        ("Which has a longer guarantee, the KX-20 or the KX-30?", ["KX-30: 3 years (Guarantee; KX-20: 2 years)"]),
        (
            "Which has more litres, south-1 or north-1?",
            ["south-1: 512 (Litres; shed)", "north-1: 64 (Litres; cellar, 2026-01-01)"]
        ),
        ("Which is cheaper, the KX-20 or the KX-40?", []), ("Which has more battery, the KX-20 or the KX-30?", []),
    ])
    func twoAreCompared(question: String, told: [String]) {
        #expect(reply(question)?.parts.map(\.text) ?? [] == told, "\(question)")
    }

    // MARK: Sums

    @Test func aSumIsFoundWithoutARowToBeginWith() throws {
        let found = ExtractiveAnswerer().total(
            of: "How much did Ada Brook spend in total?", in: Self.trips, above: ["expenses"], headings: [])
        guard case .sum(let sum)? = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(sum.sum == "396.70" && sum.parts.count == 3 && sum.empty == 0)
        #expect(
            ExtractiveAnswerer().total(
                of: "How much did Ada Brook spend in total?", in: Self.staff, above: ["staff"], headings: []) == nil)
    }

    /// The row of the names of the columns says nothing itself.
    @Test func theHeadOfASheetIsNoRow() {
        let rows = TableRows(Self.stock).rows
        #expect(rows.map(\.isHead) == [true, false, false, true, false, false, false])
        #expect(TableRows("Row 1 · Ann · Hull\nRow 2 · Bo · York").rows.allSatisfy { !$0.isHead })
    }
}
