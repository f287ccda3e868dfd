import Foundation
import Synchronization

/// Holds the current environment, and changes it in one step.
///
/// Requests call ``current`` once, when they start. A switch replaces the snapshot as a whole after the new one was loaded and
/// checked; when that fails, the old one stays. Nobody ever sees a mixture, and running requests finish in the old one.
public final class EnvironmentSwitch: Sendable {
    private let loader: SettingsLoader
    private let held: Mutex<EnvironmentSnapshot>

    /// - Throws: What ``SettingsLoader/load()`` throws.
    public init(loader: SettingsLoader) throws {
        self.loader = loader
        held = Mutex(try loader.load())
    }

    /// What holds for a request that starts now.
    public var current: EnvironmentSnapshot { held.withLock { $0 } }

    /// Changes to the environment of that name; requests that start from now on use it.
    ///
    /// This is for the running process. ``EnvironmentRegistry/use(_:)`` makes it the one that later processes start with.
    ///
    /// - Returns: The snapshot that holds now.
    /// - Throws: What ``SettingsLoader/load()`` throws, in which case nothing has changed.
    @discardableResult
    public func use(_ name: String) throws -> EnvironmentSnapshot {
        let snapshot = try snapshot(of: name)
        held.withLock { $0 = snapshot }
        return snapshot
    }

    /// What would hold in the environment of that name.
    ///
    /// - Throws: What ``SettingsLoader/load()`` throws.
    public func snapshot(of name: String) throws -> EnvironmentSnapshot {
        var loader = loader
        loader.environment = name
        return try loader.load()
    }

    /// Reads the settings again, within the same environment.
    @discardableResult
    public func reload() throws -> EnvironmentSnapshot { try use(current.environment.name) }
}
