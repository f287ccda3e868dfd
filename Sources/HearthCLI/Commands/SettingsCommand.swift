import ArgumentParser
import Foundation
import Hearth

/// `hearth settings`: what is set and where it came from, and setting it.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or change settings.",
        discussion: """
            A setting comes from the strongest place that has it: the command line, a variable such as HEARTH_MODE, the \
            current environment, settings.json in the data folder, the default. A change is one of the environment that is in \
            use, or that --environment names; in development it goes to settings.json, from which the others start.

            SETTINGS
            \(SettingKey.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

            EXAMPLES
              hearth settings
              hearth settings set local-model ~/models/llama-3.2-1b.gguf
              hearth settings set --environment production mode localOnly
              hearth settings unset local-model
            """,
        subcommands: [Show.self, Set.self, Unset.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "All settings, and where each came from.")
        @Flag(help: "Print JSON Lines.") var json = false

        struct Row: Encodable {
            var name: String
            /// As text; `nil` when nothing is set.
            var value: String?
            /// `default`, `file`, `environment`, `variable` or `flag`.
            var source: String
            /// The source in words.
            var from: String
            var allowed: String
            var summary: String

            enum CodingKeys: CodingKey { case name, value, source, from, allowed, summary }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(name, forKey: .name)
                try container.encode(value, forKey: .value)
                try container.encode(source, forKey: .source)
                try container.encode(from, forKey: .from)
                try container.encode(allowed, forKey: .allowed)
                try container.encode(summary, forKey: .summary)
            }
        }

        func run() async throws {
            let snapshot = try SettingsLoader().load()
            let rows = SettingKey.allCases.map { key in
                let source = snapshot.sources[key] ?? .preset
                return Row(
                    name: key.rawValue, value: key.text(in: snapshot.settings), source: source.kind,
                    from: source.description, allowed: key.kind.allowed, summary: key.summary)
            }
            if json {
                for row in rows { try JSONLines().write(row) }
            } else {
                let width = rows.map(\.name.count).max() ?? 0
                for row in rows {
                    let value = row.value.map(Terminal.safe) ?? Terminal.output.dim("not set")
                    let name = row.name.padding(toLength: width, withPad: " ", startingAt: 0)
                    Terminal.output.write(
                        "\(name) = \(value)  \(Terminal.output.dim("(" + Terminal.safe(row.from) + ")"))\n")
                }
                Terminal.output.write("environment: \(snapshot.environment.name)\n")
            }
            SettingsWarning.tell(snapshot)
            for name in snapshot.unknownVariables {
                Terminal.error.write(
                    "warning: the variable \(Terminal.line(name)) is no setting"
                        + NearestName.question(name, among: SettingKey.allCases.map(\.variableName)) + "\n")
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "set", abstract: "Change a setting.")
        @Argument(help: "The name of a setting.", completion: .settings) var key: String
        @Argument(help: "The value.") var value: String

        func run() async throws {
            let key = try SettingKey(argument: key)
            var value = value
            if key.kind == .path {
                let path = URL(fileURLWithPath: value).standardizedFileURL.path
                // Nothing at all would be taken for the folder that the program runs in.
                guard !value.isEmpty else {
                    throw CommandFailure(
                        ExitStatus.usage,
                        "No file is named. `hearth settings unset \(key.rawValue)` takes the setting away.")
                }
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                    throw CommandFailure(ExitStatus.usage, "There is no file \(value).")
                }
                guard !isFolder.boolValue else {
                    throw CommandFailure(ExitStatus.usage, "\(value) is a folder. Name the file of a model.")
                }
                value = path
            } else if key.kind == .template {
                // The name of a family stands before a file of the same name; settings hold whole paths.
                let path = URL(fileURLWithPath: value).standardizedFileURL.path
                if FileManager.default.fileExists(atPath: path), TemplateFamily(commonName: value) == nil {
                    value = path
                }
            }
            let place = try SettingsEditor.ofThisCall().set(key, to: value)
            place.tell("\(key.rawValue) is set in")
            if key == .library { try SettingsCommand.tellOfLibrary() }
        }
    }

    /// A library on another machine is opened only with a consent, of which its owner is to hear now and not with the next command.
    private static func tellOfLibrary() throws {
        let hearth = try Hearth(environment: EnvironmentFlag.name)
        guard let host = hearth.settings.libraryElsewhere else { return }
        let agreed = try hearth.privacy.libraryConsents().contains { $0.host == host }
        Terminal.note(
            agreed
                ? "what is kept goes to \(host) from now on, and nothing private; you agreed to that host"
                : "nothing goes to \(host) before `hearth consent library \(host)`; what is private never does")
    }

    struct Unset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset", abstract: "Go back to a setting's default.")
        @Argument(help: "The name of a setting.", completion: .settings) var key: String

        func run() async throws {
            let key = try SettingKey(argument: key)
            let editor = try SettingsEditor.ofThisCall()
            if let place = try editor.unset(key) { return place.tell("\(key.rawValue) is taken out in") }
            let place = try editor.place(of: key)
            guard case .environment = place else { return }
            Terminal.note(
                "\(place) has no value of its own for \(key.rawValue); nothing was changed. What is in settings.json "
                    + "is changed in the environment \(DeploymentEnvironment.development).")
        }
    }
}

extension SettingsEditor {
    /// Changes the environment that was named in this call, or else the one that was chosen. A variable that has been
    /// forgotten redirects no change.
    static func ofThisCall() throws -> SettingsEditor {
        try SettingsEditor(folder: DataFolder.resolve(), named: EnvironmentFlag.name)
    }
}

extension SettingPlace {
    /// Tells a person who did not name the environment that a change is of one only.
    func tell(_ what: String) {
        guard case .environment = self, EnvironmentFlag.name == nil else { return }
        Terminal.note("\(what) \(self), which is the one in use")
    }
}

extension SettingKey {
    /// The setting that a person names. The message does not repeat what was given: it may be a key in the wrong place.
    init(argument: String) throws {
        guard let key = SettingKey(rawValue: argument) else {
            let names = SettingKey.allCases.map(\.rawValue)
            let near = NearestName.of(argument, among: names).map { " Did you mean \($0)?" } ?? ""
            throw CommandFailure(
                ExitStatus.usage,
                "There is no setting of that name.\(near) There are: \(names.joined(separator: ", ")).")
        }
        self = key
    }
}

extension CompletionKind {
    fileprivate static var settings: CompletionKind { .list(SettingKey.allCases.map(\.rawValue)) }
}

/// What is written into `settings.json` under a name that is none does not hold, and among the settings is what may leave this
/// machine. So whatever is done says it.
enum SettingsWarning {
    static func tell() {
        // A file that cannot be read ends the command with its own words.
        guard let snapshot = try? SettingsLoader().load() else { return }
        tell(snapshot)
    }

    static func tell(_ snapshot: EnvironmentSnapshot) {
        for name in snapshot.unknownKeys {
            Terminal.error.write(
                "warning: settings.json has “\(Terminal.line(name))”, which is no setting"
                    + NearestName.question(name, among: SettingKey.allCases.map(\.rawValue)) + "\n")
        }
    }
}
