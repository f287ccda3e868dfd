import Hearth
import HearthHTTP

/// `/api/jobs`
struct JobRoutes: Sendable {
    let hearth: Hearth

    private var jobs: Hearth.Jobs { hearth.jobs }

    /// A job as its caller may see it: what it tells is as private as what it was made of is now.
    private func value(_ job: Hearth.Jobs.Job) async throws -> Wire.Job {
        guard let reader = Reader.current else { return try Wire.Job(job) }
        guard !job.isOwners else { return Wire.Job(outlineOf: job) }
        let label = try await label(of: job)
        guard label <= reader.ceiling else { return Wire.Job(outlineOf: job) }
        // A result is there before the work has ended, which still keeps it then.
        if job.hasEnded || job.result != nil {
            try await hearth.privacy.willGive(job.origins)
        } else if label == .private {
            // What it works at is told ten times a second, which the ledger cannot hold; what it made is told, and written down.
            return Wire.Job(outlineOf: job)
        }
        return try Wire.Job(job)
    }

    /// The id of a job that its caller may stop, and have go on: one whose work it may know of.
    private func own(_ call: Call<Nothing, Nothing>) async throws -> String {
        let job = try await hearth.work.job(call.parameter("id"))
        guard let reader = Reader.current else { return job.id }
        if job.isOwners { try Reader.requireOwner(for: "Work of this kind") }
        let label = try await label(of: job)
        guard label <= reader.ceiling else { throw EngineError.aboveCeiling(label) }
        return job.id
    }

    private func label(of job: Hearth.Jobs.Job) async throws -> SensitivityLabel {
        max(job.floor, try await hearth.privacy.label(of: job.origins, gone: .private) ?? .public)
    }

    private func list() async throws -> Wire.JobList {
        var values: [Wire.Job] = []
        for job in await jobs.all.reversed() { values.append(try await value(job)) }
        return Wire.JobList(jobs: values)
    }

    var routes: [ServerRoute] {
        [
            Wire.listJobs.route { _ in try await list() },
            Wire.getJob.route { try await value(hearth.work.job($0.parameter("id"))) },
            Wire.followJob.responding { call in
                let id = try await hearth.work.job(call.parameter("id")).id
                let changes = try await jobs.changes(of: id)
                return .events { sink in
                    for await _ in changes {
                        let job = try await jobs.job(id)
                        try await sink.send(event: "job", value(job))
                        if job.hasEnded { return }
                        // At most ten a second; what changes meanwhile is in the next one.
                        try await Task.sleep(for: .milliseconds(100))
                    }
                    try Task.checkCancellation()
                    try await sink.send(event: "job", value(jobs.job(id)))
                }
            },
            Wire.cancelJob.route { try await value(jobs.cancel(own($0))) },
            Wire.pauseJob.route { try await value(jobs.pause(own($0))) },
            Wire.resumeJob.route { try await value(jobs.resume(own($0))) },
        ]
    }
}

// Jobs and how far they are, as the interface shows them.

extension Wire.Job {
    init(_ job: Hearth.Jobs.Job) throws {
        self.init(
            id: job.id, kind: job.kind.rawValue, state: job.state.rawValue, title: job.title, subject: job.subject,
            createdAt: job.createdAt, endedAt: job.endedAt, canPause: job.canPause,
            progress: Wire.Progress(job.progress))
        switch job.kind {
        case .ingest, .reindex, .transcription, .feeds, .clip: files = job.files.map { Wire.IngestFile($0) }
        case .analysis, .rollup, .download, .verifyModel, .embedding, .batch: break
        }
        if job.filesLeftOut > 0 { filesLeftOut = job.filesLeftOut }
        switch job.result {
        case .analysis(let found): analysis = try Wire.TranscriptAnalysis(found)
        case .periods(let made): periods = made.map { PeriodJSON($0.intelligence, recomputed: $0.recomputed) }
        case .model(let id, let path, let bytes, let sha256):
            model = Wire.ModelFile(id: id, path: path, bytes: bytes, sha256: sha256)
        case .feeds(let reports, let notes):
            feeds = reports.map(Wire.FeedReport.init)
            self.notes = notes.isEmpty ? nil : notes
        case nil: break
        }
        retrying = job.retrying.map { Retrying(reason: $0.reason, seconds: $0.seconds) }
        error = job.error.map { Wire.Problem(ServerError.telling($0)) }
    }

    /// That it is there and how far it is, and nothing of what it works with.
    init(outlineOf job: Hearth.Jobs.Job) {
        let progress = job.progress
        self.init(
            id: job.id, kind: job.kind.rawValue, state: job.state.rawValue, title: "", createdAt: job.createdAt,
            endedAt: job.endedAt, canPause: false,
            progress: Wire.Progress(fraction: progress.fraction, done: progress.done, total: progress.total))
    }
}

extension Wire.Progress {
    fileprivate init(_ progress: Hearth.Jobs.Progress) {
        self.init(
            fraction: progress.fraction, message: progress.message, done: progress.done, total: progress.total,
            bytes: progress.bytes, totalBytes: progress.totalBytes, bytesPerSecond: progress.bytesPerSecond,
            secondsRemaining: progress.secondsRemaining)
    }
}

extension Wire.IngestFile {
    fileprivate init(_ file: Hearth.Jobs.FileReport) {
        switch file.outcome {
        case .ingested(let report): self.init(report, path: file.name, beside: file.keptBeside)
        case .failed(let error, let path): self.init(failed: error, path: path, name: file.name)
        }
    }
}
