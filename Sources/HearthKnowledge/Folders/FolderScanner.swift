import Foundation
import HearthCore
import HearthDocuments
import HearthSystem

/// A part of a folder that is looked at.
struct FolderScope: Hashable, Sendable {
    /// From the folder on; empty for all of it.
    var path: String
    /// Whether what lies in folders below is looked at, too.
    var isDeep: Bool

    static let all = FolderScope(path: "", isDeep: true)

    /// Whether a file of this path, from the folder on, lies in it.
    func holds(_ file: String) -> Bool {
        if path.isEmpty { return isDeep || !file.utf8.contains(UInt8(ascii: "/")) }
        if file == path { return isDeep }
        guard file.utf8.starts(with: (path + "/").utf8) else { return false }
        return isDeep || !file.utf8.dropFirst(path.utf8.count + 1).contains(UInt8(ascii: "/"))
    }

    /// The same without parts of which another one holds everything; all of it where there are too many.
    static func merged(_ scopes: Set<FolderScope>) -> [FolderScope] {
        guard scopes.count <= 200, !scopes.contains(.all) else { return [.all] }
        return scopes.filter { scope in
            !scopes.contains { other in
                other != scope && other.isDeep && (other.path == scope.path || other.holds(scope.path))
            }
        }.sorted { $0.path < $1.path }
    }
}

/// What was found in a folder, without a byte of a file having been read.
struct FolderScan: Sendable {
    struct File: Sendable {
        var found: FileFinder.Found
        var stamp: FileStamp
        var isElsewhere: Bool
    }

    /// By their paths from the folder on, as everything here.
    var files: [String: File] = [:]
    /// Files that are none to be read, and folders that are not looked into.
    var refused: [String: (refused: FileFinder.Refused, stamp: FileStamp)] = [:]
    /// How many files and folders are left out, as the owner or a list says.
    var leftOut = 0
    /// Folders that could not be read; what is in them is unknown.
    var unreadable: [String] = []
    /// Lists that could not be taken as they are, for a person.
    var problems: [String] = []
}

/// Looks through a folder: names, sizes, times. What is left out is not looked into, and no link is followed.
struct FolderScanner: Sendable {
    let root: String
    let includesHidden: Bool
    let isOwn: @Sendable (_ folder: String) -> Bool
    /// Is told of a folder before it is looked through, so that nothing that comes into it meanwhile is missed.
    let willLook: @Sendable (_ folder: String) -> Void
    private let gitLists: WatchedFolder.GitLists
    private let patterns: [IgnorePatterns]

    init(
        _ folder: WatchedFolder, isOwn: @escaping @Sendable (_ folder: String) -> Bool = { _ in false },
        willLook: @escaping @Sendable (_ folder: String) -> Void = { _ in }
    ) {
        (root, includesHidden, self.isOwn, self.willLook) = (folder.path, folder.includesHidden, isOwn, willLook)
        gitLists = folder.gitLists
        patterns = [
            IgnorePatterns(lines: WatchedFolder.defaultExclusions), IgnorePatterns(lines: folder.exclusions),
        ]
    }

    /// Looks at parts of the folder.
    ///
    /// - Parameter stop: Ends it with a `CancellationError`.
    /// - Throws: ``SystemError`` where the folder itself cannot be opened.
    func scan(_ scopes: [FolderScope], stop: Latch) throws -> FolderScan {
        let folder = try OpenFolder(withoutLinks: root)
        var walk = Walk(
            scanner: self, device: try folder.identity().device, scan: FolderScan(), finder: FileFinder(), stop: stop)
        walk.finder.isOwn = isOwn
        for scope in scopes {
            var place = Place(
                folder: folder, path: "", names: IgnorePath(parts: []), chain: IgnoreChain(patterns),
                countsGit: gitLists == .everywhere)
            walk.addLists(of: &place)
            if walk.enter(scope.path, &place) { try walk.look(into: place, isDeep: scope.isDeep) }
        }
        return walk.scan
    }

