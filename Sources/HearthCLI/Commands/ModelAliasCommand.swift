import ArgumentParser
import Foundation
import Hearth

extension ModelsCommand {
    /// `hearth models alias`: other names by which programs may ask the server for models.
    struct Alias: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "alias", abstract: "Give models other names, for programs that insist on theirs.",
            discussion: """
                A program that knows only gpt-4o asks for that, and gets what you say here: a model as `/v1/models` lists it, \
                an engine, a mode such as auto, or documents for answers from your documents. Without arguments all names are \
                listed. A name stands above a model of that name. Who may see what stays as it is.

                EXAMPLES
                  hearth models alias gpt-4o auto
                  hearth models alias claude-sonnet-4 documents/local/llama-3.2-1b-instruct
                  hearth models alias gpt-4o --remove
                """)

        @Argument(help: "The name that programs ask for.") var name: String?
        @Argument(help: "The model that they get.") var model: String?
        @Flag(help: "Take the name away.") var remove = false
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Row: Encodable {
            var alias: String
            var model: String
        }

        func validate() throws {
            if remove, name == nil || model != nil { throw ValidationError("--remove takes the name alone.") }
        }

        func run() async throws {
            let hearth = try Hearth()
            if let name, remove || model != nil {
                if remove, hearth.settings.modelAliases[name] == nil {
                    throw ValidationError("There is no other name \(Terminal.safe(name)).")
                }
                try await hearth.models.setAlias(name, to: remove ? nil : model)
            }
            let aliases = hearth.settings.modelAliases.sorted { $0.key < $1.key }
            let shown = aliases.filter { name == nil || remove || $0.key == name }
            for (alias, model) in shown {
                if json {
                    try JSONLines().write(Row(alias: alias, model: model))
                } else {
                    Terminal.output.write("\(Terminal.safe(alias)) is \(Terminal.safe(model))\n")
                }
            }
            if shown.isEmpty, !json { Terminal.output.write("no other names\n") }
        }
    }
}
