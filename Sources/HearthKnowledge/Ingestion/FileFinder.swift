import Foundation
import HearthCore
import HearthDocuments
import HearthSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Turns the paths that a person names into the files to read.
///
/// A folder is read with everything below it, in order of names. Hidden files are left out unless asked for. Nothing outside
/// the named paths is followed: a symbolic link inside a folder is read only when it leads to a file below that same folder, and
/// what fits a pattern only when it lies below the folder that is written out before the first pattern character.
/// What a `.hearthignore` or an `.ignore` file in a folder leaves out is not read, and is told; what is named by itself is read.
/// Folders of mails (``Maildir``) are read with those of Maildir++ in them, whose names make them hidden to others.
public struct FileFinder: Sendable {
    public struct Found: Hashable, Sendable {
        /// As the person would write it: the path as given, and below it the way to the file.
        public var path: String
        /// Absolute, with links resolved: the name under which the store knows the file.
        public var absolutePath: String
        /// Whether it lies where each file is a mail, whatever its name: see ``Maildir``.
        var isMail = false
        /// Which piece of the file this is, where it is too large for one document.
        var part: FilePart?
        /// Whether its content is compared although its size and time are those of before: it is known to be another file.
        var isCompared = false

        /// As a person would write it, with the number of the piece.
        var shown: String { part?.place(in: path) ?? path }
    }

    /// A path that leads nowhere, or to something that is not a file.
    public struct Refused: Hashable, Sendable {
        public enum Reason: Hashable, Sendable {
            case missing, noMatch, forbidden, noFile, tooDeep, unreadableFolder, leadsOut, dangling, noName, export
            case bookkeeping, conversation, own, notGiven, unfinishedMail, deletedMail, mailBookkeeping, listed

            /// What programs read.
            var code: String { isMissing ? "not-found" : "not-followed" }

            /// Whether it was named and is not there; anything else is left out on purpose.
            var isMissing: Bool {
                switch self {
                case .missing, .noMatch: true
                case .forbidden, .noFile, .tooDeep, .unreadableFolder, .leadsOut, .dangling, .noName, .export,
                    .bookkeeping, .conversation, .own, .notGiven, .unfinishedMail, .deletedMail, .mailBookkeeping,
                    .listed:
                    false
                }
            }
        }

        public var path: String
        public var reason: Reason

        /// For a person.
        public var message: String {
            switch reason {
            case .missing: "No such file or folder."
            case .noMatch: "No file matches this pattern."
            case .forbidden: "Permission denied."
            case .noFile: "Neither a file nor a folder."
            case .tooDeep: "More than \(FileFinder.maximumDepth) folders deep; not read."
            case .unreadableFolder: "The folder cannot be read; check its permissions."
            case .leadsOut: "A link that leads out of the folder; not followed."
            case .dangling: "A link to something that is not there."
            case .noName: "Its name is not valid UTF-8. Rename it to have it read."
            case .export:
                "An export that Hearth wrote, of what it has already; not read. Name the folder itself to have it read."
            case .bookkeeping:
                "What an export of Hearth says about its documents or conversations, and none of them; not read. A backup is what "
                    + "brings everything back as it was."
            case .conversation:
                "A conversation that Hearth exported, and no document; not read. Name the file itself to have it read."
            case .own:
                "In a data folder of Hearth, where its keys, tokens and settings lie, and no documents; not read. Move a document "
                    + "that you keep there to another folder to have it read."
            case .notGiven:
                "Not in a place that the owner gave to Hearth; not read for a program. Send the file itself instead."
            case .unfinishedMail: "A mail that is still on its way into the folder; not read."
            case .deletedMail: "A mail that is marked as deleted; not read. Name the file itself to have it read."
            case .mailBookkeeping: "What a mail program keeps beside its mails, and no mail; not read."
            case .listed:
                "A list in the folder says to leave it out (\(WatchedFolder.ignoreFile), \(WatchedFolder.sharedIgnoreFile)); not read. "
                    + "Name it by itself to have it read."
            }
        }
    }

    public enum Entry: Hashable, Sendable {
        case file(Found)
        case refused(Refused)

        /// Whether it is a piece of a file that is too large for one document.
        var isPiece: Bool {
            if case .file(let file) = self { return file.part != nil }
            return false
        }
    }

