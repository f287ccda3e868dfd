public import Foundation
import HearthRegistry
import HearthStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Where Hearth keeps its data.
///
/// `HEARTH_HOME` names it; otherwise it is the platform's folder for a user's application data. Nothing is read or written
/// outside it, the inputs and the places that a person names.
public enum DataFolder {
    public static func resolve(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        if let home = environment["HEARTH_HOME"], !home.isEmpty {
            return URL(fileURLWithPath: home, isDirectory: true).standardizedFileURL
        }
        #if os(Linux)
        // XDG Base Directory Specification 0.8: relative paths in the variable are invalid and ignored.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return URL(fileURLWithPath: data + "/hearth", isDirectory: true)
        }
        let user = environment["HOME"] ?? NSHomeDirectory()
        return URL(fileURLWithPath: user + "/.local/share/hearth", isDirectory: true)
        #else
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (support ?? URL(fileURLWithPath: NSHomeDirectory() + "/Library/Application Support"))
            .appendingPathComponent("Hearth", isDirectory: true)
        #endif
    }
}

/// The data folders of Hearth, into which nothing is written that a person wants somewhere: a copy, an export, a page. Put over
/// a file of the store it would be the store's end.
struct OwnFolders: Sendable {
    private let own: [Place]

    private struct Place: Sendable {
        var path: String
        var identity: Identity?

        init(_ path: String) { (self.path, identity) = (path, OwnFolders.identity(path)) }
    }

    /// - Parameter snapshot: Its folder and those of all environments beside it are known by it; a folder with another store by
    ///   the files of that.
    init(_ snapshot: EnvironmentSnapshot) {
        let environments = (try? EnvironmentRegistry(folder: snapshot.baseFolder).load().environments) ?? []
        let folders =
            [snapshot.baseFolder, snapshot.sharedFolder, snapshot.dataFolder]
            + environments.compactMap(\.dataFolder).map { URL(fileURLWithPath: $0, isDirectory: true) }
        own = folders.map { Place(Self.realPath($0.path)) }
    }

    /// Whether a folder is one itself.
    ///
    /// - Parameter place: Absolute and without links.
    func contain(_ place: String) -> Bool {
        // The file system tells: names may differ in case, and a folder may be mounted twice.
        let identity = Self.identity(place)
        return own.contains { $0.path == place || identity != nil && $0.identity == identity } || Self.isStore(place)
    }

    /// Whether a path lies in such a folder, or is one, whatever links and spellings it is named by.
    func hold(_ path: String) -> Bool {
        var place = Self.realPath(path)
        while true {
            if contain(place) { return true }
            let above = (place as NSString).deletingLastPathComponent
            guard above != place, !above.isEmpty else { return false }
            place = above
        }
    }

    /// The path without links, also of what is not there yet.
    static func realPath(_ path: String) -> String {
        var place = URL(fileURLWithPath: path).path
        var missing: [String] = []
        while true {
            if let resolved = realpath(place, nil) {
                defer { free(resolved) }
                return missing.reversed().reduce(String(cString: resolved)) {
                    ($0 as NSString).appendingPathComponent($1)
                }
            }
            let above = (place as NSString).deletingLastPathComponent
            guard above != place, !above.isEmpty else { return path }
            missing.append((place as NSString).lastPathComponent)
            place = above
        }
    }

    private static func isStore(_ folder: String) -> Bool {
        let files = StoreFiles(folder: URL(fileURLWithPath: folder, isDirectory: true))
        return files.databaseExists && FileManager.default.fileExists(atPath: files.lock.path)
    }

    private struct Identity: Equatable, Sendable {
        var device: UInt64
        var number: UInt64
    }

    private static func identity(_ path: String) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    }
}

