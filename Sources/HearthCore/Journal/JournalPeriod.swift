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