    /// How deep below a named folder files are looked for; deeper folders are reported.
    static let maximumDepth = 64

    /// A file of this name says that a folder is an export of Hearth's: read together with what it was made from, everything would be
    /// there twice.
    package static let exportMark = ".hearth-export"

    public var includesHidden: Bool

    /// Whether a folder, by its absolute path without links, is one of Hearth's own, of which nothing is a document: what is in it
    /// decides who may read everything else.
    package var isOwn: @Sendable (_ folder: String) -> Bool = { _ in false }

    /// Whether what lies in a named folder, by its absolute path, may be looked at. What may not is passed over, and so is all that is
    /// in it: its very name is not for whoever asks.
    package var isGiven: @Sendable (_ path: String) -> Bool = { _ in true }

    public init(includesHidden: Bool = false) {
        self.includesHidden = includesHidden
    }

    /// All files behind `paths`, each once, in order.
    public func find(_ paths: [String]) -> [Entry] {
        var entries: [Entry] = []
        var seen: Set<String> = []
        func add(_ entry: Entry) {
            if case .file(let found) = entry, !seen.insert(found.absolutePath).inserted { return }
            entries.append(entry)
        }
        for path in paths {
            guard let pattern = PathPattern(path, includesHidden: includesHidden) else {
                visit(path, isNamed: true, add: add)
                continue
            }
            let matches = pattern.matches()
            if matches.isEmpty {
                add(.refused(Refused(path: path, reason: .noMatch)))
            }
            for match in matches { visit(match, isNamed: false, leadsOut: pattern.leadsOut(match), add: add) }
        }
        return entries
    }

    /// The folders of which every file was named by itself, or by a pattern.
    func foldersNamedByFiles(_ paths: [String]) -> [String] {
        var named: [String: Set<String>] = [:]
        for path in paths {
            let pattern = PathPattern(path, includesHidden: includesHidden)
            for match in pattern?.matches() ?? [path] where pattern?.leadsOut(match) != true {
                guard let file = Self.realPath(match), Self.kind(of: file) == .file,
                    let slash = file.lastIndex(of: "/")
                else { continue }
                let folder = slash == file.startIndex ? "/" : String(file[..<slash])
                named[folder, default: []].insert(String(file[file.index(after: slash)...]))
            }
        }
        return named.filter { folder, names in
            guard let items = try? OpenFolder(withoutLinks: folder).items() else { return false }
            return items.allSatisfy { item in
                item.kind != .file || names.contains(item.name) || (!includesHidden && item.name.hasPrefix("."))
            }
        }.keys.sorted()
    }

    /// Whether a folder is an export of Hearth's; see ``exportMark``.
    static func isExport(_ folder: String) -> Bool { kind(of: folder + "/" + exportMark) == .file }

    /// The files of an export that hold what it says about others. What is in them stands in those, too, and read as documents they would
    /// be found in their place.
    private static let bookkeeping: Set<String> = ["documents.json", "conversations.json", "people.json"]

    /// A file to read, or why it is none although a document could be made of it.
    ///
    /// - Parameter isNamed: As in ``visit(_:isNamed:add:)``.
    func entry(_ found: Found, isNamed: Bool) -> Entry {
        let parts = found.absolutePath.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, parts.count > 2 else { return .file(found) }
        let folder = parts.dropLast()
        let reason: Refused.Reason? =
            if Self.bookkeeping.contains(String(name)), Self.isExport(folder.joined(separator: "/")) {
                .bookkeeping
            } else if !isNamed, folder.last == "conversations", Self.isExport(folder.dropLast().joined(separator: "/"))
            {
                .conversation
            } else {
                nil
            }
        if let reason { return .refused(Refused(path: found.path, reason: reason)) }
        switch Maildir.role(ofFile: found.absolutePath) {
        case nil: return .file(found)
        case .unfinished: return .refused(Refused(path: found.path, reason: .unfinishedMail))
        case .bookkeeping where !isNamed: return .refused(Refused(path: found.path, reason: .mailBookkeeping))
        case .bookkeeping: return .file(found)
        case .deleted where !isNamed: return .refused(Refused(path: found.path, reason: .deletedMail))
        case .mail, .deleted:
            var mail = found
            mail.isMail = true
            return .file(mail)
        }
    }

