import Foundation
import Hearth
import HearthHTTP

// Work that goes on after the request that began it.

extension Wire {
    static let listJobs = Operation<Nothing, Nothing, JobList>(
        .get, "/api/jobs", "listJobs", in: .jobs, "Work under way")

    static let getJob = Operation<Nothing, Nothing, Job>(
        .get, "/api/jobs/:id", "getJob", in: .jobs, "One job")

    static let followJob = Operation<Nothing, Nothing, Raw>(
        .get, "/api/jobs/:id/events", "followJob", in: .jobs, "A job's progress as server-sent events",
        about: "Each event is named `job`, its data is a whole `Job`. The first comes at once, later "
            + "ones when something changed, at most ten a second. After one whose state is `done`, "
            + "`failed` or `cancelled` the stream ends. A comment line every 15 seconds keeps it open. "
            + "Dropping the stream does not stop the job.",
        work: .long,
        gives: [.init(.ok, "Done.", [("text/event-stream", Raw.self)])])

    static let cancelJob = Operation<Nothing, Nothing, Job>(
        .post, "/api/jobs/:id/cancel", "cancelJob", in: .jobs,
        "End it; what was fetched or read so far is thrown away where it is of no use",
        bodyLimit: 4096,
        fails: [.conflict])

    static let pauseJob = Operation<Nothing, Nothing, Job>(
        .post, "/api/jobs/:id/pause", "pauseJob", in: .jobs, "Pause a download; its part is kept",
        bodyLimit: 4096,
        fails: [.conflict])

    static let resumeJob = Operation<Nothing, Nothing, Job>(
        .post, "/api/jobs/:id/resume", "resumeJob", in: .jobs, "Go on with a paused download",
        bodyLimit: 4096,
        fails: [.conflict])
}

extension Wire {
    struct Job: WireType {
        var id: String
        var kind: String
        var state: String
        var title: String
        var subject: String?
        var createdAt: Date
        var endedAt: Date?
        var canPause: Bool
        var progress: Progress
        var files: [IngestFile]?
        var filesLeftOut: Int?
        var analysis: TranscriptAnalysis?
        var periods: [PeriodJSON]?
        var model: ModelFile?
        var feeds: [FeedReport]?
        var notes: [String]?
        var retrying: Retrying?
        var error: Problem?

        static let about: String? = "Work that goes on after the request that began it."
        static let fields: [String: WireField] = [
            "kind": .init(oneOf: [
                "ingest", "reindex", "analysis", "rollup", "download", "verify-model", "transcription",
                "embedding", "batch", "feeds", "clip",
            ]),
            "state": .init(oneOf: ["running", "paused", "done", "failed", "cancelled"]),
            "title": "What is worked on, for a person.",
            "subject": .init(
                "The id of the document, the model or the level that it is about; `journal` for the "
                    + "roll-ups that are made by themselves."),
            "canPause": .init("Whether `pause` and `resume` are possible; downloads can.", .unpromised),
            "files": .init(
                "Kinds `ingest` and `reindex`: the files that are done. Kind `transcription`: the "
                    + "transcripts that were made, under their own names, and the recordings that failed. Kinds `feeds` and "
                    + "`clip`: what was stored of feeds and pages.", .leftOut),
            "filesLeftOut": .init(
                "Files that are not in `files`, because there are more than 500; those that failed are "
                    + "kept first.", .leftOut, range: 1...Double.infinity),
            "analysis": .presence(.leftOut),
            "periods": .init("Kind `rollup`, when done.", .leftOut),
            "model": .presence(.leftOut),
            "feeds": .init(
                "Kind `feeds`: what became of each feed. Kind `transcription`, where it fails for a host that is not allowed: of the "
                    + "episode's feed.", .leftOut),
            "notes": .init("With `feeds`: what holds for the run as a whole.", .leftOut),
            "retrying": .init(
                "What failed and goes on by itself after so many seconds: a download, or a task that is tried again.",
                .leftOut),
            "error": .presence(.leftOut),
        ]

        struct Retrying: WireType {
            var reason: String
            var seconds: Double

            static let name: String? = nil
        }
    }

    struct JobList: WireType {
        var jobs: [Job]

        static let fields: [String: WireField] = [
            "jobs": "Running ones and those that ended in the last hour, newest first."
        ]
    }

    struct Progress: WireType {
        var fraction: Double?
        var message: String?
        var done: Int?
        var total: Int?
        var bytes: Int?
        var totalBytes: Int?
        var bytesPerSecond: Double?
        var secondsRemaining: Double?

        static let about: String? = "How far a job is. What is not known is left out."
        static let fields: [String: WireField] = [
            "fraction": .init("From 0 to 1.", .leftOut, range: 0...1),
            "message": .init("For a person: `Summarizing part 3 of 10`.", .leftOut),
            "done": .presence(.leftOut),
            "total": .presence(.leftOut),
            "bytes": .init("Bytes on the disk.", .leftOut),
            "totalBytes": .presence(.leftOut),
            "bytesPerSecond": .presence(.leftOut),
            "secondsRemaining": .presence(.leftOut),
        ]
    }
}
