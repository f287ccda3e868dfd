import Foundation
import HearthAnalysis
import HearthCore
import Testing

/// Every number of a rollup against a computation of its own: by names of periods that Foundation's calendar gives, words by
/// splitting, days in a row by trying each.
@Suite struct JournalNumbersTests {
    private static let entries = JournalFixture.entries(from: "2019-11-20", days: 430, seed: 4, share: 0.8)

    private static func name(_ level: RollupLevel, of date: CivilDate) -> String {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        let day = calendar.date(from: DateComponents(year: date.year, month: date.month, day: date.day)) ?? Date()
        let parts = calendar.dateComponents([.year, .month, .day, .weekOfYear, .yearForWeekOfYear], from: day)
        switch level {
        case .day: return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        case .week: return String(format: "%04d-W%02d", parts.yearForWeekOfYear ?? 0, parts.weekOfYear ?? 0)
        case .month: return String(format: "%04d-%02d", parts.year ?? 0, parts.month ?? 0)
        default: return String(format: "%04d", parts.year ?? 0)
        }
    }

    private static func longestStreak(_ days: Set<Int>) -> Int {
        days.map { start in
            var length = 0
            while days.contains(start + length) { length += 1 }
            return length
        }.max() ?? 0
    }

    @Test func numbersAreThoseOfTheEntriesAtEveryLevel() async throws {
        let fixture = JournalFixture()
        try await fixture.journal.add(Self.entries)
        for level in [RollupLevel.day, .week, .month, .year, .yearWrap] { try await compareNumbers(level, in: fixture) }
    }

