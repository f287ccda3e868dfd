public import HearthCore
public import HearthModels
import HearthStore

/// A page to look back on a year of a journal: one HTML file with its drawings inside, which loads nothing.
///
/// Everything that comes from the journal is escaped, and the page forbids itself every request, so that it can be opened
/// and passed on without a doubt.
public struct WrappedPage: Sendable {
    /// The year as `yearWrap` sees it.
    public let year: PeriodIntelligence
    /// The months that have entries.
    public let months: [PeriodIntelligence]
    /// The days that have entries.
    public let days: [PeriodNumbers.DayCount]

    public init(year: PeriodIntelligence, months: [PeriodIntelligence], days: [PeriodNumbers.DayCount]) {
        self.year = year
        self.months = months
        self.days = days
    }

    /// Reads what a year's page needs, and makes what is stale; `nil` when the year has no dated entries.
    public init?(
        of period: JournalPeriod, in journal: Journal, routing: RoutingChoice,
        options: GenerationOptions = TaskDefaults.options(for: .summarize)
    ) async throws {
        let rollup = journal.rollup
        func request(_ level: RollupLevel) -> JournalRollup.Request {
            .init(level: level, from: period.start, to: period.end, routing: routing, options: options)
        }
        guard let year = try await rollup.periods(request(.yearWrap)).first?.intelligence else { return nil }
        let months = try await rollup.periods(request(.month)).map(\.intelligence)
        var days: [CivilDate: PeriodNumbers.DayCount] = [:]
        for head in try await journal.heads(from: period.start, to: period.end) {
            guard let date = head.date else { continue }
            var day = days[date] ?? .init(date: date, entries: 0, words: 0)
            day.entries += 1
            day.words += head.words
            days[date] = day
        }
        self.init(year: year, months: months, days: days.values.sorted { $0.date < $1.date })
    }

    /// The whole page.
    public func html() -> String {
        let name = HTMLText.escape(year.period)
        let headline = year.headline.map { "<p class=\"headline\">\(HTMLText.escape($0))</p>" } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(name) in my journal</title>
            <style>
            \(WrappedStyle.css)
            </style>
            </head>
            <body>
            <main>
            <header>
            <p class="kicker">A year in my own words</p>
            <h1>\(name)</h1>
            \(headline)
            \(figures)
            </header>
            \(sections)
            <footer>Made by Hearth from the entries themselves. Every number is counted, every quote is word for word; \
            \(engineNote).</footer>
            </main>
            </body>
            </html>

            """
    }

    // MARK: - Parts

    private var engineNote: String {
        year.engine == Engine.basic.rawValue
            ? "the other words were chosen from them on this machine"
            : "the other words are by \(HTMLText.escape("\(year.engine) (\(year.model))"))"
    }

    private var figures: String {
        let numbers = year.numbers
        var figures = [
            (PeriodSummary.grouped(numbers.words), numbers.words == 1 ? "word" : "words"),
            (PeriodSummary.grouped(numbers.entries), numbers.entries == 1 ? "entry" : "entries"),
            (PeriodSummary.grouped(numbers.days), numbers.days == 1 ? "day" : "days"),
        ]
        if let streak = numbers.longestStreak, streak.days > 1 {
            figures.append((PeriodSummary.grouped(streak.days), "days in a row"))
        }
        if numbers.minutes >= 1 {
            figures.append((PeriodSummary.grouped(Int(numbers.minutes.rounded())), "minutes"))
        }
        let cells = figures.map { "<div><dd>\($0.0)</dd><dt>\($0.1)</dt></div>" }
        return "<dl class=\"figures\">\(cells.joined())</dl>"
    }

    private var sections: String {
        let numbers = year.numbers
        var sections: [String] = []
        func add(_ title: String, _ note: String?, _ body: String, style: String? = nil) {
            guard !body.isEmpty else { return }
            let note = note.map { "<p class=\"note\">\(HTMLText.escape($0))</p>" } ?? ""
            let style = style.map { " class=\"\($0)\"" } ?? ""
            sections.append("<section\(style)><h2>\(HTMLText.escape(title))</h2>\(note)\n\(body)\n</section>")
        }
        let quotes = year.quotes
        // The best one stands alone, where there are others left for their own section.
        let best = quotes.count > 3 ? quotes.indices.max { quotes[$0].score < quotes[$1].score } : nil
        add("Every day", busiestNote, CalendarChart(year: year.start.year, days: days).svg())
        if let best { sections.append("<section class=\"pull\">\(figure(quotes[best]))</section>") }
        add("Words by month", monthNote, MonthChart(parts: numbers.parts).svg())
        add("What it was about", nil, list(year.keyInsights))
        add(
            "Themes over time", "In how many entries of each month.",
            ThemeChart(themes: numbers.themes.filter { $0.entries > 1 }).svg())
        let hasBoth = !numbers.people.isEmpty && !numbers.places.isEmpty
        add("People", nil, NameChart(names: numbers.people, noun: "mentions").svg(), style: hasBoth ? "half" : nil)
        add("Places", nil, NameChart(names: numbers.places, noun: "mentions").svg(), style: hasBoth ? "half" : nil)
        let mood = MoodChart(parts: numbers.parts).svg()
        add("Days of the week", "Entries on each.", WeekdayChart(days: days).svg(), style: mood.isEmpty ? nil : "half")
        add("Mood by month", "The balance of glad and sad words.", mood, style: "half")
        let others = quotes.indices.filter { $0 != best }.map { figure(quotes[$0]) }
        if !others.isEmpty {
            add(
                "In my words", nil, "<div class=\"quotes\">\n\(others.joined(separator: "\n"))\n</div>", style: "long")
        }
        if !year.actionItems.isEmpty {
            let count = year.coverage.actionItems
            let shown = min(Self.mostActionItems, year.actionItems.count)
            add(
                "Meant to do", count > shown ? "\(shown) of \(PeriodSummary.grouped(count))." : nil,
                list(Array(year.actionItems.prefix(shown)), style: "todo"))
        }
        return sections.joined(separator: "\n")
    }

    private static let mostActionItems = 8

    private var busiestNote: String? {
        guard let day = year.numbers.busiestDays.first else { return nil }
        var note =
            "The fullest day was \(PeriodSummary.day(day.date)), with "
            + PeriodSummary.count(day.words, "word.", "words.")
        if let streak = year.numbers.longestStreak, streak.days > 2 {
            note += " The longest run went from \(PeriodSummary.day(streak.start)) to \(PeriodSummary.day(streak.end))."
        }
        return note
    }

    private var monthNote: String? {
        let parts = year.numbers.parts
        guard parts.count == 12, let best = parts.indices.max(by: { parts[$0].words < parts[$1].words }),
            parts[best].words > 0, parts.count(where: { $0.words > 0 }) > 1
        else { return nil }
        return "\(PeriodSummary.months[best]) had the most to say."
    }

    private func list(_ items: [String], style: String? = nil) -> String {
        guard !items.isEmpty else { return "" }
        let style = style.map { " class=\"\($0)\"" } ?? ""
        return "<ul\(style)>" + items.map { "<li dir=\"auto\">\(HTMLText.escape($0))</li>" }.joined(separator: "\n")
            + "</ul>"
    }

    private func figure(_ quote: JournalQuote) -> String {
        let text = quote.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let date = quote.date.map { "<time datetime=\"\($0)\">\(PeriodSummary.day($0))</time>" } ?? ""
        return "<figure><blockquote dir=\"auto\">\(HTMLText.escape(text))</blockquote>"
            + "<figcaption>\(date)</figcaption></figure>"
    }
}
