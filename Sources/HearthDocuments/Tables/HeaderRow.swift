/// Tells which of the first rows of a sheet names the columns.
///
/// Evidence is what the rows below hold: figures under a name that is none. Where all is words, names are short, differ from one another, and
/// do not come again in their column. Lines above, such as an account's number in a bank's export, are narrower than the table.
///
/// `TableHead` in HearthExtractive asks the same of a table in a document's text, which is whole when it is asked, has no lines above it, may
/// have lost its corner, and whose cells are often words with figures in them: it goes by other marks.
struct HeaderRow {
    /// Among the rows that were looked at.
    var index: Int
    /// Whether figures below a name show it; else it is only likely.
    var isSure: Bool

    /// Rows that are looked at, and among how many of them the names are sought.
    static let sample = 64
    private static let mostAbove = 20

    private static let longestName = 100
    private static let mostWords = 8

    /// - Parameter rows: The first rows, with empty texts for empty cells.
    static func find(in rows: [[String]]) -> HeaderRow? {
        let widths = rows.map { row in row.count { !$0.isEmpty } }
        for index in rows.indices.prefix(mostAbove) {
            let below = rows[(index + 1)...].filter { row in row.contains { !$0.isEmpty } }
            guard widths[index] > 0, !below.isEmpty else { continue }
            // What stands above a table is narrower than it; a corner may be empty.
            let counts = below.map { row in row.count { !$0.isEmpty } }.sorted()
            let usual = counts[counts.count / 2]
            let width = widths[index] + (rows[index].first == "" ? 1 : 0)
            guard width >= usual, widths[index] > 1 || usual == 1 else { continue }
            // A whole row that names nothing is the first of the values.
            return evidence(rows[index], below).map { HeaderRow(index: index, isSure: $0) }
        }
        return nil
    }

    /// The names of the columns, where a row above groups them: "2023" over "Sales" and "Cost", and "2024" over the same again. A name that two columns
    /// have is told with what stands above it.
    ///
    /// - Parameters:
    ///   - above: The row right above the names; `nil` where there is none.
    static func names(_ names: [String], below above: [String]?) -> [String] {
        let filled = names.filter { !$0.isEmpty }
        guard let above, Set(filled).count < filled.count, above.count(where: { !$0.isEmpty }) > 1,
            above.allSatisfy({ $0.isEmpty || isName($0) })
        else { return names }
        var group = ""
        let joined = names.indices.map { column -> String in
            // A cell over several columns is told once, for the first of them.
            if above.indices.contains(column), !above[column].isEmpty { group = above[column] }
            let name = names[column]
            return name.isEmpty ? group : group.isEmpty || group == name ? name : "\(group) \(name)"
        }
        return Set(joined).count == joined.count ? joined : names
    }

    /// Whether figures show that a row has names, `nil` where nothing speaks for it.
    private static func evidence(_ names: [String], _ below: [[String]]) -> Bool? {
        let filled = names.filter { !$0.isEmpty }
        guard filled.allSatisfy(isName) else { return nil }
        let columns = names.indices.filter { column in
            let cells = below.compactMap { $0.indices.contains(column) && !$0[column].isEmpty ? $0[column] : nil }
            return !names[column].isEmpty && !cells.isEmpty && cells.count(where: isFigure) * 5 >= cells.count * 4
        }
        if filled.count == 2 {
            // "Landlord, Anna Weiss" above two amounts is another line of a list of terms.
            guard below.count >= 3 || (names.last.map { !$0.contains(" ") } ?? false) && below.count == 2 else {
                return nil
            }
            return columns.isEmpty ? (below.count >= 3 && areDistinct(names, below) ? false : nil) : true
        }
        if !columns.isEmpty { return true }
        return filled.count > 2 && areDistinct(names, below) ? false : nil
    }

    private static func areDistinct(_ names: [String], _ below: [[String]]) -> Bool {
        let filled = names.filter { !$0.isEmpty }.map { $0.lowercased() }
        guard Set(filled).count == filled.count else { return false }
        return names.indices.allSatisfy { column in
            names[column].isEmpty || !below.contains { $0.indices.contains(column) && $0[column] == names[column] }
        }
    }

    private static func isName(_ cell: String) -> Bool {
        cell.utf8.count <= longestName && cell.split(separator: " ").count <= mostWords
            && (!isFigure(cell) || isYear(cell))
    }

    private static func isYear(_ cell: String) -> Bool {
        cell.utf8.count == 4 && Int(cell).map { (1900...2100).contains($0) } ?? false
    }

    /// Whether a cell is a number, an amount, a date or a time: it begins like one, and has few letters.
    static func isFigure(_ cell: String) -> Bool {
        guard let first = cell.unicodeScalars.first else { return false }
        let opens =
            first.properties.numericType != nil || first.properties.generalCategory == .currencySymbol
            || "+-−(.,'".unicodeScalars.contains(first)
        guard opens else { return false }
        var (digits, letters) = (0, 0)
        for scalar in cell.unicodeScalars {
            if scalar.properties.numericType != nil {
                digits += 1
            } else if scalar.properties.isAlphabetic {
                letters += 1
            }
        }
        return digits > 0 && letters <= 3
    }
}
