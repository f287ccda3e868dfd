import HearthCore
import HearthDocuments
import HearthSystem
import Synchronization

/// In how many pieces the files of a run were read, so that what is left of an earlier reading in more of them goes.
struct FileCuts {
    private let preparer: DocumentPreparer
    /// Files that are read in pieces, by how their first one is shown.
    private var planned: [String: FileFinder.Found] = [:]
    /// By the places of the files.
    private var counts: [String: Int] = [:]

    init(_ preparer: DocumentPreparer) { self.preparer = preparer }

    mutating func plan(_ entries: [FileFinder.Entry]) {
        for case .file(let file) in entries where file.part?.number == 1 { planned[file.shown] = file }
    }

    mutating func note(_ prepared: DocumentPreparer.Prepared) {
        switch prepared {
        // A file that is new leaves nothing behind.
        case .ready(_, let file, let isUpdate) where file.part == nil ? isUpdate : file.part?.number == 1: note(file)
        case .unchanged(let report, _, _): if let file = planned[report.path] { note(file) }
        case .ready, .refused: break
        }
    }

    private mutating func note(_ file: FileFinder.Found) { counts[preparer.place(of: file)] = file.part?.count ?? 1 }

    func forgetFormerParts(_ library: any DocumentStore) async throws {
        for (place, count) in counts {
            let former = try await library.places(ofPartsOf: place).filter { PartPlace.origin(of: $0).number > count }
            if !former.isEmpty { _ = try await library.removeSources(paths: former, keepsLabels: true) }
        }
    }
}

/// Where large files were cut, so that one that is as it was is not looked through again.
final class KnownSplits: Sendable {
    private struct Split {
        var size: Int
        var modified: Double
        var parts: [FilePart]?
    }

    private let known = Mutex<[String: Split]>([:])

    func parts(of file: OpenFile, at path: String, _ split: () throws -> [FilePart]?) throws -> [FilePart]? {
        if let split = known.withLock({ $0[path] }), split.size == file.size, split.modified == file.modified {
            return split.parts
        }
        let parts = try split()
        known.withLock { $0[path] = Split(size: file.size, modified: file.modified, parts: parts) }
        return parts
    }
}
