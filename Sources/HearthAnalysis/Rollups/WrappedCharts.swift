import HearthCore

/// Words by month as bars.
struct MonthChart {
    let parts: [PeriodNumbers.PartCount]

    func svg() -> String {
        guard parts.count == 12, let most = parts.map(\.words).max(), most > 0 else { return "" }
        var wide = [SVGDrawing.line(y: 220.5, from: 0, to: 1002)]
        var tall: [String] = []
        for (index, part) in parts.enumerated() {
            let share = Double(part.words) / Double(most)
            let name = PeriodSummary.months[index]
            let words = PeriodSummary.grouped(part.words)
            let title = "\(name): \(PeriodSummary.count(part.words, "word", "words"))"
            let x = 8 + Double(index) * 83
            let y = Double(index) * 26
            if part.words > 0 {
                let height = max(2, 188 * share)
                wide.append(SVGDrawing.bar("a", x: x, y: 220 - height, width: 62, height: height, title: title))
                wide.append(SVGDrawing.text(words, x: x + 31, y: 212 - height, style: "num", anchor: "middle"))
                let width = max(2, 214 * share)
                tall.append(SVGDrawing.bar("a", x: 42, y: y + 3, width: width, height: 15, title: title))
                tall.append(SVGDrawing.text(words, x: 50 + width, y: y + 15, style: "num"))
            }
            wide.append(SVGDrawing.text(name.prefix(3), x: x + 31, y: 240, anchor: "middle"))
            tall.append(SVGDrawing.text(name.prefix(3), x: 0, y: y + 15))
        }
        return SVGDrawing.both(wide, (1002, 246), tall, (316, 312), label: "Words by month")
    }
}

/// The course of each theme through the months, one under the other.
struct ThemeChart {
    let themes: [PeriodNumbers.ThemeCourse]

    func svg() -> String {
        let themes = themes.filter { $0.byPart.count == 12 }
        guard !themes.isEmpty, let most = themes.flatMap(\.byPart).max(), most > 0 else { return "" }
        var wide: [String] = []
        var tall: [String] = []
        for (row, theme) in themes.enumerated() {
            let style = row % 2 == 0 ? "a" : "b"
            let mark =
                switch theme.trend {
                case .rising: ", more and more"
                case .fading: ", less and less"
                case .steady: ""
                }
            let note = PeriodSummary.count(theme.entries, "entry", "entries") + mark
            let base = Double(row) * 52 + 42
            wide.append(SVGDrawing.text(SVGDrawing.short(theme.theme, 30), x: 0, y: base - 14, style: "name"))
            wide.append(SVGDrawing.text(note, x: 0, y: base + 3))
            wide.append(SVGDrawing.line(y: base + 0.5, from: 246, to: 1002))
            let tallBase = Double(row) * 74 + 60
            tall.append(SVGDrawing.text(SVGDrawing.short(theme.theme, 24), x: 0, y: tallBase - 46, style: "name"))
            tall.append(SVGDrawing.text(note, x: 0, y: tallBase - 29))
            tall.append(SVGDrawing.line(y: tallBase + 0.5, from: 0, to: 316))
            for (month, count) in theme.byPart.enumerated() where count > 0 {
                let share = Double(count) / Double(most)
                let title = "\(PeriodSummary.months[month]): \(PeriodSummary.count(count, "entry", "entries"))"
                wide.append(
                    SVGDrawing.bar(
                        style, x: 248 + Double(month) * 63, y: base - 40 * share, width: 58, height: 40 * share,
                        radius: 3,
                        title: title))
                tall.append(
                    SVGDrawing.bar(
                        style, x: Double(month) * 26.4, y: tallBase - 24 * share, width: 23.4, height: 24 * share,
                        radius: 2, title: title))
            }
        }
        let bottom = (wide: Double(themes.count) * 52 + 12, tall: Double(themes.count) * 74 + 6)
        for month in 0..<12 {
            let name = PeriodSummary.months[month]
            wide.append(
                SVGDrawing.text(name.prefix(3), x: 277 + Double(month) * 63, y: bottom.wide, anchor: "middle"))
            tall.append(
                SVGDrawing.text(name.prefix(1), x: 11.7 + Double(month) * 26.4, y: bottom.tall, anchor: "middle"))
        }
        return SVGDrawing.both(
            wide, (1002, bottom.wide + 6), tall, (316, bottom.tall + 6), label: "Themes by month")
    }
}

/// Names with a bar for how often they are named.
struct NameChart {
    let names: [PeriodNumbers.NameCount]
    let noun: String

    func svg() -> String {
        guard let most = names.map(\.mentions).max(), most > 0 else { return "" }
        let shapes = names.enumerated().flatMap { row, name in
            let y = Double(row) * 42
            let count = PeriodSummary.grouped(name.mentions)
            let width = max(3, 372 * Double(name.mentions) / Double(most))
            return [
                SVGDrawing.text(SVGDrawing.short(name.name, 34), x: 0, y: y + 14, style: "name"),
                SVGDrawing.bar("b", x: 0, y: y + 22, width: width, height: 8, title: "\(count) \(noun)"),
                SVGDrawing.text(count, x: width + 9, y: y + 31),
            ]
        }
        return "<svg viewBox=\"0 0 420 \(names.count * 42)\" role=\"img\" aria-label=\"Names\">\n"
            + shapes.joined(separator: "\n") + "\n</svg>"
    }
}

/// On which days of the week was written.
struct WeekdayChart {
    let days: [PeriodNumbers.DayCount]

