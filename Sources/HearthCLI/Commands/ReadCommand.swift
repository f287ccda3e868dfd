import ArgumentParser
import Hearth

extension TextCommand {
    /// `hearth text read`: what the reader, which the basic engine asks for answers, makes of texts by itself.
    struct Read: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "read", abstract: "Find the words of a text that answer a question.",
            discussion: """
                English. The reader judges how likely a text is to answer (`answerable`) and to be about what is asked \
                (`relevance`), and finds the words that answer, the likeliest first. A row of a batch may give several \
                `passages` for its question, which are read at once.

                EXAMPLES
                  hearth text read --question "When does the lease end?" lease.txt
                  hearth text read --batch rows.jsonl --json
                """)

        @Argument(help: "A file, or a text of several words; standard input when left out.", completion: .file())
        var file: String?

        @Option(help: "What is asked.")
        var question: String?

        @Option(help: "The text itself, also one that a file is called by.")
        var text: String?

        @Option(
            help: "A JSONL file of {\"id\", \"question\", \"text\" or \"passages\"} rows, or - for standard input.",
            completion: .file(extensions: ["jsonl"]))
        var batch: String?

        @Option(help: "Another reader than the one that comes with Hearth: its GGUF file.", completion: .file())
        var model: String?

        @Flag(help: "Print JSON Lines.")
        var json = false

        struct Row: Decodable, Sendable {
            var question: String
            var text: String?
            var passages: [String]?
        }

        /// One reading for each passage, in their order.
        struct Output: Encodable {
            struct Reading: Encodable {
                struct Span: Encodable {
                    var start: Int
                    var end: Int
                    var text: String
                    var score: Double
                    var probability: Double
                    var answerable: Double
                }
                var relevance: Double
                var answerable: Double
                var logits: PassageReading.Logits?
                var spans: [Span]
                var bytesRead: Int

                init(_ reading: PassageReading, of text: String) {
                    relevance = reading.relevance
                    answerable = reading.answerable
                    logits = reading.logits
                    bytesRead = reading.bytesRead
                    spans = reading.spans.map {
                        Span(
                            start: $0.place.start, end: $0.place.end, text: text.text(in: $0.place) ?? "",
                            score: $0.score, probability: $0.probability, answerable: $0.answerable)
                    }
                }
            }
            var id: RowID
            var readings: [Reading]
        }

        func validate() throws {
            guard [file, text, batch].count(where: { $0 != nil }) < 2 else {
                throw ValidationError("Give one of these: a file or a text, --text TEXT, --batch FILE.")
            }
            guard (question == nil) == (batch != nil) else {
                throw ValidationError("Give --question, or --batch with a question in each row.")
            }
        }

        func run() async throws {
            let reader = try await reader()
            if let batch {
                return try await Batch.answer(batch, as: Row.self) { id, row in
                    guard let passages = row.passages ?? row.text.map({ [$0] }) else {
                        throw BatchError(.badRow, "The row has neither `text` nor `passages`.")
                    }
                    return try await read(id, row.question, passages, reader)
                }
            }
            let given: String
            if let text { given = text } else { given = try await TextSource.readFileOrText(file) }
            let output = try await read(.null, question ?? "", [given], reader)
            if json { return try JSONLines().write(output) }
            for reading in output.readings {
                Terminal.output.write(
                    "answerable \(Format.decimal(reading.answerable, places: 2)), "
                        + "relevance \(Format.decimal(reading.relevance, places: 2))\n")
                for span in reading.spans {
                    Terminal.output.write(
                        "\(Format.decimal(span.probability, places: 2))\t\(Terminal.line(span.text))\n")
                }
            }
        }

        private func reader() async throws -> any ReadingModel {
            let hearth = try Hearth()
            if let model { return try await hearth.models.reader(at: model) }
            guard let reader = try await hearth.models.reader() else {
                throw CommandFailure(
                    ExitStatus.failed,
                    "The reader is not there: hearth-reader-en.gguf. `hearth doctor` says where it belongs; --model FILE names another."
                )
            }
            return reader
        }

        private func read(
            _ id: RowID, _ question: String, _ passages: [String], _ reader: any ReadingModel
        ) async throws -> Output {
            let readings = try await reader.read(question: question, passages: passages)
            return Output(id: id, readings: zip(readings, passages).map { .init($0, of: $1) })
        }
    }
}
