import ArgumentParser
import Foundation
import Hearth

/// One setting of a model as it is printed.
struct ModelSettingRow: Encodable {
    var name: String
    /// What is set for this model; left out when nothing is.
    var value: String?
    /// What holds.
    var effective: String
    /// `model`, `settings`, `call` or `default`.
    var origin: String
    var allowed: String
    var summary: String

    init(_ setting: LocalModelSetting) {
        name = setting.name
        value = setting.value
        effective = setting.effective
        origin = setting.origin.rawValue
        allowed = setting.allowed
        summary = setting.summary
    }

    static func all(of id: String, _ hearth: Hearth) throws -> [ModelSettingRow] {
        try hearth.models.settings(of: id).map(ModelSettingRow.init)
    }

    /// Longer values, such as templates, are cut.
    private static let widest = 60

    func writeLine(indent: String) {
        let label = (name + ":").padding(toLength: 20, withPad: " ", startingAt: 0)
        let line = effective.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? ""
        let isCut = line.count > Self.widest || line.count < effective.count
        let text = isCut ? line.prefix(Self.widest) + "…" : line[...]
        let source =
            switch origin {
            case "model": "  (set for this model)"
            case "settings": "  (set for all models)"
            case "call": "  (set for this call)"
            default: ""
            }
        let out = Terminal.output
        let value = Terminal.safe(String(text))
        out.write("\(indent)\(label)\(origin == "default" ? out.dim(value) : value)\(out.dim(source))\n")
    }
}

extension ModelsCommand {
    struct Settings: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "settings",
            abstract: "Show or change how one local model is run and writes.",
            discussion: """
                What a request asks for stands above this, and so does what its task needs: facts and actions are written with \
                temperature 0, whatever is set here. --context-length and --threads of a call, and their variables, stand \
                above what is set for a model, and that above `hearth settings`. A change holds for the next request, also in \
                a running server.

                SETTINGS
                \(Hearth.Models.settingNames.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

                EXAMPLES
                  hearth models settings mistral-7b-instruct
                  hearth models settings mistral-7b-instruct context-length 4096
                  hearth models settings mistral-7b-instruct chat-template @template.jinja
                  hearth models settings mistral-7b-instruct temperature --reset
                """)
        @Argument(help: "The id of a model.") var id: String
        @Argument(help: "The setting; all are shown when none is given.") var key: String?
        @Argument(help: "Its value; @FILE takes what is in a file.") var value: String?
        @Flag(help: "Go back to the default of the setting, or of all when none is given.") var reset = false
        @Flag(help: "Print JSON Lines.") var json = false

        /// Far longer than any chat template.
        private static let mostBytes = 1 << 20

        func validate() throws {
            if reset, value != nil { throw ValidationError("--reset goes without a value.") }
        }

        func run() async throws {
            let hearth = try Hearth()
            if reset, let key {
                try await hearth.models.set(key, of: id, to: nil)
            } else if reset {
                try await hearth.models.resetSettings(of: id)
            } else if let key, let value {
                try await hearth.models.set(key, of: id, to: try Self.text(value))
            }
            let all = try ModelSettingRow.all(of: id, hearth)
            let rows = all.filter { key == nil || $0.name == key }
            guard !rows.isEmpty else {
                let names = all.map(\.name).joined(separator: ", ")
                throw ValidationError("There is no setting \(key ?? "") of a model; there are \(names).")
            }
            for row in rows {
                if json { try JSONLines().write(row) } else { row.writeLine(indent: "") }
            }
        }

        private static func text(_ value: String) throws -> String {
            guard value.hasPrefix("@") else { return value }
            let path = String(value.dropFirst())
            // Never more than may count, whatever it is that stands there.
            guard let data = try FileHandle(forReadingAtPath: path)?.read(upToCount: mostBytes + 1) else {
                throw ValidationError("There is no file \(path) with something in it that can be read.")
            }
            guard data.count <= mostBytes, let text = String(data: data, encoding: .utf8) else {
                throw ValidationError("\(path) is no text in UTF-8 of at most \(mostBytes) bytes.")
            }
            return text
        }
    }
}

// MARK: - Names

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
            if shown.isEmpty, !json {
                Terminal.output.write("no other names\n")
                if let name, !remove {
                    Terminal.note("`hearth models alias \(Format.shellWord(name)) MODEL` gives the name to a model")
                }
            }
        }
    }
}
