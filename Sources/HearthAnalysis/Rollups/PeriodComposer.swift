import HearthCore
import HearthText

/// Puts a period together: what an engine wrote, and what is counted and quoted by code.
enum PeriodComposer {
    static let mostActionItems = 20

    static func compose(
        _ material: PeriodMaterial, numbers: PeriodNumbers, narrative: PeriodNarrative, engine: String, model: String,
        people: String
    ) -> PeriodIntelligence {
        let period = material.period
        var told = Set<String>()
        let actionItems = material.sessions.flatMap(\.actionItems).filter { told.insert($0).inserted }
        return PeriodIntelligence(
            level: period.level, period: period.name, start: period.start, end: period.end, numbers: numbers,
            headline: narrative.headline, keyInsights: narrative.keyInsights,
            insightOrigins: narrative.insightOrigins, mainThemes: narrative.mainThemes,
            thoughtProcess: narrative.thoughtProcess, actionItems: Array(actionItems.prefix(mostActionItems)),
            quotes: QuoteChoice.quotes(
                of: material.sessions, in: period, beside: narrative.keyInsights), label: material.label,
            engine: engine,
            model: model,
            coverage: RollupCoverage(
                parts: material.parts.count, read: narrative.read, shortened: narrative.shortened,
                actionItems: actionItems.count),
            notes: narrative.notes,
            summary: PeriodSummary.text(
                period, numbers: numbers, headline: narrative.headline, insights: narrative.keyInsights,
                thoughtProcess: narrative.thoughtProcess), people: people)
    }
}

/// Chooses a period's quotes from its entries' quotes.
enum QuoteChoice {
    private struct Candidate {
        var part: Int
        var order: Int
        var quote: JournalQuote
    }

    /// In order of time. One from each part of the period, so that no part goes unheard, and no fewer than three where there
    /// are as many. Nobody wants to read the same twice: a part says what no other said, if it has such a quote.
    ///
    /// - Parameter insights: What is told of the period beside its quotes: a part that has another quote does not say it again.
    static func quotes(
        of sessions: [SessionIntelligence], in period: JournalPeriod, beside insights: [String] = []
    ) -> [JournalQuote] {
        var candidates: [Candidate] = []
        for (order, session) in sessions.enumerated() {
            let part = session.date.flatMap { PeriodParts.index(of: $0, in: period) } ?? order
            candidates += session.quotes.map { Candidate(part: part, order: order, quote: $0) }
        }
        candidates.sort {
            ($1.quote.score, $0.order, $0.quote.text) < ($0.quote.score, $1.order, $1.quote.text)
        }
        // A day with more entries than anybody reads quotes from gives the best of them.
        let limit = PeriodParts.names(of: period)?.count ?? 5
        var chosen: [Candidate] = []
        var said = RepetitionFilter()
        var heard: Set<Int> = []
        func isTold(_ candidate: Candidate) -> Bool {
            let line = candidate.quote.text.singleSpaced
            return insights.contains { $0.contains(line) }
        }
        // What is told beside them comes after what is not, and before what repeats another quote.
        for mayBeTold in [false, true] {
            for candidate in candidates where chosen.count < limit && !heard.contains(candidate.part) {
                guard mayBeTold || !isTold(candidate), said.insert(candidate.quote.text) else { continue }
                heard.insert(candidate.part)
                chosen.append(candidate)
            }
        }
        // A part that only repeats what others said is heard all the same.
        for candidate in candidates where chosen.count < limit && heard.insert(candidate.part).inserted {
            chosen.append(candidate)
        }
        for candidate in candidates where chosen.count < 3 && said.insert(candidate.quote.text) {
            chosen.append(candidate)
        }
        return chosen.sorted {
            ($0.order, $1.quote.score, $0.quote.text) < ($1.order, $0.quote.score, $1.quote.text)
        }.map(\.quote)
    }
}

/// Sentences that were told already, to tell no other in nearly the same words.
struct RepetitionFilter {
    /// The share of common words from which two sentences say the same (the Jaccard index).
    private static let same = 0.6

    private var told: [Set<String>] = []

    /// Keeps a sentence and returns `true`, unless one in nearly the same words is kept.
    mutating func insert(_ text: String) -> Bool {
        let words = Self.words(text)
        guard !isTold(words) else { return false }
        told.append(words)
        return true
    }

    func holds(_ text: String) -> Bool { isTold(Self.words(text)) }

    private func isTold(_ words: Set<String>) -> Bool {
        told.contains { other in
            let common = words.intersection(other).count
            return Double(common) >= Self.same * Double(words.count + other.count - common)
        }
    }

    /// Words in lower case; of scripts without spaces the characters, two by two.
    private static func words(_ text: String) -> Set<String> {
        var words: Set<String> = []
        for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            if let first = word.unicodeScalars.first, first.value >= 0x2E80 {
                words.formUnion(zip(word, word.dropFirst()).map { "\($0)\($1)" })
            } else {
                words.insert(String(word))
            }
        }
        return words
    }
}

/// The human-readable summary of a period: what happened, in the journal's own language. What can be counted of it stands in fields of its own, which
/// each surface words in its reader's.
enum PeriodSummary {
    static func text(
        _ period: JournalPeriod, numbers: PeriodNumbers, headline: String?, insights: [String], thoughtProcess: String
    ) -> String {
        var sentences: [String] = []
        if let headline, !headline.isEmpty { sentences.append(closed(headline)) }
        sentences += insights.map(closed)
        if headline != nil, !thoughtProcess.isEmpty { sentences.append(closed(thoughtProcess)) }
        return sentences.isEmpty ? opening(period, numbers) : sentences.joined(separator: " ")
    }

    /// "March 1660: 31 entries on 31 days, 9,876 words; most on 3 March."
    static func opening(_ period: JournalPeriod, _ numbers: PeriodNumbers) -> String {
        var text = "\(title(period)): \(count(numbers.entries, "entry", "entries"))"
        if period.level != .day { text += " on \(count(numbers.days, "day", "days"))" }
        text += ", \(count(numbers.words, "word", "words"))"
        if numbers.minutes > 0 { text += ", \(decimal(numbers.minutes)) minutes" }
        if period.level != .day, numbers.days > 1, let busiest = numbers.busiestDays.first {
            text += "; most on \(day(busiest.date))"
        }
        if period.level != .day, let streak = numbers.longestStreak, streak.days > 2 {
            text += "; \(streak.days) days in a row from \(day(streak.start))"
        }
        return text + "."
    }

    /// "1 March 1660", "Week 9 of 1660", "March 1660", "1660".
    static func title(_ period: JournalPeriod) -> String {
        switch period.level {
        case .chunk, .session, .day: return day(period.start) + " \(period.start.year)"
        case .week:
            let week = CivilWeek(of: period.start)
            return "Week \(week.number) of \(week.year) (\(day(period.start)) to \(day(period.end)))"
        case .month: return "\(months[period.start.month - 1]) \(period.start.year)"
        case .year, .yearWrap: return "\(period.start.year)"
        }
    }

    static func day(_ date: CivilDate) -> String { "\(date.day) \(months[date.month - 1])" }

    static let months = EnglishCalendar.months

    static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(grouped(number)) \(number == 1 ? one : many)"
    }

    /// 12345 → "12,345", the same in every locale.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0, digit != "-", text != "-" { text.append(",") }
            text.append(digit)
        }
        return text
    }

    private static func decimal(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? grouped(Int(number)) : text
    }

    private static func closed(_ text: String) -> String {
        guard let last = text.last else { return text }
        return ".!?…。！？”\"»」:;,".contains(last) ? text : text + "."
    }
}