    private func compareNumbers(_ level: RollupLevel, in fixture: JournalFixture) async throws {
        let sessions = Dictionary(
            uniqueKeysWithValues: try await fixture.journal.rollup.sessions(.init(level: .session)).map {
                ($0.intelligence.entryID, $0.intelligence)
            })
        let expected = Dictionary(grouping: Self.entries) { Self.name(level, of: $0.date!) }
        let found = try await fixture.periods(level).map(\.intelligence)
        #expect(found.map(\.period) == expected.keys.sorted())
        for period in found {
            let entries = try #require(expected[period.period])
            let numbers = period.numbers
            #expect(numbers.entries == entries.count)
            let words = { (entry: JournalSession) in entry.text.split(whereSeparator: \.isWhitespace).count }
            #expect(numbers.words == entries.map(words).reduce(0, +))
            let seconds = entries.compactMap(\.duration).reduce(0, +)
            #expect(abs(numbers.minutes - seconds / 60) <= 0.0501)
            let days = Set(entries.map { $0.date!.daysSince1970 })
            #expect(numbers.days == days.count)
            #expect(numbers.longestStreak?.days == Self.longestStreak(days))
            if let streak = numbers.longestStreak {
                #expect((streak.start.daysSince1970...streak.end.daysSince1970).allSatisfy { days.contains($0) })
            }
            let byDay = Dictionary(grouping: entries) { $0.date! }.mapValues { $0.map(words).reduce(0, +) }
            #expect(numbers.busiestDays.first?.words == byDay.values.max())
            #expect(numbers.busiestDays.allSatisfy { byDay[$0.date] == $0.words })
            #expect(numbers.busiestDays.count == min(3, byDay.count))
            for (kind, counts) in [(NamedEntity.Kind.person, numbers.people), (.location, numbers.places)] {
                var named: [String: (entries: Int, mentions: Int)] = [:]
                let all = entries.flatMap { sessions[$0.id]?.entities ?? [] }
                // A name is of the kind that most of its mentions give it.
                let ofKind = Set(all.map(\.name)).filter { name in
                    let mentions = Dictionary(grouping: all.filter { $0.name == name }, by: \.kind)
                        .mapValues { $0.map(\.count).reduce(0, +) }
                    let most = mentions.values.max()
                    return mentions.filter { $0.value == most }.keys.min { $0.rawValue < $1.rawValue } == kind
                }
                for entry in entries {
                    for entity in sessions[entry.id]?.entities ?? [] where ofKind.contains(entity.name) {
                        named[entity.name, default: (0, 0)].entries += 1
                        named[entity.name, default: (0, 0)].mentions += entity.count
                    }
                }
                #expect(counts.count == min(10, named.count))
                #expect(counts.first?.mentions == named.values.map(\.mentions).max())
                for count in counts {
                    #expect(named[count.name]?.mentions == count.mentions)
                    #expect(named[count.name]?.entries == count.entries)
                }
            }
            for theme in numbers.themes {
                // In order of time, which entries have the theme: by its own words, lower case.
                let ordered = entries.compactMap { sessions[$0.id] }.sorted { $0.date! < $1.date! }
                let having = ordered.indices.filter { index in
                    ordered[index].topics.contains { $0.lowercased() == theme.theme.lowercased() }
                }
                #expect(theme.entries >= having.count && theme.entries <= entries.count)
                #expect(theme.byPart.isEmpty || theme.byPart.reduce(0, +) == theme.entries)
                guard theme.entries == having.count, Set(ordered.map(\.date)).count == ordered.count else { continue }
                let early = having.count { $0 < ordered.count / 2 }
                let late = having.count - early
                let trend: PeriodNumbers.ThemeCourse.Trend =
                    having.count < 4 ? .steady : late >= 2 * early ? .rising : early >= 2 * late ? .fading : .steady
                #expect(theme.trend == trend)
            }
            if level != .day {
                #expect(numbers.parts.map(\.entries).reduce(0, +) == numbers.entries)
                #expect(numbers.parts.map(\.words).reduce(0, +) == numbers.words)
            }
            for part in numbers.parts where part.entries > 0 {
                let mood = entries.filter {
                    Self.name(part.period.count == 10 ? .day : part.period.contains("W") ? .week : .month, of: $0.date!)
                        == part.period
                }.compactMap { sessions[$0.id]?.mood }
                let (glad, sad) = (mood.map(\.positive).reduce(0, +), mood.map(\.negative).reduce(0, +))
                let score = Double(glad - sad) / Double(glad + sad + 5)
                #expect(abs(part.mood - score) <= 0.00501)
                let level: RollupLevel = part.period.count == 10 ? .day : part.period.contains("W") ? .week : .month
                #expect(
                    part.words
                        == entries.filter { Self.name(level, of: $0.date!) == part.period }.map(words).reduce(0, +))
            }
            let mood = entries.compactMap { sessions[$0.id]?.mood }
            #expect(numbers.mood.positive == mood.map(\.positive).reduce(0, +))
            #expect(numbers.mood.negative == mood.map(\.negative).reduce(0, +))
        }
    }

    /// The people of these entries are few and known, so that they can be counted in the texts themselves.
    @Test func peopleAndPlacesAreCountedAsTheTextsNameThem() async throws {
        let fixture = JournalFixture()
        try await fixture.journal.add(Self.entries)
        for year in try await fixture.periods(.year).map(\.intelligence) {
            let text = Self.entries.filter { $0.date!.year == year.start.year }.map(\.text).joined(separator: "\n")
            for name in ["Anna Keller", "Maria Lopez"] {
                let count = text.components(separatedBy: name).count - 1
                #expect(year.numbers.people.first { $0.name == name }?.mentions == count)
            }
            for name in ["London", "Berlin", "Paris"] {
                let count = text.components(separatedBy: name).count - 1
                #expect(year.numbers.places.first { $0.name == name }?.mentions == count)
            }
        }
    }

    /// The sentences of these entries repeat; a period's quotes and insights must not, where it has others.
    @Test func aYearDoesNotQuoteTheSameTwiceWhereItHasOthers() async throws {
        var entries: [JournalSession] = []
        for month in 1...12 {
            let own = Self.remarks[month - 1]
            entries.append(
                JournalSession(
                    id: "m\(month)", date: CivilDate(year: 2025, month: month, day: 10),
                    text: "I think the harbour is the best place to be happy and alone. " + own, languages: ["en"]))
        }
        let fixture = JournalFixture()
        try await fixture.journal.add(entries)
        let year = try #require(try await fixture.periods(.year).first).intelligence
        #expect(year.quotes.count == 12)
        #expect(year.quotes.count { $0.text.contains("harbour") } <= 1)
        #expect(Set(year.keyInsights).count == year.keyInsights.count)
        #expect(year.keyInsights.count { $0.contains("harbour") } <= 1)
    }

    private static let remarks = [
        "My brother mended the orchard fence before breakfast.", "We played the violin until the neighbours knocked.",
        "Nobody could light the kitchen stove all evening.", "Three letters came from Aunt Clara in Lisbon.",
        "Our bicycle lost a wheel on the long hill.", "The children found a hedgehog under the shed.",
        "I read two novels and forgot the names of both.", "A ferry took us to the island in thick fog.",
        "My sister sold her paintings at the winter market.", "The old clock stopped, and everyone was late.",
        "Rain came through the roof of my workshop again.", "We baked forty loaves for the village feast.",
    ]

    @Test func quotesAreWordForWordWithTheirDatesAtEveryLevel() async throws {
        let fixture = JournalFixture()
        try await fixture.journal.add(Self.entries)
        let texts = Dictionary(uniqueKeysWithValues: Self.entries.map { ($0.id, $0) })
        for level in [RollupLevel.day, .week, .month, .year, .yearWrap] {
            for period in try await fixture.periods(level).map(\.intelligence) {
                #expect(!period.quotes.isEmpty)
                for quote in period.quotes {
                    let entry = try #require(texts[quote.entryID])
                    #expect(!quote.text.isEmpty && entry.text.contains(quote.text))
                    #expect(quote.date == entry.date)
                    #expect(Self.name(level, of: entry.date!) == period.period)
                }
                if level == .year || level == .yearWrap {
                    let written = Set(Self.entries.filter { $0.date!.year == period.start.year }.map { $0.date!.month })
                    #expect(Set(period.quotes.compactMap { $0.date?.month }) == written)
                }
            }
        }
    }
}
