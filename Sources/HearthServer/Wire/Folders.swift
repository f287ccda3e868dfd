import Foundation
import Hearth
import HearthHTTP

// Folders of this machine that the library is kept in step with. All of it is the owner's (403 `owner-only` for a program).

extension Wire {
    static let listFolders = Operation<Nothing, Nothing, FolderList>(
        .get, "/api/folders", "listFolders", in: .documents, "Folders that the library is kept in step with",
        about: "The owner's alone, as everything below `/api/folders`: 403 `owner-only` for a program.")

    static let browseFolders = Operation<FolderPlaceQuery, Nothing, FolderPlace>(
        .get, "/api/machine/folders", "browseFolders", in: .documents, "Folders of this machine, to choose one of them",
        about:
            "Names of folders and nothing else, for a browser on the machine that the server runs on; 403 `owner-only` for any other, "
            + "and where a proxy passes on what is asked.",
        fails: [.unreadable, .invalidInput])

    static let addFolder = Operation<Nothing, FolderWrite, Folder>(
        .post, "/api/folders", "addFolder", in: .documents, "Keep a folder in step",
        about: "What is in it is read soon after, and from then on what changes in it.",
        status: .created, bodyLimit: 256 << 10, fails: [.conflict])

    static let changeFolder = Operation<Nothing, FolderUpdate, Folder>(
        .patch, "/api/folders/:name", "changeFolder", in: .documents, "Change how it is kept in step",
        about: "What is left out of the body stays as it is.", bodyLimit: 256 << 10)

    static let removeFolder = Operation<FolderRemovalQuery, Nothing, FolderRemoval>(
        .delete, "/api/folders/:name", "removeFolder", in: .documents, "Keep it in step no longer",
        about: "No file is touched. What was read stays, unless `documents` says otherwise.", work: .long)

    static let refreshFolder = Operation<Nothing, Nothing, Job>(
        .post, "/api/folders/:name/refresh", "refreshFolder", in: .documents,
        "Look at all of it now, and try again what could not be read", status: .accepted, bodyLimit: 4096)

    static let listFolderFiles = Operation<FolderFileQuery, Nothing, FolderFileList>(
        .get, "/api/folders/:name/files", "listFolderFiles", in: .documents, "What is known of its files",
        about: "In the order of their paths.")

    static let removeFolderDocuments = Operation<Nothing, FolderCleaning, ReceiptJSON>(
        .post, "/api/folders/:name/remove-documents", "removeFolderDocuments", in: .documents,
        "Remove documents whose files are left out by now, or are gone", work: .long, bodyLimit: 4096)
}

extension WatchedFolder.Deletions: WireChoice {
    package static var name: String? { "FolderDeletions" }
    package static var about: String? { "What becomes of documents whose files are deleted: `follow` removes them." }
}

extension WatchedFolder.GitLists: WireChoice {
    package static var name: String? { "FolderGitLists" }
    package static var about: String? {
        "Where `.gitignore` files count: in and below folders that hold a `.git` (`repositories`), `everywhere` or `nowhere`."
    }
}

extension WatchedFolder.Absence: WireChoice {
    package static var name: String? { "FolderAbsence" }
    package static var about: String? {
        "Why a folder cannot be looked at: there is none (`not-there`), it is empty and was not (`emptied`), there is another one "
            + "without what was in it (`another-one`), it cannot be read. Nothing is forgotten meanwhile."
    }
}

extension WatchedFile.State: WireChoice {
    package static var name: String? { "FolderFileState" }
    package static var about: String? {
        "`read`: in the library; `skipped`: no document; `failed`: could not be read; `excluded`: left out by now, its document stays; "
            + "`gone`: deleted, its document stays; `away`: on a disk that is not there."
    }
}

extension FolderState.Following: WireChoice {
    package static var name: String? { "FolderFollowing" }
    package static var about: String? {
        "How far the system tells of changes; where it does not, the folder is looked at every few minutes."
    }
}

extension Wire {
    struct Folder: WireType {
        var name: String
        var path: String
        var label: SensitivityLabel
        var exclusions: [String]
        var deletions: WatchedFolder.Deletions
        var gitLists: WatchedFolder.GitLists
        var hidden: Bool
        var paused: Bool
        var addedAt: Date
        var lookedAt: Date?
        var absence: WatchedFolder.Absence?
        var files: FolderFileCounts
        var leftOut: Int
        var problems: [String]
        var isLooking: Bool
        var reading: FolderReading?
        var following: FolderState.Following?
        var unwatched: Int
        var mostWatches: Int?

