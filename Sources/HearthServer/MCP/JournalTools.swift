import Foundation
import HearthAnalysis
import HearthCore
import HearthEngine
import HearthMCP
import HearthModels
import HearthStore

/// Tools for the journal.
struct JournalTools: Sendable {
    let hearth: Hearth

    var tools: [MCPTool] { [rollup, addNote] }

    private var rollup: MCPTool {
        let levels: [RollupLevel] = [.day, .week, .month, .year]
        return MCPTool(
            name: "journal_rollup", title: "Look back on the journal",
            description: "What days, weeks, months or years of the user's journal were about, with verbatim quotes.",
            inputSchema: ToolSchema.object(
                [
                    ("level", ToolSchema.choice("The length of the periods.", levels.map(\.rawValue))),
                    ("from", Self.date("The first day, as 2026-03-01.")),
                    ("to", Self.date("The last day, as 2026-03-31.")),
                ], required: ["level"]),
            outputSchema: ToolSchema.object(
                [("periods", ["type": "array", "items": ["type": "object"]])], required: ["periods"])
        ) { arguments, context in
            guard let level = RollupLevel(rawValue: arguments.text("level")) else {
                return ToolResult("The level is not known.", isError: true)
            }
            let (from, to) = (CivilDate(arguments.text("from")), CivilDate(arguments.text("to")))
            // Made of all entries, as the owner's own are, and kept for both; what is too private is then not given.
            let all = try await Reader.$current.withValue(nil) {
                try await hearth.journal().rollup.periods(.init(level: level, from: from, to: to)) { progress in
                    guard progress.total > 0 else { return }
                    let fraction = Double(progress.done) / Double(progress.total)
                    // As in the summary: the work does not wait for the client.
                    Task { await context.progress(fraction, "\(progress.done) of \(progress.total)") }
                }
            }
            let ceiling = Reader.current?.ceiling ?? .private
            let heads = try await Reader.$current.withValue(nil) { try await hearth.journal().heads() }
            let periods = all.filter { period in
                let found = period.intelligence
                let entries = heads.filter { $0.date.map { found.start <= $0 && $0 <= found.end } ?? false }
                return entries.reduce(found.label) { max($0, $1.label) } <= ceiling
            }
            let hidden = all.count - periods.count
            try await hearth.willGive(
                Set(
                    heads.filter { head in
                        periods.contains { period in
                            head.date.map { period.intelligence.start <= $0 && $0 <= period.intelligence.end } ?? false
                        }
                    }.map { LabelOrigin.entry($0.id) }))
            let items = periods.map { period -> JSONValue in
                let found = period.intelligence
                return [
                    "period": .string(found.period), "start": .string(found.start.description),
                    "end": .string(found.end.description), "entries": .number(JSONNumber(found.numbers.entries)),
                    "summary": .string(found.summary), "themes": .array(found.mainThemes.map(JSONValue.string)),
                    "insights": .array(found.keyInsights.map(JSONValue.string)),
                    "quotes": .array(
                        found.quotes.map { ["text": .string($0.text), "entry": .string($0.entryID)] }),
                    "engine": .string(found.engine), "model": .string(found.model),
                ]
            }
            let text = periods.map { "\($0.intelligence.period): \($0.intelligence.summary)" }.joined(separator: "\n\n")
            let left =
                hidden > 0 ? "Left out: \(hidden) of \(all.count), whose entries are more private.\(Reader.hint)" : ""
            return ToolResult(
                all.isEmpty
                    ? "The journal has no entries there."
                    : [text, left].filter { !$0.isEmpty }.joined(separator: "\n\n"),
                structured: ["periods": .array(items)])
        }
    }

    private var addNote: MCPTool {
        MCPTool(
            name: "add_note", title: "Add a note",
            description: "Writes an entry into the user's journal. Use it only when the user asks for something to be "
                + "noted.",
            inputSchema: ToolSchema.object(
                [
                    ("text", ToolSchema.string("The note.", most: 100_000)),
                    ("title", ToolSchema.string("A title.", most: 500)),
                    ("date", Self.date("The day that it belongs to, as 2026-03-01; today when left out.")),
                ], required: ["text"]),
            outputSchema: ToolSchema.object(
                [("id", ["type": "string"]), ("date", ["type": "string"])], required: ["id", "date"]),
            isReadOnly: false
        ) { arguments, _ in
            let date = CivilDate(arguments.text("date")) ?? JournalClock.today()
            let session = JournalSession(
                id: UUID().uuidString.lowercased(), date: date, title: arguments["title"]?.stringValue,
                text: arguments.text("text"))
            _ = try await hearth.journal().add([session])
            return ToolResult(
                "Noted for \(date?.description ?? "no day").",
                structured: ["id": .string(session.id), "date": .string(date?.description ?? "")])
        }
    }

    private static func date(_ description: String) -> JSONValue {
        ["type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}$", "description": .string(description)]
    }
}
