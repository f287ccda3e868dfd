import HearthCore

/// A year as a sheet of days, darker where more was written.
struct CalendarChart {
    let year: Int
    let days: [PeriodNumbers.DayCount]

    /// Wide: a column for each week from Monday to Sunday. Tall: a small sheet for each month.
    func svg() -> String {
        guard let first = CivilDate(year: year, month: 1, day: 1) else { return "" }
        let counts = Dictionary(days.map { ($0.date, $0) }, uniquingKeysWith: { first, _ in first })
        let steps = Self.steps(days.map(\.words))
        var wide: [String] = []
        var tall: [String] = []
        var date: CivilDate? = first
        while let day = date, day.year == year {
            let words = counts[day]?.words ?? 0
            let step = counts[day].map { found in 1 + steps.count { $0 < found.words } } ?? 0
            let title = "\(PeriodSummary.day(day)): \(PeriodSummary.count(words, "word", "words"))"
            let month = PeriodSummary.months[day.month - 1]
            let row = Double(day.weekday - 1)

            let column = (day.daysSince1970 - first.daysSince1970 + first.weekday - 1) / 7
            let x = 38 + Double(column) * 18.2
            if day.day == 1 { wide.append(SVGDrawing.text(month.prefix(3), x: x, y: 11)) }
            wide.append(SVGDrawing.square("h\(step)", x: x, y: 20 + row * 18.2, size: 16, title: title))

            let corner = (x: Double((day.month - 1) % 3) * 116, y: Double((day.month - 1) / 3) * 112)
            if day.day == 1 {
                tall.append(SVGDrawing.text(month.prefix(3), x: corner.x, y: corner.y + 11, style: "name"))
            }
            let firstOfMonth = day.daysSince1970 - day.day + 1
            let opening = CivilDate(daysSince1970: firstOfMonth)?.weekday ?? 1
            tall.append(
                SVGDrawing.square(
                    "h\(step)", x: corner.x + row * 14,
                    y: corner.y + 20 + Double((day.day + opening - 2) / 7) * 14, size: 12, title: title))
            date = day.adding(days: 1)
        }
        for (row, name) in [(0, "Mon"), (2, "Wed"), (4, "Fri"), (6, "Sun")] {
            wide.append(SVGDrawing.text(name, x: 0, y: 33 + Double(row) * 18.2))
        }
        let label = "Calendar of \(year): \(PeriodSummary.count(days.count, "day", "days")) with entries"
        return SVGDrawing.both(wide, (1002, 148), tall, (330, 438), label: label)
    }

    /// The words above which a day is a step darker: the quarters of the days with entries.
    static func steps(_ words: [Int]) -> [Int] {
        let sorted = words.sorted()
        guard !sorted.isEmpty else { return [] }
        return [1, 2, 3].map { sorted[min(sorted.count - 1, sorted.count * $0 / 4)] }
    }
}
