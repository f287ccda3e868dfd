import Configuration
public import Foundation
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
            unknownKeys: contents.unknown.sorted(), unknownVariables: KnownVariables.strangers(in: variables.keys))
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
