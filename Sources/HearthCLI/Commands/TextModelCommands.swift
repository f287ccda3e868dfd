import ArgumentParser
import Hearth

extension TextCommand {
    /// `hearth text tag`: what the tagger, which the basic engine asks about names, moods and tasks, makes of sentences by itself.
    struct Tag: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tag", abstract: "Tell names, mood, acts and salience of sentences.",
            discussion: """
                English. A text is split into sentences, which are read with their neighbours: whom and what they name, how good or bad they \
                feel (`valence`, about -1 to 1), which moods and acts of speech hold, and what they are worth for a summary \
                (`salience`, to be compared within the text alone). A row of a batch may give its `sentences` itself, each with \
                the `speaker` who says it.

                EXAMPLES
                  hearth text tag "I miss Ada. Could you call her on Monday?"
                  hearth text tag --batch rows.jsonl --json
                """)

        @Argument(help: "A file, or a text of several words; standard input when left out.", completion: .file())
        var file: String?

        @Option(help: "The text itself, also one that a file is called by.")
        var text: String?

        @Option(
            help:
                "A JSONL file of {\"id\", \"text\"} or {\"id\", \"sentences\": [{\"text\", \"speaker\"?}]} rows, or - for standard input.",
            completion: .file(extensions: ["jsonl"]))
        var batch: String?

        @Option(help: "Another tagger than the one that comes with Hearth: its GGUF file.", completion: .file())
        var model: String?

        @Flag(help: "Print JSON Lines.")
        var json = false

        struct Row: Decodable, Sendable {
            struct Sentence: Decodable, Sendable {
                var text: String
                var speaker: String?
            }
            var text: String?
            var sentences: [Sentence]?
        }

        /// One for each sentence, in their order.
        struct Output: Encodable {
            struct Sentence: Encodable {
                struct Name: Encodable {
                    var kind: SentenceTags.Name.Kind
                    /// Bytes of the sentence.
                    var start: Int
                    var end: Int
                    var text: String
                    var probability: Double
                }
                var text: String
                var speaker: String?
                /// Bytes of the text; `nil` where the sentences were given.
                var start: Int?
                var end: Int?
                var names: [Name]
                var valence: Double
                var positive: SentenceTags.Label
                var negative: SentenceTags.Label
                var emotions: [String: SentenceTags.Label]
                var acts: [String: SentenceTags.Label]
                var salience: Double
                var bytesRead: Int

                init(_ sentence: TaggerSentence, at place: TextSpan?, _ tags: SentenceTags) {
                    text = sentence.text
                    speaker = sentence.speaker
                    start = place?.start
                    end = place?.end
                    names = tags.names.map {
                        Name(
                            kind: $0.kind, start: $0.place.start, end: $0.place.end,
                            text: sentence.text.text(in: $0.place) ?? "", probability: $0.probability)
                    }
                    valence = tags.valence
                    positive = tags.positive
                    negative = tags.negative
                    // Names as keys: of another key than a text JSON makes a list.
                    emotions = .init(uniqueKeysWithValues: tags.emotions.map { ($0.key.rawValue, $0.value) })
                    acts = .init(uniqueKeysWithValues: tags.acts.map { ($0.key.rawValue, $0.value) })
                    salience = tags.salience
                    bytesRead = tags.bytesRead
                }

                /// What holds of it, in words.
                var held: [String] {
                    let moods = [("positive", positive), ("negative", negative)]
                    let others = [emotions, acts].flatMap { labels in labels.sorted { $0.key < $1.key } }
                    return moods.filter { $0.1.holds }.map(\.0) + others.filter { $0.value.holds }.map(\.key)
                }
            }
            var id: RowID
            var sentences: [Sentence]
        }

        func validate() throws {
            guard [file, text, batch].count(where: { $0 != nil }) < 2 else {
                throw ValidationError("Give one of these: a file or a text, --text TEXT, --batch FILE.")
            }
        }

        func run() async throws {
            let tagger = try await tagger()
            if let batch {
                return try await Batch.answer(batch, as: Row.self) { id, row in
                    if let sentences = row.sentences {
                        return try await tag(id, sentences.map { .init($0.text, speaker: $0.speaker) }, tagger)
                    }
                    guard let text = row.text else {
                        throw BatchError(.badRow, "The row has neither `text` nor `sentences`.")
                    }
                    return try await tag(id, text, tagger)
                }
            }
            let given: String
            if let text { given = text } else { given = try await TextSource.readFileOrText(file) }
            let output = try await tag(.null, given, tagger)
            if json { return try JSONLines().write(output) }
            for sentence in output.sentences {
                Terminal.output.write("\(Terminal.line(sentence.text))\n")
                for name in sentence.names {
                    let probability = Format.decimal(name.probability, places: 2)
                    Terminal.output.write("  \(name.kind.rawValue) \(probability)\t\(Terminal.line(name.text))\n")
                }
                Terminal.output.write(
                    "  valence \(Format.decimal(sentence.valence, places: 2)), "
                        + "salience \(Format.decimal(sentence.salience, places: 2))"
                        + sentence.held.map { ", " + $0 }.joined() + "\n")
            }
        }

        private func tagger() async throws -> any TaggingModel {
            let hearth = try Hearth()
            if let model { return try await hearth.models.tagger(at: model) }
            guard let tagger = try await hearth.models.tagger() else {
                throw CommandFailure(
                    ExitStatus.failed,
                    "The tagger is not there: hearth-tagger-en.gguf. `hearth doctor` says where it belongs; --model FILE names another."
                )
            }
            return tagger
        }

        private func tag(_ id: RowID, _ text: String, _ tagger: any TaggingModel) async throws -> Output {
            let places = SentenceSplitter().sentences(in: text, language: "en")
            let sentences = places.map { TaggerSentence(text.text(in: $0) ?? "") }
            let tags = try await tagger.tag(sentences)
            return Output(
                id: id, sentences: zip(sentences.indices, tags).map { .init(sentences[$0], at: places[$0], $1) })
        }

        private func tag(
            _ id: RowID, _ sentences: [TaggerSentence], _ tagger: any TaggingModel
        ) async throws -> Output {
            let tags = try await tagger.tag(sentences)
            return Output(id: id, sentences: zip(sentences, tags).map { .init($0, at: nil, $1) })
        }
    }
}

// MARK: - Reading

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
