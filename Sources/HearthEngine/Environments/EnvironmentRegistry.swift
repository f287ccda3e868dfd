public import Foundation
import HearthCore

/// A named set of values: base URLs, models, keys and a data folder that belong together.
///
/// `development` is there from the start and is the current one until another is chosen; it changes nothing. `production` is
/// there too, empty until it is given values.
public struct DeploymentEnvironment: Hashable, Sendable {
    public let name: String
    /// The settings that hold here instead of those of `settings.json`, as text.
    public var values: [SettingKey: String]
    /// The names under which keys are kept, where they are not the usual ones; see ``secretName(for:)``.
    public var keyNames: [KeyProvider: String]
    /// A data folder of its own, absolute; `nil` shares the base data folder.
    public var dataFolder: String?

    public static let development = "development"
    public static let production = "production"
    static let builtIn = [development, production]

    public init(
        name: String, values: [SettingKey: String] = [:], keyNames: [KeyProvider: String] = [:],
        dataFolder: String? = nil
    ) {
        self.name = name
        self.values = values
        self.keyNames = keyNames
        self.dataFolder = dataFolder
    }

    /// 1 to 32 characters of `a-z`, `0-9` and `-`, not starting with `-`.
    public static func isValidName(_ name: String) -> Bool { SecretName.isValid(name) && name.utf8.count <= 32 }

    /// The name under which the key for a service is kept.
    ///
    /// Each environment has keys of its own, and one without a key does not take another's: a key for trying out must not
    /// serve production, nor the other way round. Where that is wanted, ``keyNames`` says so.
    public func secretName(for provider: KeyProvider) -> String {
        keyNames[provider] ?? (provider.keyPrefix + (name == Self.development ? "" : "-" + name))
    }
}

/// The environments of a data folder, kept as `environments.json` in it.
public struct EnvironmentRegistry: Sendable {
    private static let most = 100

    private let file: JSONFile
    public var url: URL { file.url }

    /// - Parameter folder: The base data folder.
    public init(folder: URL) { file = JSONFile(folder.appendingPathComponent("environments.json")) }

    /// The environments at one moment.
    public struct Contents: Sendable {
        /// The environment that holds when a call names none.
        public var current: String
        /// `development` and `production` first, then the others by name.
        public var environments: [DeploymentEnvironment]

        /// - Throws: ``EngineError`` with the code `usage` when there is none of that name.
        public func environment(named name: String) throws -> DeploymentEnvironment {
            guard let found = environments.first(where: { $0.name == name }) else {
                let shown = DeploymentEnvironment.isValidName(name) ? "named \(name)" : "of that name"
                let names = environments.map(\.name)
                throw EngineError(
                    .usage,
                    "There is no environment \(shown)\(NearestName.question(name, among: names)) There are "
                        + names.joined(separator: ", ") + ".", help: [.addEnvironment])
            }
            return found
        }
    }

    /// - Throws: ``EngineError`` with the code `bad-settings` when the file is not valid.
    public func load() throws -> Contents { try contents(of: file.read()) }

    /// Makes an environment the one that holds when a call names none.
    ///
    /// - Throws: ``EngineError`` with the code `owner-only` for a program; so do all changes here.
    public func use(_ name: String) throws {
        try Reader.requireOwner(for: Self.change)
        try file.update { object in
            _ = try contents(of: object).environment(named: name)
            object["current"] = .string(name)
        }
    }

    /// Adds an environment.
    ///
    /// - Throws: ``EngineError`` with the code `usage` when a name, a value or the folder is not allowed, or there is one of
    ///   that name already.
    public func add(_ environment: DeploymentEnvironment) throws {
        try Reader.requireOwner(for: Self.making)
        guard DeploymentEnvironment.isValidName(environment.name) else {
            throw EngineError(
                .usage, "An environment's name has 1 to 32 characters of a-z, 0-9 and -, and does not begin with -.")
        }
        if let folder = environment.dataFolder, !folder.hasPrefix("/") {
            throw EngineError(.usage, "The data folder of an environment must be an absolute path.")
        }
        for (provider, name) in environment.keyNames where !SecretName.isValid(name) {
            throw EngineError(
                .usage,
                "The name of the key for \(provider.rawValue) must have 1 to 64 characters of a-z, 0-9 and -. "
                    + "It is a name, not the key itself.", help: [.giveKey(service: provider.rawValue)])
        }
        let values = try environment.values.map { ($0, try BadSetting.checked($0, $1, from: .flag)) }
        try file.update { object in
            guard object["environments"]?[environment.name] == nil else {
                throw EngineError(
                    .usage, "There is an environment \(environment.name) already.",
                    help: [.set(setting: "KEY", environment: environment.name)])
            }
            var all = object["environments"]?.objectValue ?? JSONObject()
            guard all.count < Self.most else {
                throw EngineError(.usage, "There are \(Self.most) environments, which is the most there can be.")
            }
            var member = JSONObject()
            var settings = JSONObject()
            for (key, value) in values.sorted(by: { $0.0.rawValue < $1.0.rawValue }) {
                SettingsFile.put(value.json, key, into: &settings)
            }
            if !settings.isEmpty { member["settings"] = .object(settings) }
            let keys = environment.keyNames.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { ($0.key.rawValue, JSONValue.string($0.value)) }
            if !keys.isEmpty { member["keys"] = .object(JSONObject(keys)) }
            member["dataFolder"] = environment.dataFolder.map { .string($0) }
            all[environment.name] = .object(member)
            object["environments"] = .object(all)
        }
    }

