import Foundation
import Hearth
import HearthHTTP

/// `/api/journal/periods`, `/api/journal/rollups` and `/api/journal/wrapped`
struct PeriodRoutes: Sendable {
    let hearth: Hearth
    let upkeep: JournalUpkeep

    var routes: [ServerRoute] {
        [
            Wire.listPeriods.route { try await list($0) },
            Wire.rollUp.route { try await rollUp($0) },
            Wire.getWrapped.route { try await wrapped($0.request) },
            Wire.getWrappedPage.responding { try await page($0.request) },
        ]
    }

    /// A period with entries, and what is kept of it.
    private struct Kept {
        var period: JournalPeriod
        var entries = 0
        var words = 0
        var ids: [String] = []
        /// The strictest label of the entries that are there now.
        var label = SensitivityLabel.public
        var rollup: PeriodIntelligence?

        /// What is kept goes when an entry of the period is changed or removed; one that was added shows in the counts.
        var state: String {
            guard let rollup else { return "missing" }
            return isCurrent(rollup) ? "current" : "stale"
        }

        /// Who is who among the names of the period: as the basic engine counted it, whose work follows every correction by itself.
        var people: String?

        func isCurrent(_ rollup: PeriodIntelligence) -> Bool {
            rollup.numbers.entries == entries && rollup.numbers.words == words
                && (people == nil || rollup.people == people)
        }

        /// Takes what is to be shown of what several engines made: what holds before what does not, and then what a model
        /// wrote before what was counted.
        mutating func choose(_ made: [PeriodIntelligence]) {
            people = made.first { $0.engine == Engine.basic.rawValue && isCurrent($0) }?.people
            func worth(_ found: PeriodIntelligence) -> Int {
                (isCurrent(found) ? 2 : 0) + (found.engine == Engine.basic.rawValue ? 0 : 1)
            }
            rollup = made.max { worth($0) < worth($1) }
        }

        var value: Wire.PeriodState {
            Wire.PeriodState(
                level: period.level, period: period.name, start: period.start, end: period.end,
                entries: entries, words: words, state: state, rollup: rollup.map { PeriodJSON($0) })
        }
    }

    private func kept(_ level: RollupLevel, from: CivilDate?, to: CivilDate?) async throws -> [Kept] {
        let contents = try await hearth.journal.keptPeriods(level)
        var periods: [String: Kept] = [:]
        for head in try await hearth.journal.heads() {
            guard let date = head.date else { continue }
            let period = JournalPeriod(level, holding: date)
            guard from.map({ $0 <= period.end }) ?? true, to.map({ $0 >= period.start }) ?? true else { continue }
            var kept = periods[period.name] ?? Kept(period: period)
            kept.entries += 1
            kept.words += head.words
            kept.ids.append(head.id)
            kept.label = max(kept.label, head.label)
            periods[period.name] = kept
        }
        let ceiling = Reader.current?.ceiling ?? .private
        return periods.values.sorted { $0.period < $1.period }.map { kept in
            var kept = kept
            kept.choose(
                // An entry may have left the period while it was summed up: its label counts too.
                (contents[kept.period.name] ?? []).filter { $0.label <= ceiling })
            if let made = kept.rollup?.label { kept.rollup?.label = max(made, kept.label) }
            return kept
        }
    }

    private func willGive(_ periods: [Kept]) async throws {
        try await hearth.privacy.willGive(
            Set(periods.filter { $0.rollup != nil }.flatMap(\.ids).map(LabelOrigin.entry)))
    }

