public import Foundation
import HearthCore

/// Fetches files, many at once, each with its own progress.
///
/// A file appears in its place only whole and checked. Until then it is a part with a journal in `.partial`, from which any
/// later run goes on: after a dropped connection, a cancelled task or a killed process. One file is fetched once: whoever
/// asks for one that is under way gets its events, and another process waits for the one that began.
public actor ModelDownloader {
    private struct Job {
        let task: Task<Void, Never>
        var listeners: [UUID: AsyncThrowingStream<DownloadEvent, any Error>.Continuation]
        var last: DownloadEvent?
        let request: DownloadRequest
    }

    private let connection: ModelConnection
    private let configuration: DownloadConfiguration
    private var jobs: [String: Job] = [:]

    public init(connection: ModelConnection, configuration: DownloadConfiguration = DownloadConfiguration()) {
        self.connection = connection
        self.configuration = configuration
    }

    /// Fetches a file, or joins the download of it.
    ///
    /// The stream ends with ``DownloadEvent/done(_:)`` or an error. When the last stream of a file is dropped, its download
    /// stops and its part is kept.
    ///
    /// - Throws: ``RegistryError``, and what the transport throws.
    public nonisolated func download(_ request: DownloadRequest) -> AsyncThrowingStream<DownloadEvent, any Error> {
        let id = UUID()
        // The newest state is what counts: a slow reader gets fewer events, not old ones.
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: DownloadEvent.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(16))
        let key = request.destination.standardizedFileURL.path
        continuation.onTermination = { _ in
            // Termination is told outside of the actor, and must not wait for it.
            Task { await self.leave(key, id) }
        }
        Task { await join(request, key: key, id: id, continuation) }
        return stream
    }

    /// Stops the download of a file; its part is kept. Returns when it has stopped.
    public func cancel(_ destination: URL) async {
        let key = destination.standardizedFileURL.path
        guard let job = jobs[key] else { return }
        job.task.cancel()
        await job.task.value
    }

    /// Stops the download of a file and removes its part.
    ///
    /// - Throws: ``RegistryError`` with the code `busy` when another process fetches it.
    public func discard(_ destination: URL) async throws {
        await cancel(destination)
        try Self.removePart(of: destination)
    }

    static func removePart(of destination: URL) throws {
        let files = DownloadFiles(destination: destination)
        guard
            ModelFileSystem.regularFileSize(files.lock.path) != nil
                || ModelFileSystem.regularFileSize(files.partial.path) != nil
        else { return }
        guard let lock = try FileLock(files.lock) else {
            throw RegistryError(.busy, "Another process is fetching this file. Stop it there first.")
        }
        defer { lock.release() }
        try files.remove()
    }

    // MARK: Listeners

    private func join(
        _ request: DownloadRequest, key: String, id: UUID,
        _ continuation: AsyncThrowingStream<DownloadEvent, any Error>.Continuation
    ) async {
        // One that was given up ends first; then this one begins anew from its part.
        while let job = jobs[key], job.listeners.isEmpty { await job.task.value }
        if var job = jobs[key] {
            guard job.request.sha256 == request.sha256 || job.request.sha256 == nil || request.sha256 == nil else {
                return continuation.finish(
                    throwing: RegistryError(.busy, "Another file with the same name is being fetched."))
            }
            job.listeners[id] = continuation
            if let last = job.last { continuation.yield(last) }
            jobs[key] = job
            return
        }
        let (events, feed) = AsyncStream.makeStream(of: DownloadEvent.self, bufferingPolicy: .bufferingNewest(16))
        let run = DownloadRun(
            request: request, connection: connection, configuration: configuration, report: { feed.yield($0) })
        // The download belongs to all who listen, so to no one's task; it is cancelled when the last one leaves.
        let task = Task {
            let work = Task {
                defer { feed.finish() }
                return try await run.run()
            }
            let result = await withTaskCancellationHandler {
                for await event in events { publish(event, key) }
                // A cancelled task reads no events, but the work still has to end before its lock is free.
                return await work.result
            } onCancel: {
                work.cancel()
            }
            finish(key, result)
        }
        jobs[key] = Job(task: task, listeners: [id: continuation], last: nil, request: request)
    }

    private func leave(_ key: String, _ id: UUID) {
        guard var job = jobs[key], job.listeners.removeValue(forKey: id) != nil else { return }
        jobs[key] = job
        if job.listeners.isEmpty { job.task.cancel() }
    }

    private func publish(_ event: DownloadEvent, _ key: String) {
        guard var job = jobs[key] else { return }
        job.last = event
        jobs[key] = job
        for (id, listener) in job.listeners {
            // Dropped before it was known here.
            if case .terminated = listener.yield(event) { leave(key, id) }
        }
    }

    private func finish(_ key: String, _ result: Result<DownloadedFile, any Error>) {
        guard let job = jobs.removeValue(forKey: key) else { return }
        for listener in job.listeners.values {
            switch result {
            case .success(let file):
                listener.yield(.done(file))
                listener.finish()
            case .failure(let error): listener.finish(throwing: error)
            }
        }
    }
}
