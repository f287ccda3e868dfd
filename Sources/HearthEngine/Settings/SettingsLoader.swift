import Configuration
public import Foundation
import HearthCore
import Synchronization

/// Takes the layers together: defaults < file < environment's values < variables < flags.
///
/// The layers are read through swift-configuration, every value as text, and checked in one place, so that a bad value is the
/// same error wherever it came from. The values of an environment stand above the file, because choosing an environment is
/// the later and more particular choice.
public struct SettingsLoader: Sendable {
    /// The base data folder, which holds `settings.json` and `environments.json`.
    public var folder: URL
    /// The variables of the process.
    public var variables: [String: String]
    /// What was given on the command line for this call.
    public var flags: [SettingKey: String]
    /// The environment for this call; `nil` takes `HEARTH_ENVIRONMENT`, and without that the one that `hearth environment use`
    /// chose.
    public var environment: String?

    public init(
        folder: URL? = nil, environment: String? = nil, flags: [SettingKey: String] = [:],
        variables: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.folder = folder ?? DataFolder.resolve(environment: variables)
        self.variables = variables
        self.flags = flags
        self.environment = environment
    }

    /// The settings that hold now, and where each came from.
    ///
    /// - Throws: ``EngineError``: `usage` for a flag that is not allowed or an environment that does not exist, `bad-settings`
    ///   for the file, the environment's values and the variables.
    public func load() throws -> EnvironmentSnapshot {
        let registry = try EnvironmentRegistry(folder: folder).load()
        let environment = try registry.environment(
            named: environment ?? variables["HEARTH_ENVIRONMENT"].flatMap { $0.isEmpty ? nil : $0 } ?? registry.current)
        let file = SettingsFile(folder: folder)
        let contents = try file.read()

        let defaults = Settings()
        let names = Set(SettingKey.allCases.map(\.variableName))
        // An empty variable is an unset one: scripts clear variables that way.
        let relevant = variables.filter { names.contains($0.key) && !$0.value.isEmpty }
        let layers: [(source: (SettingKey) -> SettingSource, provider: any ConfigProvider)] = [
            ({ _ in .flag }, Self.provider("flags", flags)),
            (
                { .variable(name: $0.variableName) },
                EnvironmentVariablesProvider(environmentVariables: relevant, secretsSpecifier: .all)
            ),
            ({ _ in .environment(name: environment.name) }, Self.provider("environment", environment.values)),
            ({ _ in .file(path: file.url.path) }, Self.provider("file", contents.values)),
            (
                { _ in .preset },
                Self.provider(
                    "defaults",
                    SettingKey.allCases.reduce(into: [:]) { $0[$1] = $1.text(in: defaults) })
            ),
        ]
        let lookups = LookupRecorder()
        let reader = ConfigReader(providers: layers.map(\.provider), accessReporter: lookups).scoped(to: "hearth")

        var settings = Settings()
        var sources: [SettingKey: SettingSource] = [:]
        for key in SettingKey.allCases {
            guard let text = reader.string(forKey: ConfigKey([key.rawValue])), let layer = lookups.lastLayer else {
                sources[key] = .preset
                continue
            }
            let source = layers[layer].source(key)
            key.assign(try BadSetting.checked(key, text, from: source), to: &settings)
            sources[key] = source
        }
        return EnvironmentSnapshot(
            environment: environment, baseFolder: folder, settings: settings, sources: sources,
            unknownKeys: contents.unknown.sorted(),
            unknownVariables: KnownVariables.strangers(
                in: variables.keys, providers: KeyProvider.all(settings)))
    }

    /// Every value is marked as secret, so that the access log that swift-configuration offers never holds one: people put
    /// keys into the wrong setting.
    private static func provider(_ name: String, _ values: [SettingKey: String]) -> InMemoryProvider {
        InMemoryProvider(
            name: name,
            values: values.reduce(into: [:]) {
                $0[AbsoluteConfigKey(["hearth", $1.key.rawValue])] = ConfigValue(.string($1.value), isSecret: true)
            })
    }
}

/// Remembers which layer answered the last lookup.
private final class LookupRecorder: AccessReporter {
    private let layer = Mutex<Int?>(nil)

    var lastLayer: Int? { layer.withLock { $0 } }

    func report(_ event: AccessEvent) {
        // Providers are asked in turn until one has a value, so the last one that was asked is the one that answered.
        guard case .success(let value) = event.result, value != nil, !event.providerResults.isEmpty else {
            return layer.withLock { $0 = nil }
        }
        layer.withLock { $0 = event.providerResults.count - 1 }
    }
}

/// Where the value of a setting came from, from the weakest to the strongest.
public enum SettingSource: Hashable, Sendable, CustomStringConvertible {
    /// Nobody set it.
    case preset
    /// `settings.json`.
    case file(path: String)
    /// A value of the current environment.
    case environment(name: String)
    /// A variable of the process.
    case variable(name: String)
    /// The command line.
    case flag

    public var description: String {
        switch self {
        case .preset: "default"
        case .file(let path): "file \(path)"
        case .environment(let name): "environment '\(name)'"
        case .variable(let name): "variable \(name)"
        case .flag: "flag"
        }
    }

