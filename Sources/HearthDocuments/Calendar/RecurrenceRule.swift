import HearthCore

/// How an entry of a calendar comes again (RFC 5545, 3.3.10).
struct RecurrenceRule {
    enum Frequency: String {
        case secondly = "SECONDLY"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    struct Weekday: Hashable {
        /// Which of them in the month or year, from the end where it is negative; 0 for each.
        var ordinal: Int
        /// From 1, Monday, to 7, Sunday.
        var day: Int
    }

    private(set) var frequency: Frequency
    /// From 1 on.
    private(set) var interval = 1
    private(set) var count: Int?
    private(set) var until: CalendarTime?
    private(set) var weekdays: [Weekday] = []
    /// From the end of the month where they are negative.
    private(set) var monthDays: [Int] = []
    private(set) var months: [Int] = []
    private(set) var positions: [Int] = []
    private(set) var weekStart = 1
    /// Whether it has parts that are passed on as they are written, and not worked out.
    private(set) var hasOthers = false
    /// As it is written.
    let source: String

    /// Values of one part that are kept, and of the days of the week.
    private static let mostValues = 400
    private static let mostWeekdays = 20

    /// `nil` for a rule without a frequency that is known.
    init?(_ text: String) {
        var parts: [String: String] = [:]
        for field in text.uppercased().split(separator: ";") {
            let pair = field.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { parts[pair[0].trimmed()] = pair[1].trimmed() }
        }
        guard let frequency = parts["FREQ"].flatMap({ Frequency(rawValue: $0) }) else { return nil }
        self.frequency = frequency
        source = String(text.prefix(1_000))
        for (name, value) in parts {
            let values = value.split(separator: ",").prefix(Self.mostValues)
            switch name {
            case "FREQ": break
            case "INTERVAL": interval = min(max(Int(value) ?? 1, 1), 100_000)
            case "COUNT": count = Int(value).map { max($0, 1) }
            case "UNTIL": until = CalendarTime(value, zone: nil)
            case "BYDAY": weekdays = Self.unique(values.compactMap { Self.weekday($0) }, Self.mostWeekdays)
            case "BYMONTHDAY": monthDays = Self.numbers(values, atMost: 31)
            case "BYMONTH": months = Self.numbers(values, atMost: 12).filter { $0 > 0 }
            case "BYSETPOS": positions = Self.numbers(values, atMost: 366)
            case "WKST": weekStart = Self.weekday(value)?.day ?? 1
            default: hasOthers = true
            }
        }
    }

    /// Each number once, in their order: they are looked through for every day, and a rule may repeat them.
    private static func numbers(_ values: some Sequence<Substring>, atMost most: Int) -> [Int] {
        unique(values.compactMap { Int($0) }.filter { $0 != 0 && (-most...most).contains($0) }, mostValues)
    }

    private static func unique<Value: Hashable>(_ values: [Value], _ most: Int) -> [Value] {
        var seen: Set<Value> = []
        return Array(values.filter { seen.insert($0).inserted }.prefix(most))
    }

    private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// "TU", "+2TU", "-1FR".
    private static func weekday(_ text: some StringProtocol) -> Weekday? {
        guard let day = codes.firstIndex(of: String(text.suffix(2))) else { return nil }
        let number = text.dropLast(2)
        guard !number.isEmpty else { return Weekday(ordinal: 0, day: day + 1) }
        guard let ordinal = Int(number), ordinal != 0, (-53...53).contains(ordinal) else { return nil }
        return Weekday(ordinal: ordinal, day: day + 1)
    }

    // MARK: - In words

