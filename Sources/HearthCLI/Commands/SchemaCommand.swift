import ArgumentParser
import Foundation
import Hearth

/// `hearth schema …`: JSON Schema by itself, without a store or a model.
struct SchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "JSON Schema: validate values, make grammars for local models, match texts.",
        discussion: """
            Drafts 4, 6, 7, 2019-09 and 2020-12. Nothing is ever fetched: $ref reaches the schema and given resources only.

            EXAMPLES
              hearth schema validate person.schema.json person.json
              hearth schema grammar person.schema.json > person.gbnf
              hearth schema match person.gbnf answer.txt
              hearth schema validate --batch rows.jsonl --json
            """,
        subcommands: [Validate.self, GrammarCommand.self, Match.self])
}

/// A file of a schema command, or standard input.
private enum SchemaFile {
    static func text(_ path: String) throws -> String {
        guard let text = String(data: try Batch.data(path), encoding: .utf8) else {
            throw BatchError(.notUTF8, "\(path) is not UTF-8 text.")
        }
        return text
    }

    /// The JSON in a file, of which an error says the name: there are two.
    static func value(_ path: String) throws -> JSONValue {
        let content = try text(path)
        do {
            return try JSONValue(parsing: content)
        } catch let error as any ReadableError {
            let name = path == "-" ? "standard input" : path
            throw CommandFailure(ExitStatus.of(error.kind), "\(Terminal.line(name)): \(error.message)")
        }
    }
}

/// A field that a row of a batch has to have.
private func field(_ name: String, _ row: JSONValue) throws -> JSONValue {
    guard let value = row[name] else { throw BatchError(.badRow, "The field `\(name)` is missing.") }
    return value
}

private func textField(_ name: String, _ row: JSONValue) throws -> String {
    guard let text = try field(name, row).stringValue else {
        throw BatchError(.badRow, "The field `\(name)` has the wrong type.")
    }
    return text
}

private func namedDraft(_ name: String) throws -> SchemaDraft {
    guard let draft = SchemaDraft(rawValue: name) else {
        throw BatchError(.unknownDraft, "`\(name)` is not a draft; known are 4, 6, 7, 2019-09 and 2020-12.")
    }
    return draft
}

/// The schema of a row, with its draft and its resources.
private func rowSchema(_ row: JSONValue) throws -> JSONSchema {
    var resources: [String: JSONValue] = [:]
    for (address, value) in row["resources"]?.objectValue ?? JSONObject() { resources[address] = value }
    let draft = try row["draft"].map { try namedDraft($0.stringValue ?? "\($0)") } ?? .draft2020
    return try JSONSchema(try field("schema", row), draft: draft, resources: resources)
}