    fileprivate struct Place {
        var folder: OpenFolder
        /// From the root on.
        var path: String
        var names: IgnorePath
        /// What Hearth's own lists say.
        var chain: IgnoreChain
        /// What `.ignore` files say: as the tools have it that share them, one of a folder above counts more than Git's of a deeper one.
        var shared = IgnoreChain()
        /// What Git's lists of the repository say that the folder lies in.
        var git = IgnoreChain()
        /// Whether these count here.
        var countsGit: Bool

        func leavesOut(_ names: IgnorePath, isFolder: Bool) -> Bool {
            [chain, shared, git].lazy.compactMap { $0.verdict(of: names, isFolder: isFolder) }.first == .leftOut
        }

        /// A folder in it, whose own lists are to be added.
        func entering(_ folder: OpenFolder, path: String, names: IgnorePath) -> Place {
            Place(
                folder: folder, path: path, names: names, chain: chain, shared: shared, git: git, countsGit: countsGit)
        }

        var depth: Int { names.parts.count }
        func path(of name: String) -> String { path.isEmpty ? name : path + "/" + name }
    }

    fileprivate struct Walk {
        let scanner: FolderScanner
        let device: UInt64
        var scan: FolderScan
        var finder: FileFinder
        let stop: Latch

        private func absolute(_ path: String) -> String {
            if path.isEmpty { return scanner.root }
            return scanner.root == "/" ? "/" + path : scanner.root + "/" + path
        }

        /// Goes down to a part of the folder; `false` where nothing of it is looked at.
        mutating func enter(_ path: String, _ place: inout Place) -> Bool {
            for name in path.split(separator: "/").map(String.init) {
                let names = place.names.appending(name)
                let full = absolute(place.path(of: name))
                guard isWanted(name, full, isFolder: true), !place.leavesOut(names, isFolder: true),
                    place.depth < FileFinder.maximumDepth, !scanner.isOwn(full), !FileFinder.isExport(full),
                    let folder = try? place.folder.folder(name)
                else { return false }
                place = place.entering(folder, path: place.path(of: name), names: names)
                addLists(of: &place)
            }
            return true
        }

        /// Whether what is hidden is looked at. Folders of mails in one another have names that begin with a dot.
        private func isWanted(_ name: String, _ full: String, isFolder: Bool) -> Bool {
            scanner.includesHidden || !name.hasPrefix(".")
                || isFolder && Maildir.isOne(full) && Maildir.isOne((full as NSString).deletingLastPathComponent)
        }

        /// Takes the lists of exclusions that lie in a folder.
        mutating func addLists(of place: inout Place) {
            addList(WatchedFolder.ignoreFile, of: place, to: &place.chain)
            addList(WatchedFolder.sharedIgnoreFile, of: place, to: &place.shared)
            guard scanner.gitLists != .nowhere else { return }
            if place.folder.holds(WatchedFolder.gitStore) {
                // A repository in another one is one of its own: Git asks no list above it.
                (place.git, place.countsGit) = (IgnoreChain(), true)
            }
            if place.countsGit { addList(WatchedFolder.gitIgnoreFile, of: place, to: &place.git) }
        }

        private mutating func addList(_ list: String, of place: Place, to chain: inout IgnoreChain) {
            let name = absolute(place.path(of: list))
            switch chain.add(list, in: place.folder, depth: place.depth) {
            case .none: break
            case .noRoom: tell("\(name) is not read: the lists on the way to it are too long, or it cannot be.")
            case .taken(let problem?): tell("\(name), line \(problem.line): \(problem.reason.words)")
            case .taken(nil): break
            }
        }

        private mutating func tell(_ problem: String) {
            if scan.problems.count < 100 { scan.problems.append(problem) }
        }

        mutating func look(into place: Place, isDeep: Bool) throws {
            if stop.isSet { throw CancellationError() }
            let full = absolute(place.path)
            scanner.willLook(full)
            guard let items = try? place.folder.items() else {
                refuse(place.path, .unreadableFolder, FileStamp(size: 0, modified: 0, inode: 0))
                scan.unreadable.append(place.path)
                return
            }
            let logs = DatabaseLogs(items)
            for item in items {
                let path = place.path(of: item.name)
                let full = absolute(path)
                let isFolder = item.kind == .folder
                guard isWanted(item.name, full, isFolder: isFolder) else { continue }
                let names = place.names.appending(item.name)
                guard !place.leavesOut(names, isFolder: isFolder) else {
                    scan.leftOut += 1
                    continue
                }
                switch item.kind {
                case .file: add(path, full, item, logs.stamp(of: item))
                case .folder:
                    guard isDeep else { continue }
                    try descend(place.entering(place.folder, path: path, names: names), item)
                case .link: addLink(path, full, item)
                case .other: refuse(path, .noFile, item.stamp)
                case .unnamable: refuse(path, .noName, item.stamp)
                }
            }
        }

        /// - Parameter place: Of the folder, but for its open folder, which is that above it.
        private mutating func descend(_ place: Place, _ item: OpenFolder.Item) throws {
            var place = place
            let full = absolute(place.path)
            if place.depth >= FileFinder.maximumDepth { return refuse(place.path, .tooDeep, item.stamp) }
            if scanner.isOwn(full) { return refuse(place.path, .own, item.stamp) }
            if FileFinder.isExport(full) { return refuse(place.path, .export, item.stamp) }
            guard let folder = try? place.folder.folder(item.name) else {
                refuse(place.path, .unreadableFolder, item.stamp)
                scan.unreadable.append(place.path)
                return
            }
            place.folder = folder
            addLists(of: &place)
            try look(into: place, isDeep: true)
        }

        private mutating func add(_ path: String, _ full: String, _ item: OpenFolder.Item, _ stamp: FileStamp) {
            switch finder.entry(FileFinder.Found(path: full, absolutePath: full), isNamed: false) {
            case .file(let found):
                scan.files[path] = FolderScan.File(
                    found: found, stamp: stamp, isElsewhere: item.device != device)
            case .refused(let refused): scan.refused[path] = (refused, item.stamp)
            }
        }

        /// A link to what lies in the folder leads to what is found by itself.
        private mutating func addLink(_ path: String, _ full: String, _ item: OpenFolder.Item) {
            guard let target = FileFinder.realPath(full) else {
                return refuse(path, errno == EACCES ? .forbidden : .dangling, item.stamp)
            }
            let inside = scanner.root == "/" ? "/" : scanner.root + "/"
            if !target.utf8.starts(with: inside.utf8) { refuse(path, .leadsOut, item.stamp) }
        }

        private mutating func refuse(_ path: String, _ reason: FileFinder.Refused.Reason, _ stamp: FileStamp) {
            scan.refused[path] = (FileFinder.Refused(path: absolute(path), reason: reason), stamp)
        }
    }
}

