import HearthCore

/// The human-readable summary of a period, composed from its fields.
enum PeriodSummary {
    static func text(
        _ period: JournalPeriod, numbers: PeriodNumbers, headline: String?, insights: [String], themes: [String],
        thoughtProcess: String
    ) -> String {
        var sentences: [String] = []
        if let headline, !headline.isEmpty { sentences.append(closed(headline)) }
        sentences.append(opening(period, numbers))
        if !themes.isEmpty { sentences.append("Main themes: \(themes.joined(separator: ", ")).") }
        let people = numbers.people.prefix(4).map { "\($0.name) (\($0.mentions))" }
        if !people.isEmpty { sentences.append("Most named: \(people.joined(separator: ", ")).") }
        let places = numbers.places.prefix(3).map { "\($0.name) (\($0.mentions))" }
        if !places.isEmpty { sentences.append("Places: \(places.joined(separator: ", ")).") }
        sentences += insights.map(closed)
        if headline != nil, !thoughtProcess.isEmpty { sentences.append(closed(thoughtProcess)) }
        let rising = numbers.themes.filter { $0.trend == .rising }.map(\.theme).prefix(2)
        let fading = numbers.themes.filter { $0.trend == .fading }.map(\.theme).prefix(2)
        if !rising.isEmpty { sentences.append("More and more: \(rising.joined(separator: ", ")).") }
        if !fading.isEmpty { sentences.append("Less and less: \(fading.joined(separator: ", ")).") }
        return sentences.joined(separator: " ")
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

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

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
