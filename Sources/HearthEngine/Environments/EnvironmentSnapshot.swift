public import Foundation

/// What holds for a request from its start to its end: an environment, its settings and its data folder.
///
/// A value that never changes. A request takes one when it starts and uses only that, so that switching the environment cannot
/// send half of it elsewhere.
public struct EnvironmentSnapshot: Hashable, Sendable {
    public let environment: DeploymentEnvironment
    /// The folder that holds `settings.json`, `environments.json` and the keys of services.
    public let baseFolder: URL
    public let settings: Settings
    /// Where each setting's value came from.
    public let sources: [SettingKey: SettingSource]
    /// Members of `settings.json` that are no settings of this version. They are kept in the file.
    public let unknownKeys: [String]
    /// Variables that begin with `HEARTH_` and mean nothing.
    public let unknownVariables: [String]

    /// What changes settings in this environment.
    public var editor: SettingsEditor { SettingsEditor(folder: baseFolder, environment: environment.name) }

    /// Where a change of a setting is written that is made in this environment.
    public func place(of key: SettingKey) -> SettingPlace { .of(key, in: environment, isNamed: false) }

    /// Where documents and conversations are kept.
    public var dataFolder: URL {
        environment.dataFolder.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? baseFolder
    }
}
