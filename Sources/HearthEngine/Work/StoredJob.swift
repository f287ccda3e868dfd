import Foundation
import HearthCore
import HearthKnowledge
import Synchronization

/// What a task's report says: a job as whoever works on it tells it, in a form that travels through the store.
struct StoredJob: Codable, Sendable {
    var documents: [String] = []
    var entries: [String] = []
    var floor: SensitivityLabel = .public
    var progress = Hearth.Jobs.Progress()
    var files: [File] = []
    var filesLeftOut = 0

    struct File: Codable, Sendable {
        var name: String
        var keptBeside: String?
        var ingested: IngestReport?
        var failure: WorkFailure?
        /// Of what failed: where it lay, which the error may name.
        var path: String?
    }

    init(_ job: Hearth.Jobs.Job) {
        floor = job.floor
        for origin in job.origins {
            switch origin {
            case .document(let id): documents.append(id)
            case .entry(let id): entries.append(id)
            // What came of a conversation has no lasting name.
            case .conversation: floor = .private
            }
        }
        documents.sort()
        entries.sort()
        (progress, filesLeftOut) = (job.progress, job.filesLeftOut)
        files = job.files.map { file in
            switch file.outcome {
            case .ingested(let report): File(name: file.name, keptBeside: file.keptBeside, ingested: report)
            case .failed(let error, let path):
                File(name: file.name, keptBeside: file.keptBeside, failure: WorkFailure(error), path: path)
            }
        }
    }

    /// `nil` where there is none, or one of a newer version.
    init?(_ report: Data?) {
        guard let report, let value = try? JSONDecoder().decode(StoredJob.self, from: report) else { return nil }
        self = value
    }

    /// Puts what it says into a job.
    func apply(to job: inout Hearth.Jobs.Job) {
        job.origins.formUnion(documents.map { .document($0) } + entries.map { .entry($0) })
        job.floor = max(job.floor, floor)
        (job.progress, job.filesLeftOut) = (progress, filesLeftOut)
        job.files = files.map { file in
            let outcome: Hearth.Jobs.FileReport.Outcome
            if let report = file.ingested {
                outcome = .ingested(report)
            } else {
                let failure =
                    file.failure ?? WorkFailure(code: "failed", kind: .internal, message: "The file was not read.")
                outcome = .failed(failure, path: file.path ?? file.name)
            }
            return Hearth.Jobs.FileReport(outcome, name: file.name, keptBeside: file.keptBeside)
        }
    }
}

/// The job that a task is for whoever does it: what they tell of it goes into the task's report.
final class TaskJob: Sendable {
    private let job: Mutex<Hearth.Jobs.Job>
    private let reporter: WorkReporter

    /// - Parameter earlier: What an earlier attempt told, to go on with.
    init(_ task: WorkTask, _ kind: Hearth.Jobs.Kind, _ reporter: WorkReporter, earlier: StoredJob? = nil) {
        var job = Hearth.Jobs.Job(
            id: task.id, kind: kind, title: task.title, subject: nil, createdAt: task.createdAt, origins: [],
            floor: task.label)
        earlier?.apply(to: &job)
        self.job = Mutex(job)
        self.reporter = reporter
    }

    var report: Hearth.Jobs.Report {
        Hearth.Jobs.Report { [self] change in
            job.withLock { change(&$0) }
            reporter.tell { [self] in
                let stored = StoredJob(job.withLock { $0 })
                return (try? JSONEncoder().encode(stored)).map { ($0, stored.floor) }
            }
        }
    }
}
