import Foundation
import HearthCore
import HearthSystem
import Synchronization

extension FolderService {
    /// Looks at all of some folders, and reads what is another way than before. What was just written to is waited for.
    ///
    /// - Parameter names: Which; all that are not paused where none is named.
    /// - Throws: ``FolderError`` `unknown-folder`.
    package func refresh(_ names: [String], emit: Emit) async throws {
        var folders: [WatchedFolder] = []
        if names.isEmpty { folders = try await records().map(\.folder).filter { !$0.isPaused } }
        for name in names { folders.append(try await record(named: name).folder) }
        var looks = folders.map { FolderPass.Look(folder: $0, scopes: [.all], retries: true) }
        var pictures: [Ingestor.LeftPictures] = []
        while !looks.isEmpty {
            let outcomes = try await look(looks, emit: emit)
            pictures += outcomes.compactMap(\.pictures)
            looks = zip(looks, outcomes).filter { !$0.1.waiting.isEmpty }.map { look, outcome in
                FolderPass.Look(folder: look.folder, scopes: Self.scopes(of: outcome.waiting))
            }
            if !looks.isEmpty { try await Task.sleep(for: .seconds(configuration.settling)) }
        }
        try await read(pictures, emit: emit)
        try await completeVectors(emit: emit)
    }

    /// Gives vectors to what was read before without, as where reading was broken off: nothing else would, as long as no file changes.
    func completeVectors(emit: Emit) async throws {
        let backfill = EmbeddingBackfill(library: library, embedder: ingestor.embedder)
        try await backfill.all {
            try await emit(.note("What was read before gets its vectors, so that it is found by its meaning as well."))
        } progress: { _, _ in
            try shared.checkHalt()
        }
    }

    /// The folders in which files lie.
    static func scopes(of paths: [String]) -> [FolderScope] {
        FolderScope.merged(
            Set(paths.map { FolderScope(path: ($0 as NSString).deletingLastPathComponent, isDeep: false) }))
    }

    func look(
        _ looks: [FolderPass.Look],
        willLook: @escaping @Sendable (WatchedFolder, String) -> Void = { _, _ in }, emit: Emit
    ) async throws -> [FolderPass.Outcome] {
        try await shared.run { try await FolderPass(service: self, willLook: willLook).run(looks, emit: emit) }
    }

    /// Reads pages that are pictures of what was looked at. Nobody's turn is taken for it: a page takes a second or more, and no folder
    /// waits for another one's scans.
    func read(_ pictures: [Ingestor.LeftPictures], emit: Emit) async throws {
        for left in pictures {
            try await shared.readPictures {
                try await ingestor.read(left).forEach { event in
                    try shared.checkHalt()
                    switch event {
                    // A scan, which is in the library since it was looked at, and has its text now.
                    case .recognized(let told): try await emit(.document(told))
                    case .note(let note): try await emit(.note(note))
                    case .file, .progress, .vectors, .pictures, .summary: break
                    }
                }
            }
        }
    }
}

/// Keeps folders in step for as long as it runs: looks at all of them, then at what the system tells of, and now and then at everything,
/// since not all is told (network drives, sleep, a queue that ran over).
package struct FolderWatcher: Sendable {
    package struct Configuration: Sendable {
        /// Seconds that are waited after word of a change, so that several are looked at together.
        package var gathering = 1.0
        /// Seconds between two looks at the clock.
        package var tick = 2.0
        /// Seconds after which a folder of which changes are told everywhere, in parts, or not at all is looked at as a whole.
        package var rounds = (everywhere: 900.0, partly: 120.0, nowhere: 60.0)
        /// Seconds after which a folder that is not there is looked for, or a look is tried again that failed.
        package var absent = 30.0

        package init() {}
    }

    /// Makes the service anew, with the settings of that moment; with what is needed to read, where it is to.
    let service: @Sendable (_ reads: Bool) async throws -> FolderService
    let shared: FolderTurns
    let configuration: Configuration

    package init(
        shared: FolderTurns, configuration: Configuration = Configuration(),
        service: @escaping @Sendable (_ reads: Bool) async throws -> FolderService
    ) {
        (self.service, self.shared, self.configuration) = (service, shared, configuration)
    }

    /// Works until it is cancelled.
    package func run(emit: FolderService.Emit) async throws {
        let events = try? FolderEvents(listNames: WatchedFolder.lists)
        if events == nil {
            try await emit(.note("The system tells of no changes; folders are looked at every minute instead."))
        }
        shared.setWatching(true)
        defer {
            events?.stop()
            shared.setWatching(false)
        }
        let (wake, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (scans, later) = AsyncStream.makeStream(of: WaitingScans.self)
        let told = ToldEvents(ring)
        ring.yield()
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let bell = events?.bell { group.addTask { for await _ in bell { ring.yield() } } }
            group.addTask { [tick = configuration.tick] in
                while true {
                    try await Task.sleep(for: .seconds(tick))
                    ring.yield()
                }
            }
            // Beside the looks, which go on meanwhile.
            group.addTask { for await waiting in scans { await waiting.read(telling: told) } }
            defer { group.cancelAll() }
            var state = FolderWatch(configuration: configuration, events: events, shared: shared, later: later)
            for await _ in wake {
                try Task.checkCancellation()
                for event in told.take() { try await emit(event) }
                try await state.look(service, emit: emit)
            }
            try Task.checkCancellation()
        }
    }
}

