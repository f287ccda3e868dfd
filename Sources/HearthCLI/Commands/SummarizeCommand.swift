import ArgumentParser
import Hearth

/// `hearth summarize`: the gist of a text, or what it says about a question.
struct SummarizeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summarize",
        abstract: "Sum up a text, or what it says about a question.",
        discussion: """
            Reads the whole file, of any format that Hearth reads, or standard input. Without a model the summary is made of \
            sentences of the text, word for word.

            EXAMPLES
              hearth summarize report.pdf --words 150
              hearth summarize meeting.vtt --query "What was decided about the budget?"
            """)

    @Argument(help: "A file, or a document in the store; standard input when left out.", completion: .file())
    var file: String?

    @Option(help: "A JSONL file of {\"id\", \"text\", \"query\"?, \"words\"?} rows, or -.", completion: .file())
    var batch: String?

    @Option(parsing: .unconditional, help: "The most words (a tenth more is allowed to end a sentence).")
    var words = 120

    @Option(help: "What the summary is to be about.")
    var query: String?

    @OptionGroup var engine: EngineOptions
    @OptionGroup var privacy: LabelOption

    @Flag(help: "Print JSON Lines.")
    var json = false

    struct Row: Decodable, Sendable {
        var text: String
        var query: String?
        var words: Int?
    }

    struct Output: Encodable {
        struct Sentence: Encodable {
            var text: String
            var start: Int
            var end: Int
        }
        var id: RowID
        var summary: String
        var sentences: [Sentence]?
        var coverage: TextSummary.Coverage
        var route: RoutingDecision
        var notes: [String]?
    }

    func validate() throws {
        guard (1...100_000).contains(words) else { throw ValidationError("--words must be from 1 to 100000.") }
        guard !engine.preview || batch == nil else { throw ValidationError("--preview takes one text, not a batch.") }
    }

    func run() async throws {
        let hearth = try engine.hearth()
        if let batch {
            try await Batch.answer(batch, as: Row.self) { id, row in
                let words = row.words ?? words
                guard (1...100_000).contains(words) else {
                    throw BatchError(.usage, "`words` must be from 1 to 100000.")
                }
                return try await output(
                    id, TextSource(text: row.text), words: words, query: row.query ?? query, hearth: hearth)
            }
            return
        }
        let source = try await TextSource(file, hearth: hearth)
        if engine.preview {
            let previews = try await hearth.answers.previewSummary(
                of: source.text, words: words, query: query,
                routing: source.applied(to: privacy.applied(to: engine.routing)),
                options: engine.generation(for: .summarize))
            return try PreviewView(json: json).write(previews)
        }
        let result = try await output(.null, source, words: words, query: query, hearth: hearth)
        if json {
            try JSONLines().write(result)
        } else {
            Terminal.output.write(Terminal.safe(result.summary) + "\n")
            // On standard error, as with every text that somebody goes on with.
            Terminal.error.write(WriterText.line("by", result.route, on: .error))
            if let reason = WriterText.fallback(result.route) {
                Terminal.note(reason)
            }
            for note in result.notes ?? [] { Terminal.note(note) }
        }
    }

    private func output(
        _ id: RowID, _ source: TextSource, words: Int, query: String?, hearth: Hearth
    ) async throws -> Output {
        let summary = try await hearth.answers.summarize(
            source.text, words: words, query: query,
            routing: source.applied(to: privacy.applied(to: engine.routing)),
            options: engine.generation(for: .summarize)
        ) { event in
            if case .reading(let part, let parts) = event, parts > 1, Terminal.error.isInteractive {
                Terminal.error.redraw("Reading part \(part) of \(parts)")
                if part == parts { Terminal.error.write("\n") }
            }
        }
        return Output(
            id: id, summary: summary.text,
            sentences: summary.sentences?.map { .init(text: $0.text, start: $0.span.start, end: $0.span.end) },
            coverage: summary.coverage, route: summary.route, notes: summary.notes.isEmpty ? nil : summary.notes)
    }
}
