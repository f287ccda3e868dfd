import Foundation
import HearthCore
import Testing

@testable import HearthDocuments

@Suite struct WorkbookReaderTests {
    /// A workbook of sheets whose rows are given; cells of style 1 are dates and times, of style 2 lengths of time.
    static func xlsx(
        _ sheets: [(name: String, rows: String)], strings: [String] = [], properties: String = "",
        states: [String] = []
    ) -> [UInt8] {
        let names = sheets.enumerated().map { index, sheet in
            let state = states.indices.contains(index) ? " state='\(states[index])'" : ""
            return "<sheet name='\(sheet.name)' sheetId='\(index + 7)'\(state) r:id='r\(index)'/>"
        }
        let relationships = sheets.indices.map {
            "<Relationship Id='r\($0)' Type='x/worksheet' Target='worksheets/s\($0).xml'/>"
        }
        let shared = strings.map { "<si><t>\($0)</t><rPh><t>no</t></rPh></si>" }.joined()
        let styles =
            "<styleSheet><numFmts><numFmt numFmtId='164' formatCode='[$-409]d\\ mmm\\ yyyy\\ hh:mm;@'/>"
            + "<numFmt numFmtId='165' formatCode='[h]:mm'/></numFmts><cellStyleXfs><xf numFmtId='9'/></cellStyleXfs>"
            + "<cellXfs><xf numFmtId='0'/><xf numFmtId='164'/><xf numFmtId='165'/></cellXfs></styleSheet>"
        return ZipWriter.archive(
            [
                ("[Content_Types].xml", "<Types/>"),
                ("xl/workbook.xml", "<workbook>\(properties)<sheets>\(names.joined())</sheets></workbook>"),
                (
                    "xl/_rels/workbook.xml.rels",
                    "<Relationships>\(relationships.joined())<Relationship Id='a' Type='x/sharedStrings' Target='/xl/strings.xml'/>"
                        + "<Relationship Id='b' Type='x/styles' Target='styles.xml'/></Relationships>"
                ), ("xl/strings.xml", "<sst>\(shared)</sst>"), ("xl/styles.xml", styles),
            ]
                + sheets.enumerated().map {
                    (
                        "xl/worksheets/s\($0.offset).xml",
                        "<worksheet><sheetData>\($0.element.rows)</sheetData></worksheet>"
                    )
                })
    }

