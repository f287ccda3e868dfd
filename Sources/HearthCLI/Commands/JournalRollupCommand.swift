public import ArgumentParser
import Foundation
import HearthAnalysis
public import HearthCore
import HearthEngine

/// `hearth journal rollup`.
struct JournalRollupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollup", abstract: "What the days, weeks, months or years were about.",
        discussion: """
            Only what changed is made anew, which `recomputed` shows; --again makes all of it anew. A period that lies partly in the days from --from to --to \
            is given as a whole.

            EXAMPLES
              hearth journal rollup --level month
              hearth journal rollup --level week --from 2026-01-01 --to 2026-03-31 --json
            """)
    @Option(help: "session, day, week, month, year or yearWrap.") var level: RollupLevel
    @Option(help: "The first day.") var from: CivilDate?
    @Option(help: "The last day.") var to: CivilDate?
    @OptionGroup var engine: JournalEngineOptions
    @OptionGroup var making: JournalMakingOptions
    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard level != .chunk else {
            throw ValidationError("--level must be session, day, week, month, year or yearWrap.")
        }
        if let from, let to, to < from { throw ValidationError("--to must not lie before --from.") }
    }

    func run() async throws {
        let journal = try await engine.journal()
        let rollup = journal.rollup
        let request = JournalRollup.Request(
            level: level, from: from, to: to, routing: engine.routing, options: engine.generation,
            again: making.again)
        if try await making.shows(request, of: journal, json: options.json) { return }
        let lines = JSONLines()
        if level == .session {
            let sessions = try await rollup.sessions(request, progress: JournalProgress.show)
            for session in sessions {
                if options.json {
                    try lines.write(JournalSessionOutput(session))
                } else {
                    JournalSessionOutput.show(session)
                }
            }
            engine.tellOfLength(isKept: sessions.contains { !$0.recomputed })
            return
        }
        let periods = try await rollup.periods(request, progress: JournalProgress.show)
        for period in periods {
            if options.json { try lines.write(JournalPeriodOutput(period)) } else { JournalPeriodOutput.show(period) }
        }
        engine.tellOfLength(isKept: periods.contains { !$0.recomputed })
        if periods.isEmpty, !options.json {
            Terminal.output.write("No dated entries there. `hearth journal add` writes one.\n")
        }
    }
}

extension RollupLevel: ExpressibleByArgument {
    public init?(argument: String) {
        guard let level = Self.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() }) else {
            return nil
        }
        self = level
    }
}

/// One period, named or the one of today.
private func showPeriod(
    _ level: RollupLevel, named name: String?, engine: JournalEngineOptions, making: JournalMakingOptions, json: Bool
) async throws {
    let today = LocalClock.now().date
    var period = JournalPeriod(level, holding: today)
    if let name {
        // A day names the period that holds it.
        guard
            let named = JournalPeriod(level, named: name) ?? CivilDate(name).map({ JournalPeriod(level, holding: $0) })
        else {
            throw ValidationError("\(name) is no \(level.rawValue). Write it like \(period.name).")
        }
        period = named
    }
    let journal = try await engine.journal()
    let request = JournalRollup.Request(
        period, routing: engine.routing, options: engine.generation, again: making.again)
    if try await making.shows(request, of: journal, json: json) { return }
    let found = try await journal.rollup.periods(request, progress: JournalProgress.show)
    for period in found {
        if json { try JSONLines().write(JournalPeriodOutput(period)) } else { JournalPeriodOutput.show(period) }
    }
    engine.tellOfLength(isKept: found.contains { !$0.recomputed })
    guard !json else { return }
    if found.isEmpty { Terminal.output.write("No entries in \(period.name). `hearth journal add` writes one.\n") }
    if level == .day, name == nil {
        let streak = try await journal.currentStreak(today: today)
        if streak > 1 { Terminal.output.write("\(streak) days in a row.\n") }
    }
}

/// `hearth journal today`.
struct JournalTodayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "today", abstract: "What today was about so far.")
    @OptionGroup var engine: JournalEngineOptions
    @OptionGroup var making: JournalMakingOptions
    @OptionGroup var options: StoreOptions

    func run() async throws {
        try await showPeriod(.day, named: nil, engine: engine, making: making, json: options.json)
    }
}

/// `hearth journal week`.
struct JournalWeekCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "week", abstract: "What a week was about; this one when none is named.")
    @Argument(help: "2026-W09, or a day of it.") var week: String?
    @OptionGroup var engine: JournalEngineOptions
    @OptionGroup var making: JournalMakingOptions
    @OptionGroup var options: StoreOptions

    func run() async throws {
        try await showPeriod(.week, named: week, engine: engine, making: making, json: options.json)
    }
}

/// `hearth journal month`.
struct JournalMonthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "month", abstract: "What a month was about; this one when none is named.")
    @Argument(help: "2026-03, or a day of it.") var month: String?
    @OptionGroup var engine: JournalEngineOptions
    @OptionGroup var making: JournalMakingOptions
    @OptionGroup var options: StoreOptions

    func run() async throws {
        try await showPeriod(.month, named: month, engine: engine, making: making, json: options.json)
    }
}

/// `hearth journal year`.
struct JournalYearCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "year", abstract: "What a year was about; this one when none is named.")
    @Argument(help: "2026, or a day of it.") var year: String?
    @OptionGroup var engine: JournalEngineOptions
    @OptionGroup var making: JournalMakingOptions
    @OptionGroup var options: StoreOptions

    func run() async throws {
        try await showPeriod(.year, named: year, engine: engine, making: making, json: options.json)
    }
}