/// The logs of databases that lie in a folder. What is written last goes into the log alone, for hours it may be: a database is as new as that.
struct DatabaseLogs {
    private var modified: [String: Int64] = [:]

    init(_ items: [OpenFolder.Item]) {
        for item in items where item.kind == .file && item.name.hasSuffix(DocumentReader.logEnding) {
            modified[String(item.name.dropLast(DocumentReader.logEnding.count))] = item.stamp.modified
        }
    }

    /// By which a file is known to be unchanged, with what is in its log.
    func stamp(of item: OpenFolder.Item) -> FileStamp {
        var stamp = item.stamp
        if let log = modified[item.name], DocumentReader.mayHaveLog(item.name) {
            stamp.modified = max(stamp.modified, log)
        }
        return stamp
    }
}

extension IgnorePatterns.Problem.Reason {
    /// For a person.
    var words: String {
        switch self {
        case .tooLong: "a pattern of more than \(IgnorePatterns.mostCharacters) characters; it is left out."
        case .tooMany:
            "more than \(IgnorePatterns.mostPatterns) patterns or \(IgnorePatterns.mostBytes >> 10) KB; what follows is left out."
        case .unfinished: "a [ without its ], a \\ with nothing behind it, or two slashes in a row; it fits nothing."
        }
    }
}
