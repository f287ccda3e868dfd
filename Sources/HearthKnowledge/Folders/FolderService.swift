package import Foundation
package import HearthCore
package import HearthSystem
import Synchronization

/// Works with folders that the library is kept in step with: keeps the list, and looks at what changed in them.
///
/// What a look finds is held against what the last one knew (size, time and number on the disk of each file), so that only what is another
/// file is read. What is stored is stored before the list of files says so: a look that is killed is done again from there.
package struct FolderService: Sendable {
    package typealias Emit = EventStream<FolderEvent>.Emit

    package struct Configuration: Sendable {
        /// Seconds that a file must not have been written to before it is read.
        package var settling = 2.0
        /// Seconds after which a file is read although it is still being written to, such as a log.
        package var patience = 60.0

        package init() {}
    }

    /// Folders of one library.
    package static let mostFolders = 200
    /// Patterns that are given for one folder.
    package static let mostExclusions = 200

    let library: any Library
    let ingestor: Ingestor
    let configuration: Configuration
    let now: @Sendable () -> Date
    /// Shared by all that look at the folders of one library in this process.
    let shared: FolderTurns

    package init(
        library: any Library, ingestor: Ingestor, shared: FolderTurns = FolderTurns(),
        configuration: Configuration = Configuration(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.library, self.ingestor, self.shared) = (library, ingestor, shared)
        (self.configuration, self.now) = (configuration, now)
    }

    // MARK: The list

    struct Record: Sendable {
        var folder: WatchedFolder
        var version: Int?
    }

    /// All folders, by their names.
    package func list() async throws -> [FolderStatus] {
        let counts = try await library.watchedFileCounts()
        var found: [FolderStatus] = []
        for record in try await records() {
            let label = try await library.label(ofPath: record.folder.place(of: ""))
            let files = counts[record.folder.name] ?? [:]
            found.append(FolderStatus(folder: record.folder, label: label, files: files))
        }
        return found
    }

    /// - Throws: ``FolderError`` `unknown-folder`.
    package func status(of name: String) async throws -> FolderStatus {
        let folder = try await record(named: name).folder
        let counts = try await library.watchedFileCounts()[folder.name] ?? [:]
        return FolderStatus(
            folder: folder, label: try await library.label(ofPath: folder.place(of: "")), files: counts)
    }

    /// Files of a folder that are in one of these states, in the order of their paths.
    package func files(
        of name: String, in states: Set<WatchedFile.State>?, after path: String?, limit: Int
    ) async throws -> [WatchedFile] {
        let folder = try await record(named: name).folder
        return try await library.watchedFiles(of: folder.name, under: nil, in: states, after: path, limit: limit)
    }

    func records() async throws -> [Record] {
        try await library.records(of: .watchedFolder).map { stored in
            do {
                return Record(
                    folder: try JSONDecoder().decode(WatchedFolder.self, from: stored.value), version: stored.version)
            } catch {
                throw StoreError(
                    .newerSchema, "What is kept of the folder \(stored.name) is of a newer version. Update Hearth.")
            }
        }
    }

    /// The folder that somebody means by its name or its path.
    ///
    /// - Throws: ``FolderError`` `unknown-folder`.
    func record(named name: String) async throws -> Record {
        let all = try await records()
        let path = FileFinder.realPath(name) ?? name
        guard let found = all.first(where: { $0.folder.name == name }) ?? all.first(where: { $0.folder.path == path })
        else {
            throw FolderError(
                .unknownFolder, "There is no folder \(name.prefix(200)) in the list, which shows what they are called.")
        }
        return found
    }

    /// - Throws: `busy` where somebody else has changed it meanwhile.
    private func keep(_ record: Record) async throws {
        let value = try JSONEncoder().encode(record.folder)
        try await library.keepRecord(value, of: .watchedFolder, named: record.folder.name, replacing: record.version)
    }

    /// Changes a record as it is by now; again where somebody else was quicker.
    ///
    /// - Returns: What it is then; `nil` where there is none any more.
    @discardableResult
    func update(_ name: String, _ change: (inout WatchedFolder) -> Void) async throws -> WatchedFolder? {
        for attempt in 0... {
            guard var record = try await records().first(where: { $0.folder.name == name }) else { return nil }
            let before = record.folder
            change(&record.folder)
            guard record.folder != before else { return before }
            do {
                try await keep(record)
                return record.folder
            } catch let error as StoreError where error.reason == .busy && attempt < 5 {
                continue
            }
        }
        return nil
    }

    // MARK: Adding, changing, removing

    /// Adds a folder to the list. Nothing of it is read yet.
    ///
    /// - Throws: ``FolderError``.
    package func add(_ addition: FolderAddition) async throws -> FolderStatus {
        guard let path = FileFinder.folder(addition.path) else {
            throw FolderError(
                .noFolder,
                FileFinder.realPath(addition.path) == nil
                    ? "There is no folder at \(addition.path.prefix(300)), or it may not be looked at."
                    : "\(addition.path.prefix(300)) is a file. Name the folder that it is in.")
        }
        var finder = FileFinder()
        finder.isOwn = ingestor.isOwn
        guard !finder.isInOwn(path) else {
            throw FolderError(
                .own, "\(path) is a data folder of Hearth, with its keys and settings, or lies in one. Choose another.")
        }
        let all = try await records()
        guard all.count < Self.mostFolders else {
            throw FolderError(
                .tooMany,
                "\(Self.mostFolders) folders are kept in step, and no more can be. Name one that holds several.")
        }
        try Self.check(path, among: all.map(\.folder))
        try Self.check(addition.exclusions)
        let name = try Self.name(addition.name, path, taken: Set(all.map(\.folder.name)))
        let folder = WatchedFolder(
            name: name, path: path, exclusions: addition.exclusions, deletions: addition.deletions,
            gitLists: addition.gitLists, includesHidden: addition.includesHidden, addedAt: now())
        // Before what is in it is read, so that nothing of it is there without the label.
        if let label = addition.label { try await library.setLabel(label, ofFolder: path, lowers: true) }
        try await keep(Record(folder: folder, version: nil))
        // In a library that was begun anew after everything was deleted.
        shared.resume()
        return try await status(of: name)
    }

    /// Changes how a folder is kept in step.
    ///
    /// - Throws: ``FolderError``.
    package func change(_ name: String, _ change: FolderChange) async throws -> FolderStatus {
        let folder = try await record(named: name).folder
        if let exclusions = change.exclusions { try Self.check(exclusions) }
        if let label = change.label { try await library.setLabel(label, ofFolder: folder.path, lowers: true) }
        try await update(folder.name) { folder in
            if let exclusions = change.exclusions, exclusions != folder.exclusions {
                folder.exclusions = exclusions
                folder.lookedAt = nil
            }
            if let lists = change.gitLists, lists != folder.gitLists {
                folder.gitLists = lists
                folder.lookedAt = nil
            }
            if let hidden = change.includesHidden, hidden != folder.includesHidden {
                folder.includesHidden = hidden
                folder.lookedAt = nil
            }
            folder.deletions = change.deletions ?? folder.deletions
            folder.isPaused = change.isPaused ?? folder.isPaused
        }
        return try await status(of: folder.name)
    }

    /// Removes a folder from the list. What was read from it stays, unless that is to go as well.
    ///
    /// - Returns: The folder, and what is gone of its documents.
    /// - Throws: ``FolderError`` `unknown-folder`.
    package func remove(
        _ name: String, withDocuments: Bool
    ) async throws -> (folder: WatchedFolder, receipt: DeletionReceipt?) {
        let folder = try await record(named: name).folder
        // Before its documents go: nothing is read anew meanwhile.
        try await shared.run { _ = try await library.removeRecord(of: .watchedFolder, named: folder.name) }
        guard withDocuments else { return (folder, nil) }
        let places = try await library.sourceStates(under: folder.path).map(\.file.path)
        return (folder, try await removeDocuments(at: places))
    }

    /// Removes the documents of files that are left out by now, or are gone and were kept.
    ///
    /// - Throws: ``FolderError`` `unknown-folder`.
    package func removeDocuments(
        of name: String, in states: Set<WatchedFile.State>
    ) async throws -> DeletionReceipt {
        let folder = try await record(named: name).folder
        return try await shared.run {
            let rows = try await library.watchedFiles(
                of: folder.name, under: nil, in: states.subtracting([.read]), after: nil, limit: .max)
            let receipt = try await removeDocuments(at: rows.map { folder.place(of: $0.path) })
            try await library.keepWatchedFiles([], forgetting: rows.map(\.path), of: folder.name)
            return receipt
        }
    }

    /// Removes documents that were read from these places and no others, and of the others these places.
    private func removeDocuments(at places: [String]) async throws -> DeletionReceipt {
        let leaving = Set(places)
        var (ids, shared): (Set<String>, [String]) = ([], [])
        for place in places {
            try Task.checkCancellation()
            guard let document = try await library.document(atPath: place) else { continue }
            if document.paths.allSatisfy(leaving.contains) { ids.insert(document.id) } else { shared.append(place) }
        }
        if !shared.isEmpty { _ = try await library.removeSources(paths: shared, keepsLabels: true) }
        return try await library.removeDocuments(ids: ids.sorted())
    }

    // MARK: Names and patterns

    private static func check(_ path: String, among folders: [WatchedFolder]) throws {
        for folder in folders {
            let (inside, around) = (path + "/", folder.path + "/")
            if folder.path == path {
                throw FolderError(.alreadyThere, "\(path) is kept in step already, as \(folder.name).")
            }
            guard path != "/", folder.path != "/", !inside.hasPrefix(around), !around.hasPrefix(inside) else {
                throw FolderError(
                    .overlapping,
                    "\(path) and \(folder.path), which is kept in step as \(folder.name), lie in one another. "
                        + "Remove that one first, or leave a part of it out.")
            }
        }
    }

    private static func check(_ exclusions: [String]) throws {
        guard exclusions.count <= mostExclusions, !exclusions.contains(where: { $0.utf8.contains(10) }) else {
            throw FolderError(
                .badPattern,
                "At most \(mostExclusions) patterns of one line each can be given. More may stand in a file "
                    + "\(WatchedFolder.ignoreFile) in the folder.")
        }
        if let problem = IgnorePatterns(lines: exclusions).problems.first {
            let pattern = exclusions[min(problem.line, exclusions.count) - 1].prefix(100)
            throw FolderError(.badPattern, "The pattern \(pattern) cannot be taken: \(problem.reason.words)")
        }
    }

    private static func name(_ given: String?, _ path: String, taken: Set<String>) throws -> String {
        if let given {
            let isGood =
                !given.isEmpty && given.utf8.count <= 100 && !given.contains("/")
                && given.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            guard isGood else {
                throw FolderError(.badName, "A folder is called by at most 100 bytes, without a slash.")
            }
            guard !taken.contains(given) else {
                throw FolderError(.alreadyThere, "There is a folder \(given) already. Give this one another name.")
            }
            return given
        }
        let bare = (path as NSString).lastPathComponent.unicodeScalars.filter {
            $0 != "/" && $0.properties.generalCategory != .control
        }
        let own = String(String.UnicodeScalarView(bare.prefix(40)))
        let base = own.isEmpty ? "folder" : own
        if !taken.contains(base) { return base }
        for number in 2... where !taken.contains("\(base)-\(number)") { return "\(base)-\(number)" }
        return base
    }
}

