import Foundation
public import HearthCore
public import HearthKnowledge
import HearthSystem

extension Hearth {
    /// Folders of this machine that the library is kept in step with: what comes into them is read, what is edited is read again, what moves
    /// keeps its document, and what is deleted goes or stays as the owner chose.
    ///
    /// Which places of this machine Hearth reads is the owner's to say, and what lies in them is theirs to know. No program is let in.
    public struct Folders: Sendable {
        let hearth: Hearth
    }
}

/// A folder as it is at the moment.
public struct FolderState: Sendable {
    /// How completely the system reports changes in the folder.
    public enum Following: String, Hashable, Sendable, CaseIterable {
        case everywhere, partly, nowhere
    }

    public var status: FolderStatus
    /// Whether this process looks at it just now.
    public var isLooking: Bool
    /// Of so many files that have to be read, how many are; `nil` while none is.
    public var reading: (done: Int, total: Int)?
    /// `nil` while this process does not keep folders in step, or has not looked at this one yet.
    public var following: Following?
    /// The number of subfolders that are only scanned periodically, because the system's limit of watches is reached.
    public var unwatched: Int
    /// The system's limit of watches per user; `nil` when it is unknown or not reached.
    public var mostWatches: Int?
}

extension Hearth.Folders {
    private static let act = "Keeping folders in step"

    // MARK: The list

    /// All folders, by their names.
    ///
    /// - Throws: ``EngineError`` `owner-only` for a program.
    public func list() async throws -> [FolderState] {
        try await service(reads: false).list().map(state)
    }

    /// The folder that somebody means by its name or its path.
    ///
    /// - Throws: `FolderError` `unknown-folder`; ``EngineError`` `owner-only` for a program.
    public func folder(named name: String) async throws -> FolderState {
        state(try await service(reads: false).status(of: name))
    }

    /// Files of a folder that are in one of these states, in the order of their paths.
    ///
    /// - Parameter path: Only those behind this one, from the folder on.
    /// - Throws: As ``folder(named:)``.
    public func files(
        of name: String, in states: Set<WatchedFile.State>? = nil, after path: String? = nil, limit: Int = 1_000
    ) async throws -> [WatchedFile] {
        try await service(reads: false).files(of: name, in: states, after: path, limit: limit)
    }

    /// A folder of this machine and the folders in it, for somebody who looks for one to add.
    ///
    /// - Parameter path: Absolute; the home folder of whoever runs this where it is `nil`.
    /// - Throws: `FolderError` `no-folder`, `own-folder`; ``EngineError`` `owner-only` for a program.
    public func place(at path: String? = nil) async throws -> FolderPlace {
        try await service(reads: false).place(at: path ?? NSHomeDirectory())
    }

    /// Adds a folder. What is in it is read by ``refresh(_:)``, and by whoever keeps folders in step (``watch()``).
    ///
    /// - Throws: `FolderError`; ``EngineError`` `owner-only` for a program.
    @discardableResult
    public func add(_ addition: FolderAddition) async throws -> FolderState {
        state(try await service(reads: false).add(addition))
    }

    /// Changes how a folder is kept in step.
    ///
    /// - Throws: As ``add(_:)``.
    @discardableResult
    public func change(_ name: String, _ change: FolderChange) async throws -> FolderState {
        state(try await service(reads: false).change(name, change))
    }

    /// Removes a folder from the list. What was read from it stays, unless that is to go as well; no file is touched.
    ///
    /// - Returns: The folder, and what is gone of its documents.
    /// - Throws: As ``folder(named:)``.
    @discardableResult
    public func remove(
        _ name: String, withDocuments: Bool = false
    ) async throws -> (folder: WatchedFolder, receipt: DeletionReceipt?) {
        try await service(reads: false).remove(name, withDocuments: withDocuments)
    }

    /// Removes the documents of files that are left out by now, or that are gone and were kept.
    ///
    /// - Throws: As ``folder(named:)``.
    public func removeDocuments(
        of name: String, in states: Set<WatchedFile.State>
    ) async throws -> DeletionReceipt {
        try await service(reads: false).removeDocuments(of: name, in: states)
    }

    // MARK: Looking

    /// Looks at all of some folders now, reads what is another way than before, and tries again what failed.
    ///
    /// - Parameter names: Which; all that are not paused where none is named.
    /// - Throws: As ``folder(named:)``. The stream throws what the store throws; a folder that is not there is told of in its report.
    public func refresh(_ names: [String] = []) async throws -> EventStream<FolderEvent> {
        let service = try await service()
        // A name that nobody has is told before anything is begun.
        for name in names { _ = try await service.status(of: name) }
        return EventStream { emit in try await service.refresh(names, emit: emit) }
    }

    /// Keeps the folders of the list in step, whatever becomes of it, until the stream is dropped.
    ///
    /// - Throws: `FolderError` `occupied` while another process does; ``EngineError`` `owner-only` for a program.
    public func watch() async throws -> EventStream<FolderEvent> {
        try Reader.requireOwner(for: Self.act)
        try hearth.folderTurns.checkHalt()
        // The data folder is there once the store is.
        try await hearth.open()
        let (hearth, folder) = (hearth, hearth.folder)
        guard let lock = try FolderWatchLock(folder) else {
            throw FolderError(.occupied, "Another process keeps the folders of this library in step already.")
        }
        let watcher = FolderWatcher(shared: hearth.folderTurns) { reads in
            try await hearth.folders.service(reads: reads)
        }
        return EventStream { emit in
            defer { lock.release() }
            try await watcher.run(emit: emit)
        }
    }

    // MARK: -

    /// - Parameter reads: Whether it is to store what it reads, for which the model of vectors is loaded.
    private func service(reads: Bool = true) async throws -> FolderService {
        try Reader.requireOwner(for: Self.act)
        let resources = try await hearth.current()
        return FolderService(
            library: try await resources.library(), ingestor: try await hearth.ingestor(resources, reads: reads),
            shared: hearth.folderTurns)
    }

    private func state(_ status: FolderStatus) -> FolderState {
        let activity = hearth.folderTurns.activities[status.folder.name]
        var state = FolderState(
            status: status, isLooking: activity != nil, reading: activity?.reading, following: nil, unwatched: 0,
            mostWatches: nil)
        switch hearth.folderTurns.followings?[status.folder.name] {
        case .everywhere: state.following = .everywhere
        case .partly(let unwatched, let most):
            (state.following, state.unwatched, state.mostWatches) = (.partly, unwatched, most)
        case .nowhere: state.following = .nowhere
        case nil: break
        }
        return state
    }
}
