public import HearthCore

/// What a day, a week, a month or a year of a journal was about.
public struct PeriodIntelligence: Hashable, Codable, Sendable {
    public var level: RollupLevel
    /// `1660-03-01`, `1660-W09`, `1660-03` or `1660`.
    public var period: String
    public var start: CivilDate
    public var end: CivilDate
    public var numbers: PeriodNumbers
    /// A line over it all; `nil` where no engine wrote one.
    public var headline: String?
    public var keyInsights: [String]
    public var mainThemes: [String]
    /// How thoughts and moods went through the period.
    public var thoughtProcess: String
    /// Up to twenty, in order of time; ``RollupCoverage/actionItems`` has the number of all.
    public var actionItems: [String]
    /// Word for word, in order of time. A year has one of each of its months with entries.
    public var quotes: [JournalQuote]
    /// The strictest label of the entries.
    public var label: SensitivityLabel
    /// The engine and the model that wrote it, which need not be those that were chosen.
    public var engine: String
    public var model: String
    public var coverage: RollupCoverage
    /// What did not go as it should; mostly empty.
    public var notes: [String]
    /// For a person, composed from the fields above.
    public var summary: String
}

/// What went into the text of a period. Numbers and quotes always come from all entries.
public struct RollupCoverage: Hashable, Codable, Sendable {
    /// The periods or entries below it.
    public var parts: Int
    /// Those that the engine read; less only when its window is too small even for their titles.
    public var read: Int
    /// Those of which the engine read less than there is, to fit its window.
    public var shortened: Int
    /// Action items in all, of which the first twenty are listed.
    public var actionItems: Int
}

/// The fields that an engine writes; the rest is counted.
struct PeriodNarrative: Hashable, Sendable {
    var headline: String?
    var keyInsights: [String]
    var mainThemes: [String]
    var thoughtProcess: String
    var read: Int
    var shortened: Int
    var notes: [String] = []
    /// Whether a model wrote it; else the basic engine did, whichever was chosen.
    var isByModel = false
    /// Whether the basic engine wrote it because a model failed that may do better the next time.
    var isStandIn = false
}

/// What a period is made of: its entries, and the text of the level below.
struct PeriodMaterial: Sendable {
    /// What the level below says, in order of time.
    struct Part: Hashable, Sendable {
        var name: String
        var title: String
        var insights: [String]
        var themes: [String]
    }

    var period: JournalPeriod
    var sessions: [SessionIntelligence]
    var parts: [Part]
    var label: SensitivityLabel
}

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
