import Foundation
import HearthStore
import HearthSystem

/// A folder in `incoming/` of a data folder, for its owner alone, for as long as something in it is worked on. What is left of one whose
/// process was killed goes when any command starts (``Leftovers``).
struct IncomingFolder: Sendable {
    let url: URL
    /// Says to whoever sweeps that this is being worked on.
    private let lock: FolderLock?

    init(in dataFolder: URL) throws {
        url = dataFolder.appending(path: "incoming").appending(path: UUID().uuidString.lowercased())
        try NewFile.makeFolder(url.path)
        lock = try FolderLock(Leftovers.lockFile(in: url), mode: .exclusive, timeout: 0)
    }

    /// Nobody sweeps it before.
    func remove() {
        try? FileManager.default.removeItem(at: url)
        lock?.release()
    }
}
