import Foundation
import HearthStore

/// Says that a process keeps the folders of a data folder in step, for as long as it does: two would read every file twice.
final class FolderWatchLock: Sendable {
    /// In the data folder.
    static let name = "hearth.folders.lock"

    private let lock: FolderLock

    /// - Returns: `nil` while another process does.
    /// - Throws: `StoreError` where the data folder cannot be written to.
    init?(_ folder: URL) throws {
        guard let lock = try FolderLock(folder.appendingPathComponent(Self.name), mode: .exclusive, timeout: 0) else {
            return nil
        }
        self.lock = lock
    }

    func release() { lock.release() }
}
