package import HearthAnalysis
package import HearthCore

/// What is made of a period of the journal, as the command prints it and the interface answers with it.
package struct PeriodJSON: Codable, Sendable {
    /// How many remarks of each kind there are, and what follows from that.
    package struct Mood: Codable, Sendable {
        package var label: String
        /// From -1 to 1.
        package var score: Double
        package var positive: Int
        package var negative: Int

        package init(_ mood: JournalMood) {
            (label, score) = (mood.label.rawValue, mood.score)
            (positive, negative) = (mood.positive, mood.negative)
        }
    }

    package struct Quote: Codable, Sendable {
        package var text: String
        package var entryID: String
        package var date: CivilDate?

        package init(_ quote: JournalQuote) {
            (text, entryID, date) = (quote.text, quote.entryID, quote.date)
        }
    }

    /// The entry that an insight stands in.
    package struct Origin: Codable, Sendable {
        package var entryID: String
        package var date: CivilDate?

        package init(_ origin: InsightOrigin) {
            (entryID, date) = (origin.entryID, origin.date)
        }
    }

    package var level: RollupLevel
    package var period: String
    package var start: CivilDate
    package var end: CivilDate
    package var entries: Int
    package var words: Int
    package var minutes: Double
    package var days: Int
    package var longestStreak: PeriodNumbers.Streak?
    package var busiestDays: [PeriodNumbers.DayCount]
    package var people: [PeriodNumbers.NameCount]
    package var places: [PeriodNumbers.NameCount]
    package var themes: [PeriodNumbers.ThemeCourse]
    package var parts: [PeriodNumbers.PartCount]
    package var mood: Mood?
    package var headline: String?
    package var summary: String
    package var keyInsights: [String]
    /// One for each of ``keyInsights``, which then stand there word for word; `nil` where a model wrote them.
    package var insightOrigins: [Origin]?
    package var mainThemes: [String]
    package var thoughtProcess: String
    package var actionItems: [String]
    package var quotes: [Quote]
    package var label: SensitivityLabel
    package var engine: String
    package var model: String
    package var coverage: RollupCoverage
    /// `nil` leaves it out.
    package var notes: [String]?
    package var recomputed: Bool

    package init(_ found: PeriodIntelligence, recomputed: Bool = false) {
        (level, period, start, end) = (found.level, found.period, found.start, found.end)
        let numbers = found.numbers
        (entries, words, minutes, days) = (numbers.entries, numbers.words, numbers.minutes, numbers.days)
        (longestStreak, busiestDays) = (numbers.longestStreak, numbers.busiestDays)
        (people, places, themes, parts) = (numbers.people, numbers.places, numbers.themes, numbers.parts)
        mood = Mood(numbers.mood)
        (headline, summary, keyInsights) = (found.headline, found.summary, found.keyInsights)
        insightOrigins = found.insightOrigins?.map(Origin.init)
        (mainThemes, thoughtProcess, actionItems) = (found.mainThemes, found.thoughtProcess, found.actionItems)
        quotes = found.quotes.map(Quote.init)
        (label, engine, model, coverage) = (found.label, found.engine, found.model, found.coverage)
        (notes, self.recomputed) = (found.notes, recomputed)
    }
}
