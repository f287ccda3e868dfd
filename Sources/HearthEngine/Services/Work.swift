package import Foundation
public import HearthCore

extension Hearth {
    /// Work that outlives the process that was asked for it: files that were sent to be read, recordings to be written down.
    ///
    /// It is a queue in the library (`WorkStore`), which any process works off that has the library open: this one, another one of this
    /// machine (`hearth work`), or one of another machine that has the same PostgreSQL open. ``Jobs`` shows each task as a job of the
    /// same id, wherever it is done.
    public struct Work: Sendable {
        let hearth: Hearth

        /// The kinds of tasks in the queue.
        public enum Kind: String, Sendable, CaseIterable {
            case ingest, transcription

            var task: WorkKind { WorkKind(rawValue: rawValue) }

            var job: Jobs.Kind {
                switch self {
                case .ingest: .ingest
                case .transcription: .transcription
                }
            }
        }
    }
}

extension Hearth.Work {
    /// What is refused to programs.
    private static let changing = "Changing what is to be done"

    // MARK: Looking

    /// Tasks in some states, the newest first; those that the reader of this task may see.
    public func list(
        _ states: Set<WorkTask.State> = Set(WorkTask.State.allCases), limit: Int = 1000
    ) async throws -> [WorkTask] {
        try await hearth.library().workTasks(in: states, limit: limit)
    }

    /// How many tasks there are that were neither done nor cancelled, by kind: of this library, whoever works on them.
    ///
    /// - Throws: `StoreError`; one of the kind `busy` where the library does not answer within `limit`.
    public func tallies(within limit: Duration = .seconds(2)) async throws -> [WorkTally] {
        try await TimeLimit.abandoning(after: limit.seconds) { [hearth] in
            try await hearth.library().workTallies()
        } timeout: {
            StoreError(.busy, "The library does not answer in time.")
        }
    }

    /// What became of what this process worked on, for this library and for those of everybody else at this server.
    public var totals: Totals { hearth.workMeter.totals }

    /// How far a task is, as whoever works on it told last.
    public static func progress(of task: WorkTask) -> Hearth.Jobs.Progress? { StoredJob(task.report)?.progress }

    /// The one task that a person means by an id or the beginning of one.
    ///
    /// - Throws: `StoreError` `unknown-item`, `ambiguous-item`.
    public func find(_ id: String) async throws -> WorkTask {
        let library = try await hearth.library()
        if let task = try await library.workTask(id: id) { return task }
        let found = try await list(limit: .max).filter { !id.isEmpty && $0.id.hasPrefix(id) }
        guard let first = found.first else { throw StoreError.noSuchWork }
        guard found.count == 1 else {
            throw StoreError(.ambiguousItem, "\(found.count) tasks begin with \(id); give more of the id.")
        }
        return first
    }

    // MARK: Changing

    /// Has a task tried again that failed.
    ///
    /// - Throws: `StoreError` `work-state` for one that did not fail; ``EngineError`` `owner-only` for a program.
    public func retry(_ id: String) async throws -> WorkTask {
        try Reader.requireOwner(for: Self.changing)
        return try await hearth.library().changeWork(.retry, of: find(id).id)
    }

    /// Ends a task; of one that failed, lets it go with its files. Whoever works on it stops within a minute.
    ///
    /// - Throws: `StoreError` `work-state` for one that has ended; ``EngineError`` `owner-only` for a program.
    public func cancel(_ id: String) async throws -> WorkTask {
        try Reader.requireOwner(for: Self.changing)
        return try await hearth.library().changeWork(.cancel, of: find(id).id)
    }

    // MARK: Working

