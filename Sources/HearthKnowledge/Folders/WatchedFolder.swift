public import Foundation
public import HearthCore

/// A folder that the library is kept in step with, as its owner set it up and as it was found last.
public struct WatchedFolder: Codable, Hashable, Sendable {
    /// What becomes of documents whose files are deleted.
    public enum Deletions: String, Codable, Hashable, Sendable, CaseIterable {
        /// They go, too.
        case follow
        /// They stay.
        case keep
    }

    /// Where `.gitignore` files count, by which Git leaves out what programs make and load.
    public enum GitLists: String, Codable, Hashable, Sendable, CaseIterable {
        /// In a folder that holds a `.git`, and below it, as in Git itself.
        case repositories
        /// In every folder.
        case everywhere
        case nowhere
    }

    /// Why a folder could not be looked at. Nothing is forgotten meanwhile.
    public enum Absence: String, Codable, Hashable, Sendable, CaseIterable {
        /// There is none at its path: it was moved, deleted, or its disk is not there.
        case notThere = "not-there"
        /// It is empty, and was not: so looks the place of a disk that is not there.
        case emptied
        /// There is another one at its path, without what was in it.
        case anotherOne = "another-one"
        case unreadable
    }

    /// By which a folder is known to be the same one as before.
    struct Identity: Codable, Hashable, Sendable {
        var inode: Int64
        var disk: UInt64
    }

    /// By which it is called; unique.
    public var name: String
    /// Absolute, without symbolic links.
    public var path: String
    /// Patterns of what is left out, beside those of ``defaultExclusions`` and of `.hearthignore` and `.ignore` files in it; see ``IgnorePatterns``.
    public var exclusions: [String]
    public var deletions: Deletions
    /// Where `.gitignore` files count; what ``exclusions``, `.hearthignore` and `.ignore` files say counts more.
    public var gitLists: GitLists {
        get { chosenGitLists ?? .repositories }
        set { chosenGitLists = newValue }
    }
    // `nil` in what was kept before there was a choice.
    private var chosenGitLists: GitLists?
    /// Whether files and folders are read whose names begin with a dot.
    public var includesHidden: Bool
    /// Whether it is left alone for now.
    public var isPaused: Bool
    public var addedAt: Date
    /// When all of it was looked at last; `nil` where that has not been yet.
    public var lookedAt: Date?
    public var absence: Absence?
    /// How many files and folders were left out when all of it was looked at last.
    public var leftOut: Int
    /// Lists of exclusions in it that could not be taken as they are, for a person.
    public var problems: [String]
    var identity: Identity?

    /// What programs leave beside documents for a while. `!` in ``exclusions`` takes it back.
    public static let defaultExclusions = [
        "*~", "~$*", ".~lock.*#", "*.tmp", "*.part", "*.partial", "*.crdownload", "*.swp", ".git/", ".DS_Store",
        "Thumbs.db",
        "desktop.ini", ignoreFile, sharedIgnoreFile,
    ]

    /// A file of this name in any folder says what of that is left out.
    public static let ignoreFile = ".hearthignore"
    /// What tools that search folders share for the same (ripgrep, fd): it counts in every folder, more than Git's and less than Hearth's own.
    public static let sharedIgnoreFile = ".ignore"
    /// Git's own file for the same.
    public static let gitIgnoreFile = ".gitignore"
    /// What a folder holds that is the root of a repository of Git: a folder, or a file that says where that is.
    static let gitStore = ".git"
    /// Names of what decides what of its folder is left out.
    static let lists: Set<String> = [ignoreFile, sharedIgnoreFile, gitIgnoreFile, gitStore]

    init(
        name: String, path: String, exclusions: [String], deletions: Deletions, gitLists: GitLists,
        includesHidden: Bool, addedAt: Date
    ) {
        (self.name, self.path, self.exclusions, self.deletions) = (name, path, exclusions, deletions)
        (chosenGitLists, self.includesHidden, self.addedAt) = (gitLists, includesHidden, addedAt)
        (isPaused, leftOut, problems) = (false, 0, [])
    }

    /// The path in the library of what lies at a path from it on.
    func place(of relative: String) -> String { path == "/" ? "/" + relative : path + "/" + relative }
}

