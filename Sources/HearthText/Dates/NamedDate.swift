package import HearthCore

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
        // "0171-12-05" is a phone's.
        if let year, !(1000...2999).contains(year) { return false }
        guard let month else { return day == nil }
        guard (1...12).contains(month) else { return false }
        return day.map { (1...Self.longest[month - 1]).contains($0) } ?? true
    }

    private static let longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

extension NamedDate {
    package init(_ day: CivilDate) { self.init(year: day.year, month: day.month, day: day.day) }

    /// The month that lies so many behind another one, or before it.
    static func month(of day: CivilDate, after count: Int) -> NamedDate {
        let months = day.year * 12 + day.month - 1 + count
        return NamedDate(year: months / 12, month: months % 12 + 1)
    }

    /// The days of the week of a day, from Monday on (ISO 8601), so many weeks before or behind.
    static func week(of day: CivilDate, after count: Int) -> [NamedDate] {
        (0..<7).compactMap { day.adding(days: 1 - day.weekday + 7 * count + $0).map { NamedDate($0) } }
    }
}
