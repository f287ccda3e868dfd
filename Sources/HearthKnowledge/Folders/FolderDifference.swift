import HearthCore

/// What is another way in a part of a folder than the last look found it: a pure function of both.
struct FolderDifference: Sendable {
    /// What the disk says of a file that is known and was not found.
    enum Fate: Hashable, Sendable {
        /// It is certainly gone.
        case gone
        /// The disk that it lay on is not there.
        case away
        /// It is there, and is left out by now.
        case leftOut
        /// Nobody can say.
        case unknown
    }

    /// Files to be read, by their paths: new ones, and those with another stamp (`isKnown`).
    var toRead: [(path: String, isKnown: Bool)] = []
    /// Files whose documents were read and that are gone.
    var gone: [WatchedFile] = []
    /// What is known from now on without anything being read.
    var changed: [WatchedFile] = []
    /// What is to be forgotten: no document was made of it.
    var forgotten: [String] = []
    /// Files that are left out from now on, and were not.
    var excluded = 0
    var skipped = 0
    /// Of those that were read before, how many are there.
    var present = 0
    /// Files of documents that are known.
    var known = 0

    /// - Parameters:
    ///   - rows: What is known of the same part.
    ///   - retries: Whether what failed is tried again although it is as it was.
    ///   - fate: Asked only of files that are known and were not found.
    init(_ scan: FolderScan, _ rows: [WatchedFile], retries: Bool, fate: (WatchedFile) -> Fate) {
        var isKnown: Set<String> = []
        for row in rows {
            isKnown.insert(row.path)
            let wasRead = row.state != .skipped && row.state != .failed
            if row.state == .read { known += 1 }
            if let file = scan.files[row.path] {
                if row.state == .read { present += 1 }
                let isSame = row.stamp == file.stamp
                let isDone = row.state == .read || row.state == .skipped || row.state == .failed && !retries
                if !isSame || !isDone {
                    toRead.append((row.path, !isSame || row.state == .failed))
                } else if row.isElsewhere != file.isElsewhere {
                    var row = row
                    row.isElsewhere = file.isElsewhere
                    changed.append(row)
                }
                continue
            }
            if let refusal = scan.refused[row.path] {
                // A document that was read stays, as it does where its file is left out.
                let now = WatchedFile(refusal.refused, at: row.path, stamp: refusal.stamp, wasRead: wasRead)
                if now != row { changed.append(now) }
                continue
            }
            switch fate(row) {
            case .unknown: break
            // Of one that failed an earlier state may be in the library.
            case .gone where wasRead || row.state == .failed: if row.state != .gone { gone.append(row) }
            case .away where wasRead: change(row, to: .away)
            case .leftOut where wasRead:
                if row.state != .excluded { excluded += 1 }
                change(row, to: .excluded)
            case .gone, .away, .leftOut: forgotten.append(row.path)
            }
        }
        for path in scan.files.keys where !isKnown.contains(path) { toRead.append((path, false)) }
        toRead.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        for (path, refusal) in scan.refused where !isKnown.contains(path) {
            skipped += 1
            changed.append(WatchedFile(refusal.refused, at: path, stamp: refusal.stamp, wasRead: false))
        }
    }

    private mutating func change(_ row: WatchedFile, to state: WatchedFile.State) {
        guard row.state != state else { return }
        var row = row
        (row.state, row.code, row.message) = (state, nil, nil)
        changed.append(row)
    }
}

extension WatchedFile {
    init(_ refused: FileFinder.Refused, at path: String, stamp: FileStamp, wasRead: Bool) {
        self.init(
            path: path, stamp: stamp, state: wasRead ? .excluded : .skipped, code: refused.reason.code,
            message: refused.message)
    }
}
