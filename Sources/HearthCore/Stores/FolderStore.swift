/// What was known of each file in the folders of this machine that the library is kept in step with (``RecordStore``), when they were
/// looked at last.
///
/// It is what makes a start cheap: a file is read again only where its size, time or number on the disk is another one. Names of
/// files say much about their owner, so all of it is for the owner: a program sees none of it and changes none.
public protocol FolderStore: Sendable {
    /// The files of a folder in the order of their paths' bytes; none for a program.
    ///
    /// - Parameters:
    ///   - path: Only the file of this path, and those in the folder of this path; `nil` takes all.
    ///   - states: Only those in one of these states; `nil` takes all.
    ///   - last: Only those behind this path.
    func watchedFiles(
        of folder: String, under path: String?, in states: Set<WatchedFile.State>?, after last: String?, limit: Int
    ) async throws -> [WatchedFile]
    /// Keeps what is known of files, and forgets others, in one step. Nothing is kept for a folder that is not there (any more).
    ///
    /// - Throws: `not-allowed` for a program.
    func keepWatchedFiles(_ files: [WatchedFile], forgetting paths: [String], of folder: String) async throws
    /// How many files of each folder are in each state; none for a program.
    func watchedFileCounts() async throws -> [String: [WatchedFile.State: Int]]
}

/// The last known state of a file in a watched folder.
public struct WatchedFile: Hashable, Sendable {
    public enum State: String, Hashable, Codable, Sendable, CaseIterable {
        /// It is in the library.
        case read
        /// The file is no document and is ignored on purpose.
        case skipped
        /// It could not be read; it is tried again when it changes, and when its folder is looked at anew.
        case failed
        /// It was read, and is excluded by now; its document stays until its owner has it removed.
        case excluded
        /// It was read and is gone; its document stays, as its owner chose.
        case gone
        /// The file lies on a disk that is not mounted now.
        case away
    }

    /// From the folder on, without a slash at its beginning.
    public var path: String
    public var stamp: FileStamp
    /// Whether it lies on another disk than its folder: one that is mounted below.
    public var isElsewhere: Bool
    public var state: State
    /// Why it is skipped or failed; `nil` where it is neither.
    public var code: String?
    /// The same for a person.
    public var message: String?

    public init(
        path: String, stamp: FileStamp, isElsewhere: Bool = false, state: State, code: String? = nil,
        message: String? = nil
    ) {
        (self.path, self.stamp, self.isElsewhere, self.state) = (path, stamp, isElsewhere, state)
        (self.code, self.message) = (code, message)
    }
}

/// By which a file is known to be unchanged without being read.
public struct FileStamp: Hashable, Sendable {
    /// Bytes.
    public var size: Int
    /// When its content was changed last, in nanoseconds since 1970.
    public var modified: Int64
    /// Its number on its disk, as a bit pattern: another one stands for another file, such as one that an editor put in its place.
    public var inode: Int64

    public init(size: Int, modified: Int64, inode: Int64) {
        (self.size, self.modified, self.inode) = (size, modified, inode)
    }
}

extension WatchedFile {
    /// Refuses what a store cannot keep, and who may not change it.
    package static func checkChange(of folder: String, paths: [String]) throws {
        try StoredRecord.Kind.watchedFolder.checkChange(of: folder)
        guard paths.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else {
            throw StoreError(.invalidInput, "A file in a folder needs a path, without NUL.")
        }
    }
}
