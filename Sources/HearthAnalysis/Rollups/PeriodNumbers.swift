public import HearthCore

/// What can be counted in a period. Everything is counted from the entries themselves, at every level, and by code.
public struct PeriodNumbers: Hashable, Codable, Sendable {
    /// Days in a row with at least one entry each.
    public struct Streak: Hashable, Codable, Sendable {
        public var days: Int
        public var start: CivilDate
        public var end: CivilDate
    }

    public struct DayCount: Hashable, Codable, Sendable {
        public var date: CivilDate
        public var entries: Int
        public var words: Int
    }

    public struct NameCount: Hashable, Codable, Sendable {
        public var name: String
        /// Entries that name it.
        public var entries: Int
        /// How often it is named in all.
        public var mentions: Int
    }

    /// A theme and in how many entries of each part of the period it is one.
    public struct ThemeCourse: Hashable, Codable, Sendable {
        public enum Trend: String, Codable, Sendable {
            case rising, steady, fading
        }

        public var theme: String
        public var entries: Int
        /// One number for each of ``PeriodNumbers/parts``.
        public var byPart: [Int]
        /// Whether it is found more in the second half of the period's entries than in the first.
        public var trend: Trend
    }

    /// A part of the period: a day of a week, a week of a month, a month of a year.
    public struct PartCount: Hashable, Codable, Sendable {
        public var period: String
        public var entries: Int
        public var words: Int
        public var mood: Double
    }

    public var entries = 0
    /// Runs of characters that are not white space.
    public var words = 0
    /// Of the entries that tell how long they took, to a tenth.
    public var minutes = 0.0
    /// Days with an entry.
    public var days = 0
    /// Within the period; the earliest of several.
    public var longestStreak: Streak?
    /// By words, three at most; the earlier of equal ones first.
    public var busiestDays: [DayCount] = []
    /// The most often named first, ten at most.
    public var people: [NameCount] = []
    public var places: [NameCount] = []
    /// The themes of most entries first, eight at most.
    public var themes: [ThemeCourse] = []
    public var parts: [PartCount] = []
    public var mood = JournalMood(positive: 0, negative: 0)

    static let mostNames = 10
    static let mostThemes = 8
}
