package import Foundation

/// Parts of files from which nothing can go on, as a killed copy leaves them, or a download that was killed before anything of it
/// was durable.
package enum DeadParts {
    /// Removes those that nobody is writing: each is looked at under the lock of its file, which the system lets go of with the
    /// process that held it. A part that a download can go on from stays until a person removes it.
    ///
    /// - Parameter models: The folder of models.
    package static func sweep(_ models: URL) {
        let folder = DownloadFiles(folder: models, name: "").folder
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasSuffix(".part") {
            let files = DownloadFiles(folder: models, name: String(name.dropLast(5)))
            // Asked before the lock is, so that a start of the program gets in nobody's way.
            guard !canGoOn(files), let lock = try? FileLock(files.lock) else { continue }
            defer { lock.release() }
            // Somebody may have begun meanwhile, and ended.
            if !canGoOn(files) { try? files.remove() }
        }
    }

    private static func canGoOn(_ files: DownloadFiles) -> Bool {
        (DownloadJournal.read(files.journal)?.durableBytes ?? 0) > 0
    }
}
