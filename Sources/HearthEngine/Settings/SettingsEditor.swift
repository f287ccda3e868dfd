public import Foundation

/// Where a setting is kept that a person can change.
public enum SettingPlace: Hashable, Sendable, CustomStringConvertible {
    /// `settings.json`, from which every environment starts.
    case file
    /// The values of one environment, which hold in no other.
    case environment(name: String)

    public var description: String {
        switch self {
        case .file: "settings.json"
        case .environment(let name): "the environment \(name)"
        }
    }

    /// Where a change of `key` belongs that is made in an environment.
    ///
    /// - Parameter isNamed: Whether a person named the environment for this change.
    static func of(_ key: SettingKey, in environment: DeploymentEnvironment, isNamed: Bool) -> SettingPlace {
        let isFirst = environment.name == DeploymentEnvironment.development
        return isFirst && !isNamed && environment.values[key] == nil ? .file : .environment(name: environment.name)
    }
}

/// Writes settings, and decides for everyone who does (the command, the interface, the page, the choice of a model) where a
/// value goes.
///
/// What is changed in one environment changes no other, except that all start from what holds in `development`:
/// - in an environment that was chosen, such as `production`, among its values;
/// - in `development`, which is what there is before anybody chose anything, to `settings.json`, unless it has a value of its
///   own, which stands above the file;
/// - in an environment that is named for the change, among its values, whichever it is.
public struct SettingsEditor: Sendable {
    public let folder: URL
    private let environment: String
    private let isNamed: Bool

    /// - Parameters:
    ///   - folder: The base data folder.
    ///   - environment: The environment that is in use.
    public init(folder: URL, environment: String) {
        self.folder = folder
        self.environment = environment
        isNamed = false
    }

    /// - Parameter named: The environment that a person named for this change; `nil` takes the one that
    ///   `hearth environment use` chose.
    /// - Throws: ``EngineError`` with the code `bad-settings` when `environments.json` is not valid.
    public init(folder: URL, named: String?) throws {
        self.folder = folder
        environment = try named ?? EnvironmentRegistry(folder: folder).load().current
        isNamed = named != nil
    }

    /// Where a change of `key` is written.
    ///
    /// - Throws: ``EngineError`` `usage` when there is no such environment, `bad-settings`.
    public func place(of key: SettingKey) throws -> SettingPlace {
        .of(key, in: try EnvironmentRegistry(folder: folder).load().environment(named: environment), isNamed: isNamed)
    }

    /// Sets a value.
    ///
    /// - Returns: Where it was written.
    /// - Throws: ``EngineError`` with the code `usage` when the value is not allowed.
    @discardableResult
    public func set(_ key: SettingKey, to text: String) throws -> SettingPlace {
        let place = try place(of: key)
        switch place {
        case .file: try SettingsFile(folder: folder).set(key, to: text)
        case .environment(let name): try EnvironmentRegistry(folder: folder).set(key, to: text, in: name)
        }
        return place
    }

    /// Takes a value out, so that the next weaker one holds again.
    ///
    /// - Returns: Where it was taken out; `nil` when there was none in the place that this environment may change.
    @discardableResult
    public func unset(_ key: SettingKey) throws -> SettingPlace? {
        let place = try place(of: key)
        switch place {
        case .file:
            let file = SettingsFile(folder: folder)
            // A value that cannot be read may be what is to be taken out.
            let isThere = (try? file.read().values[key] != nil) ?? true
            try file.unset(key)
            return isThere ? place : nil
        case .environment(let name):
            let registry = EnvironmentRegistry(folder: folder)
            let isThere = try registry.load().environment(named: name).values[key] != nil
            if isThere { try registry.set(key, to: nil, in: name) }
            return isThere ? place : nil
        }
    }
}
