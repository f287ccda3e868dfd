package import Foundation
import HearthStore

/// Removes what programs that were killed have left in a data folder, at the start of the next one.
///
/// What is being written lies beside what it becomes, or in `incoming/`, and is for its owner alone. Nothing of Hearth's is
/// written anywhere else.
package enum Leftovers {
    /// Held by whoever works with a folder in `incoming/`; the system lets go of it with the process.
    package static func lockFile(in folder: URL) -> URL { folder.appending(path: ".lock") }

    /// Seconds after which a file that is replaced in an instant was left behind.
    private static let patience: Double = 600

    package static func sweep(_ folder: URL, now: Date = Date()) {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: folder.path)) ?? [] where isHalfWritten(name) {
            let place = folder.appending(path: name)
            if age(place, now) > patience { try? files.removeItem(at: place) }
        }
        let incoming = folder.appending(path: "incoming")
        for name in (try? files.contentsOfDirectory(atPath: incoming.path)) ?? [] {
            let place = incoming.appending(path: name)
            if isLeft(place, now) { try? files.removeItem(at: place) }
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

    /// `settings.json.UUID`, `database-key.key.UUID`, `hearth.keycheck.new-PID`: names until the rename.
    private static func isHalfWritten(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        let ending = name[name.index(after: dot)...]
        return UUID(uuidString: String(ending)) != nil
            || ending.hasPrefix("new-") && Int(ending.dropFirst(4)) != nil
    }
}
