import Foundation
import Hearth

/// A period as the command line prints it.
struct JournalPeriodOutput: Encodable {
    struct Quote: Encodable {
        var text: String
        var entryID: String
        var date: CivilDate?
    }

    struct Mood: Encodable {
        var label: String
        var score: Double
        var positive: Int
        var negative: Int

        init(_ mood: JournalMood) {
            label = mood.label.rawValue
            score = (mood.score * 1000).rounded() / 1000
            positive = mood.positive
            negative = mood.negative
        }
    }

    var level: RollupLevel
    var period: String
    var start: CivilDate
    var end: CivilDate
    var entries: Int
    var words: Int
    var minutes: Double
    var days: Int
    var longestStreak: PeriodNumbers.Streak?
    var busiestDays: [PeriodNumbers.DayCount]
    var people: [PeriodNumbers.NameCount]
    var places: [PeriodNumbers.NameCount]
    var themes: [PeriodNumbers.ThemeCourse]
    var parts: [PeriodNumbers.PartCount]
    var mood: Mood
    var headline: String?
    var summary: String
    var keyInsights: [String]
    var mainThemes: [String]
    var thoughtProcess: String
    var actionItems: [String]
    var quotes: [Quote]
    var label: SensitivityLabel
    var engine: String
    var model: String
    var coverage: RollupCoverage
    var notes: [String]?
    var recomputed: Bool

    init(_ period: JournalRollup.Period) {
        let found = period.intelligence
        level = found.level
        self.period = found.period
        (start, end) = (found.start, found.end)
        let numbers = found.numbers
        (entries, words, minutes, days) = (numbers.entries, numbers.words, numbers.minutes, numbers.days)
        (longestStreak, busiestDays) = (numbers.longestStreak, numbers.busiestDays)
        (people, places, themes, parts) = (numbers.people, numbers.places, numbers.themes, numbers.parts)
        mood = Mood(numbers.mood)
        headline = found.headline
        summary = found.summary
        keyInsights = found.keyInsights
        mainThemes = found.mainThemes
        thoughtProcess = found.thoughtProcess
        actionItems = found.actionItems
        quotes = found.quotes.map { Quote(text: $0.text, entryID: $0.entryID, date: $0.date) }
        label = found.label
        (engine, model, coverage) = (found.engine, found.model, found.coverage)
        notes = found.notes.isEmpty ? nil : found.notes
        recomputed = period.recomputed
    }

    /// For a person.
    static func show(_ period: JournalRollup.Period) {
        let out = Terminal.output
        let found = period.intelligence
        out.write(out.bold(found.period) + "\n" + Terminal.safe(found.summary) + "\n")
        for quote in found.quotes {
            let text = quote.text.singleSpaced
            out.write("  “\(Terminal.safe(text))”  \(out.dim(quote.date?.description ?? ""))\n")
        }
        if !found.actionItems.isEmpty {
            out.write("To do:\n")
            for item in found.actionItems { out.write("  · \(Terminal.safe(item))\n") }
        }
        out.write(out.dim("by: \(Terminal.safe(WriterText.name(found.engine, found.model)))") + "\n\n")
        for note in found.notes { Terminal.note("\(found.period): \(Terminal.safe(note))") }
    }
}

/// An entry with what it is about, as the command line prints it.
struct JournalSessionOutput: Encodable {
    var level = RollupLevel.session
    var period: String
    var start: CivilDate?
    var end: CivilDate?
    var entries = 1
    var words: Int
    var minutes: Double?
    var title: String
    var summary: String
    var keyInsights: [String]
    var mainThemes: [String]
    var thoughtProcess: String
    var actionItems: [String]
    var topics: [String]
    var entities: [NamedEntity]
    var mood: JournalPeriodOutput.Mood
    var language: String
    var quotes: [JournalPeriodOutput.Quote]
    var engine: String
    var model: String
    var notes: [String]?
    var recomputed: Bool
    var text: String?
    var time: String?
    var timeZone: String?
    var label: SensitivityLabel?

    init(_ session: JournalRollup.Session, entry: JournalSession? = nil) {
        let found = session.intelligence
        period = found.entryID
        (start, end) = (found.date, found.date)
        words = found.words
        minutes = found.duration.map { ($0 / 6).rounded() / 10 }
        (title, summary, keyInsights) = (found.title, found.summary, found.keyInsights)
        (mainThemes, thoughtProcess, actionItems) = (found.mainThemes, found.thoughtProcess, found.actionItems)
        (topics, entities, language) = (found.topics, found.entities, found.language)
        mood = .init(found.mood)
        quotes = found.quotes.map { .init(text: $0.text, entryID: $0.entryID, date: $0.date) }
        (engine, model) = (found.engine, found.model)
        notes = found.notes.isEmpty ? nil : found.notes
        recomputed = session.recomputed
        text = entry?.text
        time = entry?.time.map(ClockText.full)
        timeZone = entry?.timeZone
        label = entry?.label
    }

    static func show(_ session: JournalRollup.Session) {
        let out = Terminal.output
        let found = session.intelligence
        out.write(
            out.bold(Terminal.safe(found.date?.description ?? "undated")) + "  " + Terminal.safe(found.summary) + "  "
                + out.dim(
                    "\(Terminal.safe(found.entryID)), by: \(Terminal.safe(WriterText.name(found.engine, found.model)))")
                + "\n")
    }
}
