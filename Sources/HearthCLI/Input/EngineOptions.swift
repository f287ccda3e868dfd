public import ArgumentParser
public import Hearth

/// Where a piece of work may be done, and how an engine writes.
struct EngineOptions: ParsableArguments {
    @OptionGroup var place: RoutingOptions

    @Option(
        help: "The local model to use: a GGUF file, or the id of one that is installed (`hearth models list`).",
        completion: .file(extensions: ["gguf"]))
    var model: String?

    @Option(parsing: .unconditional, help: "The most tokens of a generated answer.")
    var maxTokens: Int?

    @Option(parsing: .unconditional, help: "0 gives the same answer each time; higher varies more.")
    var temperature: Double?

    @Option(parsing: .unconditional, help: "Makes sampling repeatable.")
    var seed: UInt32?

    @Flag(help: "Show what would leave this machine, to which host and with what replaced; send nothing.")
    var preview = false

    @Flag(help: "Send also where redaction is not sure what is private. What it found is replaced all the same.")
    var acceptDoubt = false

    func validate() throws {
        // What no engine takes is wrong usage, and not a failure of the engine that is asked.
        try GenerationOptions.check(maxTokens: maxTokens)
        let temperatures = GenerationOptions.sensibleTemperatures
        if let temperature, !temperatures.contains(temperature) {
            throw ValidationError(
                "--temperature must be from \(Int(temperatures.lowerBound)) to \(Int(temperatures.upperBound)).")
        }
    }

    /// Naming a model means the engine that runs it, and no silent fallback to another.
    var routing: RoutingChoice {
        var choice = place.choice
        if model != nil, choice.engine == nil { choice.engine = .local }
        choice.acceptsDoubt = acceptDoubt
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

extension GenerationOptions {
    /// - Throws: `ValidationError` for a length that no engine takes.
    static func check(maxTokens: Int?) throws {
        guard let maxTokens, !sensibleTokens.contains(maxTokens) else { return }
        throw ValidationError(
            "--max-tokens must be from \(sensibleTokens.lowerBound) to \(sensibleTokens.upperBound).")
    }
}

/// Which engines may be considered.
struct EngineChoice: ParsableArguments {
    @Option(help: "The one engine that must serve.")
    var engine: Engine?

    @Option(help: "Which engines may be considered, for this call; `hearth help mode` explains them.")
    var mode: RoutingMode?

    @Flag(help: "Refuse every engine that is not on this machine, for this call.")
    var requireOffline = false

    /// The same choice as another command is given it.
    ///
    /// - Parameter staysHere: Whether nothing may leave this machine, whatever was chosen.
    func arguments(staysHere: Bool = false) -> [String] {
        var options = requireOffline || staysHere ? ["--require-offline"] : []
        if let mode { options.append("--mode=\(mode.rawValue)") }
        if let engine { options.append("--engine=\(engine.rawValue)") }
        return options
    }
}

/// Which engines may be considered, and for how private a text.
struct RoutingOptions: ParsableArguments {
    @OptionGroup var engines: EngineChoice

    @Flag(name: .customLong("private"), help: "Your own words are private: no engine beyond this machine may see them.")
    var isPrivate = false

    var choice: RoutingChoice {
        RoutingChoice(
            engine: engines.engine, mode: engines.mode, requireOffline: engines.requireOffline,
            label: isPrivate ? .private : .personal)
    }

    func hearth(flags: [SettingKey: String] = [:]) throws -> Hearth {
        try Hearth(flags: flags)
    }
}

/// How private a text is that comes with the command.
struct LabelOption: ParsableArguments {
    @Option(
        help: """
            How private the text is: private never leaves this machine, personal needs your consent for that, public does \
            not. Personal, when nothing is said.
            """)
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
