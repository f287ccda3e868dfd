import Testing

@testable import HearthDocuments

/// What a workbook's formats show beside the figures of a number.
@Suite struct NumberPatternTests {
    private func shown(_ number: Double, _ code: String) -> String {
        let plain = CellValues.plain(number, "")
        return NumberPattern(code)?.text(number, plain: plain) ?? plain
    }

    @Test(arguments: [
        (1234.5, "#,##0.00\\ \"€\"", "1234.50 €"), (1234.5, "[$€-407]#,##0.00", "€1234.50"),
        (-1234.5, "\"£\"#,##0.00;(\"£\"#,##0.00)", "-£1234.50"),
        (99, "[$£-809]#,##0", "£99"), (1234.5, "_(\"$\"* #,##0.00_);_(\"$\"* (#,##0.00)", "$1234.50"),
        (0.125, "\"$\"0.00", "$0.13"),
        (2.675, "0.00 €", "2.68 €"), (1234, "00000", "01234"), (12.5, "0.0\" km\"", "12.5 km"), (5, "[Red]0.00", "5"),
        (120, "[$CHF] #,##0.00", "CHF 120"),
    ]) func aNumberIsToldAsItIsShown(number: Double, code: String, text: String) {
        #expect(shown(number, code) == text)
    }

    /// Places of what is no money are kept, and what is shown in a way of its own stays a number.
    @Test(arguments: [
        (3.14159, "0.00", "3.14159"), (1_234_567, "#,##0,", "1234567"), (0.75, "# ?/?", "0.75"),
        (1234.5, "General", "1234.5"),
        (1_234_567_890, "(000) 000-0000", "1234567890"), (5, "[>3]\"many\";0", "5"), (5, "\"unclosed", "5"),
        (5, "", "5"),
    ]) func otherNumbersStayWhatTheyAre(number: Double, code: String, text: String) {
        #expect(shown(number, code) == text)
    }

    @Test(.timeLimit(.minutes(1))) func noFormatEndsTheReading() {
        for code in ["[", "\\", "\"", "_", "*", "0.0.0", "€0€0", String(repeating: "0", count: 255), "[$]0", ";"] {
            for number in [0, -0.0, 1e300, -1e14, 0.1, .greatestFiniteMagnitude] {
                #expect(!shown(number, code).isEmpty, "\(code)")
            }
        }
    }
}
