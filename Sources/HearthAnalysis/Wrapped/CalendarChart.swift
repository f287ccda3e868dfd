import HearthCore

/// A year as a sheet of days, a column for each week from Monday to Sunday, darker where more was written.
struct CalendarChart {
    let year: Int
    let days: [PeriodNumbers.DayCount]

    func svg() -> String {
        guard let first = CivilDate(year: year, month: 1, day: 1) else { return "" }
        let counts = Dictionary(days.map { ($0.date, $0) }, uniquingKeysWith: { first, _ in first })
        let steps = Self.steps(days.map(\.words))
        var parts: [String] = []
        var date: CivilDate? = first
        while let day = date, day.year == year {
            let column = (day.daysSince1970 - first.daysSince1970 + first.weekday - 1) / 7
            let x = 34 + Double(column) * 15.6
            let y = 18 + Double(day.weekday - 1) * 15.6
            if day.day == 1 {
                parts.append(
                    "<text x=\"\(HTMLText.px(x))\" y=\"10\">\(PeriodSummary.months[day.month - 1].prefix(3))</text>")
            }
            let count = counts[day]
            let step = count.map { found in 1 + steps.count { $0 < found.words } } ?? 0
            let words = PeriodSummary.count(count?.words ?? 0, "word", "words")
            parts.append(
                "<rect class=\"h\(step)\" x=\"\(HTMLText.px(x))\" y=\"\(HTMLText.px(y))\" width=\"13\" height=\"13\" rx=\"3\">"
                    + "<title>\(PeriodSummary.day(day)): \(words)</title></rect>")
            date = day.adding(days: 1)
        }
        for (row, name) in [(0, "Mon"), (2, "Wed"), (4, "Fri"), (6, "Sun")] {
            parts.append("<text x=\"0\" y=\"\(HTMLText.px(28 + Double(row) * 15.6))\">\(name)</text>")
        }
        let label = PeriodSummary.count(days.count, "day", "days")
        return "<svg viewBox=\"0 0 876 130\" role=\"img\" aria-label=\"Calendar of \(year): \(label) with entries\">\n"
            + parts.joined(separator: "\n") + "\n</svg>"
    }

    /// The words above which a day is a step darker: the quarters of the days with entries.
    static func steps(_ words: [Int]) -> [Int] {
        let sorted = words.sorted()
        guard !sorted.isEmpty else { return [] }
        return [1, 2, 3].map { sorted[min(sorted.count - 1, sorted.count * $0 / 4)] }
    }
}
