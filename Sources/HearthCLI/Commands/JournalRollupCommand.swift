public import ArgumentParser
import Foundation
public import Hearth

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
    @Option(help: "What is summed up: single entries (session), or the days, weeks, months or years.") var level:
        RollupLevel
    @Option(help: "The first day, such as 2026-03-01, today or yesterday.") var from: CivilDate?
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
        let journal = try engine.journal()
        let rollup = try await journal.rollup
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
            if options.json { try lines.write(PeriodJSON(printing: period)) } else { PeriodJSON.show(period) }
        }
        engine.tellOfLength(isKept: periods.contains { !$0.recomputed })
        if periods.isEmpty, !options.json {
            Terminal.output.write("No dated entries there. `hearth journal add` writes one.\n")
        }
    }
}

extension RollupLevel: ExpressibleByArgument {
    /// What can be asked for; chunks are a step on the way.
    public static var allValueStrings: [String] { allCases.filter { $0 != .chunk }.map(\.rawValue) }

    public init?(argument: String) {
        guard let level = Self.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() }) else {
            return nil
        }
        self = level
    }
}

/// The period of that name, or of a day in it; the one of today where there is no name.
private func namedPeriod(_ level: RollupLevel, named name: String?, today: CivilDate? = nil) throws -> JournalPeriod {
    let today = try today ?? ClockReading.now().date
    let present = JournalPeriod(level, holding: today)
    guard let name else { return present }
    guard
        let named = JournalPeriod(level, named: name)
            ?? CivilDate(argument: name).map({ JournalPeriod(level, holding: $0) })
    else {
        throw ValidationError(
            "\(name) is no \(level.rawValue). Write it like \(present.name), or name a day of it, such as \(today) or yesterday."
        )
    }
    return named
}

/// One period, named or the one of today.
private func showPeriod(
    _ level: RollupLevel, named name: String?, engine: JournalEngineOptions, making: JournalMakingOptions, json: Bool
) async throws {
    let today = try ClockReading.now().date
    let period = try namedPeriod(level, named: name, today: today)
    let journal = try engine.journal()
    let request = JournalRollup.Request(
        period, routing: engine.routing, options: engine.generation, again: making.again)
    if try await making.shows(request, of: journal, json: json) { return }
    let found = try await journal.rollup.periods(request, progress: JournalProgress.show)
    for period in found {
        if json { try JSONLines().write(PeriodJSON(printing: period)) } else { PeriodJSON.show(period) }
    }
    engine.tellOfLength(isKept: found.contains { !$0.recomputed })
    guard !json else { return }
    if found.isEmpty {
        let place = level == .day ? "on" : "in"
        Terminal.output.write("No entries \(place) \(period.name). `hearth journal add` writes one.\n")
    }
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

    func validate() throws { _ = try namedPeriod(.week, named: week) }

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

    func validate() throws { _ = try namedPeriod(.month, named: month) }

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

    func validate() throws { _ = try namedPeriod(.year, named: year) }

    func run() async throws {
        try await showPeriod(.year, named: year, engine: engine, making: making, json: options.json)
    }
}

/// `hearth journal wrapped`.
struct JournalWrappedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wrapped", abstract: "A page to look back on a year: one HTML file that loads nothing.",
        discussion: """
            The page holds words of your journal in the clear; keep it where you keep private things. It opens in any browser, \
            prints well, and fetches nothing from anywhere.

            EXAMPLES
              hearth journal wrapped 2026 --output 2026.html
            """)
    @Argument(help: "The year.") var year: String
    @Option(help: "The file to write; standard output when it is left out.", completion: .file()) var output: String?
    @Flag(help: "Replace a file that is there.") var force = false
    @OptionGroup var engine: JournalEngineOptions
    @OptionGroup var options: StoreOptions

    struct Output: Encodable {
        var year: String
        var path: String
        var bytes: Int
        var entries: Int
        var words: Int
    }

    func validate() throws {
        guard JournalPeriod(.year, named: year) != nil else { throw ValidationError("Write the year like 2026.") }
        guard !options.json || output != nil else { throw ValidationError("--json needs --output FILE.") }
    }

    func run() async throws {
        if let output, !force, FileManager.default.fileExists(atPath: output) {
            throw CommandFailure(ExitStatus.failed, "\(output) is there already; --force replaces it.")
        }
        if let output { try Hearth().data.requireOutside(URL(fileURLWithPath: output)) }
        guard let period = JournalPeriod(.yearWrap, named: year) else { return }
        let journal = try engine.journal()
        guard
            let page = try await journal.wrapped(
                period, routing: engine.routing, options: engine.generation)
        else {
            throw CommandFailure(ExitStatus.failed, "There are no dated entries in \(year).")
        }
        let html = page.html()
        guard let output else { return Terminal.output.writeContent(html) }
        do {
            try NewFile.replace(output, with: Data(html.utf8))
        } catch {
            let reason = (error as? SystemError)?.message ?? "\(output) could not be written."
            throw CommandFailure(ExitStatus.failed, reason + " Check the folder and its space.")
        }
        // Like a letter: for its owner alone.
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: output)
        let numbers = page.year.numbers
        if options.json {
            try JSONLines().write(
                Output(
                    year: year, path: output, bytes: html.utf8.count, entries: numbers.entries, words: numbers.words))
        } else {
            Terminal.output.write("Wrote \(output). It holds words of your journal in the clear.\n")
        }
    }
}