/// What looks at the folders of one library share: one at a time, and what is going on. Pages that are pictures are read outside of
/// these turns.
package final class FolderTurns: Sendable {
    /// What is going on with a folder.
    package struct Activity: Hashable, Sendable {
        /// `nil` while it is looked through; of so many files, how many are read.
        package var reading: (done: Int, total: Int)?

        package static func == (a: Activity, b: Activity) -> Bool {
            a.reading?.done == b.reading?.done && a.reading?.total == b.reading?.total
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(reading?.done)
            hasher.combine(reading?.total)
        }
    }

    private struct State {
        var activities: [String: Activity] = [:]
        var followings: [String: FolderFollowing] = [:]
        var isWatching = false
        var isHalted = false
        var waiting: [String: Date] = [:]
    }

    private let turns = FairSemaphore<OneQueue>(limit: 1)
    /// Of those who read pages that are pictures, one at a time too.
    private let pictures = FairSemaphore<OneQueue>(limit: 1)
    private let state = Mutex(State())

    package init() {}

    func run<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await turns.acquire()
        defer { turns.release() }
        try checkHalt()
        return try await work()
    }

    /// Reads pages that are pictures, beside whoever looks at folders.
    func readPictures(_ work: () async throws -> Void) async throws {
        try await pictures.acquire()
        defer { pictures.release() }
        try checkHalt()
        try await work()
    }

    /// Has nobody look at folders any more, and returns when nobody does, nor reads their pictures: the library is about to be put back, copied or deleted, and
    /// whoever looks would open it anew.
    package func halt() async throws {
        state.withLock { $0.isHalted = true }
        for queue in [turns, pictures] {
            try await queue.acquire()
            queue.release()
        }
    }

    /// Lets folders be looked at again.
    package func resume() { state.withLock { $0.isHalted = false } }

    package var isHalted: Bool { state.withLock { $0.isHalted } }

    /// - Throws: ``FolderError`` `occupied` where nobody is to look at folders.
    package func checkHalt() throws {
        guard isHalted else { return }
        throw FolderError(.occupied, "Folders are not looked at while the library is put back, copied or deleted.")
    }

    /// What is going on with each folder that is looked at just now, by its name.
    package var activities: [String: Activity] { state.withLock { $0.activities } }

    /// How far the system tells of changes in each folder, by its name, while this process keeps them in step; `nil` while it does not.
    package var followings: [String: FolderFollowing]? {
        state.withLock { $0.isWatching ? $0.followings : nil }
    }

    func setActivity(_ activity: Activity?, of name: String) { state.withLock { $0.activities[name] = activity } }

    func setFollowing(_ following: FolderFollowing?, of name: String) {
        state.withLock { $0.followings[name] = following }
    }

    func setWatching(_ isWatching: Bool) {
        state.withLock { state in
            state.isWatching = isWatching
            if !isWatching { state.followings = [:] }
        }
    }

    /// How long a file that is being written to is waited for already.
    func waited(for place: String, now: Date) -> Double {
        state.withLock { state in
            let since = state.waiting[place] ?? now
            state.waiting[place] = since
            return now.timeIntervalSince(since)
        }
    }

    func stopWaiting(for place: String) { state.withLock { $0.waiting[place] = nil } }
}