    func svg() -> String {
        var counts = Array(repeating: 0, count: 7)
        for day in days { counts[day.date.weekday - 1] += day.entries }
        guard let most = counts.max(), most > 0 else { return "" }
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        var shapes = [SVGDrawing.line(y: 130.5, from: 0, to: 420)]
        for (index, count) in counts.enumerated() {
            let x = 4 + Double(index) * 60
            if count > 0 {
                let height = max(2, 104 * Double(count) / Double(most))
                let title = "\(names[index]): \(PeriodSummary.count(count, "entry", "entries"))"
                shapes.append(SVGDrawing.bar("b", x: x, y: 130 - height, width: 48, height: height, title: title))
                shapes.append(
                    SVGDrawing.text(
                        PeriodSummary.grouped(count), x: x + 24, y: 123 - height, style: "num", anchor: "middle"))
            }
            shapes.append(SVGDrawing.text(names[index], x: x + 24, y: 150, anchor: "middle"))
        }
        return "<svg viewBox=\"0 0 420 156\" role=\"img\" aria-label=\"Entries by day of the week\">\n"
            + shapes.joined(separator: "\n") + "\n</svg>"
    }
}

/// The mood of each month as a line around the middle.
struct MoodChart {
    let parts: [PeriodNumbers.PartCount]

    func svg() -> String {
        let written = parts.enumerated().filter { $0.element.entries > 0 }
        guard parts.count == 12, written.count > 1 else { return "" }
        let reach = max(0.1, written.map { abs($0.element.mood) }.max() ?? 0)
        let points = written.map { index, part in
            (
                x: 20 + Double(index) * 34.5, y: 66 - 52 * part.mood / reach, name: PeriodSummary.months[index],
                part: part
            )
        }
        var shapes = [SVGDrawing.line(y: 66, from: 0, to: 420)]
        let line = points.map { "\(HTMLText.px($0.x)),\(HTMLText.px($0.y))" }.joined(separator: " ")
        if let first = points.first, let last = points.last {
            shapes.append(
                "<polygon class=\"area\" points=\"\(HTMLText.px(first.x)),66 \(line) \(HTMLText.px(last.x)),66\"/>")
        }
        shapes.append("<polyline class=\"s\" points=\"\(line)\"/>")
        for point in points {
            shapes.append(
                "<circle class=\"a\" cx=\"\(HTMLText.px(point.x))\" cy=\"\(HTMLText.px(point.y))\" r=\"4.5\">"
                    + "<title>\(point.name): \(point.part.mood)</title></circle>")
        }
        for month in 0..<12 {
            shapes.append(
                SVGDrawing.text(
                    PeriodSummary.months[month].prefix(1), x: 20 + Double(month) * 34.5, y: 150, anchor: "middle"))
        }
        return "<svg viewBox=\"0 0 420 156\" role=\"img\" aria-label=\"Mood by month\">\n"
            + shapes.joined(separator: "\n") + "\n</svg>"
    }
}

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

/// Shapes of the page's drawings.
enum SVGDrawing {
    /// One drawing for wide screens and paper, one for narrow screens.
    static func both(
        _ wide: [String], _ wideSize: (Double, Double), _ tall: [String], _ tallSize: (Double, Double), label: String
    ) -> String {
        guard !wide.isEmpty, !tall.isEmpty else { return "" }
        return drawing("wide", wide, wideSize, label) + "\n" + drawing("tall", tall, tallSize, label)
    }

    private static func drawing(_ style: String, _ shapes: [String], _ size: (Double, Double), _ label: String)
        -> String
    {
        "<svg class=\"\(style)\" viewBox=\"0 0 \(HTMLText.px(size.0)) \(HTMLText.px(size.1))\" role=\"img\" "
            + "aria-label=\"\(HTMLText.escape(label))\">\n" + shapes.joined(separator: "\n") + "\n</svg>"
    }

    static func text(
        _ text: some StringProtocol, x: Double, y: Double, style: String? = nil, anchor: String? = nil
    ) -> String {
        let style = style.map { " class=\"\($0)\"" } ?? ""
        let anchor = anchor.map { " text-anchor=\"\($0)\"" } ?? ""
        return
            "<text\(style)\(anchor) x=\"\(HTMLText.px(x))\" y=\"\(HTMLText.px(y))\">\(HTMLText.escape(String(text)))</text>"
    }

    static func square(_ style: String, x: Double, y: Double, size: Int, title: String) -> String {
        "<rect class=\"\(style)\" x=\"\(HTMLText.px(x))\" y=\"\(HTMLText.px(y))\" width=\"\(size)\" height=\"\(size)\" "
            + "rx=\"3\"><title>\(HTMLText.escape(title))</title></rect>"
    }

    static func bar(
        _ style: String, x: Double, y: Double, width: Double, height: Double, radius: Double = 4, title: String
    ) -> String {
        "<rect class=\"\(style)\" x=\"\(HTMLText.px(x))\" y=\"\(HTMLText.px(y))\" width=\"\(HTMLText.px(width))\" "
            + "height=\"\(HTMLText.px(height))\" rx=\"\(HTMLText.px(min(radius, width / 2, height / 2)))\">"
            + "<title>\(HTMLText.escape(title))</title></rect>"
    }

    static func line(y: Double, from x1: Double, to x2: Double) -> String {
        "<line class=\"grid\" x1=\"\(HTMLText.px(x1))\" y1=\"\(HTMLText.px(y))\" x2=\"\(HTMLText.px(x2))\" y2=\"\(HTMLText.px(y))\"/>"
    }

    /// A name that fits its place.
    static func short(_ name: String, _ limit: Int) -> String {
        name.count > limit ? name.prefix(limit - 1) + "…" : name
    }
}