    @Test func aWorkbookOfAnotherProgramIsReadSheetBySheet() async throws {
        let document = try await read(fixture("accounts.xlsx"), "accounts.xlsx")
        #expect(document.format == .xlsx && document.title == "House accounts")
        #expect(
            document.pieces() == [
                "Payments",
                """
                Row 1 · Date · Payee · Amount · Rate · Paid
                Row 2 · Date: 2024-03-01 · Payee: Müller & Söhne · Amount: 920.50 € · Rate: 19% · Paid: TRUE
                Row 3 · Date: 2024-03-15 14:30 · Payee: Brightwater · Amount: 0.3 · Rate: 7% · Paid: FALSE
                Row 5 · Date: Total
                """, "Rooms",
                """
                Row 1 · House · Room · Size
                Row 2 · House: North · Room: Kitchen · Size: 12
                Row 3 · House: North · Room: Hall · Size: 8
                Row 4 · House: North · Room: Bath · Size: 5
                Row 5 · House: South · Room: Attic · Size: 30
                """, "Old (hidden sheet)",
                """
                Row 1 · Key · Value · Note
                Row 2 · Key: code · Value: 4711 · Note: changed
                Row 3 · Key: door · Value: 12 · Note: front
                """,
            ])
        #expect(document.warnings.map(\.kind) == [.skipped])
    }

    @Test func cellsOfAllKindsAreRead() async throws {
        let row =
            "<row r='4'><c r='A4' t='s'><v>0</v></c><c r='C4' t='inlineStr'><is><r><t>in</t></r><r><t>line</t></r></is></c>"
            + "<c t='str'><f>x</f><v>told</v></c><c t='e'><v>#DIV/0!</v></c><c t='b'><v>1</v></c><c s='1'><v>45352.604166666664</v></c>"
            + "<c s='2'><v>1.5</v></c><c t='d'><v>2024-03-01</v></c><c t='s'><v>99</v></c><c><f>y</f></c><c><v>1.0000000000000002E-2</v></c></row>"
        let document = try await read(Self.xlsx([("S", row)], strings: ["a &amp; b"]), "a.xlsx")
        #expect(
            document.pieces().last
                == "Row 4 · a & b · inline · told · #DIV/0! · TRUE · 2024-03-01 14:30 · 36:00 · 2024-03-01 · 0.01")
        #expect(
            document.warnings.map(\.message) == [
                "1 cell names a text that the workbook does not have.",
                "The result of 1 formula is not in the workbook. Save it with the program that calculates it.",
            ])
    }

    @Test func cellsStandInTheOrderOfTheirColumns() async throws {
        let row =
            "<row><c r='C1'><v>1</v></c><c r='A1'><v>2</v></c><c r='ALL1'><v>3</v></c><c r='C1'><v>4</v></c><c r='B1'><v>5</v></c></row>"
        #expect(try await read(Self.xlsx([("S", row)]), "a.xlsx").pieces().last == "Row 1 · 2 · 5 · 4 · 3")
    }

    @Test func anEmptyTextOfAFormulaIsAResult() async throws {
        let row = "<row><c t='str'><f>x</f><v></v></c><c><v>1</v></c></row>"
        let document = try await read(Self.xlsx([("S", row)]), "a.xlsx")
        #expect(document.pieces().last == "Row 1 · 1" && document.warnings.isEmpty)
    }

    /// The text was made one line of in each row: hours.
    @Test func aLongTextOfWhiteSpaceOverManyRowsTakesNoTime() async throws {
        let columns = (0..<200).map { index -> String in
            let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            return index < 26 ? "\(letters[index])" : "\(letters[index / 26 - 1])\(letters[index % 26])"
        }
        let first = columns.map { "<c r='\($0)1' t='s'><v>0</v></c>" }.joined()
        let merges = columns.map { "<mergeCell ref='\($0)1:\($0)1048576'/>" }.joined()
        let rows = "<row>\(first)</row>" + String(repeating: "<row/>", count: 20_000) + "<row><c><v>7</v></c></row>"
        let white = String(repeating: "\n", count: 32_767)
        let document = try await read(Self.xlsx([("S", rows + merges)], strings: [white]), "a.xlsx")
        #expect(document.pieces().last == "Row 20002 · 7")
    }

    @Test func cellsOverSeveralRowsBeyondTheLimitAreCounted() async throws {
        let cells = (1...300).map { "<c><v>\($0)</v></c>" }.joined()
        let letters = Array("ABCDEFGHIJKL").map { String($0) }
        let names = letters.flatMap { first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "\(first)\($0)" } }.prefix(250)
        let merges = names.map { "<mergeCell ref='\($0)1:\($0)3'/>" }.joined()
        let document = try await read(Self.xlsx([("S", "<row>\(cells)</row><row/>\(merges)")]), "a.xlsx")
        #expect(
            document.warnings.map(\.message) == [
                "50 cells over several rows are beyond what is kept and were read for their first rows alone."
            ])
    }

    @Test func onePartUnderManyNamesIsReadOnce() async throws {
        let sheets = (0..<3).map { "<sheet name='S\($0)' r:id='r'/>" }.joined()
        let book = ZipWriter.archive([
            ("[Content_Types].xml", ""),
            ("xl/workbook.xml", "<workbook>\(sheets)<sheet name='M' r:id='m'/></workbook>"),
            (
                "xl/_rels/workbook.xml.rels",
                "<a><Relationship Id='r' Type='x/worksheet' Target='s.xml'/><Relationship Id='m' Type='x/xlMacrosheet' Target='m.xml'/></a>"
            ), ("xl/s.xml", "<worksheet><row><c><v>1</v></c></row></worksheet>"), ("xl/m.xml", "<macrosheet/>"),
        ])
        let document = try await read(book, "a.xlsx")
        #expect(document.pieces() == ["S0", "Row 1 · 1"])
        #expect(document.warnings.map(\.kind) == [.damaged, .damaged, .skipped])
        #expect(document.warnings.last?.message.contains("macros") == true)
    }

    @Test(arguments: [
        (45_352.0, false, "2024-03-01"), (43_890.0, true, "2024-03-01"), (1.0, false, "1900-01-01"),
        (59.0, false, "1900-02-28"),
        (61.0, false, "1900-03-01"), (36_526.0, false, "2000-01-01"), (2_958_465.0, false, "9999-12-31"),
    ])
    func daysAreCountedAsExcelDoes(_ serial: Double, _ is1904: Bool, _ date: String) {
        #expect(SheetDate.text(serial, .date, is1904: is1904) == date)
        // Rounded up, or counted from 1904, it would lie in the year 10000.
        #expect(SheetDate.text(2_958_465.999_999_9, .moment, is1904: is1904) == nil)
        #expect(SheetDate.text(2_958_000, .date, is1904: true) == nil)
        #expect(SheetDate.text(-1, .date, is1904: is1904) == nil)
        #expect(SheetDate.text(.infinity, .date, is1904: is1904) == nil)
    }

    @Test func lengthsOfTimeAreLongerThanADay() {
        #expect(SheetDate.text(416.666_666_666_67, .length, is1904: false) == "10000:00")
        #expect(SheetDate.text(1.5, .length, is1904: false) == "36:00")
        #expect(SheetDate.text(1.5, .time, is1904: false) == "12:00")
        #expect(SheetDate.text(45_352.25, .time, is1904: false) == "06:00")
    }

    @Test(arguments: [
        ("General", NumberStyles.Kind.number), ("0.00", .number), ("#,##0.00\\ \"dh\"", .number), ("[Red]0", .number),
        ("yyyy-mm-dd", .date), ("d/m/yy;@", .date), ("mmm", .date), ("h:mm AM/PM", .time), ("[h]:mm:ss", .length),
        ("[m]", .length), ("[mm]:ss", .length), ("[ss].00", .length), ("[Magenta]0", .number), ("[>9]h:mm", .time),
        ("dd.mm.yyyy hh:mm", .moment), ("0.0%", .percent), ("[$-F400]h:mm:ss", .time), ("0.00E+00", .number),
        ("", .number),
    ])
    func formatsSayWhatNumbersAre(_ code: String, _ kind: NumberStyles.Kind) {
        #expect(NumberStyles.kind(of: code) == kind)
    }

    @Test func theYear1904IsHeededAndHiddenSheetsSaySo() async throws {
        let row = "<row><c s='1'><v>43890</v></c></row>"
        let document = try await read(
            Self.xlsx(
                [("A", row), ("B", row), ("C", "")], properties: "<workbookPr date1904='1'/>", states: ["veryHidden"]),
            "a.xlsx")
        #expect(document.pieces() == ["A (hidden sheet)", "Row 1 · 2024-03-01", "B", "Row 1 · 2024-03-01"])
    }

    @Test func hostilePlacesHarmNothing() async throws {
        let rows =
            "<row r='99999999999999999999'><c r='XFD1048576'><v>1</v></c><c r='ZZZZZ1'><v>2</v></c><c r='A0'><v>3</v></c></row>"
            + "<row r='-5'><c s='-1'><v>NaN</v></c><c t='s'><v>-1</v></c></row><mergeCell ref='A1:A1048576'/><mergeCell ref=':'/>"
        let document = try await read(Self.xlsx([("S", rows)]), "a.xlsx")
        document.checkSpans()
        #expect(document.warnings.contains { $0.kind == .truncated })
        #expect(await errorCode(Self.xlsx([]), "a.xlsx") == "damaged-document")
    }

    @Test func aSheetThatUnpacksToFarTooMuchIsRefused() async throws {
        var writer = ZipWriter()
        writer.add("[Content_Types].xml", [])
        writer.add("xl/workbook.xml", Array("<workbook><sheet name='S' r:id='r'/></workbook>".utf8))
        writer.add(
            "xl/_rels/workbook.xml.rels", Array("<a><Relationship Id='r' Type='worksheet' Target='s.xml'/></a>".utf8))
        writer.add("xl/s.xml", [], deflated: ZipWriter.deflatedZeros(matches: 400_000), declaredSize: 100)
        #expect(await errorCode(writer.finish(), "a.xlsx") == "too-large")
    }
}
