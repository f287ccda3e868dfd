import Foundation
import HearthCore

/// One download from its beginning to its end: attempts, mirrors, waits, and the checks at the end. Nothing is shared.
struct DownloadRun: Sendable {
    let request: DownloadRequest
    let connection: ModelConnection
    let configuration: DownloadConfiguration
    let report: @Sendable (DownloadEvent) -> Void

    private var files: DownloadFiles { DownloadFiles(destination: request.destination) }

    /// - Throws: ``RegistryError``; what the transport throws when trying again is of no use; `CancellationError`. Except after
    ///   a wrong size or hash, the part is kept.
    func run() async throws -> DownloadedFile {
        guard !request.urls.isEmpty else {
            throw RegistryError(.noSource, "Nothing says where the file can be fetched.")
        }
        try ModelFileSystem.makeFolder(request.destination.deletingLastPathComponent())
        try ModelFileSystem.makeFolder(files.folder)
        let lock = try await waitForLock()
        defer { lock.release() }
        // Whoever held the lock before may have fetched it.
        if let done = try await finishedFile() {
            try files.remove()
            return done
        }
        let part = try DownloadPart(files, open: configuration.open)
        try await part.resume()
        do {
            try await fetch(part)
        } catch {
            try? await part.synchronize()
            throw error
        }
        return try await part.complete(request)
    }

    // MARK: Lock

    /// While another process fetches the same file, shows how far it is.
    private func waitForLock() async throws -> FileLock {
        var meter = RateMeter()
        var before = 0
        while true {
            try Task.checkCancellation()
            if let lock = try FileLock(files.lock) { return lock }
            let size = ModelFileSystem.regularFileSize(files.partial.path) ?? 0
            meter.add(max(0, size - before), at: Self.uptime())
            before = size
            report(.progress(meter.progress(bytes: size, total: DownloadJournal.read(files.journal)?.total)))
            try await configuration.sleep(.milliseconds(200))
        }
    }

    /// The file when it is in its place already and is the one that is wanted.
    private func finishedFile() async throws -> DownloadedFile? {
        try await BlockingWork.untilStopped(on: "hearth.download") { [request] flag in
            let path = request.destination.path
            guard let size = ModelFileSystem.regularFileSize(path) else { return nil }
            guard request.expectedBytes ?? size == size else { return nil }
            let found = try FileHash.sha256(of: path, until: flag)
            guard request.sha256 ?? found == found else { return nil }
            // Where neither size nor hash is known, a damaged file would pass for the one that is wanted.
            guard (try? request.validate(path)) != nil else { return nil }
            return DownloadedFile(path: path, bytes: size, sha256: found)
        }
    }

    // MARK: Attempts

    private func fetch(_ part: DownloadPart) async throws {
        var errands = DownloadErrands(connection: connection, urls: request.urls)
        do {
            try await fetch(part, &errands)
            await errands.end(nil)
        } catch {
            await errands.end(error)
            throw error
        }
    }

    private func fetch(_ part: DownloadPart, _ errands: inout DownloadErrands) async throws {
        var failures = 0
        var mirror = 0
        for _ in 0..<configuration.mostAttempts {
            try Task.checkCancellation()
            let before = await part.size
            let url = request.urls[mirror % request.urls.count]
            let record = try await errands.record(of: mirror % request.urls.count)
            let failure: DownloadFailure
            do {
                try await DownloadAttempt(run: self, url: url, record: record).fetch(part)
                return
            } catch let error as DownloadFailure {
                failure = error
            } catch {
                // The transport's failures of a connection are worth another try; its refusals are not.
                guard let kind = (error as? any ReadableError)?.kind, !(error is RegistryError),
                    let isFinal = kind.isFinalForMirror
                else { throw error }
                failure = DownloadFailure(error: error, isFinalForMirror: isFinal)
            }
            errands.failed(failure.error)
            failures = await part.size > before ? 0 : failures + 1
            if failure.isFinalForMirror {
                mirror += 1
                // Each mirror is asked; the last one's answer is the download's.
                guard failures < request.urls.count else { throw failure.error }
                continue
            }
            guard failures < configuration.mostFailures else { throw failure.error }
            if failures > 0 { mirror += 1 }
            let wait = failure.retryAfter ?? delay(failures)
            report(
                .retrying(
                    reason: (failure.error as? any ReadableError)?.message ?? "the connection failed",
                    after: wait.seconds))
            try await configuration.sleep(wait)
        }
        throw RegistryError(
            .interrupted,
            "The download broke off \(configuration.mostAttempts) times. What came is kept; do it again to go on.")
    }

