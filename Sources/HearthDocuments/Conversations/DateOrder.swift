import HearthCore

/// The three figures of a date, in the order in which they are written.
struct DateFigures: Hashable {
    var first: Int16 = 0
    var second: Int16 = 0
    var third: Int16 = 0
    /// Digits of the first and of the third.
    var firstWidth: Int8 = 0
    var thirdWidth: Int8 = 0
    /// Whether a dot follows the third.
    var hasDot = false
}

/// The order of day, month and year in dates that are written in figures, decided by all the dates of a file.
///
/// "3/4/24" is a day of March or of April; a whole chat has dates that can be but one of them, and goes forward in time, in small steps.
enum DateOrder: String {
    case dayFirst = "day"
    case monthFirst = "month"
    case yearFirst = "year"

    /// - Parameters:
    ///   - dates: In the order of the file.
    ///   - separator: What stands between the figures.
    ///   - isTwelveHours: Whether the hours beside them count to twelve.
    /// - Returns: The order, and whether it was a guess.
    static func decide(
        _ dates: some Collection<DateFigures>, separator: Unicode.Scalar, isTwelveHours: Bool
    ) -> (order: DateOrder, isGuess: Bool) {
        guard let first = dates.first, first.firstWidth < 4 else { return (.yearFirst, false) }
        var best: (order: DateOrder, score: Score)?
        var isGuess = false
        for order in candidates(dates, first, separator, isTwelveHours) {
            let score = Score(dates, order)
            guard let former = best else {
                best = (order, score)
                continue
            }
            let isAsGood = score.impossible == former.score.impossible && score.falls == former.score.falls
            if score < former.score {
                best = (order, score)
                isGuess = isAsGood
            } else if isAsGood, order != .yearFirst, former.order != .yearFirst {
                // Of "1/1" and "2/2" it is all the same.
                isGuess = dates.contains { order.date($0) != former.order.date($0) }
            }
        }
        return (best?.order ?? .dayFirst, isGuess)
    }

    /// The orders that are written so, the likely ones first.
    private static func candidates(
        _ dates: some Collection<DateFigures>, _ first: DateFigures, _ separator: Unicode.Scalar, _ isTwelveHours: Bool
    ) -> [DateOrder] {
        if separator == "." {
            // Nobody puts dots behind months. Korea's "24. 3. 5." has one at the end, as days in some languages have: "5. 3. 24."
            guard first.hasDot, first.thirdWidth < 4 else { return [.dayFirst] }
            return isTwelveHours ? [.yearFirst, .dayFirst] : [.dayFirst, .yearFirst]
        }
        // Months stand first where people count hours to twelve and write "3/5/24"; in India and Britain they write "05/03/24".
        let isPadded = dates.contains { $0.firstWidth == 2 && $0.first < 10 }
        let prefersMonth = separator == "/" && isTwelveHours && !isPadded
        return (prefersMonth ? [.monthFirst, .dayFirst] : [.dayFirst, .monthFirst])
            + (first.thirdWidth == 4 ? [] : [.yearFirst])
    }

    /// The day that three figures are; `nil` where there is none such.
    func date(_ figures: DateFigures) -> CivilDate? {
        let (first, second, third) = (Int(figures.first), Int(figures.second), Int(figures.third))
        switch self {
        case .dayFirst: return CivilDate(year: Self.year(third), month: second, day: first)
        case .monthFirst: return CivilDate(year: Self.year(third), month: first, day: second)
        case .yearFirst: return CivilDate(year: Self.year(first), month: second, day: third)
        }
    }

    /// Years of other calendars, as of Thailand's, are left as they are.
    private static func year(_ figure: Int) -> Int { figure < 100 ? 2_000 + figure : figure }

    /// Whether there was a messenger in the year that two figures are: WhatsApp is of 2009. Four figures tell themselves which of the three they are.
    private func isLikely(_ figures: DateFigures, _ date: CivilDate) -> Bool {
        let width = self == .yearFirst ? figures.firstWidth : figures.thirdWidth
        return width > 2 || (2_009...2_100).contains(date.year)
    }

    /// How well an order fits, the smaller the better: dates that cannot be, then steps back in time, then the days between the first and the
    /// last.
    private struct Score: Comparable {
        var impossible = 0
        var falls = 0
        var days = 0

        init(_ dates: some Collection<DateFigures>, _ order: DateOrder) {
            var former: CivilDate?
            var first: CivilDate?
            var last: CivilDate?
            for figures in dates {
                guard let date = order.date(figures), order.isLikely(figures, date) else {
                    impossible += 1
                    continue
                }
                if let former, date < former { falls += 1 }
                former = date
                first = min(first ?? date, date)
                last = max(last ?? date, date)
            }
            if let first, let last { days = last.daysSince1970 - first.daysSince1970 }
        }

        static func < (a: Self, b: Self) -> Bool {
            (a.impossible, a.falls, a.days) < (b.impossible, b.falls, b.days)
        }
    }
}
