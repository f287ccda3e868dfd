public import ArgumentParser
public import HearthCore
import HearthEngine
import HearthModels

/// Where a piece of work may be done, and how an engine writes.
struct EngineOptions: ParsableArguments {
    @OptionGroup var place: RoutingOptions

    @Option(help: "A GGUF file for the local engine.", completion: .file(extensions: ["gguf"]))
    var model: String?

    @Option(help: "The most tokens of a generated answer.")
    var maxTokens: Int?

    @Option(help: "0 gives the same answer each time; higher varies more.")
    var temperature: Double?

    @Option(help: "Makes sampling repeatable.")
    var seed: UInt32?

    @Flag(help: "Show what would leave this machine, to which host and with what replaced; send nothing.")
    var preview = false

    func validate() throws {
        if let maxTokens, !(1...1_048_576).contains(maxTokens) {
            throw ValidationError("--max-tokens must be from 1 to 1048576.")
        }
        if let temperature, !(0...5).contains(temperature) {
            throw ValidationError("--temperature must be from 0 to 5.")
        }
    }

    /// Naming a model means the engine that runs it, and no silent fallback to another.
    var routing: RoutingChoice {
        var choice = place.choice
        if model != nil, choice.engine == nil { choice.engine = .local }
        return choice
    }

    func hearth() throws -> Hearth { try place.hearth(flags: model.map { [.localModel: $0] } ?? [:]) }

    func generation(for task: TaskKind = .answer) -> GenerationOptions {
        var options = TaskDefaults.options(for: task)
        options.choose(temperature: temperature, maxTokens: maxTokens)
        options.seed = seed
        return options
    }
}

/// Which engines may be considered, and for how private a text.
struct RoutingOptions: ParsableArguments {
    @Option(help: "The engine that must serve: basic, local, apple, openai, anthropic or custom.")
    var engine: Engine?

    @Option(help: "For this call: auto, appleOnly, localOnly or byoOnly.")
    var mode: RoutingMode?

    @Flag(help: "Refuse every engine that is not on this machine, for this call.")
    var requireOffline = false

    @Flag(name: .customLong("private"), help: "Your own words are private: no engine beyond this machine may see them.")
    var isPrivate = false

    @Option(help: "The environment to work in, for this call.")
    var environment: String?

    var choice: RoutingChoice {
        RoutingChoice(
            engine: engine, mode: mode, requireOffline: requireOffline, label: isPrivate ? .private : .personal)
    }

    func hearth(flags: [SettingKey: String] = [:]) throws -> Hearth {
        try Hearth(environment: environment, flags: flags)
    }
}

/// How private a text is that comes with the command.
struct LabelOption: ParsableArguments {
    @Option(help: "How private the text is: public, personal or private. Personal, when nothing is said.")
    var label: SensitivityLabel?

    func applied(to choice: RoutingChoice) -> RoutingChoice {
        var choice = choice
        // The flag --private stands, whatever else is said.
        if let label, choice.label != .private { choice.label = label }
        return choice
    }
}

extension RoutingMode: ExpressibleByArgument {
    /// `localOnly`, `local-only` and `localonly` are the same to a person.
    public init?(argument: String) {
        let plain = { (name: String) in name.lowercased().replacing("-", with: "") }
        guard let mode = Self.allCases.first(where: { plain($0.rawValue) == plain(argument) }) else { return nil }
        self = mode
    }
}

extension TaskKind: ExpressibleByArgument {}
