import Foundation
import Hearth
import HearthHTTP

/// `/api/folders`: folders of this machine that the library is kept in step with. Each operation is the owner's, which is asked where it
/// is done.
struct FolderRoutes: Sendable {
    let hearth: Hearth

    var routes: [ServerRoute] {
        [
            Wire.listFolders.route { _ in
                Wire.FolderList(
                    folders: try await hearth.folders.list().map(Wire.Folder.init),
                    usualExclusions: WatchedFolder.defaultExclusions)
            },
            Wire.browseFolders.route { try await place($0) },
            Wire.addFolder.route { try await add($0) },
            Wire.changeFolder.route { call in
                let body = try await call.body()
                let change = FolderChange(
                    label: body.label, exclusions: body.exclusions, deletions: body.deletions,
                    gitLists: body.gitLists, includesHidden: body.hidden, isPaused: body.paused)
                return Wire.Folder(try await hearth.folders.change(call.request.parameter("name"), change))
            },
            Wire.removeFolder.route { call in
                let query = try call.query()
                let (folder, receipt) = try await hearth.folders.remove(
                    call.request.parameter("name"), withDocuments: query.documents)
                return Wire.FolderRemoval(name: folder.name, receipt: receipt.map { ReceiptJSON($0) })
            },
            Wire.refreshFolder.route { try await refresh($0.request.parameter("name")) },
            Wire.listFolderFiles.route { try await files($0) },
            Wire.removeFolderDocuments.route { call in
                let state = try await call.body().state
                return ReceiptJSON(
                    try await hearth.folders.removeDocuments(of: call.request.parameter("name"), in: [state]))
            },
        ]
    }

    /// What lies on this machine is told to whoever sits at it. Somebody who is signed in elsewhere can name a folder that they know.
    private func place(_ call: Call<Wire.FolderPlaceQuery, Nothing>) async throws -> Wire.FolderPlace {
        guard call.request.isFromThisMachine else {
            throw ServerError(
                .ownerOnly,
                "Folders are listed only in a browser on the machine that Hearth runs on. Type the path of one.")
        }
        let place = try await hearth.folders.place(at: call.query().path.map(Self.absolute))
        return Wire.FolderPlace(
            path: place.path, parent: place.parent, folders: place.folders, isWhole: place.isWhole)
    }

    private static func absolute(_ path: String) throws -> String {
        guard !path.utf8.contains(0), path.hasPrefix("/") || path.hasPrefix("~/") else {
            throw ServerError.invalid(
                "path", "`path` has to be an absolute path: the server's own folder means nothing to you.")
        }
        return path.hasPrefix("~/") ? NSHomeDirectory() + path.dropFirst() : path
    }

    private func add(_ call: Call<Nothing, Wire.FolderWrite>) async throws -> Wire.Folder {
        let body = try await call.body()
        let path = try Self.absolute(body.path)
        let addition = FolderAddition(
            path: path, name: body.name, label: body.label, exclusions: body.exclusions ?? [],
            deletions: body.deletions ?? .follow, gitLists: body.gitLists ?? .repositories,
            includesHidden: body.hidden ?? false)
        return Wire.Folder(try await hearth.folders.add(addition))
    }

    private func files(_ call: Call<Wire.FolderFileQuery, Nothing>) async throws -> Wire.FolderFileList {
        let query = try call.query()
        // One more than is given tells whether there are more.
        let found = try await hearth.folders.files(
            of: call.request.parameter("name"), in: query.state.map { [$0] }, after: query.after,
            limit: query.limit + 1)
        let given = found.prefix(query.limit)
        return Wire.FolderFileList(
            files: given.map(Wire.FolderFile.init), next: found.count > query.limit ? given.last?.path : nil)
    }

    private func refresh(_ name: String) async throws -> Wire.Job {
        let events = try await hearth.folders.refresh([name])
        let folder = try await hearth.folders.folder(named: name).status.folder
        // Names of files are as private as what is in them may be.
        let job = await hearth.jobs.start(
            .ingest, title: folder.name, subject: folder.path, floor: .private, isOwners: true
        ) { report in
            var found: FolderReport?
            try await events.forEach { event in
                switch event {
                case .reading(_, let done, let total):
                    await report.progress(
                        total > 0 ? Double(done) / Double(total) : nil, "\(done) of \(total) files", done: done,
                        total: total)
                case .document(let file): await report.file(.init(.ingested(file), name: file.path, keptBeside: nil))
                case .report(let told): found = told
                case .looking, .moved, .gone, .note: break
                }
            }
            guard let found else { return }
            let words =
                found.absence.map { "The folder cannot be looked at (\($0.rawValue)); nothing was forgotten" }
                ?? "\(found.files) files, \(found.added) added, \(found.updated) updated, \(found.moved) moved, "
                + "\(found.removed) removed, \(found.failed) failed"
            await report.progress(1, words)
        }
        return try Wire.Job(job)
    }
}

extension Wire.Folder {
    init(_ state: FolderState) {
        let (status, folder) = (state.status, state.status.folder)
        self.init(
            name: folder.name, path: folder.path, label: status.label ?? .personal, exclusions: folder.exclusions,
            deletions: folder.deletions, gitLists: folder.gitLists, hidden: folder.includesHidden,
            paused: folder.isPaused, addedAt: folder.addedAt, lookedAt: folder.lookedAt, absence: folder.absence,
            files: Wire.FolderFileCounts(status.files), leftOut: folder.leftOut, problems: folder.problems,
            isLooking: state.isLooking,
            reading: state.reading.map { Wire.FolderReading(done: $0.done, total: $0.total) },
            following: state.following, unwatched: state.unwatched, mostWatches: state.mostWatches)
    }
}

extension Wire.FolderFileCounts {
    fileprivate init(_ counts: [WatchedFile.State: Int]) {
        func count(_ state: WatchedFile.State) -> Int { counts[state] ?? 0 }
        self.init(
            read: count(.read), skipped: count(.skipped), failed: count(.failed), excluded: count(.excluded),
            gone: count(.gone), away: count(.away))
    }
}

extension Wire.FolderFile {
    fileprivate init(_ file: WatchedFile) {
        self.init(
            path: file.path, state: file.state, bytes: file.stamp.size,
            modifiedAt: Date(timeIntervalSince1970: Double(file.stamp.modified) / 1e9), code: file.code,
            message: file.message)
    }
}
