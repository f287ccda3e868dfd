import Foundation
public import HearthCore

extension Hearth {
    /// Work that goes on after the call that began it: reading files, analysing, rolling up, downloads.
    ///
    /// Jobs live as long as their ``Hearth``, and the latest of those that have ended are remembered. What is to outlive it is a task in
    /// the store (``Work``), which a job of the same id follows.
    public actor Jobs {
        /// The body of a job. It reports its progress and its result through the ``Report``.
        public typealias Work = @Sendable (Report) async throws -> Void

        private struct Entry {
            var job: Job
            /// Until it has ended: it mostly holds the ``Hearth`` that holds this.
            var work: Work?
            var task: Task<Void, Never>?
            /// Whether the task that is being cancelled is to go on later.
            var isPausing = false
            /// Whether it is being ended for good, which no pause takes back.
            var isCancelling = false
            var watchers: [UUID: AsyncStream<Void>.Continuation] = [:]

            mutating func update(_ change: (inout Job) -> Void) { change(&job) }
        }

        /// Jobs that have ended are remembered until there are more than these.
        private static let mostEnded = 200

        private var entries: [String: Entry] = [:]
        private var order: [String] = []
        private let threads: ThreadPool

        /// - Parameter threads: Where jobs work.
        init(threads: ThreadPool = .jobs) { self.threads = threads }

        /// All jobs, in the order in which they were begun.
        public var all: [Job] { order.compactMap { entries[$0]?.job } }

        /// - Throws: ``JobError`` with the code `unknown-item`.
        public func job(_ id: String) throws -> Job {
            guard let job = entries[id]?.job else {
                throw JobError(
                    .unknownItem, "There is no such job; it may be of before the server was started.")
            }
            return job
        }

        /// The job of a kind that is under way for a subject.
        public func running(_ kind: Kind, subject: String) -> Job? {
            order.lazy.compactMap { self.entries[$0]?.job }
                .first { $0.kind == kind && $0.subject == subject && !$0.hasEnded }
        }

        // MARK: Begin and end

        /// Starts work. It goes on when the call that started it is over, so it is a task of its own; ``cancel(_:)`` ends it.
        ///
        /// - Parameters:
        ///   - title: What is worked on, for a person.
        ///   - subject: The id of what it is about.
        ///   - origins: What it is made of, and so who may read what it tells.
        ///   - floor: How private it is at least.
        ///   - isOwners: Whether no program may know more of it than that it is there, whatever it may read.
        public func start(
            _ kind: Kind, title: String, subject: String? = nil, of origins: Set<LabelOrigin> = [],
            floor: SensitivityLabel? = nil, isOwners: Bool = false, _ work: @escaping Work
        ) -> Job {
            begin(
                Job(
                    id: UUID().uuidString.lowercased(), kind: kind, title: title, subject: subject, createdAt: Date(),
                    isOwners: isOwners, origins: origins, floor: floor ?? .public), work)
        }

        /// Follows a task of the store, under its id; one that is followed already is given as it is.
        func follow(_ task: WorkTask, _ kind: Kind, _ work: @escaping Work) -> Job {
            if let known = entries[task.id]?.job { return known }
            var job = Job(
                id: task.id, kind: kind, title: task.title, subject: nil, createdAt: task.createdAt,
                isOwners: false, origins: [],
                floor: task.label)
            job.waitsForOthers = true
            return begin(job, work)
        }

        private func begin(_ job: Job, _ work: @escaping Work) -> Job {
            let id = job.id
            entries[id] = Entry(job: job, work: work)
            order.append(id)
            forgetOldest()
            run(id)
            return job
        }

        private func run(_ id: String) {
            guard let work = entries[id]?.work else { return }
            // Where everything is done: on the threads of the jobs this actor would wait until one of them is free.
            let report = Report { [self] change in
                await withTaskExecutorPreference(globalConcurrentExecutor) { await update(id, change) }
            }
            // What only waits for the network, or for whoever does it, must not wait for those that compute.
            let threads = entries[id]?.job.waitsForOthers == true ? nil : threads
            // Begins and ends in this actor without them, so that whoever looks at jobs never waits until one of them is free.
            entries[id]?.task = Task {
                do {
                    try await Self.working(on: threads) { try await work(report) }
                    try Task.checkCancellation()
                    end(id, .done, nil)
                } catch {
                    if Task.isCancelled || error is CancellationError {
                        end(id, entries[id]?.isPausing == true ? .paused : .cancelled, nil)
                    } else {
                        end(id, .failed, error)
                    }
                }
            }
        }

        /// Works on these threads, with all that is begun for it; where everything is done for `nil`.
        static func working(
            on threads: ThreadPool?, _ body: @Sendable () async throws -> Void
        ) async throws {
            try await WorkThreads.$preferred.withValue(threads) {
                try await withTaskExecutorPreference(threads) { try await body() }
            }
        }

        /// Stops a download in a way that it can go on.
        ///
        /// - Throws: ``JobError`` with the code `not-pausable`.
        public func pause(_ id: String) async throws -> Job {
            guard try job(id).canPause, entries[id]?.isCancelling == false else {
                throw JobError(.notPausable, "Only a download that is running can be paused.")
            }
            entries[id]?.isPausing = true
            entries[id]?.task?.cancel()
            await entries[id]?.task?.value
            return try job(id)
        }

        /// - Throws: ``JobError`` with the code `not-paused`.
        public func resume(_ id: String) throws -> Job {
            guard try job(id).state == .paused else {
                throw JobError(.notPaused, "Only a download that is paused can go on.")
            }
            // The work goes on as what resumed it: a program's would end it for good.
            try Reader.requireOwner(for: Hearth.Models.fetching, of: .server)
            entries[id]?.isPausing = false
            entries[id]?.job.state = .running
            run(id)
            return try job(id)
        }

        /// Ends a job, and returns when its work has ended.
        ///
        /// - Throws: ``JobError`` with the code `not-running` for one that has ended already.
        public func cancel(_ id: String) async throws -> Job {
            let job = try job(id)
            guard !job.hasEnded else { throw JobError(.notRunning, "The job has ended already.") }
            entries[id]?.isPausing = false
            entries[id]?.isCancelling = true
            if job.state == .paused {
                end(id, .cancelled, nil)
            } else {
                entries[id]?.task?.cancel()
                await entries[id]?.task?.value
            }
            return try self.job(id)
        }

        // MARK: Following

        /// The job when its work has ended; `nil` when there is none of this id.
        public func ended(_ id: String) async -> Job? {
            await entries[id]?.task?.value
            return entries[id]?.job
        }

        /// A tick for each change of a job, and one at once; ends after the job. Ticks that nobody took become one.
        public func changes(of id: String) throws -> AsyncStream<Void> {
            let job = try job(id)
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            continuation.yield()
            guard !job.hasEnded else {
                continuation.finish()
                return stream
            }
            let key = UUID()
            entries[id]?.watchers[key] = continuation
            continuation.onTermination = { [weak self] _ in Task { await self?.unwatch(id, key) } }
            return stream
        }

        private func unwatch(_ id: String, _ key: UUID) { entries[id]?.watchers[key] = nil }

        private func update(_ id: String, _ change: @Sendable (inout Job) -> Void) {
            guard entries[id]?.job.hasEnded == false else { return }
            // In place: a folder's job names each of its documents, and would copy all of those names for each file.
            entries[id]?.update(change)
            for watcher in (entries[id]?.watchers ?? [:]).values { watcher.yield() }
        }

        private func end(_ id: String, _ state: State, _ error: (any Error)?) {
            guard var entry = entries[id] else { return }
            entry.job.state = state
            entry.job.error = error
            // Another process may have told when.
            if entry.job.hasEnded { entry.job.endedAt = entry.job.endedAt ?? Date() }
            if state == .done { entry.job.progress.fraction = 1 }
            entry.task = nil
            if entry.job.hasEnded { entry.work = nil }
            let watchers = entry.watchers.values
            if entry.job.hasEnded { entry.watchers = [:] }
            entries[id] = entry
            for watcher in watchers {
                watcher.yield()
                if entry.job.hasEnded { watcher.finish() }
            }
        }

        private func forgetOldest() {
            var ended = order.filter { entries[$0]?.job.hasEnded == true }
            while ended.count > Self.mostEnded, let oldest = ended.first {
                ended.removeFirst()
                entries[oldest] = nil
                order.removeAll { $0 == oldest }
            }
        }
    }
}

extension ThreadPool {
    /// For jobs: reading, cutting and indexing megabytes of text is work of seconds without a pause, and so are the basic engine's
    /// analyses. On the threads that everything shares, two large files would keep two cores' whole program waiting.
    static let jobs = ThreadPool(name: "hearth.jobs", count: ProcessInfo.processInfo.activeProcessorCount)
}
