/// Tells by its shape whether the first row of a table names the columns.
///
/// The names of columns are short, differ from one another and hold no figures, but for years; below one of them stand figures, or there
/// are so many columns that a table without a head would not be understood. A table of two columns is rather a list of terms and what
/// they are, "Landlord: Mrs Oyelaran", and is taken to have a head only where the whole second column is figures.
///
/// `HeaderRow` in HearthDocuments asks the same of the first rows of a sheet, which come before the others are known, may stand below
/// lines that are no part of the table, and hold values, not words with figures in them: it goes by other marks.
enum TableHead {
    /// Rows below the first that are looked at.
    static let mostRows = 50

    private static let longestName = 60
    private static let mostWords = 6

    /// The names of the columns, an empty one for a corner that is; `nil` where the row is one like those below it.
    ///
    /// - Parameters:
    ///   - row: The cells of the first row. The empty corner of a table may be missing: it is white space at the beginning of a text.
    ///   - rows: Those below it.
    static func names(of row: [String], above rows: [[String]]) -> [String]? {
        guard let width = rows.map(\.count).max(), width >= 2 else { return nil }
        let hasLostCorner = row.count == width - 1 && row.count >= 2
        let names = hasLostCorner ? [""] + row : row
        guard names.count >= width, areNames(names) else { return nil }
        let columns = names.indices.filter { column in
            let cells = rows.compactMap { $0.indices.contains(column) && !$0[column].isEmpty ? $0[column] : nil }
            return !cells.isEmpty && cells.allSatisfy(holdsFigure)
        }
        guard names.count == 2 else {
            return names[0].isEmpty || !columns.isEmpty || rows.count >= 2 ? names : nil
        }
        // "Tenant, Anna Weiss" above two amounts is another line of the list.
        let isOneWord = !names[1].contains(" ")
        return columns == [1] && (rows.count >= 3 || rows.count == 2 && isOneWord) ? names : nil
    }

    private static func areNames(_ cells: [String]) -> Bool {
        let named = cells.dropFirst()
        guard !named.contains(""), Set(cells.map { $0.lowercased() }).count == cells.count else { return false }
        return cells.allSatisfy { cell in
            cell.utf8.count <= longestName && cell.split(separator: " ").count <= mostWords
                && (!holdsFigure(cell) || isYear(cell)) && !cell.hasSuffix(".")
        } && !isYear(cells[0])
    }

    private static func holdsFigure(_ cell: String) -> Bool {
        cell.unicodeScalars.contains { $0.properties.numericType != nil }
    }

    private static func isYear(_ cell: String) -> Bool {
        cell.utf8.count == 4 && Int(cell).map { (1900...2100).contains($0) } ?? false
    }
}