    /// "every 2 weeks on Tuesday and Thursday, until 2024-12-31".
    var words: String {
        let unit =
            switch frequency {
            case .secondly: "second"
            case .minutely: "minute"
            case .hourly: "hour"
            case .daily: "day"
            case .weekly: "week"
            case .monthly: "month"
            case .yearly: "year"
            }
        var words = interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
        if !months.isEmpty { words += " in " + Self.list(months.map { EnglishCalendar.months[$0 - 1] }) }
        if !monthDays.isEmpty {
            words += " on " + Self.list(monthDays.map { $0 > 0 ? "day \($0)" : "the \(Self.ordinal($0)) day" })
        }
        if !weekdays.isEmpty {
            let days = weekdays.map { day in
                let name = EnglishCalendar.weekdays[day.day - 1]
                return day.ordinal == 0 ? name : "the \(Self.ordinal(day.ordinal)) \(name)"
            }
            words += " on " + Self.list(days)
        }
        if !positions.isEmpty { words += ", of these the " + Self.list(positions.map { Self.ordinal($0) }) }
        if let count { words += count == 1 ? ", once" : ", \(count) times" }
        if let until { words += ", until \(until.text)" + (until.zone == .utc ? " UTC" : "") }
        return hasOthers ? words + " (\(source))" : words
    }

    private static func list(_ items: [String]) -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and " + last
    }

    private static func ordinal(_ number: Int) -> String {
        switch number {
        case 1: "first"
        case 2: "second"
        case 3: "third"
        case 4: "fourth"
        case 5: "fifth"
        case -1: "last"
        case -2: "second to last"
        case ..<0: "\(-number)th to last"
        default: "\(number)th"
        }
    }

    // MARK: - Dates

    /// Periods that are looked at for one rule: those that a rule leaves empty, such as 30 February, have no end.
    private static let mostPeriods = 2_000

    /// The first days on which the entry takes place.
    ///
    /// - Parameters:
    ///   - start: The first of them; `until` must be given in its zone.
    ///   - most: How many days at most.
    ///   - budget: What all rules of a file together may cost; it is lessened.
    ///   - leftOut: Whether it does not take place on a day of the rule.
    /// - Returns: `nil` where the rule has parts that are not worked out here; whether there may be more.
    func days(
        from start: CalendarTime, until: CalendarTime?, most: Int, budget: inout Int,
        leavingOut leftOut: (CivilDate) -> Bool
    ) -> (days: [CivilDate], hasMore: Bool)? {
        guard !hasOthers, cycleIsDays else { return nil }
        var found: [CivilDate] = []
        var counted = 0
        for period in 0..<Self.mostPeriods where budget > 0 {
            budget -= cost
            guard let days = candidates(start.day, period) else { return (found, false) }
            for day in days where day >= start.day {
                if let until, isAfter(day, start.seconds, until) { return (found, false) }
                if let count, counted >= count { return (found, false) }
                counted += 1
                if leftOut(day) { continue }
                guard found.count < most else { return (found, true) }
                found.append(day)
            }
        }
        return (found, true)
    }

    /// Whether it comes at most once a day.
    private var cycleIsDays: Bool {
        switch frequency {
        case .secondly, .minutely, .hourly: false
        case .daily, .weekly, .monthly, .yearly: true
        }
    }

    /// What a period costs, by the days that are looked at.
    private var cost: Int {
        switch frequency {
        case .secondly, .minutely, .hourly, .daily, .weekly: 1
        case .monthly: 4
        // A day of the week may be counted from the beginning of the year; else only some months are looked at.
        case .yearly: months.isEmpty && (!weekdays.isEmpty || !monthDays.isEmpty) ? 48 : 4 * max(1, months.count)
        }
    }

    private func isAfter(_ day: CivilDate, _ seconds: Int?, _ until: CalendarTime) -> Bool {
        guard day == until.day, let seconds, let end = until.seconds else { return day > until.day }
        return seconds > end
    }