    /// Sets or unsets one value of an environment.
    ///
    /// - Throws: ``EngineError`` with the code `usage` when there is no such environment, or the value is not allowed.
    public func set(_ key: SettingKey, to text: String?, in name: String) throws {
        if let text { return try set([key: text], in: name) }
        try Reader.requireOwner(for: SettingsFile.change, of: key.owner)
        try change(name) { SettingsFile.put(nil, key, into: &$0) }
    }

    /// Sets several values of an environment: all of them, or none where one is refused.
    func set(_ values: [SettingKey: String], in name: String) throws {
        let checked = try SettingsFile.checked(values)
        try change(name) { settings in
            for (key, value) in checked { SettingsFile.put(value.json, key, into: &settings) }
        }
    }

    /// Changes the settings of an environment that is there.
    private func change(_ name: String, _ change: (inout JSONObject) -> Void) throws {
        try file.update { object in
            _ = try contents(of: object).environment(named: name)
            var all = object["environments"]?.objectValue ?? JSONObject()
            var member = all[name]?.objectValue ?? JSONObject()
            var settings = member["settings"]?.objectValue ?? JSONObject()
            change(&settings)
            member["settings"] = settings.isEmpty ? nil : .object(settings)
            all[name] = .object(member)
            object["environments"] = .object(all)
        }
    }

    /// Forgets an environment. Its data folder and its keys stay; a built-in one is emptied.
    ///
    /// - Throws: ``EngineError`` with the code `usage` when there is none of that name, or it is the current one.
    public func remove(_ name: String) throws {
        try Reader.requireOwner(for: Self.removal)
        try file.update { object in
            let before = try contents(of: object)
            _ = try before.environment(named: name)
            guard before.current != name || name == DeploymentEnvironment.development else {
                throw EngineError(
                    .usage, "\(name) is the current environment; choose another first.", help: [.chooseEnvironment])
            }
            var all = object["environments"]?.objectValue ?? JSONObject()
            all[name] = nil
            object["environments"] = all.isEmpty ? nil : .object(all)
        }
    }

    public func removeAll() throws {
        try Reader.requireOwner(for: Self.removal)
        try file.remove()
    }

    /// How a program is told that it changes to no other environment.
    static let change = "Changing to another environment"
    package static let making = "Making an environment"
    package static let removal = "Removing an environment"

    private func contents(of object: JSONObject) throws -> Contents {
        guard let members = (object["environments"] ?? .object(JSONObject())).objectValue else { throw invalid() }
        var found: [DeploymentEnvironment] = []
        for (name, value) in members {
            guard DeploymentEnvironment.isValidName(name), let member = value.objectValue else { throw invalid() }
            found.append(try environment(name, member))
        }
        let names = Set(found.map(\.name))
        found += DeploymentEnvironment.builtIn.filter { !names.contains($0) }.map { DeploymentEnvironment(name: $0) }
        let rank = { (name: String) in DeploymentEnvironment.builtIn.firstIndex(of: name) ?? 2 }
        found.sort { (rank($0.name), $0.name) < (rank($1.name), $1.name) }
        let current = object["current"]?.stringValue ?? DeploymentEnvironment.development
        return Contents(current: current, environments: found)
    }

    private func environment(_ name: String, _ member: JSONObject) throws -> DeploymentEnvironment {
        guard let settings = (member["settings"] ?? .object(JSONObject())).objectValue,
            let keys = (member["keys"] ?? .object(JSONObject())).objectValue
        else { throw invalid() }
        var environment = DeploymentEnvironment(name: name)
        environment.values = try SettingsFile.contents(of: settings, source: .environment(name: name)).values
        for (provider, value) in keys {
            guard let provider = KeyProvider(rawValue: provider) else { continue }
            guard let name = value.stringValue, SecretName.isValid(name) else { throw invalid() }
            environment.keyNames[provider] = name
        }
        if let folder = member["dataFolder"] {
            guard let path = folder.stringValue, path.hasPrefix("/") else { throw invalid() }
            environment.dataFolder = path
        }
        return environment
    }

    private func invalid() -> EngineError {
        EngineError(
            .badSettings, "\(file.url.path) is not valid: correct it, or delete it to go back to one environment.")
    }
}
