public import ArgumentParser
import Foundation
public import Hearth

/// `hearth search`: passages that fit a query, best first.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find passages by meaning and by words.",
        discussion: """
            Shows the passages themselves, best first, at the place that fits; `hearth ask` answers from them. Where no passage \
            has a word of the query, those that are nearest in meaning are shown, and it is said.

            EXAMPLES
              hearth search "boiler warranty"
              hearth search "late fee" --in contracts/lease.pdf --limit 3
              hearth search "roof" --in ~/Maildir --after 2024-05-01 --before 2024-06-01
              hearth search "roof" --format chat --from Ann --after 2024-03-01
              hearth search --queries questions.jsonl --json
            """)

    @Argument(help: "What to look for, or - for standard input.")
    var query: String?

    @Option(help: "A JSONL file of {\"id\", \"text\", \"in\"?} rows, or - for standard input.", completion: .file())
    var queries: String?

    @Option(parsing: .unconditional, help: "The most results.")
    var limit = 10

    @OptionGroup var scope: ScopeOptions

    @Flag(help: "Print JSON Lines.")
    var json = false

    struct Row: Decodable, Sendable {
        var text: String
        var `in`: [String]?
    }

    struct Output: Encodable {
        struct Result: Encodable {
            var documentID: String
            var path: String
            var title: String?
            var page: Int?
            var start: Int
            var end: Int
            var text: String
            var score: Double
            var startTime: Double?
            var endTime: Double?
            /// Where the query's words stand closest together, in bytes of the document's text; left out where none occurs.
            var match: TextSpan?
            /// Who people are whom the text calls by numbers; left out where nobody is known.
            var names: [NamedText.Name]?
        }
        var id: RowID
        var results: [Result]
        var notes: [String]?
    }

    func validate() throws {
        guard (query == nil) != (queries == nil) else { throw ValidationError("Give a query, or --queries FILE.") }
        try SaidText.check(query, "query")
        guard limit >= 1, limit <= 10_000 else { throw ValidationError("--limit must be from 1 to 10000.") }
    }

    func run() async throws {
        let hearth = try Hearth()
        if let queries {
            try await Batch.answer(queries, as: Row.self) { id, row in
                try await answer(id, row.text, places: row.in ?? scope.in, hearth: hearth)
            }
        } else if let query {
            let query = try await TextSource.words(query, "query")
            let output = try await answer(.null, query, places: scope.in, hearth: hearth)
            if json {
                try JSONLines().write(output)
            } else {
                show(output, try await hearth.documents.contacts())
            }
        }
    }

    private func answer(_ id: RowID, _ text: String, places: [String], hearth: Hearth) async throws -> Output {
        let filter = try await scope.filter(places, hearth: hearth)
        let found = try await hearth.documents.search(SearchRequest(text: text, limit: limit, filter: filter))
        let contacts = try await hearth.documents.contacts()
        return Output(
            id: id,
            results: found.passages.map {
                .init(
                    documentID: $0.documentID, path: $0.path, title: $0.title, page: $0.page, start: $0.span.start,
                    end: $0.span.end, text: $0.text, score: $0.score, startTime: $0.startTime, endTime: $0.endTime,
                    match: $0.match, names: contacts.named($0.text).list(from: $0.span.start))
            },
            notes: found.notes.isEmpty ? nil : found.notes)
    }

    private func show(_ output: Output, _ contacts: Contacts) {
        let terminal = Terminal.output
        if output.results.isEmpty { terminal.write("Nothing found.\n") }
        for (number, result) in output.results.enumerated() {
            let page = result.page.map { ", page \($0)" } ?? ""
            let time = result.startTime.map { ", \(Format.time($0))" } ?? ""
            let title = Terminal.line("\(contacts.title(result.title) ?? result.path)\(page)\(time)")
            terminal.write("\(number + 1). \(terminal.bold(title))  \(terminal.dim(Terminal.line(result.path)))\n")
            let match = result.match.map {
                TextSpan(start: $0.start - result.start, end: $0.end - result.start)
            }
            let text = contacts.named(result.text)
            let shown = ShownText(text.text)
            terminal.write(
                Terminal.safe(
                    Format.excerpt(
                        shown.text, width: terminal.width, around: match.map(text.moved).map(shown.moved)))
                    + "\n\n")
        }
        for note in output.notes ?? [] { Terminal.note(note) }
    }
}

/// Which documents a command looks at.
struct ScopeOptions: ParsableArguments {
    @Option(
        name: .customLong("in"),
        help: "Only this document, by its path or id, or those of this folder. Can be given more than once.",
        completion: .file())
    var `in`: [String] = []

    @Option(help: "Only this format, such as pdf. Can be given more than once.")
    var format: [DocumentFormat] = []

    @Option(help: "Only documents with this label. Can be given more than once.")
    var label: [SensitivityLabel] = []

    @Option(
        help:
            "Only what says when it was written, as mails and messages do, and on this day or later: 2024-05-01, yesterday."
    )
    var after: CivilDate?

    @Option(help: "Only what says when it was written, and before this day.")
    var before: CivilDate?

    @Option(
        help:
            "Only what this person wrote: messages of conversations, mails, articles. The first words of a name or address will do; can be given more than once."
    )
    var from: [String] = []

    func validate() throws {
        if let after, let before, after >= before {
            throw ValidationError("--after must name an earlier day than --before.")
        }
        if let nobody = from.first(where: { !$0.contains { $0.isLetter || $0.isNumber } }) {
            throw ValidationError("--from must name somebody, and \"\(nobody.prefix(100))\" has no letters.")
        }
    }

    func filter(_ places: [String], hearth: Hearth) async throws -> SearchFilter {
        var filter = try await hearth.documents.filter(for: places)
        if !format.isEmpty { filter.formats = Set(format) }
        if !label.isEmpty { filter.labels = Set(label) }
        if !from.isEmpty { filter.senders = from }
        if after != nil || before != nil {
            let first = after.map { Self.beginning(of: $0) } ?? Date.distantPast
            // The last moment that a store can tell from the beginning of the day.
            let last = before.map { Self.beginning(of: $0).addingTimeInterval(-0.001) } ?? Date.distantFuture
            // These two are in the years 1 and 4001, and a day may lie beyond them.
            filter.dates = first...max(first, last)
        }
        return filter
    }

    /// Midnight on the clock of the person at this machine.
    static func beginning(of day: CivilDate, zone: TimeZone = .current) -> Date {
        let utc = Date(timeIntervalSince1970: Double(day.daysSince1970) * 86_400)
        let near = utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: utc)))
        // Clocks may change between the two.
        return utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: near)))
    }
}

extension DocumentFormat: ExpressibleByArgument {}
extension SensitivityLabel: ExpressibleByArgument {}
extension Engine: ExpressibleByArgument {}
