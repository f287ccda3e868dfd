package import HearthCore
package import HearthModels

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
    package init?(
        of period: JournalPeriod, in journal: JournalPipeline, routing: RoutingChoice,
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
        add("Mood by month", "The balance of glad and sad remarks.", mood, style: "half")
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
        let text = quote.text.singleSpaced
        let date = quote.date.map { "<time datetime=\"\($0)\">\(PeriodSummary.day($0))</time>" } ?? ""
        return "<figure><blockquote dir=\"auto\">\(HTMLText.escape(text))</blockquote>"
            + "<figcaption>\(date)</figcaption></figure>"
    }
}

/// Text as HTML and SVG show it, never as markup.
package enum HTMLText {
    package static func escape(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t", "\r": result.unicodeScalars.append(scalar)
            // Neither control characters nor marks that turn the direction of writing: what is shown is what is there.
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value):
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A number of pixels, to a tenth.
    static func px(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}

/// How the page looks: paper and ink by day, embers by night, plain on paper.
///
/// Each chart is drawn twice, wide and tall, and the style shows the one that fits: letters of a drawing shrink with it, and
/// on a phone nobody could read those of the wide one.
enum WrappedStyle {
    static let css = """
        :root {
          color-scheme: light dark;
          --page: #f7f2ea; --card: #fffdf9; --ink: #2a241f; --soft: #74685d; --line: #e6dccf;
          --accent: #b94a22; --accent2: #2b7279; --wash: #f3e3d3;
          --h0: #ede5d9; --h1: #f4cbb0; --h2: #ea9a6f; --h3: #d16436; --h4: #94340f;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #15120f; --card: #1e1a17; --ink: #f0e8df; --soft: #ab9d90; --line: #352e28;
            --accent: #f2905f; --accent2: #6bbcc3; --wash: #2a1d15;
            --h0: #2b2521; --h1: #57301f; --h2: #8f4524; --h3: #cf6a3a; --h4: #ffb890;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body { margin: 0; background: var(--page); color: var(--ink);
          font: 17px/1.6 "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Noto Serif", serif;
          font-variant-numeric: lining-nums; text-rendering: optimizeLegibility; }
        main { max-width: 1080px; margin: 0 auto; padding: 0 24px 72px;
          display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 24px; }
        header, section, footer { grid-column: 1 / -1; min-width: 0; }
        section.half { grid-column: span 1; }
        header { text-align: center; padding: 72px 0 24px; }
        .kicker { margin: 0; color: var(--soft); letter-spacing: .22em; text-transform: uppercase; font-size: 13px; }
        h1 { margin: 12px 0 0; font-size: clamp(104px, 24vw, 232px); line-height: .95; font-weight: 500;
          letter-spacing: -.03em; color: var(--accent); }
        .headline { font-size: 24px; font-style: italic; line-height: 1.4; margin: 20px auto 0; max-width: 28em; }
        .figures { display: flex; flex-wrap: wrap; justify-content: center; margin: 40px 0 0;
          border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
        .figures div { display: flex; flex-direction: column; flex: 1 1 130px; padding: 18px 8px 16px; }
        .figures dd { margin: 0; font-size: 36px; line-height: 1.15; font-weight: 500; }
        .figures dt { order: 2; color: var(--soft); font-size: 15px; }
        section { background: var(--card); border: 1px solid var(--line); border-radius: 18px; padding: 28px 32px 30px; }
        section.pull { background: var(--wash); border: 0; text-align: center; padding: 44px 32px 40px; }
        section.pull blockquote { font-size: clamp(23px, 3.4vw, 36px); line-height: 1.35; max-width: 24em; margin: 0 auto;
          text-wrap: balance; }
        section.pull figure { margin: 0; padding: 0; border: 0; }
        section.pull figcaption { margin-top: 14px; }
        h2 { margin: 0; font-size: 24px; line-height: 1.25; font-weight: 600; letter-spacing: -.01em; }
        .note { margin: 2px 0 0; color: var(--soft); font-size: 16px; }
        svg { display: block; width: 100%; height: auto; margin-top: 18px; overflow: visible; }
        svg.tall { display: none; }
        svg text { fill: var(--soft); font: 12.5px/1 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
        svg .name { fill: var(--ink); font-size: 15px; }
        svg .num { fill: var(--ink); }
        svg .grid { stroke: var(--line); stroke-width: 1; }
        .a { fill: var(--accent); } .b { fill: var(--accent2); }
        .area { fill: var(--accent); opacity: .12; }
        .s { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
        .h0 { fill: var(--h0); } .h1 { fill: var(--h1); } .h2 { fill: var(--h2); } .h3 { fill: var(--h3); } .h4 { fill: var(--h4); }
        ul { list-style: none; margin: 14px 0 0; padding: 0; }
        li { padding: 9px 0 9px 26px; border-top: 1px solid var(--line); overflow-wrap: anywhere; position: relative; }
        li:first-child { border-top: 0; }
        li::before { content: ""; position: absolute; left: 4px; top: 20px; width: 7px; height: 7px; border-radius: 50%;
          background: var(--accent); }
        ul.todo li::before { background: none; border: 1.5px solid var(--accent2); border-radius: 3px; width: 12px; height: 12px;
          left: 1px; top: 16px; }
        .quotes { columns: 2; column-gap: 40px; margin-top: 8px; }
        .quotes figure { margin: 0; padding: 18px 0 16px; border-top: 1px solid var(--line); break-inside: avoid; }
        blockquote { margin: 0; font-size: 19px; line-height: 1.5; font-style: italic; overflow-wrap: anywhere; }
        figcaption { margin-top: 6px; color: var(--soft); font-size: 15px; }
        .quotes figcaption { color: var(--accent); }
        footer { text-align: center; color: var(--soft); font-size: 14px; padding-top: 16px; }
        @media (min-width: 701px) and (max-width: 900px) { svg.wide text { font-size: 15px; } svg.wide .name { font-size: 17px; } }
        @media (max-width: 700px) {
          svg:not(.tall) text { font-size: 15.5px; } svg:not(.tall) .name { font-size: 18px; }
          main { padding: 0 14px 48px; gap: 14px; }
          header { padding: 48px 0 10px; }
          section { padding: 22px 18px 24px; border-radius: 14px; }
          section.pull { padding: 34px 20px 30px; }
          section.half { grid-column: 1 / -1; }
          .figures { margin-top: 28px; } .figures dd { font-size: 30px; } .figures div { flex-basis: 96px; }
          .quotes { columns: 1; }
          svg.wide { display: none; } svg.tall { display: block; }
        }
        @media print {
          :root { color-scheme: light; --page: #fff; --card: #fff; --ink: #000; --soft: #555; --line: #ccc; --wash: #fff;
            --accent: #94340f; --accent2: #2b7279;
            --h0: #eee; --h1: #f4cbb0; --h2: #ea9a6f; --h3: #d16436; --h4: #94340f; }
          @page { margin: 16mm 14mm; }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          body { font-size: 11pt; }
          main { max-width: none; padding: 0; gap: 14px; }
          section { border-radius: 0; border-width: 1px 0 0; padding: 14px 0; }
          section:not(.long) { break-inside: avoid; } h2 { break-after: avoid; }
          section.pull { padding: 18px 0; border-top: 1px solid var(--line); }
          section.pull blockquote { font-size: 17pt; }
          header { padding: 0 0 6px; } h1 { font-size: 110px; } .figures { margin-top: 16px; }
          svg.wide { display: block; } svg.tall { display: none; }
          .quotes figure { padding: 10px 0; } blockquote { font-size: 12pt; } li { padding-top: 5px; padding-bottom: 5px; }
          li::before { top: 13px; } ul.todo li::before { top: 10px; }
        }
        """
}
