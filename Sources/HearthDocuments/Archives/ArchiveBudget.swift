import Synchronization

/// What may still be unpacked of an archive and of all that is in it: archives, office documents and books, which are archives themselves.
///
/// Each of them has limits of its own. Ten thousand of them, each within its limits, would take days.
final class ArchiveBudget: Sendable {
    /// The budget of the archive that is being read. It goes with the task and not through the readers of all formats, which know nothing of where a
    /// file comes from.
    @TaskLocal static var current: ArchiveBudget?

    private struct Rest {
        var bytes: Int
        var entries: Int
        var files: Int
        var pictures: Int
    }

    private let rest: Mutex<Rest>

    /// - Parameters:
    ///   - bytes: That are unpacked, or were in vain.
    ///   - entries: Of all directories.
    ///   - files: That a reader is asked to read.
    ///   - pictures: That are read, which takes seconds for each.
    init(bytes: Int = 1 << 30, entries: Int = 1_000_000, files: Int = 10_000, pictures: Int = 500) {
        rest = Mutex(Rest(bytes: bytes, entries: entries, files: files, pictures: pictures))
    }

    /// Does something within the budget of the archive around it, or within a new one.
    static func within<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        if current != nil { return try await body() }
        return try await $current.withValue(ArchiveBudget(), operation: body)
    }

    /// Bytes that may still be unpacked.
    var bytes: Int { rest.withLock { $0.bytes } }

    func spend(bytes: Int) { rest.withLock { $0.bytes -= min($0.bytes, max(0, bytes)) } }

    /// Whether a directory of so many entries may be read.
    func take(entries: Int) -> Bool {
        rest.withLock {
            guard entries <= $0.entries else { return false }
            $0.entries -= entries
            return true
        }
    }

    /// Whether one more file may be read.
    func takeFile() -> Bool {
        rest.withLock {
            guard $0.files > 0, $0.bytes > 0 else { return false }
            $0.files -= 1
            return true
        }
    }

    /// Whether one more file of so many pictures may be read: the last of them may have more than there is room for.
    func take(pictures: Int) -> Bool {
        rest.withLock {
            guard $0.pictures > 0 else { return false }
            $0.pictures -= min($0.pictures, max(1, pictures))
            return true
        }
    }
}
