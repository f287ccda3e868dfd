import Foundation
import HearthAnalysis
import HearthCore
import HearthEngine
import HearthHTTP
import HearthModels
import HearthStore

/// `/api/journal/periods`, `/api/journal/rollups` and `/api/journal/wrapped`
struct PeriodRoutes: Sendable {
    let hearth: Hearth
    let jobs: JobBoard
    let upkeep: JournalUpkeep

    private static let levels: [RollupLevel] = [.day, .week, .month, .year, .yearWrap]

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/journal/periods") { try await list($0) },
            ServerRoute(.post, "/api/journal/rollups", bodyLimit: 64 << 10) { try await rollUp($0) },
            ServerRoute(.get, "/api/journal/wrapped/:year") { try await wrapped($0) },
            ServerRoute(.get, "/api/journal/wrapped/:year/page", work: .long) { try await page($0) },
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

        func isCurrent(_ rollup: PeriodIntelligence) -> Bool {
            rollup.numbers.entries == entries && rollup.numbers.words == words
        }

        /// Takes what is to be shown of what several engines made: what holds before what does not, and then what a model
        /// wrote before what was counted.
        mutating func choose(_ made: [PeriodIntelligence]) {
            func worth(_ found: PeriodIntelligence) -> Int {
                (isCurrent(found) ? 2 : 0) + (found.engine == Engine.basic.rawValue ? 0 : 1)
            }
            rollup = made.max { worth($0) < worth($1) }
        }