    private func delay(_ failures: Int) -> Duration {
        let doublings = min(max(failures - 1, 0), 20)
        return min(configuration.baseDelay * (1 << doublings), configuration.longestDelay) * configuration.jitter()
    }

    static func uptime() -> Double {
        Double(DispatchTime.now().uptimeNanoseconds) * 1e-9
    }
}

/// An attempt that failed.
struct DownloadFailure: Error {
    var error: any Error
    /// Whether this address will not do better later.
    var isFinalForMirror = false
    /// The wait that the server asks for.
    var retryAfter: Duration?
}

extension Failure.Kind {
    /// Whether a connection that failed so will not do better later, though another address may; `nil` where a download ends
    /// with it.
    fileprivate var isFinalForMirror: Bool? {
        switch self {
        case .connectionFailed, .timedOut, .overloaded, .rateLimited, .badResponse: false
        case .wrongAddress, .unsendable: true
        case .usage, .badRequest, .invalidInput, .contextTooLong, .messageTooLong, .tooLarge, .nothingToRead,
            .notExpressible, .unreadable, .unknownItem, .conflict, .occupied, .unauthorized, .notAllowed,
            .refusedByPolicy, .refusedBySystem, .noEngine, .noSpeechEngine, .unavailable, .notConfigured,
            .keyOfAnotherHost, .unsupportedTask, .unsupportedOption, .noLogprobs, .unknownModel, .unusableModel,
            .unfitModel,
            .modelNotReady, .notEnoughMemory, .windowTooSmall, .toolMissing, .modelFailed, .modelEnded,
            .unusableTemplate, .invalidOutput,
            .refusedByModel, .incompleteResponse, .providerFailed, .quotaExceeded, .badKey, .badSettings, .locked,
            .damagedData, .diskFull, .busy, .storeUnreachable, .uncertain, .systemFailed, .notRecorded, .stopped,
            .internal:
            nil
        }
    }
}

/// The decisions of one download, one for each mirror that is asked, and how each of them ended.
struct DownloadErrands {
    let connection: ModelConnection
    let urls: [URL]
    private var begun: [Int: LedgerErrand] = [:]
    private var failures: [Int: any Error] = [:]
    /// The mirror that was asked last.
    private var latest: Int?

    init(connection: ModelConnection, urls: [URL]) {
        self.connection = connection
        self.urls = urls
    }

    /// The record that allows requests to a mirror, written when the mirror is asked for the first time.
    mutating func record(of mirror: Int) async throws -> Int {
        let errand: LedgerErrand
        if let known = begun[mirror] {
            errand = known
        } else {
            errand = try await connection.begin("download", urls[mirror])
            begun[mirror] = errand
        }
        latest = mirror
        failures[mirror] = nil
        return errand.record
    }

    /// The mirror that was asked last has failed; it may be asked again.
    mutating func failed(_ error: any Error) {
        if let latest { failures[latest] = error }
    }

    /// Writes how each ended: the one that was asked last as the download did, the others as they failed.
    mutating func end(_ error: (any Error)?) async {
        if let latest { failures[latest] = error }
        for (mirror, errand) in begun.sorted(by: { $0.key < $1.key }) { await errand.end(failures[mirror]) }
        begun = [:]
    }
}
