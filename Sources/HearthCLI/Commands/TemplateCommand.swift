import ArgumentParser
import Foundation
import Hearth

/// `hearth template …`: how conversations are laid out for models.
struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Lay out conversations as models read them.",
        discussion: """
            A template is a file in Jinja, as model files carry it, or the name of a family: \
            \(TemplateFamily.all.map(\.name).sorted().joined(separator: ", ")).

            EXAMPLES
              hearth template render chatml messages.json
              hearth template render model.jinja messages.json --bos-token "<s>"
              hearth template detect model.jinja
            """,
        subcommands: [Render.self, Detect.self])
}

extension TemplateCommand {
    struct Render: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "render", abstract: "Lay out a conversation.")

        @Argument(help: "The name of a family, or a file with a template.", completion: .file())
        var template: String?

        @Argument(help: "A JSON array of {\"role\", \"content\"}; standard input when left out.", completion: .file())
        var messages: String?

        @Option(
            help: "A JSONL file of {\"id\", \"template\", \"messages\", \"bosToken\"?, …} rows, or -.",
            completion: .file(extensions: ["jsonl"]))
        var batch: String?

        @Option(help: "The text of the token that begins a prompt.")
        var bosToken = ""

        @Option(help: "The text of the token that ends a reply.")
        var eosToken = ""

        @Option(help: "The moment that the template sees (ISO 8601); now when left out.")
        var now: String?

        @Flag(inversion: .prefixedNo, help: "End the prompt where the assistant begins to answer.")
        var generationPrompt = true

        @Flag(help: "Print JSON Lines.")
        var json = false

        struct Row: Decodable, Sendable {
            var template: String
            var messages: [TemplateValue]
            var addGenerationPrompt: Bool?
            var bosToken: String?
            var eosToken: String?
            var now: String?
        }

        struct Output: Encodable {
            var id: RowID
            var prompt: String
            var stop: [String]
            var notes: [String]?
        }

        func validate() throws {
            guard batch != nil || template != nil else { throw ValidationError("Name a template, or a --batch.") }
        }

        func run() async throws {
            if let batch {
                try await Batch.answer(batch, as: Row.self) { try output($0, $1) }
                return
            }
            let source = try TemplateCommand.text(of: template ?? "")
            let data = try Batch.data(messages ?? "-")
            guard let conversation = try? JSONDecoder().decode([TemplateValue].self, from: data) else {
                throw BatchError(.badMessages, "The messages are not a JSON array of objects with a role and content.")
            }
            let result = try output(.null, Row(template: source, messages: conversation))
            if json {
                try JSONLines().write(result)
            } else {
                Terminal.output.write(Terminal.safe(result.prompt) + "\n")
                for note in result.notes ?? [] { Terminal.note(note) }
            }
        }

        private func output(_ id: RowID, _ row: Row) throws -> Output {
            var request = PromptTemplate.Request(messages: row.messages)
            request.addGenerationPrompt = row.addGenerationPrompt ?? generationPrompt
            request.bosToken = row.bosToken ?? bosToken
            request.eosToken = row.eosToken ?? eosToken
            if let text = row.now ?? now {
                guard let moment = TemplateMoment(iso8601: text) else {
                    throw BatchError(.usage, "`now` is not a moment in ISO 8601: \(text)")
                }
                request.now = moment
            }
            let prompt = try PromptTemplate(row.template).render(request)
            return Output(
                id: id, prompt: prompt.text, stop: prompt.stops, notes: prompt.notes.isEmpty ? nil : prompt.notes)
        }
    }

    struct Detect: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "detect", abstract: "Name the family that a template belongs to.")

        @Argument(help: "A file with a template; standard input when left out.", completion: .file())
        var file: String?

        @Option(
            help: "A JSONL file of {\"id\", \"template\"} rows, or -.", completion: .file(extensions: ["jsonl"]))
        var batch: String?

        @Flag(help: "Print JSON Lines.")
        var json = false

        struct Row: Decodable, Sendable { var template: String }

        struct Output: Encodable {
            var id: RowID
            /// `nil` when the template resembles no family.
            var family: String?

            enum CodingKeys: CodingKey { case id, family }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(id, forKey: .id)
                try container.encode(family, forKey: .family)
            }
        }

        func run() async throws {
            if let batch {
                try await Batch.answer(batch, as: Row.self) { id, row in
                    Output(id: id, family: TemplateFamily.detect(row.template)?.name)
                }
                return
            }
            let family = TemplateFamily.detect(
                String(decoding: try Batch.data(file ?? "-"), as: UTF8.self))?.name
            if json {
                try JSONLines().write(Output(id: .null, family: family))
            } else {
                Terminal.output.write((family ?? "unknown") + "\n")
            }
        }
    }

    /// The text of a template that was named on the command line.
    fileprivate static func text(of name: String) throws -> String {
        if TemplateFamily(named: name) != nil { return name }
        // No family has a full stop in its name, and most files have.
        guard name == "-" || name.contains(where: { "./".contains($0) }) || FileManager.default.fileExists(atPath: name)
        else {
            // It says which families there are.
            _ = try PromptTemplate(name)
            throw BatchError(.notReadable, "There is no file and no template family \(Terminal.line(name)).")
        }
        return String(decoding: try Batch.data(name), as: UTF8.self)
    }
}
