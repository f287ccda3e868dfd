import ArgumentParser
import Hearth

/// `hearth text …`: the language tools by themselves, without a store.
struct TextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text",
        abstract: "Language tools: sentences, chunks, key phrases, entities, language, reading, tagging.",
        discussion: """
            Each tool reads a file, or a text that is given as it is, or standard input, or a JSONL batch of \
            {"id", "text", "language"?} rows (`read`: {"id", "question", "text" or "passages"}; `tag`: {"id", "text" or "sentences"}).

            EXAMPLES
              hearth text entities "Ada Lovelace wrote to Charles Babbage in London."
              hearth text sentences notes.txt
              hearth text keyphrases --limit 5 report.md
              hearth text language --batch rows.jsonl --json
              hearth text read --question "When does the lease end?" lease.txt
              hearth text tag notes.txt
            """,
        subcommands: [
            Sentences.self, Chunks.self, Keyphrases.self, Entities.self, Language.self, Read.self, Tag.self,
        ])
}

/// What all tools take.
struct TextInput: ParsableArguments {
    @Argument(help: "A file, or a text of several words; standard input when left out.", completion: .file())
    var file: String?

    @Option(help: "The text itself, also one that a file is called by.")
    var text: String?

    @Option(help: "A JSONL file of rows, or - for standard input.", completion: .file(extensions: ["jsonl"]))
    var batch: String?

    @Option(help: "The language of the text (ISO 639-1), when it is known.")
    var language: String?

    @Flag(help: "Print JSON Lines.")
    var json = false

    struct Row: Decodable, Sendable {
        var text: String
        var language: String?
    }

    func validate() throws {
        guard [file, text, batch].count(where: { $0 != nil }) < 2 else {
            throw ValidationError("Give one of these: a file or a text, --text TEXT, --batch FILE.")
        }
    }

    /// Serves the batch, or the one text.
    func run<Output: Encodable & Sendable>(
        _ tool: @escaping @Sendable (RowID, Row) async throws -> Output, show: (Output) -> String
    ) async throws {
        if let batch {
            try await Batch.answer(batch, as: Row.self, serve: tool)
            return
        }
        let given: String
        if let text { given = text } else { given = try await TextSource.readFileOrText(file) }
        let output = try await tool(.null, Row(text: given, language: language))
        if json {
            try JSONLines().write(output)
        } else {
            Terminal.output.write(Terminal.safe(show(output)) + "\n")
        }
    }
}

extension TextCommand {
    struct Sentences: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sentences", abstract: "Split text into sentences.")
        @OptionGroup var input: TextInput

        struct Output: Encodable {
            var id: RowID
            var sentences: [String]
        }

        func run() async throws {
            let splitter = SentenceSplitter()
            try await input.run { id, row in
                let bytes = Array(row.text.utf8)
                let spans = splitter.sentences(in: row.text, language: row.language)
                return Output(id: id, sentences: spans.map { String(decoding: bytes[$0.range], as: UTF8.self) })
            } show: { output in
                output.sentences.joined(separator: "\n")
            }
        }
    }

    struct Chunks: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "chunks", abstract: "Split text into the pieces that search works on.")
        @OptionGroup var input: TextInput

        @Option(parsing: .unconditional, help: "The most tokens in a chunk.")
        var tokens = 256

        @Option(
            parsing: .unconditional,
            help: "The most tokens repeated from the chunk before; 32, or fewer in small chunks, when left out.")
        var overlap: Int?

        private var repeated: Int { overlap ?? (tokens > 32 ? 32 : max(0, tokens) / 8) }

        struct Output: Encodable {
            struct Piece: Encodable {
                var start: Int
                var end: Int
                var tokens: Int
                var text: String
            }
            var id: RowID
            var chunks: [Piece]
        }

        func validate() throws {
            guard tokens >= 1, repeated >= 0, repeated < tokens else {
                throw ValidationError("--tokens must be at least 1, and --overlap smaller than it.")
            }
        }

        func run() async throws {
            let tokenizer = try await Hearth().models.tokenizer()
            var configuration = Chunker.Configuration()
            configuration.maxTokens = tokens
            configuration.overlapTokens = repeated
            let splitter = SentenceSplitter()
            let chunker = Chunker(
                configuration: configuration, tokenizer: tokenizer, sentences: { splitter.sentences(in: $0) })
            try await input.run { id, row in
                let chunks = chunker.chunks(ofText: row.text)
                return Output(
                    id: id,
                    chunks: chunks.map {
                        .init(start: $0.span.start, end: $0.span.end, tokens: $0.tokens, text: $0.text)
                    })
            } show: { output in
                output.chunks.map { "[\($0.start)..<\($0.end), \($0.tokens) tokens]\n\($0.text)" }
                    .joined(separator: "\n\n")
            }
        }
    }

    struct Keyphrases: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keyphrases", abstract: "The phrases that say what a text is about.")
        @OptionGroup var input: TextInput

        @Option(parsing: .unconditional, help: "The most phrases.")
        var limit = 10

        struct Output: Encodable {
            struct Phrase: Encodable {
                var text: String
                var score: Double
            }
            var id: RowID
            var keyphrases: [Phrase]
        }

        func run() async throws {
            let extractor = KeyphraseExtractor()
            try await input.run { id, row in
                let phrases = extractor.keyphrases(in: row.text, limit: limit, language: row.language)
                return Output(id: id, keyphrases: phrases.map { .init(text: $0.text, score: $0.score) })
            } show: { output in
                output.keyphrases.map(\.text).joined(separator: "\n")
            }
        }
    }

    struct Entities: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "entities", abstract: "People, organizations, places, products, works.")
        @OptionGroup var input: TextInput

        struct Output: Encodable {
            struct Item: Encodable {
                var text: String
                var type: String
                var start: Int
                var end: Int
            }
            var id: RowID
            var entities: [Item]
        }

        func run() async throws {
            let finder = NameFinder(tagger: try await Hearth().models.tagger())
            try await input.run { id, row in
                let entities = try await finder.entities(in: row.text, language: row.language)
                return Output(
                    id: id,
                    entities: entities.map {
                        .init(text: $0.text, type: $0.type.rawValue, start: $0.span.start, end: $0.span.end)
                    })
            } show: { output in
                output.entities.map { "\($0.text)\t\($0.type)" }.joined(separator: "\n")
            }
        }
    }

    struct Language: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "language", abstract: "The language of a text (ISO 639-1).")
        @OptionGroup var input: TextInput

        struct Output: Encodable {
            var id: RowID
            var language: String
            var confidence: Double
        }

        func run() async throws {
            let identifier = LanguageIdentifier()
            try await input.run { id, row in
                let guess = identifier.identify(row.text)
                return Output(id: id, language: guess.language, confidence: guess.confidence)
            } show: { output in
                "\(output.language)\t\(Format.decimal(output.confidence, places: 2))"
            }
        }
    }
}
