import HearthCore
import HearthText

/// The cells of a column in numbers that can be compared.
enum TableMeasure {
    enum Fault: Error {
        /// They are in several currencies or units, or some of them in none.
        case units
        /// A cell is no number and no date, or may be read in two ways.
        case unreadable
    }

    /// The places of the cells with the most or the least.
    ///
    /// - Parameters:
    ///   - column: All cells of the column, from which it is told how numbers are written in it.
    ///   - language: ISO 639-1, in which a mark is taken to part thousands as it does there.
    static func extremes(
        of cells: [String], column: [String], language: String, isMost: Bool
    ) -> Result<[Int], Fault> {
        readings(of: cells, column: column, language: language).flatMap { agreed($0, isMost: isMost) }
    }

    /// The same of dates.
    static func extremeDates(of cells: [String], language: String, isMost: Bool) -> Result<[Int], Fault> {
        guard let readings = dateReadings(of: cells, language: language) else { return .failure(.unreadable) }
        return agreed(readings, isMost: isMost)
    }

    /// What comes first by any way of reading the cells.
    private static func agreed(_ readings: [[Int64]], isMost: Bool) -> Result<[Int], Fault> {
        let found = readings.map { values -> [Int] in
            guard let best = isMost ? values.max() : values.min() else { return [] }
            return values.indices.filter { values[$0] == best }
        }
        guard let first = found.first, !first.isEmpty, found.allSatisfy({ $0 == first }) else {
            return .failure(.unreadable)
        }
        return .success(first)
    }

    // MARK: - Numbers

    private static func readings(of cells: [String], column: [String], language: String) -> Result<[[Int64]], Fault> {
        let units = Set(cells.map(unit))
        guard units.count == 1 else {
            // "2 days" and "3 weeks" are numbers, which no two of can be compared.
            return .failure(cells.allSatisfy { $0.contains(where: \.isNumber) } ? .units : .unreadable)
        }
        let amounts = ExactAmounts(column: column.map(withoutUnit))
        let bare = cells.map(withoutUnit)
        var readings: [[Int64]] = []
        for reading in [amounts] + (isSure(amounts, language) ? [] : [amounts.otherReading].compactMap(\.self)) {
            switch reading.values(bare) {
            case .failure(let error): return .failure(error.fault == .currencies ? .units : .unreadable)
            case .success(let values): readings.append(values)
            }
        }
        return .success(readings)
    }

    /// Whether "1,200" cannot be read in another way, as far as the language of the text tells.
    private static func isSure(_ amounts: ExactAmounts, _ language: String) -> Bool {
        guard let mark = amounts.unsureMark else { return true }
        return pointLanguages.contains(language) ? mark == "," : mark == "."
    }

    private static let pointLanguages: Set<String> = ["en", "zh", "ja", "ko", "th", "he", "hi"]

    /// What stands behind the last figure, where it is words or a sign of no currency: "days", "%", "GB".
    private static func unit(_ cell: String) -> String {
        guard let last = cell.lastIndex(where: \.isNumber) else { return "" }
        let rest = cell[cell.index(after: last)...]
        guard rest.contains(where: { $0.isLetter || $0 == "%" }) else { return "" }
        let unit = rest.filter { !$0.isWhitespace }.lowercased()
        // "1 year" and "2 years".
        return unit.count > 3 && unit.hasSuffix("s") ? String(unit.dropLast()) : unit
    }

    private static func withoutUnit(_ cell: String) -> String {
        guard !unit(cell).isEmpty, let last = cell.lastIndex(where: \.isNumber) else { return cell }
        return String(cell[...last])
    }

    // MARK: - Dates

    /// Whether most cells are dates, and none but these.
    static func areDates(_ cells: [String], language: String) -> Bool {
        !cells.isEmpty && dateReadings(of: cells, language: language) != nil
    }

    /// Each cell as a number that grows with the time; two where day and month may be either way round.
    private static func dateReadings(of cells: [String], language: String) -> [[Int64]]? {
        let years = cells.compactMap { $0.utf8.count == 4 ? Int64($0) : nil }
        if years.count == cells.count {
            return years.allSatisfy { (1000...2100).contains($0) } ? [years] : nil
        }
        let reader = DateReader(languages: [language])
        var dates: [(first: NamedDate, last: NamedDate)] = []
        for cell in cells {
            let found = reader.dates(in: cell)
            guard found.count == 1, let span = found.first?.span, let first = found.first?.readings.first,
                let last = found.first?.readings.last
            else { return nil }
            // A time of day beside it, or another number, is not compared.
            let around =
                (cell.text(in: TextSpan(start: 0, end: span.start)) ?? "")
                + (cell.text(in: TextSpan(start: span.end, end: cell.utf8.count)) ?? "")
            guard !around.contains(where: \.isNumber), around.count(where: \.isLetter) <= mostAround else { return nil }
            dates.append((first, last))
        }
        let precise = Set(dates.map { [$0.first.year != nil, $0.first.month != nil, $0.first.day != nil] })
        guard precise.count == 1, precise.first?.first == true else { return nil }
        let readings = [dates.map { number($0.first) }, dates.map { number($0.last) }]
        return readings[0] == readings[1] ? [readings[0]] : readings
    }

    /// Letters of the name of a day.
    private static let mostAround = 12

    private static func number(_ date: NamedDate) -> Int64 {
        Int64((date.year ?? 0) * 10_000 + (date.month ?? 0) * 100 + (date.day ?? 0))
    }
}
