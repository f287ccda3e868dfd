import ArgumentParser
import Foundation
import HearthCore
import HearthSchema

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
            let compiled = try JSONSchema(
                JSONValue(parsing: try SchemaFile.text(schemaFile)), draft: try namedDraft(draft))
            let value = try JSONValue(parsing: try SchemaFile.text(valueFile ?? "-"))
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
            let schema = try JSONValue(parsing: try SchemaFile.text(schemaFile ?? "-"))
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
            var id: RowID
            var matches: Bool
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
                    let source =
                        row["grammar"] == nil ? try Self.grammar(of: try rowSchema(row)) : try textField("grammar", row)
                    guard let source else { return Output(id: id, matches: false) }
                    if last?.text != source { last = (source, try Grammar(source)) }
                    return Output(id: id, matches: try last?.grammar.matches(text) ?? false)
                }
                return
            }
            guard let grammarFile else { throw ValidationError("Name a grammar and a text, or --batch.") }
            let named = try SchemaFile.text(grammarFile)
            let source =
                grammarFile.hasSuffix(".json") ? try Self.grammar(of: JSONSchema(JSONValue(parsing: named))) : named
            let text = try SchemaFile.text(textFile ?? "-")
            let matches = try source.map { try Grammar($0).matches(text) } ?? false
            if json {
                try JSONLines().write(Output(id: .null, matches: matches))
            } else {
                Terminal.output.write(matches ? "matches\n" : "does not match\n")
            }
            if !matches { throw CommandFailure(ExitStatus.failed) }
        }
    }
}
