/// A week of ISO 8601: Monday to Sunday, numbered in the year that holds its Thursday. `1660-W09`.
///
/// The first days of January may lie in week 52 or 53 of the year before, the last of December in week 1 of the next.
public struct CivilWeek: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The year of the week, which is not always the year of its days. May be 0 or 10000 at the ends of the calendar.
    public let year: Int
    /// From 1 to 52, or 53 in years that begin or end on a Thursday.
    public let number: Int

    /// The week that holds a day.
    public init(of date: CivilDate) {
        let dayOfYear = date.daysSince1970 - Self.days(before: date.year) + 1
        let week = (dayOfYear - date.weekday + 10) / 7
        if week < 1 {
            (year, number) = (date.year - 1, Self.weeks(inYear: date.year - 1))
        } else if week > Self.weeks(inYear: date.year) {
            (year, number) = (date.year + 1, 1)
        } else {
            (year, number) = (date.year, week)
        }
    }

    /// Reads exactly `YYYY-Www`; `nil` for everything else, and for a week 53 in a year that has none.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(9))
        guard bytes.count == 8, bytes[4] == UInt8(ascii: "-"), bytes[5] == UInt8(ascii: "W"),
            let year = CivilDate.number(bytes[0..<4]), let number = CivilDate.number(bytes[6..<8]), year >= 1,
            number >= 1, number <= Self.weeks(inYear: year)
        else { return nil }
        (self.year, self.number) = (year, number)
    }

    /// Its Monday; the calendar's first day where that would lie before it.
    public var start: CivilDate { CivilDate(daysSince1970: max(monday, Self.firstDay)) ?? Self.first }

    /// Its Sunday; the calendar's last day where that would lie after it.
    public var end: CivilDate { CivilDate(daysSince1970: min(monday + 6, Self.lastDay)) ?? Self.last }

    /// 52 or 53.
    public static func weeks(inYear year: Int) -> Int {
        // A year whose 31 December, or the one before it, is a Thursday.
        func weekdayOfLastDay(_ year: Int) -> Int { (year + year / 4 - year / 100 + year / 400) % 7 }
        return weekdayOfLastDay(year) == 4 || weekdayOfLastDay(year - 1) == 3 ? 53 : 52
    }

    public static func < (a: CivilWeek, b: CivilWeek) -> Bool { (a.year, a.number) < (b.year, b.number) }

    public var description: String { CivilDate.digits(year, 4) + "-W" + CivilDate.digits(number, 2) }

    private var monday: Int {
        // 4 January always lies in week 1.
        let fourth = Self.days(before: year) + 3
        let weekday = ((fourth % 7) + 10) % 7
        return fourth - weekday + (number - 1) * 7
    }

    /// Days from 1 January 1970 to 1 January of a year, also for the years 0 and 10000.
    private static func days(before year: Int) -> Int {
        let before = year - 1
        // For year 0, `before` is -1: no leap year lies between it and year 1 but year 0 itself.
        let leaps = before >= 0 ? before / 4 - before / 100 + before / 400 : -1
        return before * 365 + leaps - 719_162
    }

    private static let firstDay = -719_162
    private static let lastDay = 2_932_896
    private static let first = CivilDate(daysSince1970: firstDay)!
    private static let last = CivilDate(daysSince1970: lastDay)!
}
