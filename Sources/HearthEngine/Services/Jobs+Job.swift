public import Foundation
public import HearthAnalysis
public import HearthCore
public import HearthKnowledge

extension Hearth.Jobs {
    public enum Kind: String, Sendable {
        case ingest, reindex, analysis, rollup, download, transcription
        /// Vectors for passages that have none of the model that is chosen.
        case embedding
        /// Requests of a file, one after the other.
        case batch
        case verifyModel = "verify-model"
        /// Looking at what is subscribed to.
        case feeds
        /// Keeping a page of the web.
        case clip
    }

    public enum State: String, Sendable { case running, paused, done, failed, cancelled }

    /// A job as it stands at a moment.
    public struct Job: Sendable {
        public let id: String
        public let kind: Kind
        public let title: String
        public let subject: String?
        public let createdAt: Date
        /// Whether no program may know more of it than that it is there.
        public let isOwners: Bool
        /// What it tells was made of these, and is at least as private as ``floor``.
        public internal(set) var origins: Set<LabelOrigin>
        public internal(set) var floor: SensitivityLabel
        public internal(set) var state = State.running
        public internal(set) var endedAt: Date?
        public internal(set) var progress = Progress()
        /// Reports of the files that are done, for kinds of jobs that read files.
        public internal(set) var files: [FileReport] = []
        /// The number of reports that are not in ``files``, because there are more than ``mostFiles``.
        public internal(set) var filesLeftOut = 0
        /// What failed and goes on by itself: a download, or a task that is tried again.
        public internal(set) var retrying: Retrying?
        public internal(set) var result: Result?
        /// The error of a failed job. Do not show it to a reader who may not read the job's origins.
        public internal(set) var error: (any Error)?

        /// A folder may hold any number of files, and the whole list is sent again with every change.
        public static let mostFiles = 500

        init(
            id: String, kind: Kind, title: String, subject: String?, createdAt: Date, isOwners: Bool = false,
            origins: Set<LabelOrigin>, floor: SensitivityLabel
        ) {
            (self.id, self.kind, self.title, self.subject) = (id, kind, title, subject)
            (self.createdAt, self.isOwners, self.origins, self.floor) = (createdAt, isOwners, origins, floor)
            waitsForOthers = kind == .download
        }

        public var hasEnded: Bool { state == .done || state == .failed || state == .cancelled }
        /// Whether its work is done elsewhere: on a host, or by whoever claimed its task.
        var waitsForOthers = false
        /// Downloads can be paused while they run.
        public var canPause: Bool { kind == .download && state == .running }

        /// What went well makes room for what did not. What is said of a file anew takes the place of what was said before.
        fileprivate mutating func add(_ file: FileReport) {
            if let id = file.documentID,
                let former = files.firstIndex(where: { $0.documentID == id && $0.name == file.name })
            {
                files[former].outcome = file.outcome
                return
            }
            guard files.count >= Self.mostFiles else {
                files.append(file)
                return
            }
            filesLeftOut += 1
            guard file.hasFailed, let other = files.firstIndex(where: { !$0.hasFailed }) else { return }
            files.remove(at: other)
            files.append(file)
        }
    }

    /// Progress of a job. A value that is not known is `nil`.
    public struct Progress: Hashable, Codable, Sendable {
        /// From 0 to 1.
        public var fraction: Double?
        /// For a person: `Summarizing part 3 of 10`.
        public var message: String?
        public var done: Int?
        public var total: Int?
        /// Bytes on the disk.
        public var bytes: Int?
        public var totalBytes: Int?
        public var bytesPerSecond: Double?
        public var secondsRemaining: Double?
    }

    public struct Retrying: Hashable, Sendable {
        public var reason: String
        public var seconds: Double
    }

    /// The result for one file of a job.
    public struct FileReport: Sendable {
        public enum Outcome: Sendable {
            case ingested(IngestReport)
            /// It could not even be tried.
            ///
            /// - Parameter path: Where it was put to be read, which the error may name.
            case failed(any Error, path: String)
        }

        /// The name to show, where the file's own is only where it was put to be read.
        public var name: String
        /// The name that it came with, where that is another file's and stays so.
        public var keptBeside: String?
        public var outcome: Outcome

        public init(_ outcome: Outcome, name: String, keptBeside: String? = nil) {
            (self.outcome, self.name, self.keptBeside) = (outcome, name, keptBeside)
        }

        public var hasFailed: Bool {
            switch outcome {
            case .ingested(let report): report.status == .failed
            case .failed: true
            }
        }

        /// The id of the stored document; `nil` when the file was not stored.
        public var documentID: String? {
            switch outcome {
            case .ingested(let report): report.documentID
            case .failed: nil
            }
        }
    }

    /// The result of a job, by its kind. Results for files are in ``Job/files``.
    public enum Result: Sendable {
        case analysis(TranscriptAnalysis)
        case periods([JournalRollup.Period])
        /// The file of a model that was fetched or verified.
        case model(id: String, path: String, bytes: Int, sha256: String)
        /// What became of feeds that were looked at, or of the feed of an episode, and what holds for the run as a whole.
        case feeds([FeedReport], notes: [String])
    }
}

extension Hearth.Jobs {
    /// Reports the progress and the result of a job while it runs. Reports after the end of the job are dropped.
    public struct Report: Sendable {
        let update: @Sendable (@Sendable (inout Job) -> Void) async -> Void

        public func progress(_ fraction: Double?, _ message: String, done: Int? = nil, total: Int? = nil) async {
            await update { job in
                job.progress = Progress(
                    fraction: fraction.flatMap { $0.isFinite ? min(1, max(0, $0)) : nil }, message: message, done: done,
                    total: total)
            }
        }

        /// The progress of a transfer.
        public func transfer(
            bytes: Int, total: Int?, bytesPerSecond: Double? = nil, secondsRemaining: Double? = nil
        ) async {
            await update { job in
                var progress = Progress(bytes: bytes, totalBytes: total)
                if let total, total > 0 { progress.fraction = min(1, Double(bytes) / Double(total)) }
                progress.bytesPerSecond = bytesPerSecond.flatMap { $0.isFinite ? $0 : nil }
                progress.secondsRemaining = secondsRemaining.flatMap { $0.isFinite ? $0 : nil }
                job.progress = progress
                job.retrying = nil
            }
        }

        /// A transfer broke off, and goes on by itself after so many seconds.
        public func retrying(_ reason: String, after seconds: Double) async {
            await update { $0.retrying = Retrying(reason: reason, seconds: seconds) }
        }

        public func file(_ file: FileReport) async {
            await update { job in
                if let id = file.documentID { job.origins.insert(.document(id)) }
                job.add(file)
            }
        }

        /// What the results were made of, for those who may not read everything.
        public func made(of origins: Set<LabelOrigin>, label: SensitivityLabel = .public) async {
            await update { job in
                job.origins.formUnion(origins)
                job.floor = max(job.floor, label)
            }
        }

        /// Sets the result of the job.
        public func result(_ result: Result) async { await update { $0.result = result } }
    }
}

/// Why a job is not there, or cannot be paused, gone on with or ended.
public struct JobError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case unknownItem = "unknown-item"
        case notPausable = "not-pausable"
        case notPaused = "not-paused"
        case notRunning = "not-running"
    }

    public let reason: Reason
    public let message: String

    init(_ reason: Reason, _ message: String) { (self.reason, self.message) = (reason, message) }
}

extension JobError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .unknownItem: .unknownItem
        case .notPausable, .notPaused, .notRunning: .conflict
        }
    }
}
