import HearthCore

/// The three figures of a date, in the order in which they are written.
struct DateFigures: Hashable {
    var first: Int16 = 0
    var second: Int16 = 0
    var third: Int16 = 0
    /// Digits of the first and of the third.
    var firstWidth: Int8 = 0
    var thirdWidth: Int8 = 0
}

/// The order of day, month and year in dates that are written in figures, decided by all the dates of a file.
///
/// "3/4/24" is a day of March or of April; a whole chat has dates that can be but one of them, and goes forward in time, in small steps.
enum DateOrder: CaseIterable {
    case dayFirst, monthFirst, yearFirst

    /// - Parameters:
    ///   - dates: In the order of the file.
    ///   - prefersMonth: Whether months before days are likely where nothing else tells.
    /// - Returns: The order, and whether it was a guess.
    static func decide(
        _ dates: some Collection<DateFigures>, prefersMonth: Bool
    ) -> (order: DateOrder, isGuess: Bool) {
        guard let first = dates.first, first.firstWidth < 4 else { return (.yearFirst, false) }
        var best: (order: DateOrder, score: Score)?
        var isGuess = false
        let likely: [DateOrder] = prefersMonth ? [.monthFirst, .dayFirst] : [.dayFirst, .monthFirst]
        for order in likely + (first.thirdWidth == 4 ? [] : [.yearFirst]) {
            let score = Score(dates.lazy.map { order.date($0) })
            guard let former = best else {
                best = (order, score)
                continue
            }
            let isAsGood = score.impossible == former.score.impossible && score.falls == former.score.falls
            if score < former.score {
                best = (order, score)
                isGuess = isAsGood
            } else if isAsGood, order != .yearFirst {
                isGuess = true
            }
        }
        return (best?.order ?? .dayFirst, isGuess)
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

    /// Messengers are younger than 2000. Years of other calendars, as of Thailand's, are left as they are.
    private static func year(_ figure: Int) -> Int { figure < 100 ? 2_000 + figure : figure }

    /// How well an order fits, the smaller the better: dates that do not exist, then steps back in time, then the days between the first and the
    /// last.
    private struct Score: Comparable {
        var impossible = 0
        var falls = 0
        var days = 0

        init(_ dates: some Sequence<CivilDate?>) {
            var former: CivilDate?
            var first: CivilDate?
            var last: CivilDate?
            for date in dates {
                guard let date else {
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
