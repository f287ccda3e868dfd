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
    public init?(of period: JournalPeriod, in journal: Journal, routing: RoutingChoice) async throws {
        let rollup = journal.rollup
        func request(_ level: RollupLevel) -> JournalRollup.Request {
            .init(level: level, from: period.start, to: period.end, routing: routing)
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
            <footer>Made by Hearth from the entries themselves, on this machine. Every number is counted, every quote is word \
            for word\(engineNote).</footer>
            </main>
            </body>
            </html>

            """
    }

    // MARK: - Parts

    private var engineNote: String {
        year.engine == Engine.basic.rawValue ? "" : "; the other words are by \(HTMLText.escape(year.model))"
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
        func add(_ title: String, _ note: String?, _ body: String, wide: Bool = true) {
            guard !body.isEmpty else { return }
            let note = note.map { "<p class=\"note\">\(HTMLText.escape($0))</p>" } ?? ""
            sections.append(
                "<section\(wide ? "" : " class=\"half\"")><h2>\(HTMLText.escape(title))</h2>\(note)\n\(body)\n</section>"
            )
        }
        add("Every day", busiestNote, CalendarChart(year: year.start.year, days: days).svg())
        add("Words by month", nil, MonthChart(parts: numbers.parts).svg())
        add("What it was about", nil, list(year.keyInsights))
        add(
            "Themes over time", "In how many entries of each month.",
            ThemeChart(themes: numbers.themes.filter { $0.entries > 1 }).svg())
        add("People", nil, NameChart(names: numbers.people, noun: "mentions").svg(), wide: false)
        add("Places", nil, NameChart(names: numbers.places, noun: "mentions").svg(), wide: false)
        add("Mood by month", "The balance of glad and sad words.", MoodChart(parts: numbers.parts).svg())
        add("In my words", nil, quotes)
        if !year.actionItems.isEmpty { add("Meant to do", nil, list(Array(year.actionItems.prefix(8)))) }
        return sections.joined(separator: "\n")
    }

    private var busiestNote: String? {
        guard let day = year.numbers.busiestDays.first else { return nil }
        return "The fullest day was \(PeriodSummary.day(day.date)), with "
            + PeriodSummary.count(day.words, "word.", "words.")
    }

    private func list(_ items: [String]) -> String {
        guard !items.isEmpty else { return "" }
        return "<ul>" + items.map { "<li>\(HTMLText.escape($0))</li>" }.joined(separator: "\n") + "</ul>"
    }

    private var quotes: String {
        year.quotes.map { quote in
            let text = quote.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let date =
                quote.date.map {
                    "<time datetime=\"\($0)\">\(PeriodSummary.day($0))</time>"
                } ?? ""
            return "<figure><blockquote>\(HTMLText.escape(text))</blockquote><figcaption>\(date)</figcaption></figure>"
        }.joined(separator: "\n")
    }
}
