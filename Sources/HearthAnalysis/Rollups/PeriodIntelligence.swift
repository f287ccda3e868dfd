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
