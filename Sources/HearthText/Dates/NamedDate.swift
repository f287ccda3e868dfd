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

extension NamedDate {
    /// Two figures that may be day and month either way round, with the year if it is known.
    static func either(_ first: Int, _ second: Int, year: Int?) -> [NamedDate] {
        let day = NamedDate(year: year, month: second, day: first)
        let month = NamedDate(year: year, month: first, day: second)
        return (first == second ? [day] : [day, month]).filter(\.isPossible)
    }

    /// Of years in two figures those of the recent past and the near future: as POSIX has them, from 1969 to 2068.
    static func whole(_ year: (value: Int, digits: Int)) -> Int? {
        switch year.digits {
        case 4: year.value
        case 2: year.value < 69 ? 2000 + year.value : 1900 + year.value
        default: nil
        }
    }
}