        static let about: String? = "A folder of this machine that the library is kept in step with."
        static let fields: [String: WireField] = [
            "label": "How private what is in it is, where no file or folder in it was called otherwise.",
            "exclusions":
                "Patterns as in a `.gitignore` of what is left out; `.hearthignore` and `.ignore` files in it have more.",
            "hidden": "Whether what begins with a dot is read.",
            "lookedAt": "When all of it was looked at last; null where that has not been yet.",
            "absence": "null where it is there.",
            "leftOut": "Files and folders that were left out when all of it was looked at last.",
            "problems": "Lists of exclusions in it that could not be taken as they are.",
            "isLooking": "Whether it is looked at just now.",
            "reading": "null while no file of it is read.",
            "following": "null while this server does not keep it in step.",
            "unwatched": "Folders in it of whose changes the system does not tell.",
            "mostWatches":
                "Folders that the system watches for one user; null where that is not known, or not reached.",
        ]
    }

    struct FolderReading: WireType {
        var done: Int
        var total: Int
    }

    struct FolderFileCounts: WireType {
        var read: Int
        var skipped: Int
        var failed: Int
        var excluded: Int
        var gone: Int
        var away: Int

        static let about: String? = "How many files are in each state; see `FolderFileState`."
    }

    struct FolderList: WireType {
        var folders: [Folder]
        var usualExclusions: [String]

        static let fields: [String: WireField] = [
            "usualExclusions": "Patterns of what is left out of every folder; `!` before one of them takes it back."
        ]
    }

    struct FolderPlaceQuery: WireRequest {
        var path: String?

        static let fields: [String: WireField] = [
            "path": .init("Absolute, or beginning with `~/`; left out: the home folder.", length: 0...1024)
        ]
    }

    struct FolderPlace: WireType {
        var path: String
        var parent: String?
        var folders: [String]
        var isWhole: Bool

        static let fields: [String: WireField] = [
            "path": "Absolute, without links.",
            "parent": "The folder that it lies in; null for the root.",
            "folders": .init(
                "Names, in their order; without hidden folders, links, and what is Hearth's own.", count: 0...1000),
            "isWhole": "Whether there are no more than these.",
        ]
    }

    struct FolderWrite: WireRequest {
        var path: String
        var name: String?
        var label: SensitivityLabel?
        var exclusions: [String]?
        var deletions: WatchedFolder.Deletions?
        var gitLists: WatchedFolder.GitLists?
        var hidden: Bool?

        static let fields: [String: WireField] = [
            "path": .init("Absolute, or beginning with `~/`.", length: 1...4096),
            "name": .init("One is made of the folder's own where none is given.", length: 1...100),
            "exclusions": .init(count: 0...200, each: .init(length: 0...512)),
            "gitLists": "`repositories` where it is left out.",
        ]
    }

    struct FolderUpdate: WireRequest {
        var label: SensitivityLabel?
        var exclusions: [String]?
        var deletions: WatchedFolder.Deletions?
        var gitLists: WatchedFolder.GitLists?
        var hidden: Bool?
        var paused: Bool?

        static let fields: [String: WireField] = [
            "exclusions": .init("In place of those before.", count: 0...200, each: .init(length: 0...512))
        ]
    }

    struct FolderRemovalQuery: WireRequest {
        var documents: Bool

        static let fields: [String: WireField] = [
            "documents": .init("Whether what was read from it goes as well.", otherwise: false)
        ]
    }

    struct FolderRemoval: WireType {
        var name: String
        var receipt: ReceiptJSON?

        static let fields: [String: WireField] = ["receipt": "null where its documents stay."]
    }

    struct FolderFileQuery: WireRequest {
        var state: WatchedFile.State?
        var after: String?
        var limit: Int

        static let fields: [String: WireField] = [
            "state": "Left out: in any.",
            "after": .init("Only those behind this path.", length: 0...2048),
            "limit": .init(range: 1...1000, otherwise: 200),
        ]
    }

    struct FolderFile: WireType {
        var path: String
        var state: WatchedFile.State
        var bytes: Int
        var modifiedAt: Date
        var code: String?
        var message: String?

        static let fields: [String: WireField] = [
            "path": "From the folder on.",
            "code": "Why it is skipped or failed; null where it is neither.",
            "message": "The same for a person.",
        ]
    }

    struct FolderFileList: WireType {
        var files: [FolderFile]
        var next: String?

        static let fields: [String: WireField] = [
            "next": "What `after` has to be for those that follow; null at the end."
        ]
    }

    struct FolderCleaning: WireRequest {
        var state: WatchedFile.State

        static let fields: [String: WireField] = ["state": .init(oneOf: ["excluded", "gone"])]
    }
}