    /// - Parameter isNamed: Whether a person wrote this path, and not a pattern that fits it.
    private func visit(_ path: String, isNamed: Bool, leadsOut: Bool = false, add: (Entry) -> Void) {
        guard let resolved = Self.realPath(path) else {
            add(.refused(Refused(path: path, reason: errno == EACCES ? .forbidden : .missing)))
            return
        }
        guard !isInOwn(resolved) else {
            add(.refused(Refused(path: path, reason: .own)))
            return
        }
        guard !leadsOut else {
            add(.refused(Refused(path: path, reason: .leadsOut)))
            return
        }
        switch Self.kind(of: resolved) {
        case .file: add(entry(Found(path: path, absolutePath: resolved), isNamed: isNamed))
        case .folder where !isNamed && Self.isExport(resolved): add(.refused(Refused(path: path, reason: .export)))
        case .folder:
            let folder = try? OpenFolder(withoutLinks: resolved)
            descend(path, folder, resolved: resolved, root: resolved, lists: FolderLists(), add: add)
        default: add(.refused(Refused(path: path, reason: .noFile)))
        }
    }

    /// - Parameter folder: The open folder itself; what a name leads to may change while this runs.
    private func descend(
        _ path: String, _ folder: OpenFolder?, resolved: String, root: String, lists: FolderLists, add: (Entry) -> Void
    ) {
        let depth = lists.path.parts.count
        guard depth < Self.maximumDepth else {
            add(.refused(Refused(path: path, reason: .tooDeep)))
            return
        }
        // What a named folder lies in was looked at before.
        guard depth == 0 || !isOwn(resolved) else {
            add(.refused(Refused(path: path, reason: .own)))
            return
        }
        guard let folder, let items = try? folder.items() else {
            add(.refused(Refused(path: path, reason: .unreadableFolder)))
            return
        }
        if depth > 0, items.contains(where: { $0.name == Self.exportMark && $0.kind == .file }) {
            add(.refused(Refused(path: path, reason: .export)))
            return
        }
        var lists = lists
        lists.add(from: folder)
        for item in items {
            let shown = path.hasSuffix("/") ? path + item.name : path + "/" + item.name
            let full = resolved == "/" ? "/" + item.name : resolved + "/" + item.name
            // Folders of mails in one another have names that begin with a dot.
            guard
                includesHidden || !item.name.hasPrefix(".")
                    || item.kind == .folder && Maildir.isOne(full) && Maildir.isOne(resolved)
            else { continue }
            guard isGiven(full) else { continue }
            guard !lists.leaveOut(item.name, isFolder: item.kind == .folder) else {
                add(.refused(Refused(path: shown, reason: .listed)))
                continue
            }
            switch item.kind {
            case .file: add(entry(Found(path: shown, absolutePath: full), isNamed: false))
            case .folder:
                descend(
                    shown, try? folder.folder(item.name), resolved: full, root: root, lists: lists.entering(item.name),
                    add: add)
            case .link:
                guard let target = Self.realPath(full) else {
                    add(.refused(Refused(path: shown, reason: errno == EACCES ? .forbidden : .dangling)))
                    continue
                }
                if isInOwn(target) {
                    add(.refused(Refused(path: shown, reason: .own)))
                } else if target.hasPrefix(root + "/"), Self.kind(of: target) == .file {
                    add(entry(Found(path: shown, absolutePath: target), isNamed: false))
                } else {
                    add(.refused(Refused(path: shown, reason: .leadsOut)))
                }
            case .other: add(.refused(Refused(path: shown, reason: .noFile)))
            case .unnamable: add(.refused(Refused(path: shown, reason: .noName)))
            }
        }
    }

    /// Whether a path, absolute and without links, is a folder of Hearth's own or lies in one.
    package func isInOwn(_ path: String) -> Bool {
        var place = path
        while true {
            if isOwn(place) { return true }
            guard let slash = place.lastIndex(of: "/"), place != "/" else { return false }
            place = slash == place.startIndex ? "/" : String(place[..<slash])
        }
    }

    /// Whether a path leads to a file.
    package static func isFile(_ path: String) -> Bool { kind(of: path) == .file }

    enum Kind { case file, folder, link, other, missing }