/// Pages that are pictures, which a look has left to be read, and by whom.
private struct WaitingScans: Sendable {
    let service: FolderService
    var pictures: [Ingestor.LeftPictures] = []
    /// Whether what was read before is to get the vectors that it lacks.
    var completesVectors = false

    /// What cannot be read stays in the library as it is, and is read when it is next looked for what waits.
    func read(telling told: ToldEvents) async {
        do {
            try await service.read(pictures) { told.add($0) }
            if completesVectors { try await service.completeVectors { told.add($0) } }
        } catch {
            if Task.isCancelled || error is CancellationError { return }
            let why = error.readable?.message ?? "this is a bug; please report it."
            let what =
                completesVectors
                ? "Vectors of what was read before wait to be made" : "Pages that are pictures wait to be read"
            told.add(.note("\(what): \(why)"))
        }
    }
}

/// What is to be told of what goes on beside the looks, by whoever looks.
private final class ToldEvents: Sendable {
    private let events = Mutex<[FolderEvent]>([])
    private let ring: AsyncStream<Void>.Continuation

    init(_ ring: AsyncStream<Void>.Continuation) { self.ring = ring }

    func add(_ event: FolderEvent) {
        events.withLock { $0.append(event) }
        ring.yield()
    }

    func take() -> [FolderEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

/// What is due, and when. Its clock goes on while the machine sleeps.
private struct FolderWatch {
    let configuration: FolderWatcher.Configuration
    let events: FolderEvents?
    let shared: FolderTurns
    /// Where pages that are pictures go, to be read beside the looks.
    let later: AsyncStream<WaitingScans>.Continuation
    private var due: [String: Set<FolderScope>] = [:]
    private var known: [String: WatchedFolder] = [:]
    private var nextRound: [String: Date] = [:]
    private var hasCompleted = false
    private var lastTick = Date()
    private var patientUntil = Date.distantPast
    private let unwatched = UnwatchedCount()

    init(
        configuration: FolderWatcher.Configuration, events: FolderEvents?, shared: FolderTurns,
        later: AsyncStream<WaitingScans>.Continuation
    ) {
        (self.configuration, self.events, self.shared, self.later) = (configuration, events, shared, later)
    }

    mutating func look(
        _ service: @Sendable (_ reads: Bool) async throws -> FolderService, emit: FolderService.Emit
    ) async throws {
        let now = Date()
        // The machine slept: what happened meanwhile on a disk that others write to, nobody told.
        if now.timeIntervalSince(lastTick) > configuration.tick + 60 { nextRound = [:] }
        // A look may take long, and is no sleep.
        defer { lastTick = Date() }
        guard now >= patientUntil, !shared.isHalted else { return }
        do {
            try await list(try await service(false))
            await gather()
            guard !due.isEmpty else { return }
            let start = Date()
            try await run(try await service(true), emit: emit)
            // Where something is written to all the time, looking must not be all that is done.
            patientUntil = Date(timeIntervalSinceNow: min(3 * Date().timeIntervalSince(start), configuration.tick * 5))
        } catch let error as CancellationError {
            throw error
        } catch {
            guard let told = error.readable else { throw error }
            patientUntil = Date(timeIntervalSinceNow: configuration.absent)
            // What was due may not have been looked at.
            nextRound = [:]
            try await emit(.note("Folders could not be looked at, which is tried again: \(told.message)"))
        }
    }

    /// Notes which folders there are, and that new ones, and those that were changed, are to be looked at.
    private mutating func list(_ service: FolderService) async throws {
        let folders = try await service.records().map(\.folder)
        for gone in Set(known.keys).subtracting(folders.filter { !$0.isPaused }.map(\.name)) {
            if let path = known[gone]?.path { events?.forget(path) }
            shared.setFollowing(nil, of: gone)
            (known[gone], due[gone], nextRound[gone]) = (nil, nil, nil)
        }
        for folder in folders where !folder.isPaused {
            let before = known[folder.name]
            let isNew = before == nil || before?.path != folder.path || before?.addedAt != folder.addedAt
            let isOther =
                before?.exclusions != folder.exclusions || before?.includesHidden != folder.includesHidden
                || before?.gitLists != folder.gitLists
            if isNew || isOther { nextRound[folder.name] = .distantPast }
            known[folder.name] = folder
        }
        let now = Date()
        for name in known.keys where (nextRound[name] ?? .distantPast) <= now { due[name] = [.all] }
    }

    /// Takes what the system told of, and waits a little for more.
    private mutating func gather() async {
        guard let events else { return }
        var changes = events.take()
        if !changes.isEmpty {
            try? await Task.sleep(for: .seconds(configuration.gathering))
            changes.add(events.take())
        }
        for (name, folder) in known {
            if changes.isEverything {
                due[name] = [.all]
                continue
            }
            for path in changes.folders { add(path, isDeep: false, name, folder) }
            for path in changes.trees { add(path, isDeep: true, name, folder) }
        }
    }

    private mutating func add(_ path: String, isDeep: Bool, _ name: String, _ folder: WatchedFolder) {
        if path == folder.path {
            due[name, default: []].insert(FolderScope(path: "", isDeep: isDeep))
            return
        }
        let inside = folder.path == "/" ? "/" : folder.path + "/"
        guard path.utf8.starts(with: inside.utf8) else { return }
        let relative = String(decoding: path.utf8.dropFirst(inside.utf8.count), as: UTF8.self)
        due[name, default: []].insert(FolderScope(path: relative, isDeep: isDeep))
    }

    private mutating func run(_ service: FolderService, emit: FolderService.Emit) async throws {
        let looks = due.keys.sorted().compactMap { name -> FolderPass.Look? in
            guard let folder = known[name], let scopes = due[name] else { return nil }
            // What was absent is looked at as a whole once it is there.
            let isWhole = folder.absence != nil || folder.lookedAt == nil
            return FolderPass.Look(folder: folder, scopes: isWhole ? [.all] : FolderScope.merged(scopes))
        }
        due = [:]
        let (events, unwatched) = (events, unwatched)
        for look in looks where look.isWhole { unwatched.reset(look.folder.name) }
        let outcomes = try await service.look(
            looks,
            willLook: { folder, path in
                if let following = events?.follow(folder.path, folders: [path]) {
                    unwatched.note(following, of: folder.name)
                }
            }, emit: emit)
        for (look, outcome) in zip(looks, outcomes) { settle(look, outcome) }
        let pictures = outcomes.compactMap(\.pictures)
        if !pictures.isEmpty { later.yield(WaitingScans(service: service, pictures: pictures)) }
        // Once, beside the looks: reading may have been broken off before.
        if !hasCompleted { later.yield(WaitingScans(service: service, completesVectors: true)) }
        hasCompleted = true
    }

    /// Plans when a folder is looked at next.
    private mutating func settle(_ look: FolderPass.Look, _ outcome: FolderPass.Outcome) {
        let name = look.folder.name
        known[name]?.absence = outcome.report.absence
        for scope in FolderService.scopes(of: outcome.waiting) where !outcome.waiting.isEmpty {
            due[name, default: []].insert(scope)
        }
        guard look.isWhole else { return }
        let following = events == nil ? .nowhere : unwatched.following(of: name)
        shared.setFollowing(following, of: name)
        let pause =
            switch following {
            case _ where outcome.report.absence != nil: configuration.absent
            case .everywhere: configuration.rounds.everywhere
            case .partly: configuration.rounds.partly
            case .nowhere: configuration.rounds.nowhere
            }
        nextRound[name] = Date(timeIntervalSinceNow: pause)
        known[name]?.lookedAt = Date()
    }
}

/// In how many folders changes are not told of, while they are looked through on other threads.
private final class UnwatchedCount: Sendable {
    private let counts = Mutex<[String: (unwatched: Int, most: Int?, isNowhere: Bool)]>([:])

    func reset(_ name: String) { counts.withLock { $0[name] = nil } }

    func note(_ following: FolderFollowing, of name: String) {
        counts.withLock { counts in
            switch following {
            case .everywhere: break
            case .partly(let unwatched, let most):
                counts[name, default: (0, nil, false)].unwatched += unwatched
                counts[name]?.most = most
            case .nowhere: counts[name, default: (0, nil, false)].isNowhere = true
            }
        }
    }

    func following(of name: String) -> FolderFollowing {
        counts.withLock { counts in
            guard let count = counts[name] else { return .everywhere }
            return count.isNowhere ? .nowhere : .partly(unwatched: count.unwatched, most: count.most)
        }
    }
}
