public import ArgumentParser
import Foundation
public import Hearth

/// `hearth journal`: days into years.
struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Keep a journal, and see what its days, weeks, months and years were about.",
        discussion: """
            Entries are private unless you label them otherwise: private text never leaves this machine. Without a model, what \
            is said of a period is chosen from your own words; numbers and quotes always are.

            EXAMPLES
              hearth journal add "Walked to the sea and wrote to Anna."
              hearth journal import diary.jsonl
              hearth journal week
              hearth journal rollup --level month --from 2026-01-01
              hearth journal wrapped 2026 --output 2026.html
            """,
        subcommands: [
            JournalAddCommand.self, JournalImportCommand.self, JournalListCommand.self, JournalShowCommand.self,
            JournalEditCommand.self, JournalRemoveCommand.self, JournalRollupCommand.self, JournalTodayCommand.self,
            JournalWeekCommand.self, JournalMonthCommand.self, JournalYearCommand.self, JournalWrappedCommand.self,
            JournalPeopleCommand.self,
        ], defaultSubcommand: JournalTodayCommand.self)
}

extension CivilDate: ExpressibleByArgument {
    /// `2026-03-01`, or `today`, `yesterday` and `tomorrow` by this machine's clock.
    public init?(argument: String) {
        guard let date = CivilDate(argument) ?? NamedDay(rawValue: argument.lowercased())?.date() else { return nil }
        self = date
    }
}

/// A day that is named by where it lies beside today.
enum NamedDay: String, CaseIterable {
    case yesterday, today, tomorrow

    /// - Parameter zone: On whose clock it is today.
    func date(zone: TimeZone = .current) -> CivilDate? {
        let days =
            switch self {
            case .yesterday: -1
            case .today: 0
            case .tomorrow: 1
            }
        return CivilDate.today(zone: zone)?.adding(days: days)
    }
}

extension ClockReading {
    /// What the clock of a time zone shows now.
    ///
    /// - Throws: A ``CommandFailure`` where this machine's clock is thousands of years away.
    static func now(zone: TimeZone = .current) throws -> ClockReading {
        guard let now = ClockReading(zone: zone) else {
            throw CommandFailure(
                ExitStatus.failed, "This machine's clock shows no day of the years 1 to 9999. Set it, and try again.")
        }
        return now
    }
}

/// What every command that may ask an engine about the journal takes.
struct JournalEngineOptions: ParsableArguments {
    @OptionGroup var engines: EngineChoice

    @Option(
        parsing: .unconditional,
        help: "The most tokens of each answer of a model. What was made before stays as it is without --again.")
    var maxTokens: Int?

    func validate() throws { try GenerationOptions.check(maxTokens: maxTokens) }

    var generation: GenerationOptions {
        var options = TaskDefaults.options(for: .summarize)
        options.choose(maxTokens: maxTokens)
        return options
    }

    /// Says that a length changes nothing of what was made before.
    ///
    /// - Parameter isKept: Whether something that is shown was made before.
    func tellOfLength(isKept: Bool) {
        guard maxTokens != nil, isKept else { return }
        Terminal.note("What was made before stays as it is; --again makes it anew, with this length.")
    }

    /// The entries' own labels decide; nothing here makes them milder.
    var routing: RoutingChoice {
        RoutingChoice(
            engine: engines.engine, mode: engines.mode, requireOffline: engines.requireOffline, label: .public)
    }

    func journal() throws -> Hearth.Journal { try Hearth().journal }
}

/// For the commands that sum up periods.
struct JournalMakingOptions: ParsableArguments {
    @Flag(help: "Make it anew, also what has not changed: the entries and each level up to this one.")
    var again = false

    @Flag(help: "Show which entries would leave this machine, to which host and with what replaced; send nothing.")
    var preview = false

    /// Shows what a run would send, if that is what is wanted.
    func shows(_ request: JournalRollup.Request, of journal: Hearth.Journal, json: Bool) async throws -> Bool {
        guard preview else { return false }
        let previews = try await journal.rollup.preview(request)
        if previews.isEmpty, !json { Terminal.output.write("There are no dated entries to send.\n") }
        try PreviewView(json: json, isFirstOfSeveral: true).write(previews)
        return true
    }
}

/// How a rollup gets on, on standard error where a person looks on.
enum JournalProgress {
    static func show(_ progress: JournalRollup.Progress) {
        guard Terminal.error.isInteractive, progress.total > 1 else { return }
        let what = progress.level == .session ? "Reading entries" : "Summing up by \(progress.level.rawValue)"
        let isDone = progress.done == progress.total
        Terminal.error.redraw(isDone ? "" : "\(what) \(progress.done) of \(progress.total)")
    }
}

// MARK: - What is shown

extension PeriodJSON {
    /// As the command line prints it: the mood in thousandths, and no notes where there are none.
    init(printing period: JournalRollup.Period) {
        self.init(period.intelligence, recomputed: period.recomputed)
        mood = Mood(printing: period.intelligence.numbers.mood)
        if period.intelligence.notes.isEmpty { notes = nil }
    }

    /// For a person.
    static func show(_ period: JournalRollup.Period) {
        let out = Terminal.output
        let found = period.intelligence
        out.write(out.bold(found.period) + "  " + out.dim(counts(of: found.numbers)) + "\n")
        if let origins = found.insightOrigins, origins.count == found.keyInsights.count, !origins.isEmpty {
            for (insight, origin) in zip(found.keyInsights, origins) {
                let day = origin.date.map { "\($0)  " } ?? ""
                out.write("  \(out.dim(day))\(Terminal.safe(PlainText.line(insight)))\n")
            }
        } else {
            out.write(Terminal.safe(found.summary) + "\n")
        }
        for (title, named) in [("People", found.numbers.people), ("Places", found.numbers.places)] where !named.isEmpty
        {
            let names = named.prefix(6).map { $0.mentions > 1 ? "\($0.name) (\($0.mentions))" : $0.name }
            out.write("\(title): \(Terminal.safe(names.joined(separator: ", ")))\n")
        }
        if !found.mainThemes.isEmpty {
            out.write("Themes: \(Terminal.safe(found.mainThemes.joined(separator: ", ")))\n")
        }
        if !found.quotes.isEmpty { out.write("In your words:\n") }
        for quote in found.quotes {
            let text = PlainText.line(quote.text)
            out.write("  “\(Terminal.safe(text))”  \(out.dim(quote.date?.description ?? ""))\n")
        }
        if !found.actionItems.isEmpty {
            out.write("To do:\n")
            for item in found.actionItems { out.write("  · \(Terminal.safe(item))\n") }
        }
        out.write(out.dim("by: \(Terminal.safe(WriterText.name(found.engine, found.model)))") + "\n\n")
        for note in found.notes { Terminal.note("\(found.period): \(Terminal.safe(note))") }
    }

    /// "31 entries on 31 days, 9876 words".
    private static func counts(of numbers: PeriodNumbers) -> String {
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        return count(numbers.entries, "entry", "entries") + " on " + count(numbers.days, "day", "days") + ", "
            + count(numbers.words, "word", "words")
    }
}

extension PeriodJSON.Mood {
    /// In thousandths.
    init(printing mood: JournalMood) {
        self.init(mood)
        score = (score * 1000).rounded() / 1000
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
    var mood: PeriodJSON.Mood
    var language: String
    var quotes: [PeriodJSON.Quote]
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
        mood = .init(printing: found.mood)
        quotes = found.quotes.map(PeriodJSON.Quote.init)
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
