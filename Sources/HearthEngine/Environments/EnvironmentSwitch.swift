public import Foundation
import HearthCore
import HearthSystem
import Synchronization

/// Holds the current environment, and changes it in one step.
///
/// Requests call ``current`` once, when they start. A switch replaces the snapshot as a whole after the new one was loaded and
/// checked; when that fails, the old one stays. Nobody ever sees a mixture, and running requests finish in the old one.
///
/// Other processes write settings too: `hearth settings set` while a server runs. So each look at ``current`` looks whether the
/// files are still those that were read, which costs two calls of the system, and reads them again where they are not.
public final class EnvironmentSwitch: Sendable {
    private let loader: SettingsLoader
    private let held: Mutex<LoadedSettings>
    /// Of somebody with an account: whose environment and settings are theirs too, and where their own library is.
    private let shared: (of: EnvironmentSwitch, home: PersonHome)?

    private struct LoadedSettings: Sendable {
        var snapshot: EnvironmentSnapshot
        /// Of the files as they stood before they were read: one that is written meanwhile is read once more.
        var stamp: SettingsStamp
        /// Why the files as they stand now could not be used.
        var problem: String?
    }

    /// - Throws: What ``SettingsLoader/load()`` throws.
    public init(loader: SettingsLoader) throws {
        self.loader = loader
        let stamp = SettingsStamp(folder: loader.folder)
        held = Mutex(LoadedSettings(snapshot: try loader.load(), stamp: stamp))
        shared = nil
    }

    /// The environment and the settings of a server, for somebody with an account on it: always those that hold there.
    init(of server: EnvironmentSwitch, home: PersonHome) {
        loader = server.loader
        held = Mutex(
            LoadedSettings(snapshot: server.current.for(home), stamp: SettingsStamp(folder: server.loader.folder)))
        shared = (server, home)
    }

    /// What holds for a request that starts now, as the files say now.
    ///
    /// Where they cannot be used, for a person who edits them may be half done, what held until now still does; see ``problem``.
    /// The environment stays the one that this process is in, also when another process chose another one.
    public var current: EnvironmentSnapshot {
        if let shared { return shared.of.current.for(shared.home) }
        return held.withLock { held in
            look(&held)
            return held.snapshot
        }
    }

    /// Why the settings that stand in the files do not hold; `nil` when they do.
    public var problem: String? {
        if let shared { return shared.of.problem }
        return held.withLock { held in
            look(&held)
            return held.problem
        }
    }

    private func look(_ held: inout LoadedSettings) {
        let stamp = SettingsStamp(folder: loader.folder)
        guard stamp != held.stamp else { return }
        // Also where they cannot be used: they are read again when they have changed again.
        held.stamp = stamp
        do {
            held.snapshot = try snapshot(of: held.snapshot.environment.name)
            held.problem = nil
        } catch let error as any ReadableError {
            held.problem = error.message
        } catch {
            held.problem = "The settings cannot be read."
        }
    }

    /// Changes to the environment of that name; requests that start from now on use it.
    ///
    /// This is for the running process. ``EnvironmentRegistry/use(_:)`` makes it the one that later processes start with.
    ///
    /// - Returns: The snapshot that holds now.
    /// - Throws: What ``SettingsLoader/load()`` throws, and ``EngineError`` with the code `owner-only` for a program; nothing has
    ///   changed then.
    @discardableResult
    public func use(_ name: String) throws -> EnvironmentSnapshot {
        try Reader.requireOwner(for: EnvironmentRegistry.change)
        return try load(name)
    }

    private func load(_ name: String) throws -> EnvironmentSnapshot {
        // Whoever may change settings has them read again for everybody.
        if let shared { return try shared.of.load(name).for(shared.home) }
        let stamp = SettingsStamp(folder: loader.folder)
        let snapshot = try snapshot(of: name)
        held.withLock { $0 = LoadedSettings(snapshot: snapshot, stamp: stamp) }
        return snapshot
    }

    /// What would hold in the environment of that name.
    ///
    /// - Throws: What ``SettingsLoader/load()`` throws.
    public func snapshot(of name: String) throws -> EnvironmentSnapshot {
        if let shared { return try shared.of.snapshot(of: name).for(shared.home) }
        var loader = loader
        loader.environment = name
        return try loader.load()
    }

    /// Reads the settings again, within the same environment.
    @discardableResult
    public func reload() throws -> EnvironmentSnapshot { try load(current.environment.name) }
}

/// What holds for a request from its start to its end: an environment, its settings and its data folder.
///
/// A value that never changes. A request takes one when it starts and uses only that, so that switching the environment cannot
/// send half of it elsewhere.
public struct EnvironmentSnapshot: Hashable, Sendable {
    public let environment: DeploymentEnvironment
    /// The folder that holds `settings.json`, `environments.json` and the keys of services.
    public let baseFolder: URL
    public private(set) var settings: Settings
    /// The source of each setting's value: a file, a variable, or the default.
    public let sources: [SettingKey: SettingSource]
    /// Members of `settings.json` that are no settings of this version. They are kept in the file.
    public let unknownKeys: [String]
    /// Variables that begin with `HEARTH_` and mean nothing.
    public let unknownVariables: [String]

    /// What changes settings in this environment.
    public var editor: SettingsEditor { SettingsEditor(folder: baseFolder, environment: environment.name) }

    /// Where a change of a setting is written that is made in this environment.
    public func place(of key: SettingKey) -> SettingPlace { .of(key, in: environment, isNamed: false) }

    /// Where the library of somebody with an account is; `nil` for the owner's.
    private(set) var home: PersonHome?

    /// The folder that holds the library: documents and conversations.
    public var dataFolder: URL { home?.folder ?? sharedFolder }

    /// The data folder of the environment: where models are, and what else is everybody's on a server with accounts.
    public var sharedFolder: URL {
        environment.dataFolder.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? baseFolder
    }

    /// The same for somebody with an account, whose library is another one.
    func `for`(_ home: PersonHome) -> EnvironmentSnapshot {
        var settings = settings
        settings.nameLibrary(of: home)
        var snapshot = with(settings)
        snapshot.home = home
        return snapshot
    }

    /// The same with other settings, for one request.
    func with(_ settings: Settings) -> EnvironmentSnapshot {
        var snapshot = self
        snapshot.settings = settings
        return snapshot
    }

    init(
        environment: DeploymentEnvironment, baseFolder: URL, settings: Settings, sources: [SettingKey: SettingSource],
        unknownKeys: [String], unknownVariables: [String]
    ) {
        (self.environment, self.baseFolder, self.settings, self.sources) = (environment, baseFolder, settings, sources)
        (self.unknownKeys, self.unknownVariables) = (unknownKeys, unknownVariables)
    }
}

/// Where somebody with an account has their library: a data folder of their own, or rows of their own in PostgreSQL. It follows from their
/// id alone, so two never share one.
struct PersonHome: Hashable, Sendable {
    let folder: URL
    /// What the library is called in PostgreSQL.
    let owner: String

    /// - Parameter folder: The data folder of the server.
    init(of id: String, in folder: URL) {
        self.folder = folder.appendingPathComponent("people/\(id)", isDirectory: true)
        owner = "person-\(id)"
    }
}

/// What tells that the files behind the settings are still the ones that were read, for two looks at the folder and without
/// opening a file.
struct SettingsStamp: Hashable, Sendable {
    private let files: [FileVersion?]

    /// - Parameter folder: The base data folder.
    init(folder: URL) {
        files = [SettingsFile(folder: folder).url, EnvironmentRegistry(folder: folder).url].map {
            FileVersion(of: $0.path)
        }
    }
}
