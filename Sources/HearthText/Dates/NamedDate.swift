/// A day, a month or a year of the Gregorian calendar, as far as a text names it: "5 March" has no year, "2024" no month.
package struct NamedDate: Hashable, Sendable {
    package var year: Int?
    /// 1 to 12.
    package var month: Int?
    /// 1 to 31.
    package var day: Int?

    package init(year: Int? = nil, month: Int? = nil, day: Int? = nil) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Whether what a text tells lies in the time that this names: "5 March 2024" lies in March, and "March" not on the 5th.
    ///
    /// A text that names no year may mean any: "It was paid on 5 March."
    package func holds(_ told: NamedDate) -> Bool {
        guard year != nil || month != nil || day != nil else { return false }
        if let year, let other = told.year, year != other { return false }
        if let month {
            guard told.month == month else { return false }
        } else if year != nil, told.year == nil {
            return false
        }
        return day == nil || told.day == day
    }

    /// Whether a calendar has such a date, as far as it can be told without its year.
    var isPossible: Bool {
        if let year, !(1...2999).contains(year) { return false }
        guard let month else { return day == nil }
        guard (1...12).contains(month) else { return false }
        return day.map { (1...Self.longest[month - 1]).contains($0) } ?? true
    }

    private static let longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

extension NamedDate {
    /// The month that lies so many before or behind; `nil` where no month or year is known.
    func shifted(months count: Int) -> NamedDate? {
        guard let year, let month else { return nil }
        let months = year * 12 + month - 1 + count
        return NamedDate(year: months / 12, month: months % 12 + 1)
    }

    /// The day that lies so many before or behind; `nil` where this is no day.
    func shifted(days count: Int) -> NamedDate? { number.map { NamedDate(dayNumber: $0 + count) } }

    /// The days of the week of a day, from Monday on (ISO 8601), so many weeks before or behind.
    func daysOfWeek(after count: Int) -> [NamedDate] {
        guard let number else { return [] }
        // 1 January 1970 was a Thursday.
        let monday = number - ((number + 3) % 7 + 7) % 7 + 7 * count
        return (0..<7).map { NamedDate(dayNumber: monday + $0) }
    }

    /// Days since 1 January 1970, by Hinnant's `days_from_civil` (chrono-compatible low-level date algorithms, 2013).
    private var number: Int? {
        guard let year, let month, let day, isPossible else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let ofEra = shifted - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    /// `civil_from_days`, the other way round.
    private init(dayNumber: Int) {
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * ofYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: ofYear - (153 * part + 2) / 5 + 1)
    }
}
