import Synchronization

/// Where something changed since somebody asked last: folders, not files, since what is in them is looked at anyway.
package struct FolderChanges: Hashable, Sendable {
    /// Folders in which something changed, by their absolute paths.
    package var folders: Set<String> = []
    /// Folders of which everything below may be another, or that are new or gone.
    package var trees: Set<String> = []
    /// Something was missed: everything is to be looked at.
    package var isEverything = false

    package init() {}

    package var isEmpty: Bool { folders.isEmpty && trees.isEmpty && !isEverything }

    package mutating func add(_ others: FolderChanges) {
        folders.formUnion(others.folders)
        trees.formUnion(others.trees)
        isEverything = isEverything || others.isEverything
    }
}

/// What keeps changes until somebody takes them: a burst of them is a few folders.
final class ChangeBox: Sendable {
    /// Folders that are remembered; from there on everything is looked at, which costs less than to remember them.
    static let most = 5_000

    private let state = Mutex(FolderChanges())
    /// Says that there is something; several times before it is looked at are one.
    let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation

    init() { (bell, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    func add(_ change: (inout FolderChanges) -> Void) {
        state.withLock { changes in
            guard !changes.isEverything else { return }
            change(&changes)
            guard changes.isEverything || changes.folders.count + changes.trees.count > Self.most else { return }
            changes = FolderChanges()
            changes.isEverything = true
        }
        ring.yield()
    }

    func take() -> FolderChanges {
        state.withLock { changes in
            defer { changes = FolderChanges() }
            return changes
        }
    }

    func finish() { ring.finish() }
}

/// How far the system tells of changes in a folder.
package enum FolderFollowing: Hashable, Sendable {
    /// Everywhere in it.
    case everywhere
    /// Not in so many of its folders, since the system's limit of watches (`most`; `nil` where it is not known) is reached.
    case partly(unwatched: Int, most: Int?)
    /// It does not tell at all.
    case nowhere
}