    /// Works off the queue until the task is cancelled. What is worked on then goes back to the queue.
    ///
    /// - Parameters:
    ///   - kinds: What is done here.
    ///   - parallel: How many tasks of all kinds at a time.
    ///   - once: Ends when nothing more can be claimed now.
    ///   - ended: Is told how each attempt ended.
    ///   - waiting: Is told, once, why the library cannot be opened yet; it is waited for, unless `once`.
    public func run(
        _ kinds: [Kind] = Kind.allCases, parallel: Int = 1, once: Bool = false,
        ended: @escaping @Sendable (WorkTask) -> Void = { _ in },
        waiting: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async throws {
        try Reader.requireOwner(for: "Working for the library")
        let library = once ? try await hearth.library() : try await libraryInTime(waiting)
        let lane = WorkRunner.Lane(kinds: Set(kinds.map(\.task)), parallel: max(1, parallel))
        do {
            try await runner(library, [lane], once ? .whenNothingIsDue : .never, ended).run()
        } catch is WorkRunner.Ended {
            // The environment is another one now.
        }
    }

    /// The library, as soon as it can be opened: a worker that is started while its server is started anew is of use a moment later.
    private func libraryInTime(_ waiting: @Sendable (any Error) -> Void) async throws -> any Library {
        var pause = 1
        while true {
            do {
                return try await hearth.library()
            } catch let error as StoreError where error.isPassing {
                if pause == 1 { waiting(error) }
                try await Task.sleep(for: .seconds(pause))
                pause = min(60, pause * 2)
            }
        }
    }

    /// Works off the queue beside everything else, from now until ``Hearth/shutdown()``, and shows as jobs what others were asked for.
    ///
    /// It is the queue of whatever library is open: also of one that could not be opened now and can be later, that was put back or copied
    /// meanwhile, or that another environment has.
    public func serve() async throws {
        try Reader.requireOwner(for: "Working for the library")
        hearth.workQueue.want()
        let library = try await hearth.current().library()
        if hearth.workQueue.takesUp(library) { await serve(library) }
    }

    /// Works for the library again, where that was to be done before it was closed, put back or copied.
    func serveAgain() async {
        guard hearth.workQueue.isWanted else { return }
        // Where it cannot be opened, whoever needs it next says so, and it is worked for from when it can be.
        try? await serve()
    }

    /// Works for a library that nobody of this process works for yet; see ``WorkQueue/takesUp(_:)``.
    func serve(_ library: any Library) async {
        // Before anybody works: what is done quickly is shown, too.
        await followAll(library)
        let queue = hearth.workQueue
        await queue.serve(library, { await work(library, until: $0) }) {
            try? await WorkAlarm().watch(library) {
                await followAll(library)
                try await Task.sleep(for: .seconds(1))
                return 10
            }
        }
    }

    /// Goes on with what waits, where anything does: it was sent before the server was started anew, or before the library rested.
    package func goOn() async throws {
        try await Reader.$current.withValue(nil) {
            let library = try await hearth.library()
            guard try await !library.workTasks(in: [.queued, .running], limit: 1).isEmpty else { return }
            await followAll(library)
            await hearth.workQueue.ensure(library) { await work(library, until: $0) }
        }
    }

    /// Adds a task with its files, and shows it as a job. Where nobody works off the queue, this process begins to.
    ///
    /// - Parameters:
    ///   - payload: What to do, as ``UploadWork`` or ``RecordingWork``.
    ///   - floor: How private it is at least, its title too.
    ///   - files: Paths, in the order in which the payload names them. They are in the library when this returns.
    ///   - after: When what they are to take the place of was changed (``lastChange(ofPlaces:)``).
    ///   - confirm: Is called with the task's id once everybody who has the library open can see the task, and before it can be done; where
    ///     it throws, there is no task.
    ///   - atEnd: Is called once, when the task has ended or could not be added.
    package func add(
        _ kind: Kind, title: String, payload: some Encodable & Sendable, floor: SensitivityLabel, files: [String],
        after: Date? = nil, confirm: @escaping @Sendable (String) async throws -> Void = { _ in },
        atEnd: @escaping @Sendable () async -> Void = {}
    ) async throws -> Hearth.Jobs.Job {
        let reader = Reader.current
        // As the owner's process: what a program may not read, it may have sent.
        return try await Reader.$current.withValue(nil) {
            var isFollowed = false
            do {
                let library = try await hearth.library()
                let new = NewWork(
                    id: UUID().uuidString.lowercased(), kind: kind.task,
                    requester: reader.map {
                        [$0.interface.rawValue, $0.name ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
                    }
                        ?? NewWork.owner,
                    title: String(title.prefix(500)),
                    payload: try JSONEncoder().encode(Order(sender: reader.map { WorkSender($0) }, work: payload)),
                    label: floor, priority: reader == nil ? .awaited : .normal, hasFiles: true,
                    after: after)
                let task = try await library.addWork(new)
                do {
                    try await confirm(task.id)
                } catch {
                    // A store begins nothing for a task that is cancelled.
                    await Task { _ = try? await library.changeWork(.cancel, of: task.id) }.value
                    throw error
                }
                isFollowed = true
                let job = await follow(task, kind, library, atEnd: atEnd)
                do {
                    for (index, path) in files.enumerated() {
                        try await TaskFiles.send(path, as: index, of: task.id, to: library)
                    }
                    try await library.changeWork(.ready, of: task.id)
                } catch {
                    await Task { _ = try? await library.changeWork(.cancel, of: task.id) }.value
                    throw error
                }
                await hearth.workQueue.ensure(library) { await work(library, until: $0) }
                return job
            } catch {
                if !isFollowed { await atEnd() }
                throw error
            }
        }
    }

    /// The names that uploads will be kept under which were not read yet, and of those that failed and may be tried again.
    ///
    /// - Parameter own: The id of a task that is left out.
    package func placesOfUploads(but own: String? = nil) async throws -> Set<String> {
        try await Reader.$current.withValue(nil) {
            var places: Set<String> = []
            for task in try await list([.arriving, .queued, .running, .failed], limit: .max)
            where task.kind == Kind.ingest.task && task.id != own {
                guard let order = try? Self.order(UploadWork.self, task) else { continue }
                places.formUnion(order.work.files.map(\.place))
            }
            return places
        }
    }

    /// When what is kept under some names of uploads was sent, the newest of it; `nil` where nothing is. What replaces it is newer, also where
    /// a clock was set back since.
    package func lastChange(ofPlaces places: [String]) async throws -> Date? {
        try await Reader.$current.withValue(nil) {
            let library = try await hearth.library()
            var last: Date?
            for place in places {
                guard let known = try await library.sourceState(path: place)?.file.modifiedAt else { continue }
                last = last.map { max($0, known) } ?? known
            }
            return last
        }
    }

    // MARK: - Doing

    private func runner(
        _ library: any Library, _ lanes: [WorkRunner.Lane], _ end: WorkRunner.End,
        _ ended: @escaping @Sendable (WorkTask) -> Void = { _ in }
    ) -> WorkRunner {
        let isHere = WorkQueue.id(of: library)
        return WorkRunner(
            store: library, configuration: WorkRunner.Configuration(lanes: lanes, end: end),
            work: { task, reporter in
                // Services work with the environment of the moment. A task of another one's library waits for that.
                guard WorkQueue.id(of: try await hearth.library()) == isHere else { throw WorkRunner.Ended() }
                try await Hearth.Jobs.working(on: .jobs) { try await perform(task, library, reporter) }
            }, ended: ended, meter: hearth.workMeter)
    }

    /// Works off a library's queue, whatever happens to it, until nothing is left or the task is cancelled.
    private func work(_ library: any Library, until end: WorkRunner.End) async {
        let lanes = [
            WorkRunner.Lane(
                kinds: [Kind.ingest.task], parallel: max(4, ProcessInfo.processInfo.activeProcessorCount)),
            // A recording takes all cores for minutes.
            WorkRunner.Lane(kinds: [Kind.transcription.task], parallel: 2),
        ]
        var pause = 1
        while !Task.isCancelled {
            do {
                return try await runner(library, lanes, end).run()
            } catch is WorkRunner.Ended {
                return
            } catch {
                // Such as a library whose disk is full.
                try? await Task.sleep(for: .seconds(pause))
                pause = min(60, pause * 2)
            }
        }
    }

    private func perform(_ task: WorkTask, _ library: any Library, _ reporter: WorkReporter) async throws {
        switch Kind(rawValue: task.kind.rawValue) {
        case .ingest:
            let order = try Self.order(UploadWork.self, task)
            let job = TaskJob(task, .ingest, reporter)
            try await with(order.work.files.map(\.last), of: task, library) { files in
                try await Reader.$current.withValue(order.sender?.reader) {
                    try await order.work.run(hearth, files, job.report)
                }
            }
        case .transcription:
            let order = try Self.order(RecordingWork.self, task)
            let earlier = StoredJob(task.report)
            let job = TaskJob(task, .transcription, reporter, earlier: earlier)
            try await with(order.work.files.map(\.last), of: task, library) { files in
                try await Reader.$current.withValue(order.sender?.reader) {
                    try await order.work.run(hearth, files, job.report, done: earlier?.files.count ?? 0)
                }
            }
        case nil: throw Self.unreadable
        }
    }

    /// Works with a task's files, which are gone from the disk when that has ended, however it ends.
    private func with(
        _ names: [String], of task: WorkTask, _ library: any Library,
        _ body: (TaskFiles) async throws -> Void
    ) async throws {
        let files = try await TaskFiles(
            names, of: task.id, sentAt: task.createdAt, from: library, dataFolder: hearth.folder)
        defer { files.remove() }
        try await body(files)
    }

    private static func order<Payload: Decodable>(_: Payload.Type, _ task: WorkTask) throws -> Order<Payload> {
        guard let order = try? JSONDecoder().decode(Order<Payload>.self, from: task.payload) else { throw unreadable }
        return order
    }

    private static let unreadable = WorkFailure(
        code: "newer-work", kind: .damagedData,
        message:
            "What is to be done here cannot be read: a newer version of Hearth added it. Update Hearth, and try it again."
    )
}

/// A task's payload: what to do, and who sent it.
private struct Order<Payload> {
    /// `nil` for the owner.
    var sender: WorkSender?
    var work: Payload
}

extension Order: Encodable where Payload: Encodable {}
extension Order: Decodable where Payload: Decodable {}

/// The program that sent something to be done, as the store keeps it.
private struct WorkSender: Codable {
    var interface: String
    var name: String?
    var request: String
    var ceiling: SensitivityLabel

    init(_ reader: Reader) {
        (interface, name, request) = (reader.interface.rawValue, reader.name, reader.request)
        ceiling = reader.ceiling
    }

    /// The work may no more than its sender may.
    var reader: Reader {
        Reader(Reader.Interface(rawValue: interface) ?? .api, name: name, request: request, ceiling: ceiling)
    }
}
