import Foundation
import HearthSystem

/// What of a folder is left out, said as in a `.gitignore` file: one pattern a line.
///
/// - `#` begins a comment, `!` takes back what an earlier line left out, `\` makes the next character an ordinary one.
/// - A `/` at the end fits folders only. One before that, at the beginning or within, binds the pattern to the folder of the list; without
///   one, a pattern fits at any depth.
/// - `*` stands for anything but `/`, `?` for one character, `[a-z]` and `[!a-z]` for one of a set, and `**` between slashes for any number of
///   folders.
///
/// The last line that fits decides. What lies in a folder that is left out cannot be taken back: nobody looks into it.
/// (The rules are those of gitignore(5), with Unicode characters for its bytes.)
///
/// A value; it reads nothing. Lists come from folders that others may have filled, so they are bounded, and a name is compared in a time
/// that grows with its length times that of the pattern, whatever both are.
public struct IgnorePatterns: Hashable, Sendable {
    /// A line that does nothing, and why.
    public struct Problem: Hashable, Sendable {
        public enum Reason: String, Hashable, Sendable {
            /// Longer than ``IgnorePatterns/mostCharacters``.
            case tooLong
            /// Of more than ``IgnorePatterns/mostPatterns`` or ``IgnorePatterns/mostBytes``; it and all after it are left out.
            case tooMany
            /// A `[` without its `]`, a `\` with nothing behind it, or two slashes in a row: it fits nothing.
            case unfinished
        }

        /// Counted from 1.
        public var line: Int
        public var reason: Reason
    }

    public enum Verdict: Hashable, Sendable { case leftOut, takenBack }

    /// Patterns in one list.
    public static let mostPatterns = 1_000
    /// Bytes of one list.
    public static let mostBytes = 64 << 10
    /// Characters of one pattern.
    public static let mostCharacters = 512

    /// The patterns, in order.
    let patterns: [IgnorePattern]
    /// Lines that do nothing.
    public let problems: [Problem]

    public var isEmpty: Bool { patterns.isEmpty }

    /// Reads a list.
    public init(_ text: String) {
        let bytes = text.utf8.prefix(Self.mostBytes + 1)
        self.init(
            lines: bytes.split(separator: 10, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            })
    }

    /// Takes one pattern a line.
    public init(lines: [some StringProtocol]) {
        var (patterns, problems): ([IgnorePattern], [Problem]) = ([], [])
        var bytes = 0
        for (index, line) in lines.enumerated() {
            bytes += line.utf8.count + 1
            guard bytes <= Self.mostBytes + 1, patterns.count < Self.mostPatterns else {
                problems.append(Problem(line: index + 1, reason: .tooMany))
                break
            }
            switch IgnorePattern.read(String(line), isFirst: index == 0) {
            case .pattern(let pattern): patterns.append(pattern)
            case .nothing: break
            case .problem(let reason): problems.append(Problem(line: index + 1, reason: reason))
            }
        }
        (self.patterns, self.problems) = (patterns, problems)
    }

    /// What the list says of a path; `nil` where no line fits.
    ///
    /// - Parameters:
    ///   - path: From the folder of the list on, without a slash at its beginning or end.
    ///   - isFolder: Whether it is a folder.
    public func verdict(of path: String, isFolder: Bool) -> Verdict? {
        verdict(of: IgnorePath(path), isFolder: isFolder)
    }

    func verdict(of path: IgnorePath, isFolder: Bool) -> Verdict? {
        guard let last = patterns.last(where: { $0.fits(path, isFolder: isFolder) }) else { return nil }
        return last.isNegated ? .takenBack : .leftOut
    }

    /// Whether a path is left out, by itself or by a folder that it lies in.
    public func leavesOut(_ path: String, isFolder: Bool) -> Bool {
        let parts = path.split(separator: "/")
        return parts.indices.contains { index in
            let isLast = index == parts.count - 1
            let above = parts[...index].joined(separator: "/")
            return verdict(of: above, isFolder: isFolder || !isLast) == .leftOut
        }
    }
}

/// A path as patterns are compared to it: the characters of each of its parts, composed, so that a name that a disk decomposed fits the
/// pattern that somebody typed.
struct IgnorePath: Hashable, Sendable {
    var parts: [[Unicode.Scalar]]

    init(_ path: String) { parts = path.split(separator: "/").map { Self.scalars($0) } }

    init(parts: [[Unicode.Scalar]]) { self.parts = parts }

