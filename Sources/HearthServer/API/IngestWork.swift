import Hearth
import HearthHTTP

/// Reading files, as a job.
enum IngestWork {
    /// - Parameters:
    ///   - shown: The name to show for a path.
    ///   - beside: The name of another file that it is kept beside.
    static func run(
        _ hearth: Hearth, _ paths: [String], _ options: IngestOptions, _ report: Hearth.Jobs.Report,
        shown: @Sendable (String) async -> String = { $0 }, beside: @Sendable (String) -> String? = { _ in nil },
        each: @Sendable (IngestReport) async throws -> Void = { _ in }
    ) async throws {
        var progress = IngestProgress()
        for try await event in try await hearth.documents.ingest(paths, options: options) {
            if case .file(let file) = event {
                await report.file(
                    .init(.ingested(file), name: await shown(file.path), keptBeside: beside(file.path)))
                try await each(file)
            }
            if let step = progress.step(event) {
                await report.progress(step.fraction, step.message, done: step.done, total: step.total)
            }
        }
        try Task.checkCancellation()
    }
}

/// How far an ingestion is, for a person. That it is at 100 % is said when nothing is left to wait for: when all files are read, their
/// vectors are still to be made, and those of passages that an earlier run or another program left without.
struct IngestProgress {
    struct Step: Equatable {
        var fraction: Double?
        var message: String
        var done: Int?
        var total: Int?
    }

    private var isRead = false

    /// What is new; `nil` where nothing is.
    mutating func step(_ event: IngestEvent) -> Step? {
        switch event {
        case .progress(let done, let total, let chunks):
            isRead = done >= total
            guard !isRead else {
                return Step(
                    message: "\(total) of \(total) files are read, and found by their words; now by meaning, too")
            }
            return Step(
                fraction: total > 0 ? Double(done) / Double(total) : nil,
                message: "\(done) of \(total) files, \(chunks) passages", done: done, total: total)
        case .vectors(let done, let total):
            guard done < total else { return Step(message: "The files can be searched, by words and by meaning") }
            return Step(
                fraction: Double(done) / Double(total),
                message: "The text can be searched; \(done) of \(total) passages are found by meaning, too", done: done,
                total: total)
        case .note(let note):
            // Before that, a note is of what is set up, not of what is waited for.
            return isRead ? Step(message: "The files can be searched. \(note)") : nil
        case .file: return nil
        case .summary(let summary):
            return Step(
                fraction: 1,
                message: "\(summary.added) added, \(summary.updated) updated, \(summary.unchanged) unchanged, "
                    + "\(summary.skipped) skipped, \(summary.failed) failed")
        }
    }
}