    static func kind(of path: String, followingLinks: Bool = true) -> Kind {
        var status = stat()
        guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return .missing }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        case S_IFLNK: return .link
        default: return .other
        }
    }

    /// The bytes of a file; 0 for what is none.
    static func size(of path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Whether there is certainly no file of this name: not where it may only not be looked at.
    static func isGone(_ path: String) -> Bool {
        var status = stat()
        let (path, _) = PartPlace.origin(of: path)
        if lstat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR }
        return errno == ENOENT || errno == ENOTDIR
    }

    /// Whether nothing at all is in a folder, hidden things included.
    static func isEmpty(folder path: String) -> Bool {
        (try? OpenFolder(withoutLinks: path).items().isEmpty) ?? false
    }

    /// The folder that a path leads to, absolute and without symbolic links; `nil` when it is none.
    static func folder(_ path: String) -> String? {
        realPath(path).flatMap { kind(of: $0) == .folder ? $0 : nil }
    }

    /// The absolute path with all links resolved, or `nil` (and `errno`) when nothing is there.
    public static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// A path with `*`, `?`, `[…]` in its parts, or `**` for any number of folders.
///
/// Shells expand the first three themselves; `**` and quoted patterns arrive here.
struct PathPattern {
    private let parts: [String]
    private let isAbsolute: Bool
    /// Whether a star may stand for a name that begins with a full stop, which shells leave out.
    private let includesHidden: Bool
    /// The folder that is written out, without links; what fits lies below it. `nil` where it is none.
    private let root: String?

    /// `nil` when `path` has no pattern character, or names a file that exists as it is written.
    init?(_ path: String, includesHidden: Bool = false) {
        self.includesHidden = includesHidden
        guard path.contains(where: { "*?[".contains($0) }), !FileManager.default.fileExists(atPath: path) else {
            return nil
        }
        isAbsolute = path.hasPrefix("/")
        parts = path.split(separator: "/").map(String.init)
        let written = parts.prefix { part in !part.contains { "*?[".contains($0) } }.joined(separator: "/")
        root = FileFinder.realPath(isAbsolute ? "/" + written : written.isEmpty ? "." : written)
    }

    /// Whether a match is a link, or lies behind one, to what is not below the folder that the person wrote out.
    func leadsOut(_ match: String) -> Bool {
        guard let resolved = FileFinder.realPath(match) else { return false }
        guard let root else { return true }
        return root != "/" && resolved != root && !resolved.hasPrefix(root + "/")
    }

    /// What fits, in order, each once. Of an export of Hearth's that a pattern leads into there is the folder alone.
    func matches() -> [String] {
        var found: [String] = []
        walk(isAbsolute ? "/" : "", parts[...], depth: 0, into: &found)
        var seen: Set<String> = []
        return found.filter { seen.insert($0).inserted }
    }

    private func walk(_ base: String, _ rest: ArraySlice<String>, depth: Int, into found: inout [String]) {
        guard depth <= FileFinder.maximumDepth else { return }
        guard let part = rest.first else {
            found.append(base)
            return
        }
        func join(_ name: String) -> String {
            base.isEmpty ? name : base.hasSuffix("/") ? base + name : base + "/" + name
        }
        if part == "**" {
            walk(base, rest.dropFirst(), depth: depth, into: &found)
            for name in names(in: base)
            where (includesHidden || !name.hasPrefix("."))
                && FileFinder.kind(of: join(name), followingLinks: false) == .folder
            {
                if FileFinder.isExport(join(name)) {
                    found.append(join(name))
                } else {
                    walk(join(name), rest, depth: depth + 1, into: &found)
                }
            }
        } else if part.contains(where: { "*?[".contains($0) }) {
            for name in names(in: base) where fnmatch(part, name, includesHidden ? 0 : FNM_PERIOD) == 0 {
                if rest.count > 1, FileFinder.isExport(join(name)) {
                    found.append(join(name))
                } else if rest.count == 1 || FileFinder.kind(of: join(name)) == .folder {
                    walk(join(name), rest.dropFirst(), depth: depth + 1, into: &found)
                }
            }
        } else if FileManager.default.fileExists(atPath: join(part)) {
            walk(join(part), rest.dropFirst(), depth: depth + 1, into: &found)
        }
    }

    private func names(in base: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: base.isEmpty ? "." : base)) ?? []).sorted()
    }
}
