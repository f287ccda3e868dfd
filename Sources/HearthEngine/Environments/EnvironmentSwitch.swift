import Foundation
import HearthCore
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
    private let held: Mutex<Held>

    private struct Held: Sendable {
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
        held = Mutex(Held(snapshot: try loader.load(), stamp: stamp))
    }

    /// What holds for a request that starts now, as the files say now.
    ///
    /// Where they cannot be used, for a person who edits them may be half done, what held until now still does; see ``problem``.
    /// The environment stays the one that this process is in, also when another process chose another one.
    public var current: EnvironmentSnapshot {
        held.withLock { held in
            look(&held)
            return held.snapshot
        }
    }

    /// Why the settings that stand in the files do not hold; `nil` when they do.
    public var problem: String? {
        held.withLock { held in
            look(&held)
            return held.problem
        }
    }

    private func look(_ held: inout Held) {
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
    /// - Throws: What ``SettingsLoader/load()`` throws, in which case nothing has changed.
    @discardableResult
    public func use(_ name: String) throws -> EnvironmentSnapshot {
        let stamp = SettingsStamp(folder: loader.folder)
        let snapshot = try snapshot(of: name)
        held.withLock { $0 = Held(snapshot: snapshot, stamp: stamp) }
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
