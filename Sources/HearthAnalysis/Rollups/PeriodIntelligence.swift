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
    /// The entry that each of them stands in; `nil` where a model wrote them.
    public var insightOrigins: [InsightOrigin]? = nil
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
    /// A digest of who was who among the names of its entries when it was made; `nil` for what an earlier version made. What another engine made
    /// of the same entries with another digest counts people otherwise.
    public var people: String?
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
    var insightOrigins: [InsightOrigin]? = nil
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
        /// The entry that each of them stands in; empty where that is not known.
        var origins: [InsightOrigin] = []
        var themes: [String]
    }

    var period: JournalPeriod
    var sessions: [SessionIntelligence]
    var parts: [Part]
    var label: SensitivityLabel
    /// Who is who among the names of its entries; see ``PeopleView/digest(of:)``.
    var people = ""
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

        package init(date: CivilDate, entries: Int, words: Int) {
            (self.date, self.entries, self.words) = (date, entries, words)
        }
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
        public enum Trend: String, Codable, Sendable, CaseIterable {
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

// MARK: - Counting

/// Counts a period's entries.
struct PeriodCounter {
    let period: JournalPeriod
    /// The dated entries of the period in order of time.
    let sessions: [SessionIntelligence]
    private let people: PeopleView

    /// - Parameter people: Who is who in the journal; `nil` knows no more of it than these entries.
    init(period: JournalPeriod, sessions: [SessionIntelligence], people: PeopleView? = nil) {
        self.period = period
        self.sessions = sessions
        self.people = people ?? PeopleView(sessions.map { NamedEntry($0, label: .private) })
    }

    func numbers() -> PeriodNumbers {
        var numbers = PeriodNumbers()
        numbers.entries = sessions.count
        numbers.words = sessions.reduce(0) { $0 + $1.words }
        numbers.minutes = (sessions.reduce(0) { $0 + ($1.duration ?? 0) } / 6).rounded() / 10
        numbers.mood = sessions.reduce(JournalMood(positive: 0, negative: 0)) { $0 + $1.mood }
        let days = days()
        numbers.days = days.count
        numbers.longestStreak = Self.longestStreak(days.map(\.date))
        numbers.busiestDays = Array(days.sorted { ($1.words, $0.date) < ($0.words, $1.date) }.prefix(3))
        numbers.people = names(.person)
        numbers.places = names(.location)
        numbers.parts = parts()
        numbers.themes = themes()
        return numbers
    }

    /// The longest run of consecutive days; the earliest of several. The days ascend.
    static func longestStreak(_ days: [CivilDate]) -> PeriodNumbers.Streak? {
        var best: PeriodNumbers.Streak?
        var current: PeriodNumbers.Streak?
        for day in days {
            if let running = current, day.daysSince1970 == running.end.daysSince1970 + 1 {
                current = .init(days: running.days + 1, start: running.start, end: day)
            } else if current?.end != day {
                current = .init(days: 1, start: day, end: day)
            }
            if let current, current.days > best?.days ?? 0 { best = current }
        }
        return best
    }

    // MARK: -

    private func days() -> [PeriodNumbers.DayCount] {
        var days: [CivilDate: PeriodNumbers.DayCount] = [:]
        for session in sessions {
            guard let date = session.date else { continue }
            var day = days[date] ?? .init(date: date, entries: 0, words: 0)
            day.entries += 1
            day.words += session.words
            days[date] = day
        }
        return days.values.sorted { $0.date < $1.date }
    }

    private func names(_ kind: NamedEntity.Kind) -> [PeriodNumbers.NameCount] {
        var counts: [String: PeriodNumbers.NameCount] = [:]
        for session in sessions {
            var seen = Set<String>()
            for entity in session.entities {
                let meaning = people.meaning(of: entity)
                guard meaning.kind == kind else { continue }
                let name = meaning.name
                var count = counts[name] ?? .init(name: name, entries: 0, mentions: 0)
                if seen.insert(name).inserted { count.entries += 1 }
                count.mentions += entity.count
                counts[name] = count
            }
        }
        let ranked = counts.values.sorted { ($1.mentions, $1.entries, $0.name) < ($0.mentions, $0.entries, $1.name) }
        return Array(ranked.prefix(PeriodNumbers.mostNames))
    }

    private func parts() -> [PeriodNumbers.PartCount] {
        guard let names = PeriodParts.names(of: period) else { return [] }
        var parts = names.map { PeriodNumbers.PartCount(period: $0, entries: 0, words: 0, mood: 0) }
        var moods = names.map { _ in JournalMood(positive: 0, negative: 0) }
        for session in sessions {
            guard let date = session.date, let index = PeriodParts.index(of: date, in: period),
                parts.indices.contains(index)
            else { continue }
            parts[index].entries += 1
            parts[index].words += session.words
            moods[index] = moods[index] + session.mood
        }
        for index in parts.indices { parts[index].mood = (moods[index].score * 100).rounded() / 100 }
        return parts
    }

    private func themes() -> [PeriodNumbers.ThemeCourse] {
        struct Tally {
            var spellings: [String: Int] = [:]
            var weight = 0.0
            var sessions: [Int] = []
        }
        let names = Set(sessions.flatMap(\.entities).map { $0.name.lowercased() })
        let persons = Set(
            sessions.flatMap(\.entities).filter { people.meaning(of: $0).kind == .person }.map { $0.name.lowercased() })
        var tallies: [String: Tally] = [:]
        for (index, session) in sessions.enumerated() {
            var seen = Set<String>()
            for (rank, topic) in session.topics.enumerated() {
                let key = JournalWords.key(topic)
                // "Aunt Rosa" is Rosa, who is counted among the people.
                let isPerson = key.split(separator: " ").last.map { persons.contains(String($0)) } ?? false
                guard !names.contains(key), !isPerson, seen.insert(key).inserted else { continue }
                var tally = tallies[key] ?? Tally()
                tally.spellings[topic, default: 0] += 1
                // Two words say more than one, the first topics more than the last.
                tally.weight += (key.contains(" ") ? 1.5 : 1) / (1 + 0.15 * Double(rank))
                tally.sessions.append(index)
                tallies[key] = tally
            }
        }
        // Of several entries what only one of them turns to is no theme.
        let least = sessions.count >= Self.severalEntries ? 2 : 1
        let ranked = tallies.filter { $0.value.sessions.count >= least }
            .sorted { ($1.value.weight, $0.key) < ($0.value.weight, $1.key) }
        let count = PeriodParts.names(of: period)?.count ?? 0
        return ranked.prefix(PeriodNumbers.mostThemes).map { key, tally in
            var byPart = Array(repeating: 0, count: count)
            for index in tally.sessions {
                if let date = sessions[index].date, let part = PeriodParts.index(of: date, in: period),
                    byPart.indices.contains(part)
                {
                    byPart[part] += 1
                }
            }
            let spelling = tally.spellings.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? key
            return .init(
                theme: spelling, entries: tally.sessions.count, byPart: byPart, trend: trend(of: tally.sessions))
        }
    }

    /// Entries from which on a theme is one of more than one of them.
    private static let severalEntries = 5

    /// Halves of the entries, not of the calendar: a year whose journal begins in June has two halves, too.
    private func trend(of indices: [Int]) -> PeriodNumbers.ThemeCourse.Trend {
        let middle = sessions.count / 2
        let early = indices.count { $0 < middle }
        let late = indices.count - early
        guard indices.count >= 4 else { return .steady }
        if late >= 2 * early { return .rising }
        return early >= 2 * late ? .fading : .steady
    }
}

/// The parts in which the course of a period is shown.
enum PeriodParts {
    /// `nil` for a day, which has none.
    static func names(of period: JournalPeriod) -> [String]? {
        switch period.level {
        case .chunk, .session, .day: return nil
        case .week: return days(of: period).map(\.description)
        case .month:
            var names: [String] = []
            for day in days(of: period) {
                let week = CivilWeek(of: day).description
                if names.last != week { names.append(week) }
            }
            return names
        case .year, .yearWrap:
            return (1...12).map { String(period.name.prefix(4)) + ($0 < 10 ? "-0\($0)" : "-\($0)") }
        }
    }

    static func index(of date: CivilDate, in period: JournalPeriod) -> Int? {
        guard period.contains(date) else { return nil }
        switch period.level {
        case .chunk, .session, .day: return nil
        case .week: return date.daysSince1970 - period.start.daysSince1970
        case .month:
            // Weeks begin on Monday: count the Mondays since the month's first day.
            return (date.daysSince1970 - period.start.daysSince1970 + period.start.weekday - 1) / 7
        case .year, .yearWrap: return date.month - 1
        }
    }

    static func days(of period: JournalPeriod) -> [CivilDate] {
        (period.start.daysSince1970...period.end.daysSince1970).compactMap { CivilDate(daysSince1970: $0) }
    }
}
