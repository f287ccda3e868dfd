public import Foundation
import HearthCore
import HearthSystem

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

/// A file that is to be fetched.
public struct DownloadRequest: Sendable {
    /// Where it is; the others after the first are mirrors with the same bytes.
    public var urls: [URL]
    /// Where it is to be; its folder is made.
    public var destination: URL
    /// The size that it must have; `nil` believes the server.
    public var expectedBytes: Int?
    /// The SHA-256 that it must have, hexadecimal; `nil` checks the size alone.
    public var sha256: String?
    /// Looks at the whole file before it gets its name; what it throws ends the download, and the file is thrown away.
    public var validate: @Sendable (_ path: String) throws -> Void = { _ in }

    public init(urls: [URL], destination: URL, expectedBytes: Int? = nil, sha256: String? = nil) {
        self.urls = urls
        self.destination = destination
        self.expectedBytes = expectedBytes
        self.sha256 = sha256?.lowercased()
    }
}

/// Limits of downloads, and what tests put in place of the clock and the disk.
public struct DownloadConfiguration: Sendable {
    /// Failures in a row without a byte gained, over all mirrors, after which a download ends. The part stays.
    public var mostFailures = 6
    /// Attempts in all: a server that gives one byte at a time must not keep a download going for ever.
    public var mostAttempts = 2_000
    /// The wait after a first failure; it doubles with each further one.
    public var baseDelay: Duration = .milliseconds(500)
    public var longestDelay: Duration = .seconds(30)
    /// The longest `Retry-After` that is waited for.
    public var longestRetryAfter: Duration = .seconds(300)
    /// For one attempt; a large model over a slow line takes days.
    public var timeLimit: Duration = .seconds(7 * 86_400)
    /// The longest silence of a server that is sending. A connection that was lost without a word (a network that went
    /// away, a machine that slept) is only known by its silence; a new one goes on where it stopped.
    public var longestSilence: Duration = .seconds(60)
    /// The largest file that is taken; the largest models that a single machine runs have some hundred gigabytes.
    public var mostBytes = 1 << 40
    /// Seconds between events of progress, and between the moments at which what was fetched is made durable.
    public var progressInterval = 0.2
    public var synchronizationInterval = 1.0

    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Between 0.5 and 1; spreads the attempts of many clients.
    package var jitter: @Sendable () -> Double = { .random(in: 0.5..<1) }
    /// Bytes that may be written at a folder; `nil` when it is not known.
    package var freeDisk: @Sendable (_ folder: String) -> Int? = {
        DiskRoom.free(at: .init(fileURLWithPath: $0))
    }
    package var open: @Sendable (_ path: String) throws -> any DownloadFile = { try POSIXDownloadFile(path: $0) }

    public init() {}
}

// MARK: - Progress

/// How far a download is.
public struct DownloadProgress: Codable, Hashable, Sendable {
    /// Bytes that are on the disk.
    public var bytes: Int
    /// Bytes in all; `nil` when the server does not say.
    public var total: Int?
    /// Smoothed over some seconds; `nil` until it can be told.
    public var bytesPerSecond: Double?
    /// `nil` when the size or the speed is not known.
    public var secondsRemaining: Double?

    public init(bytes: Int, total: Int?, bytesPerSecond: Double? = nil, secondsRemaining: Double? = nil) {
        (self.bytes, self.total) = (bytes, total)
        (self.bytesPerSecond, self.secondsRemaining) = (bytesPerSecond, secondsRemaining)
    }
}

/// What a download gives, as it happens.
public enum DownloadEvent: Sendable {
    case progress(DownloadProgress)
    /// The connection failed; it goes on after a wait of that many seconds.
    case retrying(reason: String, after: Double)
    /// The file is whole, checked and in its place. The last event.
    case done(DownloadedFile)
}

/// A file that was fetched and checked.
public struct DownloadedFile: Codable, Hashable, Sendable {
    public var path: String
    public var bytes: Int
    /// Hexadecimal, as it was computed while the file came in.
    public var sha256: String
}

/// The speed of a download, smoothed, so that the time that remains does not jump.
///
/// An exponential average over time with a half-life: what was measured `halfLife` seconds ago counts half as much. It counts
/// elapsed time, not samples, because pieces come at any size and moment. A start that was biased to zero is corrected by
/// dividing by the weight that was gathered (as in Kingma & Ba, "Adam", 2015, section 3).
struct RateMeter {
    private let halfLife: Double
    private var rate = 0.0
    private var weight = 0.0
    private var last: Double?
    private var pending = 0

    /// Too short an interval measures the buffers of the network rather than its speed.
    private static let shortestInterval = 0.2

    init(halfLife: Double = 4) { self.halfLife = halfLife }

    /// - Parameters:
    ///   - bytes: Bytes that came since the last call.
    ///   - time: Seconds of a clock that only goes forward.
    mutating func add(_ bytes: Int, at time: Double) {
        guard let last else {
            // The first bytes may have lain in a buffer: the measuring begins here.
            self.last = time
            return
        }
        pending += bytes
        let elapsed = time - last
        guard elapsed >= Self.shortestInterval else { return }
        let share = 1 - pow(0.5, elapsed / halfLife)
        rate += (Double(pending) / elapsed - rate) * share
        weight += (1 - weight) * share
        pending = 0
        self.last = time
    }

    /// Bytes in a second; `nil` until enough time went by.
    var bytesPerSecond: Double? { weight > 0 ? rate / weight : nil }

    func progress(bytes: Int, total: Int?) -> DownloadProgress {
        let speed = bytesPerSecond
        var remaining: Double?
        if let total, let speed, speed > 0 { remaining = Double(max(0, total - bytes)) / speed }
        return DownloadProgress(bytes: bytes, total: total, bytesPerSecond: speed, secondsRemaining: remaining)
    }
}
