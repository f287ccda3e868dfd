import Foundation
import HearthCore
import Testing

@testable import HearthDocuments

/// The bytes of a file that another program wrote.
func fixture(_ name: String) throws -> [UInt8] {
    let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures/Programs")
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
}

@Suite struct DelimitedTests {
    private func lines(_ text: String, _ name: String = "a.csv") async throws -> [String] {
        let document = try await read(text, name)
        #expect(document.format == .csv)
        document.checkSpans()
        return document.text.components(separatedBy: "\n")
    }

    @Test func rowsHaveTheirNumberAndTheNamesOfTheirColumns() async throws {
        let document = try await read(fixture("payments.csv"), "payments.csv")
        #expect(
            document.text.components(separatedBy: "\n") == [
                "Row 1 · Date · Payee · Purpose · Amount",
                "Row 2 · Date: 2024-02-28 · Payee: Brightwater Plumbing · Purpose: Repair, boiler · Amount: 282,00",
                "Row 3 · Date: 2024-03-01 · Payee: Müller & Söhne · Purpose: Miete \"Hof\" März · Amount: 920,50",
                "Row 4 · Date: 2024-03-15 · Purpose: Insurance · Amount: 41,20",
            ])
        #expect(document.blocks.map(\.kind) == [.table])
        #expect(document.format == .csv && document.warnings.isEmpty)
    }

    @Test(arguments: [
        "Item,Due,Paid\nRent,1st,920\nGas,9th,40", "Item;Due;Paid\r\nRent;1st;920\r\nGas;9th;40\r\n",
        "Item\tDue\tPaid\nRent\t1st\t920\nGas\t9th\t40\n", "Item|Due|Paid\rRent|1st|920\rGas|9th|40",
        "sep=;\nItem;Due;Paid\nRent;1st;920\nGas;9th;40\n",
        "\"Item\" , \"Due\",Paid\n\"Rent\", 1st , \"920\"\nGas,9th,40",
    ])
    func dialectsSayTheSame(_ text: String) async throws {
        #expect(
            try await lines(text) == [
                "Row 1 · Item · Due · Paid", "Row 2 · Item: Rent · Due: 1st · Paid: 920",
                "Row 3 · Item: Gas · Due: 9th · Paid: 40",
            ])
    }

    @Test func emptyLinesCountAndLinesAboveTheTableStay() async throws {
        let found = try await lines(
            "Account;1234\n\nDate;Text;Amount\n1.3.;Rent;9,50\n\n3.3.;Gas;4,20\n4.3.;Gas;4,20\n")
        #expect(found[0] == "Row 1 · Account · 1234")
        #expect(found[1] == "Row 3 · Date · Text · Amount")
        #expect(found[3] == "Row 6 · Date: 3.3. · Text: Gas · Amount: 4,20")
    }

    @Test func rowsWithoutNamesStayBare() async throws {
        let found = try await lines("2024-03-01,Rent,920\n2024-03-02,Gas,40\n2024-03-03,Water,12")
        #expect(found.first == "Row 1 · 2024-03-01 · Rent · 920")
    }

    @Test func otherEncodingsAreRead() async throws {
        let text = "Name;Ort;Größe\nJürgen;Köln;12\nÄnne;Düren;13\nJörg;Fürth;14"
        let latin = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { wide += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
        for bytes in [latin, wide] {
            #expect(try await read(bytes, "a.csv").text.contains("Row 2 · Name: Jürgen · Ort: Köln · Größe: 12"))
        }
    }

    @Test func aQuotationMarkThatNothingClosesIsReported() async throws {
        let document = try await read("Name,Size,Paid\nTube,\"5,1\nPipe,6,2\nRing,7,3\nRod,8,4", "a.csv")
        #expect(document.warnings.map(\.kind) == [.damaged])
        #expect(document.text.contains("Row 3 · Name: Pipe · Size: 6 · Paid: 2"))
    }

    @Test func fewLongRowsWaitForTheNamesOfTheirColumns() {
        var writer = RowWriter(room: 64_000_000)
        let cell = String(repeating: "x", count: 32_000)
        writer.add(1, (0..<200).map { RowWriter.Cell(column: $0, text: cell) })
        #expect(writer.lines.count > 6_000_000)
    }

    @Test(arguments: [
        (" a  b ", "a  b"), ("a \n\t b", "a b"), ("\n\n", ""), ("a", "a"), ("a\r\nb\n", "a b"), ("", ""),
        ("é \u{B} ü", "é ü"),
    ])
    func aCellStandsOnOneLine(_ text: String, _ line: String) { #expect(RowWriter.line(text) == line) }

    @Test func whatIsBeyondTheLimitsIsCounted() async throws {
        var configuration = DocumentReader.Configuration()
        configuration.maximumTextBytes = 5_000
        let rows = (1...1_000).map { "item \($0),\($0)" }.joined(separator: "\n")
        let cut = try await DocumentReader(configuration: configuration).read(
            Array("Name,Paid\n\(rows)".utf8), name: "a.csv")
        #expect(cut.warnings.contains { $0.kind == .truncated && $0.message.contains("rows at its end were not read") })
        let wide = String(repeating: "1,", count: 3_000) + "1\n"
        let long = String(repeating: "x", count: 40_000)
        let found = try await read(wide + wide + wide, "a.csv")
        #expect(
            found.warnings.map(\.message) == ["The table: 3 rows have more columns than the 1000 that are read."]
        )
        let cell = try await read("a,b,c\n\(long),1,2\n\(long),3,4\n", "a.csv")
        #expect(cell.text.utf8.count < 66_000 && cell.warnings.count == 1)
    }

    private func rows(_ rows: [(number: Int, cells: [String])]) -> [String] {
        var writer = RowWriter(room: 1 << 20)
        for row in rows {
            writer.add(
                row.number,
                row.cells.enumerated().filter { !$0.element.isEmpty }.map {
                    RowWriter.Cell(column: $0.offset, text: $0.element)
                })
        }
        return String(decoding: writer.finish("The sheet").lines, as: UTF8.self).components(separatedBy: "\n")
    }

    @Test func anotherTableBelowAnEmptyRowHasNamesOfItsOwn() {
        #expect(
            rows([
                (1, ["Name", "Age", "City"]), (2, ["Ann", "30", "Graz"]), (3, ["Bob", "31", "Linz"]),
                (5, ["Product", "Price"]),
                (6, ["Tea", "3.5"]), (7, ["Coffee", "4.5"]),
            ]).suffix(3) == [
                "Row 5 · Product · Price", "Row 6 · Product: Tea · Price: 3.5", "Row 7 · Product: Coffee · Price: 4.5",
            ])
    }

    @Test func aTableThatGoesOnBelowAnEmptyRowKeepsItsNames() {
        #expect(
            rows([
                (1, ["Name", "Age", "City"]), (2, ["Ann", "30", "Graz"]), (3, ["Bob", "31", "Linz"]),
                (5, ["Cid", "29", "Wels"]),
                (6, ["Dan", "44", "Graz"]), (8, ["Total", "134"]),
            ]).suffix(3) == [
                "Row 5 · Name: Cid · Age: 29 · City: Wels", "Row 6 · Name: Dan · Age: 44 · City: Graz",
                "Row 8 · Name: Total · Age: 134",
            ])
    }

    @Test func whatGroupsColumnsIsPartOfTheirNames() {
        #expect(
            rows([
                (1, ["Region", "2023", "", "2024"]), (2, ["Region", "Sales", "Cost", "Sales", "Cost"]),
                (3, ["North", "100", "60", "120", "70"]),
                (4, ["South", "200", "150", "230", "160"]),
            ]).last == "Row 4 · Region: South · 2023 Sales: 200 · 2023 Cost: 150 · 2024 Sales: 230 · 2024 Cost: 160")
        // A title above a table groups nothing.
        #expect(
            rows([
                (1, ["Payments"]), (2, ["Payee", "Amount", "Amount"]), (3, ["Gas", "40", "41"]),
                (4, ["Rent", "9", "9"]),
            ]).last
                == "Row 4 · Payee: Rent · Amount: 9 · Amount: 9")
    }
}
