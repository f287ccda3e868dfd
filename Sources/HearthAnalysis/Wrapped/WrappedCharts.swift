import HearthCore

/// Words by month as bars.
struct MonthChart {
    let parts: [PeriodNumbers.PartCount]

    func svg() -> String {
        guard parts.count == 12, let most = parts.map(\.words).max(), most > 0 else { return "" }
        var shapes: [String] = ["<line class=\"grid\" x1=\"0\" y1=\"180.5\" x2=\"864\" y2=\"180.5\"/>"]
        for (index, part) in parts.enumerated() {
            let height = 150 * Double(part.words) / Double(most)
            let x = 10 + Double(index) * 71.5
            let name = PeriodSummary.months[index]
            let words = PeriodSummary.count(part.words, "word", "words")
            if part.words > 0 {
                shapes.append(
                    "<rect class=\"a\" x=\"\(HTMLText.px(x))\" y=\"\(HTMLText.px(180 - height))\" width=\"52\" "
                        + "height=\"\(HTMLText.px(height))\" rx=\"4\"><title>\(name): \(words)</title></rect>")
                shapes.append(
                    "<text text-anchor=\"middle\" x=\"\(HTMLText.px(x + 26))\" y=\"\(HTMLText.px(172 - height))\">"
                        + "\(PeriodSummary.grouped(part.words))</text>")
            }
            shapes.append(
                "<text text-anchor=\"middle\" x=\"\(HTMLText.px(x + 26))\" y=\"198\">\(name.prefix(3))</text>")
        }
        return "<svg viewBox=\"0 0 864 204\" role=\"img\" aria-label=\"Words by month\">\n"
            + shapes.joined(separator: "\n") + "\n</svg>"
    }
}

/// The course of each theme through the months, one under the other.
struct ThemeChart {
    let themes: [PeriodNumbers.ThemeCourse]

    func svg() -> String {
        let themes = themes.filter { $0.byPart.count == 12 }
        guard !themes.isEmpty, let most = themes.flatMap(\.byPart).max(), most > 0 else { return "" }
        var shapes: [String] = []
        for (row, theme) in themes.enumerated() {
            let base = Double(row) * 44 + 40
            let name = theme.theme.count > 30 ? theme.theme.prefix(29) + "…" : Substring(theme.theme)
            shapes.append(
                "<text class=\"name\" x=\"0\" y=\"\(HTMLText.px(base - 8))\">\(HTMLText.escape(String(name)))</text>")
            let mark =
                switch theme.trend {
                case .rising: " ↗"
                case .fading: " ↘"
                case .steady: ""
                }
            shapes.append("<text x=\"0\" y=\"\(HTMLText.px(base + 6))\">\(theme.entries) entries\(mark)</text>")
            shapes.append(
                "<line class=\"grid\" x1=\"220\" y1=\"\(HTMLText.px(base))\" x2=\"864\" y2=\"\(HTMLText.px(base))\"/>")
            for (month, count) in theme.byPart.enumerated() where count > 0 {
                let height = 32 * Double(count) / Double(most)
                let what = PeriodSummary.count(count, "entry", "entries")
                shapes.append(
                    "<rect class=\"\(row % 2 == 0 ? "a" : "b")\" x=\"\(HTMLText.px(220 + Double(month) * 54))\" "
                        + "y=\"\(HTMLText.px(base - height))\" width=\"46\" height=\"\(HTMLText.px(height))\" rx=\"3\">"
                        + "<title>\(PeriodSummary.months[month]): \(what)</title></rect>")
            }
        }
        let bottom = Double(themes.count) * 44 + 20
        for month in 0..<12 {
            shapes.append(
                "<text text-anchor=\"middle\" x=\"\(HTMLText.px(243 + Double(month) * 54))\" y=\"\(HTMLText.px(bottom))\">"
                    + "\(PeriodSummary.months[month].prefix(3))</text>")
        }
        return "<svg viewBox=\"0 0 864 \(HTMLText.px(bottom + 6))\" role=\"img\" aria-label=\"Themes by month\">\n"
            + shapes.joined(separator: "\n") + "\n</svg>"
    }
}

/// Names with a bar for how often they are named.
struct NameChart {
    let names: [PeriodNumbers.NameCount]
    let noun: String

    func svg() -> String {
        guard let most = names.map(\.mentions).max(), most > 0 else { return "" }
        var shapes: [String] = []
        for (row, name) in names.enumerated() {
            let y = Double(row) * 34
            let text = name.name.count > 34 ? name.name.prefix(33) + "…" : Substring(name.name)
            let width = max(3, 340 * Double(name.mentions) / Double(most))
            shapes.append(
                "<text class=\"name\" x=\"0\" y=\"\(HTMLText.px(y + 13))\">\(HTMLText.escape(String(text)))</text>")
            shapes.append(
                "<rect class=\"b\" x=\"0\" y=\"\(HTMLText.px(y + 18))\" width=\"\(HTMLText.px(width))\" height=\"8\" rx=\"4\">"
                    + "<title>\(PeriodSummary.grouped(name.mentions)) \(noun)</title></rect>")
            shapes.append(
                "<text x=\"\(HTMLText.px(width + 8))\" y=\"\(HTMLText.px(y + 26))\">"
                    + "\(PeriodSummary.grouped(name.mentions))</text>")
        }
        return "<svg viewBox=\"0 0 400 \(names.count * 34)\" role=\"img\" aria-label=\"Names\">\n"
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
                x: 36 + Double(index) * 71.5, y: 60 - 46 * part.mood / reach, name: PeriodSummary.months[index],
                part: part
            )
        }
        var shapes = ["<line class=\"grid\" x1=\"0\" y1=\"60\" x2=\"864\" y2=\"60\"/>"]
        let line = points.map { "\(HTMLText.px($0.x)),\(HTMLText.px($0.y))" }.joined(separator: " ")
        shapes.append("<polyline class=\"s\" points=\"\(line)\"/>")
        for point in points {
            shapes.append(
                "<circle class=\"a\" cx=\"\(HTMLText.px(point.x))\" cy=\"\(HTMLText.px(point.y))\" r=\"5\">"
                    + "<title>\(point.name): \(point.part.mood)</title></circle>")
        }
        for month in 0..<12 {
            shapes.append(
                "<text text-anchor=\"middle\" x=\"\(HTMLText.px(36 + Double(month) * 71.5))\" y=\"134\">"
                    + "\(PeriodSummary.months[month].prefix(3))</text>")
        }
        return "<svg viewBox=\"0 0 864 140\" role=\"img\" aria-label=\"Mood by month\">\n"
            + shapes.joined(separator: "\n") + "\n</svg>"
    }
}
