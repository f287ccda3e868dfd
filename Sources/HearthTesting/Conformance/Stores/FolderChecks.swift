import Foundation
import HearthCore

extension StoreRun {
    func watchedFiles() async throws {
        func file(_ path: String, _ state: WatchedFile.State = .read, code: String? = nil) -> WatchedFile {
            WatchedFile(
                path: path, stamp: FileStamp(size: 3, modified: 1_750_000_000_123_456_789, inode: -5),
                isElsewhere: path.hasPrefix("disk"), state: state, code: code, message: code.map { "Why: \($0)." })
        }
        func all(
            under path: String? = nil, _ states: Set<WatchedFile.State>? = nil, after last: String? = nil,
            limit: Int = .max
        ) async throws -> [String] {
            try await library.watchedFiles(of: "a", under: path, in: states, after: last, limit: limit).map(\.path)
        }
        // Of a folder that there is not, nothing is kept: it was removed while it was looked at.
        try await library.keepWatchedFiles([file("x")], forgetting: [], of: "a")
        try equal(try await library.watchedFiles(of: "a", under: nil, in: nil, after: nil, limit: 9), [], "no folder")
        _ = try await library.keepRecord(Data([1]), of: .watchedFolder, named: "a", replacing: nil)
        _ = try await library.keepRecord(Data([1]), of: .watchedFolder, named: "b", replacing: nil)
        let files = [
            file("sub/Zeta.md"), file("sub-2.md", .failed, code: "empty"), file("sub/ä.md"), file("disk/1.md"),
            file("sub/deep/é.md", .skipped, code: "unsupported-format"), file("sub"),
        ]
        try await library.keepWatchedFiles(files, forgetting: [], of: "a")
        try await library.keepWatchedFiles([file("other.md")], forgetting: [], of: "b")
        let order = ["disk/1.md", "sub", "sub-2.md", "sub/Zeta.md", "sub/deep/é.md", "sub/ä.md"]
        try equal(try await all(), order, "their order")
        try equal(
            try await library.watchedFiles(of: "a", under: nil, in: nil, after: nil, limit: .max),
            files.sorted { $0.path.precedes($1.path) }, "what is kept")
        try equal(try await all(under: "sub"), ["sub", "sub/Zeta.md", "sub/deep/é.md", "sub/ä.md"], "a folder's")
        try equal(try await all([.failed, .skipped]), ["sub-2.md", "sub/deep/é.md"], "those with a problem")
        try equal(try await all([]), [], "those in no state")
        try equal(try await all(after: "sub-2.md", limit: 2), ["sub/Zeta.md", "sub/deep/é.md"], "a page")
        try equal(try await all(under: "sub", [.read], after: "sub", limit: 1), ["sub/Zeta.md"], "all of these")
        try await library.keepWatchedFiles(
            [file("sub-2.md"), file("new.md", .gone)], forgetting: ["sub", "nowhere", "disk/1.md"], of: "a")
        try equal(
            try await all(), ["new.md", "sub-2.md", "sub/Zeta.md", "sub/deep/é.md", "sub/ä.md"], "after a change")
        try equal(
            try await library.watchedFileCounts(),
            ["a": [.read: 3, .gone: 1, .skipped: 1], "b": [.read: 1]], "how many there are")
        try await fails(.invalidInput, "one without a path") {
            try await library.keepWatchedFiles([file("")], forgetting: [], of: "a")
        }
        try await asProgram(upTo: .private) {
            try equal(try await all(), [], "what a program sees")
            try equal(try await library.watchedFileCounts().count, 0, "what a program counts")
            try await fails(.notAllowed, "a program's change") {
                try await library.keepWatchedFiles([], forgetting: ["new.md"], of: "a")
            }
        }
        _ = try await library.removeRecord(of: .watchedFolder, named: "a")
        _ = try await library.keepRecord(Data([1]), of: .watchedFolder, named: "a", replacing: nil)
        try equal(try await all(), [], "those of a folder that was removed")
        try equal(try await library.watchedFileCounts(), ["b": [.read: 1]], "those of the other")
    }
}