    /// One word for programs: `default`, `file`, `environment`, `variable`, `flag`.
    public var kind: String {
        switch self {
        case .preset: "default"
        case .file: "file"
        case .environment: "environment"
        case .variable: "variable"
        case .flag: "flag"
        }
    }
}

/// A value that a setting cannot have.
enum BadSetting {
    /// The error for `text`, naming key, value and what is allowed.
    ///
    /// The value stays out of the message when it may hold a secret: a URL with a password, or something that looks like an
    /// API key and was put into the wrong place.
    static func error(_ key: SettingKey, _ text: String, from source: SettingSource) -> EngineError {
        let value =
            mayHoldSecret(text) ? "what it was given (not shown, since it looks like a secret)" : "“\(shown(text))”"
        let remedy =
            switch source {
            case .preset, .flag, .file, .environment: ""
            case .variable(let name): " Correct or unset the variable \(name)."
            }
        let help: [Failure.Help] =
            switch source {
            case .preset, .flag, .variable: []
            case .file: [.set(setting: key.rawValue), .unset(setting: key.rawValue)]
            case .environment(let name):
                [.set(setting: key.rawValue, environment: name), .unset(setting: key.rawValue, environment: name)]
            }
        let place = source == .flag ? "" : " (from: \(source))"
        return EngineError(
            source == .flag ? .usage : .badSettings,
            "The setting \(key.rawValue) cannot be \(value)\(place). Allowed: \(key.kind.allowed).\(remedy)", help: help
        )
    }

    /// The value, when the setting may have it.
    static func checked(_ key: SettingKey, _ text: String, from source: SettingSource) throws -> SettingValue {
        guard !KeyText.looksLikeKey(text), let value = key.kind.value(text) else {
            throw error(key, text, from: source)
        }
        // Earlier versions took names that lead in a circle. Where such are stored they are read, and lead nowhere.
        if source == .flag, key.kind == .aliases, ModelAliases.hasCircle(text) { throw error(key, text, from: source) }
        return value
    }

    private static func mayHoldSecret(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["@", "sk-", "sk_", "hf_", "key", "token", "passw", "bearer"].contains { text.contains($0) }
            || KeyText.looksLikeKey(text)
    }

    private static func shown(_ text: String) -> String {
        let cleaned = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
        return cleaned.count > 80 ? cleaned.prefix(80) + "…" : cleaned
    }
}

/// The variables `HEARTH_…` that mean something and are no settings. Everything else of that name is reported, because a
/// mistyped `HEARTH_OFFLINE` must not go unnoticed. A test holds this table against what the documentation names.
enum KnownVariables {
    /// What the program reads.
    static let program: Set<String> = [
        "HEARTH_HOME", "HEARTH_ENVIRONMENT", "HEARTH_TOKEN", "HEARTH_PROGRAM_TOKEN", "HEARTH_DEBUGGABLE",
        LibraryPassword.variable, KeyProvider.identityProvider(.default).variableName,
    ]

    /// What set-up, the scripts and their tests read. They are often exported in the shell from which the program is run, too.
    static let tools: Set<String> = [
        "HEARTH_CHROMIUM", "HEARTH_DEPS", "HEARTH_EXAMPLES", "HEARTH_EXAMPLE_APP", "HEARTH_MUTATIONS",
        "HEARTH_MUTATION_SEED", "HEARTH_OPTIMIZED_C", "HEARTH_POSTGRES_BIN", "HEARTH_PROGRAM", "HEARTH_QUICK",
        "HEARTH_RELEASE", "HEARTH_SANITIZE", "HEARTH_SPEECH_MUTATIONS", "HEARTH_WITH_POSTGRES", "HEARTH_WITH_TESSERACT",
        "HEARTH_WITHOUT_LLAMA",
        "HEARTH_WITHOUT_WHISPER", "HEARTH_WITH_POCKETSPHINX",
    ]

    /// The first words of variables that only tests read.
    static let testPrefixes = ["HEARTH_CLUSTER_", "HEARTH_PAGE_", "HEARTH_TEST_"]

    /// The names that look like settings and are none.
    ///
    /// - Parameter providers: The services that there are, endpoints among them, whose keys may stand in variables.
    static func strangers(
        in variables: some Sequence<String>, providers: [KeyProvider] = KeyProvider.allCases
    ) -> [String] {
        let settings = SettingKey.allCases.map(\.variableName) + providers.map(\.variableName)
        let known = program.union(tools).union(settings)
        return variables.filter { name in
            name.hasPrefix("HEARTH_") && !known.contains(name) && !testPrefixes.contains { name.hasPrefix($0) }
                && !isKeyOfNamed(name)
        }.sorted()
    }

    /// Whether a key of a server of tools or of a provider of identities may stand in it, whose names stand in no setting.
    private static func isKeyOfNamed(_ name: String) -> Bool {
        ["HEARTH_MCP_", "HEARTH_SIGN_IN_"].contains { before in
            name.hasPrefix(before) && name.hasSuffix("_KEY") && name.count > before.count + "_KEY".count
        }
    }
}
