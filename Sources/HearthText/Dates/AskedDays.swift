package import HearthCore

extension AskedDates.Asked {
    /// The days that it means in what was: of a time without a year the last that has begun by today, "March" being that of this year or the last,
    /// "29 February" that of the last leap year.
    /// Several where the words may be read in several ways, or name several times.
    package func days(until today: CivilDate) -> [ClosedRange<CivilDate>] {
        let found = times.compactMap { $0.days(until: today) }.sorted { $0.lowerBound < $1.lowerBound }
        // The days of a week, and the months of a season, are one time.
        return found.reduce(into: []) { joined, days in
            if let last = joined.last, last.upperBound.daysSince1970 + 1 >= days.lowerBound.daysSince1970 {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, days.upperBound)
            } else {
                joined.append(days)
            }
        }
    }
}

extension NamedDate {
    fileprivate func days(until today: CivilDate) -> ClosedRange<CivilDate>? {
        guard let month else {
            guard day == nil, let year, let first = CivilDate(year: year, month: 1, day: 1),
                let last = CivilDate(year: year, month: 12, day: 31)
            else { return nil }
            return first...last
        }
        // Between two leap years there are as many as eight.
        let years = year.map { [$0] } ?? (0...8).map { today.year - $0 }
        let found = years.lazy.compactMap { year -> ClosedRange<CivilDate>? in
            let end = CivilDate.days(inMonth: month, ofYear: year)
            guard let first = CivilDate(year: year, month: month, day: day ?? 1),
                let last = CivilDate(year: year, month: month, day: day ?? end)
            else { return nil }
            return first...last
        }
        return found.first { $0.lowerBound <= today } ?? (year == nil ? nil : found.first)
    }
}
