import Foundation
import HearthCore
import HearthHTTP

/// Work that goes on after the request that began it: reading files, analysing, rolling up.
actor JobBoard {
    enum Kind: String, Sendable {
        case ingest, reindex, analysis, rollup, download, transcription
        case verifyModel = "verify-model"
    }

    enum State: String, Sendable { case running, paused, done, failed, cancelled }

    /// What a job tells while it works.
    struct Report: Sendable {
        fileprivate let update: @Sendable (@Sendable (inout Job) -> Void) async -> Void

        func progress(_ fraction: Double?, _ message: String, done: Int? = nil, total: Int? = nil) async {
            await update { job in
                var progress: JSONObject = ["message": .string(message)]
                if let fraction, fraction.isFinite {
                    progress["fraction"] = JSONEncoding.number(min(1, max(0, fraction)))
                }
                if let done { progress["done"] = JSONEncoding.number(done) }
                if let total { progress["total"] = JSONEncoding.number(total) }
                job.progress = progress
            }
        }

        /// The progress of a transfer.
        func transfer(bytes: Int, total: Int?, bytesPerSecond: Double?, secondsRemaining: Double?) async {
            await update { job in
                var progress: JSONObject = ["bytes": JSONEncoding.number(bytes)]
                if let total {
                    progress["totalBytes"] = JSONEncoding.number(total)
                    if total > 0 { progress["fraction"] = JSONEncoding.number(min(1, Double(bytes) / Double(total))) }
                }
                if let bytesPerSecond, bytesPerSecond.isFinite {
                    progress["bytesPerSecond"] = JSONEncoding.number(bytesPerSecond)
                }
                if let secondsRemaining, secondsRemaining.isFinite {
                    progress["secondsRemaining"] = JSONEncoding.number(secondsRemaining)
                }
                job.progress = progress
                job.results["retrying"] = nil
            }
        }

        func file(_ file: JSONValue) async {
            await update { job in
                if let id = file["documentID"]?.stringValue { job.origins.insert(.document(id)) }
                job.add(file)
            }
        }

        /// What the results were made of, for those who may not read everything.
        func made(of origins: Set<LabelOrigin>, label: SensitivityLabel = .public) async {
            await update { job in
                job.origins.formUnion(origins)
                job.floor = max(job.floor, label)
            }
        }

        /// What came of it, under a name such as `analysis`.
        func result(_ name: String, _ value: JSONValue) async { await update { $0.results[name] = value } }
    }

    struct Job: Sendable {
        let id: String
        let kind: Kind
        let title: String
        let subject: String?
        let createdAt: Date
        /// What it tells was made of these, and is at least as private as `floor`.
        fileprivate(set) var origins: Set<LabelOrigin>
        fileprivate(set) var floor: SensitivityLabel
        fileprivate(set) var state = State.running
        fileprivate var endedAt: Date?
        fileprivate var progress: JSONObject = [:]
        fileprivate var files: [JSONValue] = []
        fileprivate var filesLeftOut = 0
        fileprivate var results: JSONObject = [:]
        fileprivate var error: ServerError?

        /// A folder may hold any number of files, and the whole list is sent again with every change.
        fileprivate static let mostFiles = 500

        /// What went well makes room for what did not.
        fileprivate mutating func add(_ file: JSONValue) {
            guard files.count >= Self.mostFiles else {
                files.append(file)
                return
            }
            filesLeftOut += 1
            guard file["status"] == "failed", let other = files.firstIndex(where: { $0["status"] != "failed" }) else {
                return
            }
            files.remove(at: other)
            files.append(file)
        }

        var hasEnded: Bool { state == .done || state == .failed || state == .cancelled }

        /// That it is there and how far it is, and nothing of what it works with.
        var outline: JSONValue {
            let told = ["fraction", "done", "total"].compactMap { name in progress[name].map { (name, $0) } }
            return [
                "id": .string(id), "kind": .string(kind.rawValue), "state": .string(state.rawValue), "title": "",
                "subject": .null, "createdAt": JSONEncoding.date(createdAt), "endedAt": JSONEncoding.optional(endedAt),
                "canPause": false, "progress": .object(JSONObject(told)),
            ]
        }

        var value: JSONValue {
            var object: JSONObject = [
                "id": .string(id), "kind": .string(kind.rawValue), "state": .string(state.rawValue),
                "title": .string(title), "subject": JSONEncoding.optional(subject),
                "createdAt": JSONEncoding.date(createdAt), "endedAt": JSONEncoding.optional(endedAt),
                "canPause": .bool(kind == .download && state == .running), "progress": .object(progress),
            ]
            if kind == .ingest || kind == .reindex || kind == .transcription { object["files"] = .array(files) }
            if filesLeftOut > 0 { object["filesLeftOut"] = JSONEncoding.number(filesLeftOut) }
            for (name, value) in results { object[name] = value }
            if let error { object["error"] = error.value }
            return .object(object)
        }
    }

    typealias Work = @Sendable (Report) async throws -> Void

    private struct Entry {
        var job: Job
        let work: Work
        var task: Task<Void, Never>?
        /// Whether the task that is being cancelled is to go on later.
        var isPausing = false
        var watchers: [UUID: AsyncStream<Void>.Continuation] = [:]
    }

    /// Jobs that have ended are remembered until there are more than these.
    private static let mostEnded = 200

    private var entries: [String: Entry] = [:]
    private var order: [String] = []

    var all: [Job] { order.compactMap { entries[$0]?.job } }

    func job(_ id: String) throws -> Job {
        guard let job = entries[id]?.job else {
            throw ServerError(
                .notFound, "unknown-item", "There is no such job; it may be of before the server was started.")
        }
        return job
    }

    /// Starts work. It goes on when the request that started it is over, so it is a task of its own; ``cancel(_:)`` ends it.
    func start(
        _ kind: Kind, title: String, subject: String? = nil, of origins: Set<LabelOrigin> = [],
        floor: SensitivityLabel? = nil, _ work: @escaping Work
    ) -> Job {
        let id = UUID().uuidString.lowercased()
        let job = Job(
            id: id, kind: kind, title: title, subject: subject, createdAt: Date(), origins: origins,
            floor: floor ?? .public)
        entries[id] = Entry(job: job, work: work)
        order.append(id)
        forgetOldest()
        run(id)
        return job
    }

    private func run(_ id: String) {
        guard let work = entries[id]?.work else { return }
        let report = Report { [self] change in await update(id, change) }
        entries[id]?.task = Task {
            do {
                try await work(report)
                try Task.checkCancellation()
                end(id, .done, nil)
            } catch {
                if Task.isCancelled || error is CancellationError {
                    end(id, entries[id]?.isPausing == true ? .paused : .cancelled, nil)
                } else {
                    end(id, .failed, ServerError.telling(error))
                }
            }
        }
    }

    /// Stops a download in a way that it can go on.
    func pause(_ id: String) async throws -> Job {
        let job = try job(id)
        guard job.kind == .download, job.state == .running else {
            throw ServerError(.conflict, "not-pausable", "Only a download that is running can be paused.")
        }
        entries[id]?.isPausing = true
        entries[id]?.task?.cancel()
        await entries[id]?.task?.value
        return try self.job(id)
    }

    func resume(_ id: String) throws -> Job {
        let job = try job(id)
        guard job.state == .paused else {
            throw ServerError(.conflict, "not-paused", "Only a download that is paused can go on.")
        }
        entries[id]?.isPausing = false
        entries[id]?.job.state = .running
        run(id)
        return try self.job(id)
    }

    /// The job of a kind that is under way for a subject.
    func running(_ kind: Kind, subject: String) -> Job? {
        order.lazy.compactMap { self.entries[$0]?.job }
            .first { $0.kind == kind && $0.subject == subject && !$0.hasEnded }
    }

    func cancel(_ id: String) async throws -> Job {
        let job = try job(id)
        guard !job.hasEnded else {
            throw ServerError(.conflict, "not-running", "The job has ended already.")
        }
        entries[id]?.isPausing = false
        if job.state == .paused {
            end(id, .cancelled, nil)
        } else {
            entries[id]?.task?.cancel()
            await entries[id]?.task?.value
        }
        return try self.job(id)
    }

    /// The job when its work has ended; `nil` when there is none of this id.
    func ended(_ id: String) async -> Job? {
        await entries[id]?.task?.value
        return entries[id]?.job
    }

    /// A tick for each change of a job, and one at once; ends after the job.
    func changes(of id: String) throws -> AsyncStream<Void> {
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
        guard var entry = entries[id], !entry.job.hasEnded else { return }
        change(&entry.job)
        entries[id] = entry
        for watcher in entry.watchers.values { watcher.yield() }
    }

    private func end(_ id: String, _ state: State, _ error: ServerError?) {
        guard var entry = entries[id] else { return }
        entry.job.state = state
        entry.job.error = error
        if entry.job.hasEnded { entry.job.endedAt = Date() }
        if state == .done { entry.job.progress["fraction"] = 1 }
        entry.task = nil
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
