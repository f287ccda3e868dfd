import HearthCore
import Testing

@testable import HearthDocuments

@Suite struct SpreadsheetReaderTests {
    private static let namespaces = ["office", "text", "table", "style"]
        .map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\"" }.joined(separator: " ")

    /// A spreadsheet of sheets whose rows are given.
    static func ods(_ sheets: [(name: String, rows: String)], _ more: String = "") -> [UInt8] {
        let tables = sheets.map { "<table:table table:name=\"\($0.name)\">\($0.rows)</table:table>" }.joined()
        return ZipWriter.archive([
            ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
            (
                "content.xml",
                "<office:document-content \(namespaces)><office:body><office:spreadsheet>\(more)\(tables)</office:spreadsheet>"
                    + "</office:body></office:document-content>"
            ),
        ])
    }

    /// A cell with attributes and a text.
    static func cell(_ text: String, _ attributes: String = "") -> String {
        "<table:table-cell \(attributes)><text:p>\(text)</text:p></table:table-cell>"
    }

    static func row(_ cells: String, _ attributes: String = "") -> String {
        "<table:table-row \(attributes)>\(cells)</table:table-row>"
    }

    @Test func aHeadingInACellIsRead() async throws {
        let rows = Self.row("<table:table-cell><text:h>Total</text:h><text:p>of all</text:p></table:table-cell>")
        let document = try await read(Self.ods([("One", rows)]), "a.ods")
        #expect(document.pieces() == ["One", "Row 1 · Total of all"])
    }

    @Test func aSpreadsheetOfAnotherProgramIsReadSheetBySheet() async throws {
        let document = try await read(fixture("accounts.ods"), "accounts.ods")
        #expect(document.format == .ods && document.title == "House accounts")
        #expect(
            document.pieces() == [
                "Payments",
                """
                Row 1 · Date · Payee · Amount · Rate · Paid
                Row 2 · Date: 2024-03-01 · Payee: Müller & Söhne · Amount: 920.5 EUR · Rate: 19% · Paid: TRUE
                Row 3 · Date: 2024-03-15 14:30 · Payee: Brightwater Plumbing · Amount: 0.3 · Rate: 7% · Paid: FALSE
                Row 6 · Date: Total
                """, "Rooms",
                """
                Row 1 · House · Room · Size · Open
                Row 2 · House: North · Room: Kitchen · Size: 12 m² · Open: 08:00
                Row 3 · House: North · Room: Hall · Size: 8 m² · Open: 36:00
                Row 4 · House: North · Room: Bath · Size: 5 m² · Open: #DIV/0!
                Row 5 · House: South · Room: Attic · Size: 30 m² · Open: ? · ?
                """, "Old (hidden sheet)",
                """
                Row 1 · Key · Value · Note
                Row 2 · Key: code · Value: 0042 · Note: changed
                Row 3 · Key: door · Value: 12 · Note: front
                Row 4 · Key: door · Value: 12 · Note: front
                """,
            ])
        #expect(
            document.warnings.map(\.message) == [
                "The result of 1 formula is not in the spreadsheet. Save it with the program that calculates it.",
                "The comments of 1 sheet were left out.",
            ])
    }

    @Test(arguments: [
        ("office:value-type='float' office:value='1234.5'", "1.234,50", "1234.5"),
        ("office:value-type='float' office:value='7'", "£7.00", "£7.00"),
        ("office:value-type='float' office:value='7'", "007", "007"),
        ("office:value-type='float' office:value='1500'", "1.5E+3", "1500"),
        ("office:value-type='float' office:value='0'", "Err:502", "Err:502"),
        ("office:value-type='float' office:value='nan'", "?", "?"), ("office:value-type='float'", "5", "5"),
        ("office:value-type='currency' office:value='5'", "5 €", "5 €"),
        ("office:value-type='percentage' office:value='0.125'", "12,50%", "12.5%"),
        ("office:value-type='date' office:date-value='2024-02-30'", "30.2.", "30.2."),
        ("office:value-type='date' office:date-value='2024-03-01T00:00:00.000'", "1.3.", "2024-03-01"),
        ("office:value-type='time' office:time-value='PT10H05M09.5S'", "10:05", "10:05:09"),
        ("office:value-type='time' office:time-value='PT'", "x", "00:00"),
        ("office:value-type='string' office:string-value='kept'", "", "kept"),
        ("", "a<text:s text:c='2'/>b<text:line-break/>c", "a  b c"),
    ])
    func cellsSayWhatTheyAre(_ attributes: String, _ shown: String, _ text: String) async throws {
        let document = try await read(
            Self.ods([("S", Self.row(Self.cell(shown, attributes) + Self.cell("end")))]), "a.ods")
        #expect(document.pieces() == ["S", "Row 1 · \(text) · end"])
    }

    @Test func repeatedCellsAndRowsStandAsOftenAsTheyAre() async throws {
        let rows =
            Self.row(Self.cell("a", "table:number-columns-repeated='2'") + Self.cell("b"))
            + Self.row("<table:table-cell/>", "table:number-rows-repeated='7'")
            + Self.row(
                Self.cell("c", "table:number-rows-spanned='3'") + Self.cell("d"), "table:number-rows-repeated='1'")
            + Self.row("<table:covered-table-cell/>", "table:number-rows-repeated='1000000'")
        let document = try await read(Self.ods([("S", rows)]), "a.ods")
        #expect(document.pieces().last == "Row 1 · a · a · b\nRow 9 · c · d\nRow 10 · c\nRow 11 · c")
        #expect(document.warnings.isEmpty)
    }

    @Test func repeatsWithoutEndTakeNoTimeAndAreCounted() async throws {
        let most = "table:number-rows-repeated='99999999999' table:number-columns-repeated='1048576'"
        var configuration = DocumentReader.Configuration()
        configuration.maximumTextBytes = 5_000
        let filled = String(repeating: Self.row(Self.cell("x", most), most), count: 50)
        let document = try await DocumentReader(configuration: configuration).read(
            Self.ods([("S", filled), ("T", filled)]), name: "a.ods")
        document.checkSpans()
        #expect(document.warnings.contains { $0.message.contains("rows at its end were not read") })
        #expect(document.warnings.contains { $0.message.contains("more columns than") })
        let empty = String(repeating: Self.row("<table:table-cell \(most)/>", most), count: 2_000)
        let rows = empty + Self.row(Self.cell("end"))
        let far = try await read(Self.ods([("S", rows)]), "a.ods")
        #expect(far.blocks.isEmpty && far.warnings.map(\.kind) == [.truncated])
    }

    @Test func whatIsNoCellIsLeftOutAndCounted() async throws {
        let changes =
            "<table:tracked-changes><table:table-cell><text:p>old</text:p></table:table-cell></table:tracked-changes>"
        let cell =
            "<table:table-cell><office:annotation><text:p>remark</text:p></office:annotation><text:p>a</text:p>"
            + "<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>"
            + "<table:table><table:table-row>\(Self.cell("inner"))</table:table-row></table:table></table:table-cell>"
        let document = try await read(Self.ods([("S", Self.row(cell))], changes), "a.ods")
        #expect(document.pieces() == ["S", "Row 1 · a"])
        #expect(
            document.warnings.map(\.message) == [
                "1 table inside a cell was left out.", "The comments of 1 sheet were left out.",
                "The pictures and shapes of 1 sheet were left out.",
            ])
    }

    @Test func cellsOverSeveralRowsBeyondTheLimitAreCounted() async throws {
        let first = (0..<250).map { Self.cell("\($0)", "table:number-rows-spanned='2'") }.joined()
        let document = try await read(Self.ods([("S", Self.row(first) + Self.row(""))]), "a.ods")
        #expect(
            document.warnings.map(\.message) == [
                "50 cells over several rows are beyond what is kept and were read for their first rows alone."
            ])
    }

    @Test func aSpreadsheetIsToldByItsTypeOrItsContents() async throws {
        let table = "<table:table table:name='S'>\(Self.row(Self.cell("a")))</table:table>"
        let bare = ZipWriter.archive([
            (
                "content.xml",
                "<office:document-content><office:spreadsheet>\(table)</office:spreadsheet></office:document-content>"
            )
        ])
        #expect(try await read(bare, "a").format == .ods)
        #expect(DocumentReader.format(ofFile: "x.zip", head: Self.ods([("S", "")])) == .ods)
        #expect(
            try await read(Self.ods([("S", Self.row(Self.cell("a")))]), "a.xlsx").warnings.map(\.kind) == [.otherFormat]
        )
        #expect(await errorCode(Self.ods([]), "a.ods") == "damaged-document")
    }

    @Test(
        arguments: [
            ("PT36H", 129_600), ("P1DT2H3M4.5S", 93_784), ("-PT15M", -900), ("P2W", 1_209_600), ("PT", 0), ("P", nil),
            ("36H", nil), ("PT1Y", nil), ("P1Y", nil), ("PT99999999999999H", nil), ("PTH", nil), ("P1DT", 86_400),
            ("", nil),
        ] as [(String, Int?)])
    func lengthsOfTimeAreRead(_ text: String, _ seconds: Int?) {
        #expect(ISODuration.seconds(text) == seconds)
    }
}