    /// The days of one period, in order; `nil` beyond the end of the calendar, and for frequencies of less than a day.
    private func candidates(_ start: CivilDate, _ period: Int) -> [CivilDate]? {
        let step = period * interval
        switch frequency {
        case .secondly, .minutely, .hourly: return nil
        case .daily: return start.adding(days: step).map { day in fits(day) ? [day] : [] }
        case .weekly:
            let first = start.adding(days: step * 7 - (start.weekday - weekStart + 7) % 7)
            guard let first else { return nil }
            let wanted = weekdays.isEmpty ? [start.weekday] : weekdays.map(\.day)
            let days = (0..<7).compactMap { first.adding(days: $0) }.filter { wanted.contains($0.weekday) }
            return chosen(days.filter { months.isEmpty || months.contains($0.month) })
        case .monthly:
            let month = start.year * 12 + start.month - 1 + step
            guard month / 12 <= 9_999 else { return nil }
            guard months.isEmpty || months.contains(month % 12 + 1) else { return [] }
            return chosen(days(ofMonth: month % 12 + 1, month / 12, start))
        case .yearly:
            let year = start.year + step
            guard year <= 9_999 else { return nil }
            if !weekdays.isEmpty, months.isEmpty, monthDays.isEmpty { return chosen(daysOfWeek(inYear: year)) }
            let wanted = !months.isEmpty ? Set(months).sorted() : monthDays.isEmpty ? [start.month] : Array(1...12)
            return chosen(wanted.flatMap { days(ofMonth: $0, year, start) })
        }
    }

    /// Whether a day of a daily rule is one of those that it is held to.
    private func fits(_ day: CivilDate) -> Bool {
        let last = CivilDate.days(inMonth: day.month, ofYear: day.year)
        return (months.isEmpty || months.contains(day.month))
            && (monthDays.isEmpty || monthDays.contains(day.day) || monthDays.contains(day.day - last - 1))
            && (weekdays.isEmpty || weekdays.contains { $0.day == day.weekday })
    }

    private func days(ofMonth month: Int, _ year: Int, _ start: CivilDate) -> [CivilDate] {
        let last = CivilDate.days(inMonth: month, ofYear: year)
        let all = (1...last).compactMap { CivilDate(year: year, month: month, day: $0) }
        if !monthDays.isEmpty {
            let wanted = Set(monthDays.map { $0 > 0 ? $0 : last + 1 + $0 })
            return all.filter { day in
                wanted.contains(day.day) && (weekdays.isEmpty || weekdays.contains { $0.day == day.weekday })
            }
        }
        return weekdays.isEmpty ? all.filter { $0.day == start.day } : these(all)
    }

    private func daysOfWeek(inYear year: Int) -> [CivilDate] {
        var days: [CivilDate] = []
        for month in 1...12 {
            for day in 1...CivilDate.days(inMonth: month, ofYear: year) {
                if let date = CivilDate(year: year, month: month, day: day) { days.append(date) }
            }
        }
        return these(days)
    }

    /// The days of a month or year that are the rule's, counted from its beginning or its end.
    private func these(_ days: [CivilDate]) -> [CivilDate] {
        var wanted: Set<CivilDate> = []
        for weekday in weekdays {
            let same = days.filter { $0.weekday == weekday.day }
            let index = weekday.ordinal > 0 ? weekday.ordinal - 1 : same.count + weekday.ordinal
            if weekday.ordinal == 0 {
                wanted.formUnion(same)
            } else if same.indices.contains(index) {
                wanted.insert(same[index])
            }
        }
        return days.filter { wanted.contains($0) }
    }

    /// Of the days of one period those that the rule picks by their place.
    private func chosen(_ days: [CivilDate]) -> [CivilDate] {
        guard !positions.isEmpty else { return days }
        let places = positions.map { $0 > 0 ? $0 - 1 : days.count + $0 }
        let wanted = Set(places.filter { days.indices.contains($0) })
        return days.enumerated().filter { wanted.contains($0.offset) }.map(\.element)
    }
}

extension StringProtocol {
    /// Without white space at its ends.
    fileprivate func trimmed() -> String {
        String(decoding: Array(utf8).trimmed(), as: UTF8.self)
    }
}
