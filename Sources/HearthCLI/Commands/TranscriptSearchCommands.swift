import ArgumentParser
import Hearth

/// `hearth transcript search`: the moments of one transcript that fit a query.
struct TranscriptSearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find moments of one transcript by words and by meaning.")
    @Argument(help: "A file, or a transcript in the store.", completion: .file()) var file: String
    @Argument(help: "What to look for, or - for standard input.") var query: String?
    @Option(help: "A JSONL file of {\"id\", \"text\"} rows, or - for standard input.", completion: .file())
    var queries: String?
    @Option(parsing: .unconditional, help: "The most results.") var limit = 10
    @Flag(help: "Print JSON Lines.") var json = false

    private struct Row: Decodable, Sendable { var text: String }

    private struct Output: Encodable {
        struct Result: Encodable {
            var start: Double?
            var end: Double?
            var text: String
            /// Who says what fits the query.
            var speaker: String?
            /// All who speak in the text, in order.
            var speakers: [String]
            var score: Double

            enum CodingKeys: String, CodingKey { case start, end, text, speaker, speakers, score }

            /// Times that the transcript does not give are written as `null`.
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(start, forKey: .start)
                try container.encode(end, forKey: .end)
                try container.encode(text, forKey: .text)
                try container.encodeIfPresent(speaker, forKey: .speaker)
                try container.encode(speakers, forKey: .speakers)
                try container.encode(score, forKey: .score)
            }
        }
        var id: RowID
        var results: [Result]
        var notes: [String]?
    }

    func validate() throws {
        guard (query == nil) != (queries == nil) else { throw ValidationError("Give a query, or --queries FILE.") }
        try SaidText.check(query, "query")
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be from 1 to 10000.") }
    }

    func run() async throws {
        let hearth = try Hearth()
        let source = try await hearth.transcripts.read(file)
        let searcher = try await hearth.transcripts.searcher(for: source)
        await EmbedderNote.tell(hearth)
        if let queries {
            try await Batch.answer(queries, as: Row.self) { id, row in try await output(id, row.text, searcher) }
        } else if let query {
            let query = try await TextSource.words(query, "query")
            let output = try await output(.null, query, searcher)
            if json { return try JSONLines().write(output) }
            if output.results.isEmpty { Terminal.output.write("Nothing found.\n") }
            for result in output.results {
                let time = result.start.map { Terminal.output.bold(Format.time(max(0, $0))) + "  " } ?? ""
                Terminal.output.write(time + Terminal.line(result.speakers.joined(separator: ", ")) + "\n")
                Terminal.output.write(
                    Terminal.safe(Format.excerpt(result.text, width: Terminal.output.width)) + "\n\n")
            }
            for note in output.notes ?? [] { Terminal.note(note) }
        }
    }

    private func output(_ id: RowID, _ text: String, _ searcher: TranscriptSearcher) async throws -> Output {
        let found = try await searcher.search(text, limit: limit)
        let isByMeaningAlone = !found.isEmpty && searcher.matches(text, limit: 1).isEmpty
        return Output(
            id: id,
            results: found.map {
                .init(
                    start: $0.quote.start.flatMap { $0.isFinite ? $0 : nil },
                    end: $0.quote.end.flatMap { $0.isFinite ? $0 : nil }, text: $0.quote.text,
                    speaker: $0.quote.speaker, speakers: $0.speakers, score: $0.score)
            },
            notes: isByMeaningAlone
                ? ["No moment has these words. What is shown is nearest to them in meaning."] : nil)
    }
}

/// `hearth transcript ask`: an answer from one transcript, with the times of what it stands on.
struct TranscriptAskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Answer a question from one transcript, with checked quotes and their times.")
    @Argument(help: "A file, or a transcript in the store.", completion: .file()) var file: String
    @Argument(help: "The question, or - for standard input.") var question: String?
    @Option(help: "A JSONL file of {\"id\", \"text\"} rows, or - for standard input.", completion: .file())
    var questions: String?
    @OptionGroup var engine: EngineOptions
    @Flag(help: "Print JSON Lines.") var json = false

    private struct Row: Decodable, Sendable { var text: String }

    private struct Output: Encodable {
        var answer: AnswerOutput
        var confidence: Double
        var relatedTopics: [String]

        private enum CodingKeys: String, CodingKey { case confidence, relatedTopics }

        /// As `ask` answers, and two fields more.
        func encode(to encoder: any Encoder) throws {
            try answer.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(confidence, forKey: .confidence)
            try container.encode(relatedTopics, forKey: .relatedTopics)
        }
    }

    func validate() throws {
        try Batch.requireOne(question, orBatch: questions, preview: engine.preview)
    }

    func run() async throws {
        let hearth = try engine.hearth()
        let source = try await hearth.transcripts.read(file)
        let answerer = try await hearth.transcripts.answerer(for: source)
        await EmbedderNote.tell(hearth)
        let routing = source.applied(to: engine.routing)
        let options = engine.generation()
        if let questions {
            try await Batch.answer(questions, as: Row.self) { id, row in
                let found = try await answerer.answer(TranscriptQuestion(row.text, routing: routing, options: options))
                return Output(
                    answer: AnswerOutput(id, found.answer), confidence: found.confidence,
                    relatedTopics: found.relatedTopics)
            }
        } else if let question {
            let question = try await TextSource.words(question, "question")
            if engine.preview {
                let asked = TranscriptQuestion(question, routing: routing, options: options)
                return try PreviewView(json: json).write(await answerer.preview(asked))
            }
            let found = try await answerer.answer(TranscriptQuestion(question, routing: routing, options: options))
            if json {
                return try JSONLines().write(
                    Output(
                        answer: AnswerOutput(.null, found.answer), confidence: found.confidence,
                        relatedTopics: found.relatedTopics))
            }
            let view = AnswerView()
            view.write(found.answer.text)
            view.finish(found.answer)
        }
    }
}