extension SchemaCommand {
    struct Validate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "validate",
            abstract: "Whether a value meets a schema, and where it does not.")

        @Argument(help: "The schema.", completion: .file())
        var schemaFile: String?

        @Argument(help: "The value; standard input when left out.", completion: .file())
        var valueFile: String?

        @Option(
            help: "A JSONL file of rows {id, schema, instance, draft?, formats?, resources?}, or - for standard input.")
        var batch: String?

        @Option(help: "The draft where the schema names none: 4, 6, 7, 2019-09, 2020-12.")
        var draft = "2020-12"

        @Flag(help: "Take `format` for an assertion.")
        var formats = false

        @Flag(help: "Print JSON Lines.")
        var json = false

        struct Output: Encodable {
            struct Failure: Encodable {
                var path: String
                var message: String
            }
            var id: RowID
            var valid: Bool
            var errors: [Failure]

            init(_ id: RowID, _ failures: [JSONSchema.Failure]) {
                self.id = id
                valid = failures.isEmpty
                errors = failures.map { Failure(path: $0.path, message: $0.message) }
            }
        }

        func run() async throws {
            if let batch {
                try await Batch.answerJSON(batch) { id, row in
                    let failures = try rowSchema(row).failures(
                        of: try field("instance", row), formats: row["formats"]?.boolValue ?? false)
                    return Output(id, failures)
                }
                return
            }
            guard let schemaFile else { throw ValidationError("Name a schema and a value, or --batch.") }
            let compiled = try JSONSchema(SchemaFile.value(schemaFile), draft: try namedDraft(draft))
            let value = try SchemaFile.value(valueFile ?? "-")
            let failures = try compiled.failures(of: value, formats: formats)
            if json {
                try JSONLines().write(Output(.null, failures))
            } else {
                let lines = failures.map { "\($0.path.isEmpty ? "(the value)" : $0.path): \($0.message)" }
                Terminal.output.write(Terminal.safe(lines.isEmpty ? "valid" : lines.joined(separator: "\n")) + "\n")
            }
            if !failures.isEmpty { throw CommandFailure(ExitStatus.failed) }
        }
    }

    struct GrammarCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "grammar", abstract: "The grammar (GBNF) of a schema, for local models.")

        @Argument(help: "The schema; standard input when left out.", completion: .file())
        var schemaFile: String?

        @Option(help: "A JSONL file of rows {id, schema}, or - for standard input.")
        var batch: String?

        @Flag(help: "Members in the order of `properties`, as is best for writing; else in any order.")
        var declaredOrder = false

        @Flag(help: "Print JSON Lines.")
        var json = false

        struct Output: Encodable {
            var id: RowID
            var grammar: String
        }

        func run() async throws {
            var configuration = SchemaGrammar.Configuration()
            configuration.order = declaredOrder ? .declared : .any
            if let batch {
                try await Batch.answerJSON(batch) { id, row in
                    Output(id: id, grammar: try SchemaGrammar(try rowSchema(row), configuration: configuration).text)
                }
                return
            }
            let schema = try SchemaFile.value(schemaFile ?? "-")
            let grammar = try SchemaGrammar(schema, configuration: configuration).text
            if json {
                try JSONLines().write(Output(id: .null, grammar: grammar))
            } else {
                Terminal.output.write(Terminal.safe(grammar))
            }
        }
    }

    struct Match: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "match",
            abstract: "Whether a whole text is in the language of a grammar, or of the grammar of a schema.")

        @Argument(help: "A grammar (GBNF), or a schema (a file whose name ends in .json).", completion: .file())
        var grammarFile: String?

        @Argument(help: "The text; standard input when left out.", completion: .file())
        var textFile: String?

        @Option(help: "A JSONL file of rows {id, schema or grammar, text}, or - for standard input.")
        var batch: String?

        @Flag(help: "Print JSON Lines.")
        var json = false

        struct Output: Encodable {
            struct Deviation: Encodable {
                var offset: Int
                var line: Int
                var column: Int
                var found: String?
                var expected: [String]
            }

            var id: RowID
            var matches: Bool
            /// Where the text first leaves the language; `nil` also where nothing is in it.
            var deviation: Deviation?
            /// What in a JSON text is against the schema, where there is one.
            var path: String?
            var message: String?

            init(_ id: RowID, _ place: Grammar.Deviation?, _ failure: JSONSchema.Failure? = nil) {
                self.id = id
                matches = place == nil
                deviation = place.map {
                    Deviation(
                        offset: $0.offset, line: $0.line, column: $0.column, found: $0.found, expected: $0.expected)
                }
                path = failure?.path
                message = failure?.message
            }

            /// For a schema that nothing meets.
            init(nothingMatches id: RowID) {
                self.id = id
                matches = false
                message = "Nothing meets this schema."
            }

            /// For a person.
            var words: String {
                guard !matches else { return "matches" }
                guard let deviation else { return "does not match: nothing meets this schema" }
                var words = "does not match: line \(deviation.line), column \(deviation.column)"
                words += " (byte \(deviation.offset)): "
                words += deviation.found.map { "\(Self.quoted($0)) cannot stand there" } ?? "the text ends too early"
                if !deviation.expected.isEmpty {
                    words += "; expected " + deviation.expected.map(Self.quoted).joined(separator: " or ")
                } else if deviation.found != nil {
                    words += "; many others could, or the end"
                }
                if let message { words += "\n\(path.flatMap { $0.isEmpty ? nil : $0 } ?? "(the value)"): \(message)" }
                return words
            }

            private static func quoted(_ character: String) -> String {
                switch character {
                case "\n": "a line break"
                case "\t": "a tab"
                case " ": "a space"
                default: "`\(character)`"
                }
            }
        }

        /// What a text that is JSON has against the schema.
        private static func failure(of text: String, _ schema: JSONSchema?) -> JSONSchema.Failure? {
            guard let schema, let value = try? JSONValue(parsing: text) else { return nil }
            return try? schema.failures(of: value).first
        }

        /// `nil` for a schema that nothing meets: no text is in its language.
        private static func grammar(of schema: @autoclosure () throws -> JSONSchema) throws -> String? {
            do {
                return try SchemaGrammar(schema()).text
            } catch let error as SchemaError where error.reason == .unsatisfiable {
                return nil
            }
        }

        func run() async throws {
            if let batch {
                // Rows of one grammar come together; it is read once.
                var last: (text: String, grammar: Grammar)?
                try await Batch.answerJSON(batch) { id, row in
                    let text = try textField("text", row)
                    let schema = row["grammar"] == nil ? try rowSchema(row) : nil
                    let source: String? = try schema.map { try Self.grammar(of: $0) } ?? textField("grammar", row)
                    guard let source else { return Output(nothingMatches: id) }
                    if last?.text != source { last = (source, try Grammar(source)) }
                    let place = try last?.grammar.deviation(in: text)
                    return Output(id, place, place == nil ? nil : Self.failure(of: text, schema))
                }
                return
            }
            guard let grammarFile else { throw ValidationError("Name a grammar and a text, or --batch.") }
            let named = try SchemaFile.text(grammarFile)
            let schema = grammarFile.hasSuffix(".json") ? try JSONSchema(JSONValue(parsing: named)) : nil
            let source: String? = try schema.map { try Self.grammar(of: $0) } ?? named
            let text = try SchemaFile.text(textFile ?? "-")
            var output = Output(nothingMatches: .null)
            if let source {
                let place = try Grammar(source).deviation(in: text)
                output = Output(.null, place, place == nil ? nil : Self.failure(of: text, schema))
            }
            if json {
                try JSONLines().write(output)
            } else {
                Terminal.output.write(Terminal.safe(output.words) + "\n")
            }
            if !output.matches { throw CommandFailure(ExitStatus.failed) }
        }
    }
}
