import Foundation
import Hearth
import HearthMCP

/// Tools for the journal.
struct JournalTools: Sendable {
    let hearth: Hearth

    var tools: [MCPTool] { [rollup, addNote] }

    // MARK: - Look back

    private struct RollupArguments: WireRequest {
        static let levels: [RollupLevel] = [.day, .week, .month, .year]

        var level: String
        var from: String?
        var to: String?

        static let fields: [String: WireField] = [
            "level": .init("The length of the periods.", oneOf: levels.map(\.rawValue)),
            "from": JournalTools.day("The first day, as 2026-03-01."),
            "to": JournalTools.day("The last day, as 2026-03-31."),
        ]
    }

    private struct Periods: ToolValue {
        struct Period: ToolValue {
            struct Quote: ToolValue {
                var text: String
                var entry: String
            }

            var period: String
            var start: String
            var end: String
            var entries: Int
            var summary: String
            var themes: [String]
            var insights: [String]
            var quotes: [Quote]
            var engine: String
            var model: String
        }

        var periods: [Period]
    }

    private var rollup: MCPTool {
        MCPTool(
            name: "journal_rollup", title: "Look back on the journal",
            description: "What days, weeks, months or years of the user's journal were about, with verbatim quotes."
        ) { (arguments: RollupArguments, context) -> TypedResult<Periods> in
            try PersonScope.require(.ask)
            try await PersonLimits.current?.requireTokens()
            guard let level = RollupLevel(rawValue: arguments.level) else { return .refused("The level is not known.") }
            let (from, to) = (arguments.from.flatMap { CivilDate($0) }, arguments.to.flatMap { CivilDate($0) })
            // Made of all entries, as the owner's own are, and kept for both; what is too private is then not given.
            let all = try await Reader.$current.withValue(nil) {
                try await Conflation.telling { (progress: JournalRollup.Progress) in
                    guard progress.total > 0 else { return }
                    let fraction = Double(progress.done) / Double(progress.total)
                    await context.progress(fraction, "\(progress.done) of \(progress.total)")
                } during: {
                    try await hearth.journal.rollup.periods(.init(level: level, from: from, to: to), progress: $0)
                }
            }
            let ceiling = Reader.current?.ceiling ?? .private
            let heads = try await Reader.$current.withValue(nil) { try await hearth.journal.heads() }
            let periods = all.filter { period in
                let found = period.intelligence
                let entries = heads.filter { $0.date.map { found.start <= $0 && $0 <= found.end } ?? false }
                return entries.reduce(found.label) { max($0, $1.label) } <= ceiling
            }
            let hidden = all.count - periods.count
            try await hearth.privacy.willGive(
                Set(
                    heads.filter { head in
                        periods.contains { period in
                            head.date.map { period.intelligence.start <= $0 && $0 <= period.intelligence.end } ?? false
                        }
                    }.map { LabelOrigin.entry($0.id) }))
            let items = periods.map { period in
                let found = period.intelligence
                return Periods.Period(
                    period: found.period, start: found.start.description, end: found.end.description,
                    entries: found.numbers.entries, summary: found.summary, themes: found.mainThemes,
                    insights: found.keyInsights,
                    quotes: found.quotes.map { Periods.Period.Quote(text: $0.text, entry: $0.entryID) },
                    engine: found.engine, model: found.model)
            }
            let text = periods.map { "\($0.intelligence.period): \($0.intelligence.summary)" }.joined(separator: "\n\n")
            let left =
                hidden > 0 ? "Left out: \(hidden) of \(all.count), whose entries are more private.\(Reader.hint)" : ""
            return TypedResult(
                all.isEmpty
                    ? "The journal has no entries there."
                    : [text, left].filter { !$0.isEmpty }.joined(separator: "\n\n"),
                Periods(periods: items))
        }
    }

    // MARK: - Note

    private struct NoteArguments: WireRequest {
        var text: String
        var title: String?
        var date: String?

        static let fields: [String: WireField] = [
            "text": .init("The note.", length: 1...100_000), "title": .init("A title.", length: 1...500),
            "date": JournalTools.day("The day that it belongs to, as 2026-03-01; today when left out."),
        ]
    }

    private struct Noted: ToolValue {
        var id: String
        var date: String
    }

    private var addNote: MCPTool {
        MCPTool(
            name: "add_note", title: "Add a note",
            description: "Writes an entry into the user's journal. Use it only when the user asks for something to be "
                + "noted.",
            isReadOnly: false
        ) { (arguments: NoteArguments, _) in
            try PersonScope.require(.write)
            try await PersonLimits.current?.requireRoom()
            let date = arguments.date.flatMap { CivilDate($0) } ?? CivilDate.today()
            let session = JournalSession(
                id: UUID().uuidString.lowercased(), date: date, title: arguments.title, text: arguments.text)
            _ = try await hearth.journal.add([session])
            return TypedResult(
                "Noted for \(date?.description ?? "no day").",
                Noted(id: session.id, date: date?.description ?? ""))
        }
    }

    private static func day(_ about: String) -> WireField {
        WireField(about, pattern: "^\\d{4}-\\d{2}-\\d{2}$")
    }
}