/// What its owner says of a folder that is to be kept in step.
public struct FolderAddition: Sendable {
    public var path: String
    /// `nil` makes one of the folder's own.
    public var name: String?
    /// How private what is in it is; `nil` leaves it as it is, or personal.
    public var label: SensitivityLabel?
    public var exclusions: [String]
    public var deletions: WatchedFolder.Deletions
    public var gitLists: WatchedFolder.GitLists
    public var includesHidden: Bool

    public init(
        path: String, name: String? = nil, label: SensitivityLabel? = nil, exclusions: [String] = [],
        deletions: WatchedFolder.Deletions = .follow, gitLists: WatchedFolder.GitLists = .repositories,
        includesHidden: Bool = false
    ) {
        (self.path, self.name, self.label, self.exclusions) = (path, name, label, exclusions)
        (self.deletions, self.gitLists, self.includesHidden) = (deletions, gitLists, includesHidden)
    }
}

/// What is to be another way about a folder; `nil` leaves it.
public struct FolderChange: Sendable {
    public var label: SensitivityLabel?
    /// All of them, in place of those before.
    public var exclusions: [String]?
    public var deletions: WatchedFolder.Deletions?
    public var gitLists: WatchedFolder.GitLists?
    public var includesHidden: Bool?
    public var isPaused: Bool?

    public init(
        label: SensitivityLabel? = nil, exclusions: [String]? = nil, deletions: WatchedFolder.Deletions? = nil,
        gitLists: WatchedFolder.GitLists? = nil, includesHidden: Bool? = nil, isPaused: Bool? = nil
    ) {
        (self.label, self.exclusions, self.deletions, self.gitLists) = (label, exclusions, deletions, gitLists)
        (self.includesHidden, self.isPaused) = (includesHidden, isPaused)
    }
}

/// A folder with what is known of its files.
public struct FolderStatus: Sendable {
    public var folder: WatchedFolder
    /// What was said of it; `nil` where nobody said anything, so that what is in it is personal.
    public var label: SensitivityLabel?
    /// How many files are in each state.
    public var files: [WatchedFile.State: Int]
}

/// What a look at a folder came to.
public struct FolderReport: Hashable, Codable, Sendable {
    public var name: String
    /// Files that were looked at; not that they were read.
    public var files = 0
    /// Files that were new, or had another size, time or number than before, and so were handed on to be read.
    public var examined = 0
    public var added = 0
    public var updated = 0
    public var moved = 0
    /// Documents' files that are gone, with their documents, or without these as the owner chose.
    public var removed = 0
    public var kept = 0
    /// Files of documents that are left out from now on; their documents stay.
    public var excluded = 0
    public var skipped = 0
    public var failed = 0
    /// Files that are being written just now, and are read when that is over.
    public var waiting = 0
    /// Why nothing could be looked at, and nothing was forgotten.
    public var absence: WatchedFolder.Absence?
    public var seconds = 0.0

    public init(name: String) { self.name = name }

    /// Whether anything is another way than before.
    public var isChange: Bool {
        added + updated + moved + removed + kept + excluded + skipped + failed > 0 || absence != nil
    }
}

/// What happens while folders are looked at.
public enum FolderEvent: Sendable {
    /// A folder is looked through.
    case looking(folder: String)
    /// So many of the files that have to be read are.
    case reading(folder: String, done: Int, total: Int)
    case document(IngestReport)
    /// A file has another place; its document is the same.
    case moved(from: String, to: String)
    /// A file is gone.
    case gone(path: String, isKept: Bool)
    case note(String)
    /// What came of one folder; the last of it.
    case report(FolderReport)
}

/// Why a folder cannot be kept in step.
public struct FolderError: ReasonedError, Hashable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case unknownFolder = "unknown-folder"
        /// There is no folder at the path.
        case noFolder = "no-folder"
        /// It lies in one that is kept in step, or one of these in it.
        case overlapping = "overlapping-folder"
        case alreadyThere = "already-there"
        /// A data folder of Hearth's.
        case own = "own-folder"
        case badName = "bad-name"
        case badPattern = "bad-pattern"
        case tooMany = "too-many-folders"
        /// Another process keeps the folders of this library in step.
        case occupied
    }

    public let reason: Reason
    public let message: String

    public init(_ reason: Reason, _ message: String) { (self.reason, self.message) = (reason, message) }
}

extension FolderError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .unknownFolder: .unknownItem
        case .noFolder: .unreadable
        case .overlapping, .alreadyThere: .conflict
        case .own, .badName, .badPattern, .tooMany: .invalidInput
        case .occupied: .occupied
        }
    }
}