        var value: JSONValue {
            [
                "level": .string(period.level.rawValue), "period": .string(period.name),
                "start": .string(period.start.description), "end": .string(period.end.description),
                "entries": JSONEncoding.number(entries), "words": JSONEncoding.number(words),
                "state": .string(state), "rollup": rollup.map { PeriodJSON.period($0) } ?? .null,
            ]
        }
    }

    private func kept(_ level: RollupLevel, from: CivilDate?, to: CivilDate?) async throws -> [Kept] {
        let database = try await hearth.database()
        let contents = try await database.keptJournalContents(level)
        var periods: [String: Kept] = [:]
        for head in try await database.journalHeads() {
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
        let decoder = JSONDecoder()
        let ceiling = Reader.current?.ceiling ?? .private
        return periods.values.sorted { $0.period < $1.period }.map { kept in
            var kept = kept
            kept.choose(
                (contents[kept.period.name] ?? []).compactMap {
                    try? decoder.decode(PeriodIntelligence.self, from: $0)
                    // An entry may have left the period while it was summed up: its label counts too.
                }.filter { $0.label <= ceiling })
            if let made = kept.rollup?.label { kept.rollup?.label = max(made, kept.label) }
            return kept
        }
    }

    private func willGive(_ periods: [Kept]) async throws {
        try await hearth.willGive(Set(periods.filter { $0.rollup != nil }.flatMap(\.ids).map(LabelOrigin.entry)))
    }

    private func list(_ request: ServerRequest) async throws -> ServerResponse {
        guard let level = try request.choice("level", RollupLevel.self), Self.levels.contains(level) else {
            throw ServerError(
                .badRequest, "bad-request", "`level` has to be day, week, month, year or yearWrap.", parameter: "level")
        }
        let periods = try await kept(level, from: try request.day("from"), to: try request.day("to"))
        let stale = periods.count { $0.state != "current" }
        // Entries that were written elsewhere, or before there was such a thing as this.
        let job = try await upkeep.job(startingIf: stale > 0)
        try await willGive(periods)
        return .json([
            "periods": .array(periods.map(\.value)), "stale": JSONEncoding.number(stale), "job": job?.value ?? .null,
        ])
    }

    private func rollUp(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        guard let level = try fields.choice("level", RollupLevel.self), level != .chunk else {
            throw fields.missing("level")
        }
        func day(_ name: String) throws -> CivilDate? {
            guard let text = try fields.string(name) else { return nil }
            guard let day = CivilDate(text) else { throw fields.wrong(name, "a day, as 2026-03-01") }
            return day
        }
        let wanted = JournalRollup.Request(
            level: level, from: try day("from"), to: try day("to"),
            routing: RoutingChoice(
                engine: try fields.choice("engine", Engine.self), mode: try fields.choice("mode", RoutingMode.self),
                label: .public),
            again: try fields.bool("again") ?? false)
        let job = await jobs.start(.rollup, title: level.rawValue, subject: level.rawValue) { report in
            let progress = JournalUpkeep.telling(report)
            // Made of all entries, whoever asks; who may read the result is another question.
            let periods: [JournalRollup.Period] = try await Reader.$current.withValue(nil) {
                let journal = try await hearth.journal()
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
            guard level != .session else { return }
            await report.result(
                "periods", .array(periods.map { PeriodJSON.period($0.intelligence, recomputed: $0.recomputed) }))
        }
        return .json(job.value, status: .accepted)
    }

    // MARK: - A year

    private func year(_ request: ServerRequest) throws -> JournalPeriod {
        guard let period = JournalPeriod(.yearWrap, named: request.parameter("year")) else {
            throw ServerError(.badRequest, "bad-request", "A year is written like 2026.", parameter: "year")
        }
        return period
    }

    private func wrapped(_ request: ServerRequest) async throws -> ServerResponse {
        let period = try year(request)
        let heads = try await hearth.database().journalHeads(from: period.start, to: period.end)
        guard heads.contains(where: { $0.date != nil }) else {
            throw ServerError(.notFound, "unknown-item", "There are no dated entries in \(period.name).")
        }
        let found = try await kept(.yearWrap, from: period.start, to: period.end).first
        let months = try await kept(.month, from: period.start, to: period.end)
        let job = try await upkeep.job(startingIf: found?.state != "current")
        try await willGive([found].compactMap(\.self) + months)
        return .json([
            "job": job?.value ?? .null,
            "year": found?.rollup.map { PeriodJSON.period($0) } ?? .null,
            "months": .array(months.compactMap { $0.rollup.map { PeriodJSON.period($0) } }),
            "days": .array(JournalRoutes.days(heads)), "isCurrent": .bool(found?.state == "current"),
        ])
    }

    private func page(_ request: ServerRequest) async throws -> ServerResponse {
        let period = try year(request)
        guard let found = try await kept(.yearWrap, from: period.start, to: period.end).first else {
            throw ServerError(.notFound, "unknown-item", "There are no dated entries in \(period.name).")
        }
        guard found.state == "current" else {
            throw ServerError(.conflict, "stale", "The year has to be made first: roll up the level yearWrap.")
        }
        try await willGive([found])
        // By the engine that made it, whose work is kept; another one would have to read the whole year first.
        let engine = (found.rollup?.engine).flatMap(Engine.init(rawValue:))
        guard
            let page = try await WrappedPage(
                of: period, in: hearth.journal(), routing: RoutingChoice(engine: engine, label: .public))
        else { throw ServerError(.notFound, "unknown-item", "There are no dated entries in \(period.name).") }
        return .attachment(page.html(), name: "\(period.name).html", type: "text/html; charset=utf-8")
    }
}

/// A period, as `hearth journal rollup --json` prints it.
enum PeriodJSON {
    static func period(_ found: PeriodIntelligence, recomputed: Bool = false) -> JSONValue {
        let numbers = found.numbers
        func encoded(_ value: some Encodable) -> JSONValue { (try? JSONEncoding.value(value)) ?? .null }
        var object: JSONObject = [
            "level": .string(found.level.rawValue), "period": .string(found.period),
            "start": .string(found.start.description), "end": .string(found.end.description),
            "entries": JSONEncoding.number(numbers.entries), "words": JSONEncoding.number(numbers.words),
            "minutes": JSONEncoding.number(numbers.minutes), "days": JSONEncoding.number(numbers.days),
            "busiestDays": encoded(numbers.busiestDays), "people": encoded(numbers.people),
            "places": encoded(numbers.places), "themes": encoded(numbers.themes), "parts": encoded(numbers.parts),
            "mood": [
                "label": .string(numbers.mood.label.rawValue), "score": JSONEncoding.number(numbers.mood.score),
                "positive": JSONEncoding.number(numbers.mood.positive),
                "negative": JSONEncoding.number(numbers.mood.negative),
            ],
            "headline": JSONEncoding.optional(found.headline), "summary": .string(found.summary),
            "keyInsights": JSONEncoding.strings(found.keyInsights),
            "mainThemes": JSONEncoding.strings(found.mainThemes), "thoughtProcess": .string(found.thoughtProcess),
            "actionItems": JSONEncoding.strings(found.actionItems),
            "quotes": .array(
                found.quotes.map {
                    [
                        "text": .string($0.text), "entryID": .string($0.entryID),
                        "date": JSONEncoding.optional($0.date?.description),
                    ]
                }),
            "label": .string(found.label.rawValue), "engine": .string(found.engine), "model": .string(found.model),
            "coverage": encoded(found.coverage), "notes": JSONEncoding.strings(found.notes),
            "recomputed": .bool(recomputed),
        ]
        if let streak = numbers.longestStreak { object["longestStreak"] = encoded(streak) }
        return .object(object)
    }
}