    private func list(_ call: Call<Wire.PeriodQuery, Nothing>) async throws -> Wire.PeriodList {
        let query = try call.query()
        guard let level = RollupLevel(rawValue: query.level), RollupLevel.ofPeriods.contains(level) else {
            throw ServerError(.badRequest, "`level` has to be day, week, month, year or yearWrap.", parameter: "level")
        }
        let periods = try await kept(level, from: query.from, to: query.to)
        let stale = periods.count { $0.state != "current" }
        // Entries that were written elsewhere, or before there was such a thing as this.
        let job = try await upkeep.job(startingIf: stale > 0)
        try await willGive(periods)
        return Wire.PeriodList(periods: periods.map(\.value), stale: stale, job: try job.map { try Wire.Job($0) })
    }

    private func rollUp(_ call: Call<Nothing, Wire.RollupRequest>) async throws -> Wire.Job {
        let body = try await call.body()
        let level = body.level
        let wanted = JournalRollup.Request(
            level: level, from: body.from, to: body.to,
            routing: RoutingChoice(engine: body.engine, mode: body.mode, label: .public), again: body.again ?? false)
        let job = await hearth.jobs.start(.rollup, title: level.rawValue, subject: level.rawValue) { report in
            // Made of all entries, whoever asks; who may read the result is another question.
            let periods: [JournalRollup.Period] = try await JournalUpkeep.telling(report) { progress in
                try await Reader.$current.withValue(nil) {
                    let journal = hearth.journal
                    guard level != .session else {
                        _ = try await journal.rollup.sessions(wanted, progress: progress)
                        return []
                    }
                    let periods = try await journal.rollup.periods(wanted, progress: progress)
                    if let first = periods.first?.intelligence, let last = periods.last?.intelligence {
                        let entries = try await journal.heads(from: first.start, to: last.end)
                        await report.made(
                            of: Set(entries.map { LabelOrigin.entry($0.id) }),
                            label: periods.map(\.intelligence.label).max() ?? .public)
                    }
                    return periods
                }
            }
            guard level != .session else { return }
            await report.result(.periods(periods))
        }
        return try Wire.Job(job)
    }

    // MARK: - A year

    private func year(_ request: ServerRequest) throws -> JournalPeriod {
        guard let period = JournalPeriod(.yearWrap, named: request.parameter("year")) else {
            throw ServerError(.badRequest, "A year is written like 2026.", parameter: "year")
        }
        return period
    }

    private func wrapped(_ request: ServerRequest) async throws -> Wire.Wrapped {
        let period = try year(request)
        let heads = try await hearth.journal.heads(from: period.start, to: period.end)
        guard heads.contains(where: { $0.date != nil }) else {
            throw ServerError(.unknownItem, "There are no dated entries in \(period.name).")
        }
        let found = try await kept(.yearWrap, from: period.start, to: period.end).first
        let months = try await kept(.month, from: period.start, to: period.end)
        let job = try await upkeep.job(startingIf: found?.state != "current")
        try await willGive([found].compactMap(\.self) + months)
        return Wire.Wrapped(
            year: found?.rollup.map { PeriodJSON($0) },
            months: months.compactMap { $0.rollup.map { PeriodJSON($0) } },
            days: JournalRoutes.days(heads), isCurrent: found?.state == "current", job: try job.map { try Wire.Job($0) }
        )
    }

    private func page(_ request: ServerRequest) async throws -> ServerResponse {
        let period = try year(request)
        guard let found = try await kept(.yearWrap, from: period.start, to: period.end).first else {
            throw ServerError(.unknownItem, "There are no dated entries in \(period.name).")
        }
        guard found.state == "current" else {
            throw ServerError(.stale, "The year has to be made first: roll up the level yearWrap.")
        }
        try await willGive([found])
        // By the engine that made it, whose work is kept; another one would have to read the whole year first.
        let engine = (found.rollup?.engine).flatMap(Engine.init(rawValue:))
        guard
            let page = try await hearth.journal.wrapped(period, routing: RoutingChoice(engine: engine, label: .public))
        else { throw ServerError(.unknownItem, "There are no dated entries in \(period.name).") }
        return .attachment(page.html(), name: "\(period.name).html", type: "text/html; charset=utf-8")
    }
}
