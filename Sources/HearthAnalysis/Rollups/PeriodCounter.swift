import HearthCore

/// Counts a period's entries.
struct PeriodCounter {
    let period: JournalPeriod
    /// The dated entries of the period in order of time.
    let sessions: [SessionIntelligence]
    private let kinds: [String: NamedEntity.Kind]

    init(period: JournalPeriod, sessions: [SessionIntelligence]) {
        self.period = period
        self.sessions = sessions
        kinds = Self.kinds(sessions)
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
            // One entry may take a town for a person; all of them together seldom do.
            for entity in session.entities where kinds[entity.name] == kind {
                var count = counts[entity.name] ?? .init(name: entity.name, entries: 0, mentions: 0)
                count.entries += 1
                count.mentions += entity.count
                counts[entity.name] = count
            }
        }
        let ranked = counts.values.sorted { ($1.mentions, $1.entries, $0.name) < ($0.mentions, $0.entries, $1.name) }
        return Array(ranked.prefix(PeriodNumbers.mostNames))
    }

    /// What each name names in most of its mentions; of equals the first of the alphabet.
    private static func kinds(_ sessions: [SessionIntelligence]) -> [String: NamedEntity.Kind] {
        var votes: [String: [NamedEntity.Kind: Int]] = [:]
        for session in sessions {
            for entity in session.entities { votes[entity.name, default: [:]][entity.kind, default: 0] += entity.count }
        }
        return votes.compactMapValues { kinds in
            kinds.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
        }
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
        let people = Set(kinds.filter { $0.value == .person }.keys.map { $0.lowercased() })
        var tallies: [String: Tally] = [:]
        for (index, session) in sessions.enumerated() {
            var seen = Set<String>()
            for (rank, topic) in session.topics.enumerated() {
                let key = JournalWords.key(topic)
                // "Aunt Rosa" is Rosa, who is counted among the people.
                let isPerson = key.split(separator: " ").last.map { people.contains(String($0)) } ?? false
                guard !names.contains(key), !isPerson, seen.insert(key).inserted else { continue }
                var tally = tallies[key] ?? Tally()
                tally.spellings[topic, default: 0] += 1
                // Two words say more than one, the first topics more than the last.
                tally.weight += (key.contains(" ") ? 1.5 : 1) / (1 + 0.15 * Double(rank))
                tally.sessions.append(index)
                tallies[key] = tally
            }
        }
        let ranked = tallies.sorted { ($1.value.weight, $0.key) < ($0.value.weight, $1.key) }
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
