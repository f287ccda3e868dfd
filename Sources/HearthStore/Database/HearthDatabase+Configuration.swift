public import Foundation
public import HearthCore

extension HearthDatabase {
    /// Where the database is, and how it is opened.
    public struct Configuration: Sendable {
        /// The data folder; the database is `hearth.sqlite` in it.
        public var folder: URL
        /// 32 random bytes, see ``DatabaseKey``. A raw key, not a passphrase: deriving one would cost 100 ms a connection.
        public var key: Secret
        /// Nothing is written, not even a lock; changes throw `read-only`.
        public var isReadOnly: Bool
        /// Whether a missing database is created.
        public var createsIfMissing: Bool
        /// Seconds that a writer waits for another process. Default 30: a large batch of another process takes seconds.
        public var busyTimeout: Double
        /// KiB of decrypted pages that each connection keeps. Default 16 MiB: pages are cheap to decrypt again (6 µs), and
        /// the vectors need the memory more.
        public var cacheKiB: Int
        /// Threads that one vector search may use. Default: 2 where there are two cores; more do not pay, because the search
        /// is bound by the speed of memory.
        public var searchThreads: Int

        public init(
            folder: URL, key: Secret, isReadOnly: Bool = false, createsIfMissing: Bool = true, busyTimeout: Double = 30,
            cacheKiB: Int = 16_384, searchThreads: Int = min(2, ProcessInfo.processInfo.activeProcessorCount)
        ) {
            self.folder = folder
            self.key = key
            self.isReadOnly = isReadOnly
            self.createsIfMissing = createsIfMissing
            self.busyTimeout = busyTimeout
            self.cacheKiB = cacheKiB
            self.searchThreads = searchThreads
        }

        /// The files of the database.
        public var files: StoreFiles { StoreFiles(folder: folder) }
    }
}
