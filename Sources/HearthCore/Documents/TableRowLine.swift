/// A row of a sheet, or of a file of values, as one line of a document's text: "Row 7 · Date: 2024-03-01 · Amount: 920".
///
/// The number is the one that the program shows in which the sheet is opened, so that whoever reads a citation finds the row. It is in the
/// text, and not beside it, because whatever quotes, cuts or prints a line keeps it then.
package enum TableRowLine {
    /// What stands between the cells.
    package static let parting = " · "

    private static let word = "Row "

    /// What a line begins with.
    ///
    /// - Parameter number: Counts from 1.
    package static func opening(_ number: Int) -> String { word + String(number) + parting }

    /// The bytes of the opening, number and parting included; `nil` where the line is no row.
    package static func openingLength(of line: some Collection<UInt8>) -> Int? {
        guard line.starts(with: word.utf8) else { return nil }
        let rest = line.dropFirst(word.utf8.count)
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
        guard digits > 0, rest.dropFirst(digits).starts(with: parting.utf8) else { return nil }
        return word.utf8.count + digits + parting.utf8.count
    }
}
