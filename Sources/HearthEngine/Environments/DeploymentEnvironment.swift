import Foundation
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
        keyNames[provider] ?? (provider.rawValue + "-key" + (name == Self.development ? "" : "-" + name))
    }
}