    static func scalars(_ name: some StringProtocol) -> [Unicode.Scalar] {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return Array(name.unicodeScalars) }
        return Array(String(name).precomposedStringWithCanonicalMapping.unicodeScalars)
    }

    /// The way to something in this folder.
    func appending(_ name: String) -> IgnorePath { IgnorePath(parts: parts + [Self.scalars(name)]) }

    /// From the folder on that lies so many folders below where the path begins.
    func dropping(_ count: Int) -> IgnorePath { count == 0 ? self : IgnorePath(parts: Array(parts.dropFirst(count))) }
}

// MARK: - Lists in folders of each other

/// The lists that hold in a folder: its own and those of the folders above it. What a deeper one says counts more.
struct IgnoreChain: Hashable, Sendable {
    /// Bytes of all lists on the way to a folder; a list beyond it is not read.
    static let mostBytes = 256 << 10

    private struct Link: Hashable, Sendable {
        /// How many folders its own lies below the root.
        var depth: Int
        var patterns: IgnorePatterns
    }

    private var links: [Link] = []
    private(set) var bytes = 0
    var isEmpty: Bool { links.isEmpty }

    init(_ patterns: [IgnorePatterns] = []) {
        links = patterns.filter { !$0.isEmpty }.map { Link(depth: 0, patterns: $0) }
    }

    /// Whether a list of so many bytes still has room.
    func hasRoom(for count: Int) -> Bool { bytes + count <= Self.mostBytes }

    mutating func add(_ patterns: IgnorePatterns, depth: Int, bytes count: Int) {
        bytes += count
        if !patterns.isEmpty { links.append(Link(depth: depth, patterns: patterns)) }
    }

    /// What became of a list.
    enum Taking: Hashable, Sendable {
        /// There is none.
        case none
        /// It cannot be read, or ``mostBytes`` are reached.
        case noRoom
        /// It counts from here on; the first of its lines that do nothing.
        case taken(IgnorePatterns.Problem?)
    }

    /// Takes a list that lies in a folder; a link is none.
    ///
    /// - Parameter depth: How many folders it lies below the root.
    mutating func add(_ list: String, in folder: OpenFolder, depth: Int) -> Taking {
        guard let file = try? folder.file(list) else { return .none }
        guard hasRoom(for: min(file.size, IgnorePatterns.mostBytes)),
            let bytes = try? file.bytes(count: min(file.size, IgnorePatterns.mostBytes + 1))
        else { return .noRoom }
        let patterns = IgnorePatterns(String(decoding: bytes, as: UTF8.self))
        add(patterns, depth: depth, bytes: bytes.count)
        return .taken(patterns.problems.first)
    }

    /// What the lists say of something that lies in a folder which is not left out; `nil` where no line of any fits.
    ///
    /// - Parameter path: From the root on.
    func verdict(of path: IgnorePath, isFolder: Bool) -> IgnorePatterns.Verdict? {
        for link in links.reversed() {
            if let verdict = link.patterns.verdict(of: path.dropping(link.depth), isFolder: isFolder) {
                return verdict
            }
        }
        return nil
    }

    func leavesOut(_ path: IgnorePath, isFolder: Bool) -> Bool {
        verdict(of: path, isFolder: isFolder) == .leftOut
    }
}

/// The lists that count where a folder is read that somebody named: Hearth's own, and before Git's those that other tools share.
struct FolderLists: Sendable {
    /// Of the folder, from the named one on.
    private(set) var path = IgnorePath(parts: [])
    private var own = IgnoreChain()
    private var shared = IgnoreChain()

    /// Takes those that lie in the folder itself.
    mutating func add(from folder: OpenFolder) {
        let depth = path.parts.count
        _ = own.add(WatchedFolder.ignoreFile, in: folder, depth: depth)
        _ = shared.add(WatchedFolder.sharedIgnoreFile, in: folder, depth: depth)
    }

    func entering(_ name: String) -> FolderLists {
        var lists = self
        lists.path = path.appending(name)
        return lists
    }

    /// Whether something in the folder is not to be read.
    func leaveOut(_ name: String, isFolder: Bool) -> Bool {
        if [WatchedFolder.ignoreFile, WatchedFolder.sharedIgnoreFile].contains(name) { return false }
        if own.isEmpty && shared.isEmpty { return false }
        let names = path.appending(name)
        let verdict =
            own.verdict(of: names, isFolder: isFolder) ?? shared.verdict(of: names, isFolder: isFolder)
        return verdict == .leftOut
    }
}