/// Removes what programs that were killed have left in a data folder, at the start of the next one.
///
/// What is being written lies beside what it becomes, or in `incoming/`, and is for its owner alone. Beside a backup, which lies
/// where its owner wants it, the next one looks.
package enum Leftovers {
    /// Held by whoever works with a folder in `incoming/`; the system lets go of it with the process.
    package static func lockFile(in folder: URL) -> URL { folder.appending(path: ".lock") }

    /// Seconds after which a file that is replaced in an instant was left behind.
    private static let patience: Double = 600
    /// The same for one that takes a while to write; each piece of it makes it young again.
    private static let longPatience: Double = 3_600

    package static func sweep(_ folder: URL, now: Date = Date()) {
        let files = FileManager.default
        let store = StoreFiles(folder: folder)
        for (place, patience, isLeft) in [
            (folder, patience, isHalfWritten), (folder, longPatience, isPartial),
            (store.modelCache, longPatience, isPartial),
        ] {
            for name in (try? files.contentsOfDirectory(atPath: place.path)) ?? [] where isLeft(name) {
                let file = place.appending(path: name)
                if age(file, now) > patience { try? files.removeItem(at: file) }
            }
        }
        // What has a lock needs no age: the system lets go of it with the process.
        HearthDatabase.finishInterruptedRestore(in: folder)
        DeadParts.sweep(ModelFiles(dataFolder: folder).registry.folder)
        let incoming = folder.appending(path: "incoming")
        for name in (try? files.contentsOfDirectory(atPath: incoming.path)) ?? [] {
            let place = incoming.appending(path: name)
            if isLeft(place, now) { try? files.removeItem(at: place) }
        }
    }

    /// Removes what killed backups have left beside where the next one is written: hidden, and as large as the store.
    package static func sweepBackups(in folder: URL, now: Date = Date()) {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: folder.path)) ?? [] where isBackup(name) {
            let file = folder.appending(path: name)
            if age(file, now) > longPatience { try? files.removeItem(at: file) }
        }
    }

    private static func isLeft(_ place: URL, _ now: Date) -> Bool {
        let lockFile = lockFile(in: place)
        // Where there is no lock yet, it is about to be made, or was never needed.
        guard FileManager.default.fileExists(atPath: lockFile.path) else { return age(place, now) > patience }
        guard let lock = try? FolderLock(lockFile, mode: .exclusive, timeout: 0) else { return false }
        lock.release()
        return true
    }

    private static func age(_ place: URL, _ now: Date) -> Double {
        let date = (try? FileManager.default.attributesOfItem(atPath: place.path))?[.modificationDate] as? Date
        return date.map { now.timeIntervalSince($0) } ?? 0
    }

    private static let partialEnding = ".partial"

    /// `.hearth-UUID.partial`, the name of a backup until the rename, and what SQLite keeps beside it.
    private static func isBackup(_ name: String) -> Bool {
        let own = ".hearth-"
        let beside = ["-journal", "-wal", "-shm"].first { name.hasSuffix($0) }
        let main = name.dropLast(beside?.count ?? 0)
        guard main.hasPrefix(own), main.hasSuffix(partialEnding) else { return false }
        return UUID(uuidString: String(main.dropFirst(own.count).dropLast(partialEnding.count))) != nil
    }

    /// `NAME.1A2B3C4D.partial`: a name until the rename.
    private static func isPartial(_ name: String) -> Bool {
        if isBackup(name) { return true }
        guard name.hasSuffix(partialEnding) else { return false }
        let rest = name.dropLast(partialEnding.count)
        guard let dot = rest.lastIndex(of: "."), dot != rest.startIndex else { return false }
        let number = rest[rest.index(after: dot)...]
        return number.count == 8 && number.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// `settings.json.UUID`, `database-key.key.UUID`, `hearth.keycheck.new-PID`: names until the rename.
    private static func isHalfWritten(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        let ending = name[name.index(after: dot)...]
        return UUID(uuidString: String(ending)) != nil
            || ending.hasPrefix("new-") && Int(ending.dropFirst(4)) != nil
    }
}
