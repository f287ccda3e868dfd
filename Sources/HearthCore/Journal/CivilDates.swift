/// A day of the proleptic Gregorian calendar, as it is written in ISO 8601: `1660-03-01`.
///
/// A day has no time and no time zone: an entry belongs to the day that its writer called today. The calendar is computed
/// here and not by Foundation, whose `Calendar` changes to the Julian calendar before October 1582 and shifts a day with the
/// machine's zone. The arithmetic is Howard Hinnant's (http://howardhinnant.github.io/date_algorithms.html).
public struct CivilDate: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// From 1 to 9999.
    public let year: Int
    /// From 1 to 12.
    public let month: Int
    /// From 1 to the month's last day.
    public let day: Int

    /// `nil` when there is no such day, such as 29 February 1900, or a year that four digits cannot write.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, ofYear: year)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Reads exactly `YYYY-MM-DD`; `nil` for everything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(11))
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day that is so many days after 1 January 1970; `nil` outside the years 1 to 9999.
    public init?(daysSince1970 days: Int) {
        guard (-719_162...2_932_896).contains(days) else { return nil }
        let date = Self.components(ofDay: days)
        self.init(year: date.year, month: date.month, day: date.day)
    }

    /// The date of a day after 1 January 1970, also in years that four digits cannot write.
    static func components(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// Days after 1 January 1970, negative before it.
    public var daysSince1970: Int {
        // The year begins in March, so that the leap day is its last.
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// From 1, Monday, to 7, Sunday.
    public var weekday: Int { (daysSince1970 % 7 + 10) % 7 + 1 }

    /// The day so many days later, or earlier; `nil` outside the years 1 to 9999.
    public func adding(days: Int) -> CivilDate? {
        let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
        return overflow ? nil : CivilDate(daysSince1970: sum)
    }

    public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The days of a month from 1 to 12.
    public static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    public static func < (a: CivilDate, b: CivilDate) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }

    /// `YYYY-MM-DD`.
    public var description: String { Self.digits(year, 4) + "-" + Self.digits(month, 2) + "-" + Self.digits(day, 2) }

    static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }

    static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 9, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

extension CivilDate: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = CivilDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not a day of the form YYYY-MM-DD.")
        }
        self = date
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

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

// MARK: - Periods

/// The levels at which a journal is summed up, from a part of one entry to a year.
public enum RollupLevel: String, Codable, Sendable, CaseIterable {
    /// A part of an entry that is too long for an engine's window.
    case chunk
    /// One entry.
    case session
    case day
    /// An ISO week, which may cross the end of a month or a year.
    case week
    case month
    case year
    /// A year as a whole, to look back on.
    case yearWrap

    /// The levels of periods, from a day to a year to look back on; those of texts are left out.
    package static let ofPeriods: [RollupLevel] = [.day, .week, .month, .year, .yearWrap]

    /// The level whose results a level is made of; `nil` for parts, which are made of text.
    public var below: RollupLevel? {
        switch self {
        case .chunk: nil
        case .session: .chunk
        case .day: .session
        case .week, .month: .day
        case .year: .month
        case .yearWrap: .year
        }
    }
}

/// A day, a week, a month or a year of a journal.
public struct JournalPeriod: Hashable, Sendable, Comparable {
    public let level: RollupLevel
    /// `1660-03-01`, `1660-W09`, `1660-03` or `1660`.
    public let name: String
    /// The first day.
    public let start: CivilDate
    /// The last day.
    public let end: CivilDate

    /// The period of a level that holds a day. Parts and entries are no periods; for them it is the day.
    public init(_ level: RollupLevel, holding date: CivilDate) {
        switch level {
        case .chunk, .session, .day:
            self.init(level: level == .day ? .day : level, name: date.description, start: date, end: date)
        case .week:
            let week = CivilWeek(of: date)
            self.init(level: .week, name: week.description, start: week.start, end: week.end)
        case .month:
            let last = CivilDate.days(inMonth: date.month, ofYear: date.year)
            self.init(
                level: .month, name: String(date.description.prefix(7)),
                start: CivilDate(year: date.year, month: date.month, day: 1) ?? date,
                end: CivilDate(year: date.year, month: date.month, day: last) ?? date)
        case .year, .yearWrap:
            self.init(
                level: level, name: String(date.description.prefix(4)),
                start: CivilDate(year: date.year, month: 1, day: 1) ?? date,
                end: CivilDate(year: date.year, month: 12, day: 31) ?? date)
        }
    }

    /// Reads a name as ``name`` writes it; `nil` when it names no period of this level.
    public init?(_ level: RollupLevel, named name: String) {
        let date: CivilDate? =
            switch level {
            case .chunk, .session: nil
            case .day: CivilDate(name)
            case .week: CivilWeek(name)?.start
            case .month: CivilDate(name + "-01")
            case .year, .yearWrap: CivilDate(name + "-01-01")
            }
        guard let date else { return nil }
        self.init(level, holding: date)
        guard self.name == name else { return nil }
    }

    private init(level: RollupLevel, name: String, start: CivilDate, end: CivilDate) {
        (self.level, self.name, self.start, self.end) = (level, name, start, end)
    }

    public func contains(_ date: CivilDate) -> Bool { start <= date && date <= end }

    public static func < (a: JournalPeriod, b: JournalPeriod) -> Bool { (a.start, a.end) < (b.start, b.end) }
}
