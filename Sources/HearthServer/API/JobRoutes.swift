import HearthCore
import HearthEngine
import HearthHTTP
import HearthStore

/// `/api/jobs`
struct JobRoutes: Sendable {
    let hearth: Hearth
    let jobs: JobBoard

    /// A job as its caller may see it: what it tells is as private as what it was made of is now.
    private func value(_ job: JobBoard.Job) async throws -> JSONValue {
        guard let reader = Reader.current else { return job.value }
        guard try await label(of: job) <= reader.ceiling else { return job.outline }
        if job.hasEnded { try await hearth.willGive(job.origins) }
        return job.value
    }

    /// The id of a job that its caller may stop, and have go on: one whose work it may know of.
    private func own(_ request: ServerRequest) async throws -> String {
        let job = try await jobs.job(request.parameter("id"))
        guard let reader = Reader.current else { return job.id }
        let label = try await label(of: job)
        guard label <= reader.ceiling else { throw Hearth.aboveCeiling(label) }
        return job.id
    }

    private func label(of job: JobBoard.Job) async throws -> SensitivityLabel {
        max(job.floor, try await hearth.database().label(of: job.origins, gone: .private) ?? .public)
    }

    private func list() async throws -> ServerResponse {
        var values: [JSONValue] = []
        for job in await jobs.all.reversed() { values.append(try await value(job)) }
        return .json(["jobs": .array(values)])
    }

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/jobs") { _ in try await list() },
            ServerRoute(.get, "/api/jobs/:id") { request in
                .json(try await value(jobs.job(request.parameter("id"))))
            },
            ServerRoute(.get, "/api/jobs/:id/events", work: .long) { request in
                let id = request.parameter("id")
                let changes = try await jobs.changes(of: id)
                return .events { sink in
                    for await _ in changes {
                        let job = try await jobs.job(id)
                        try await sink.send(event: "job", data: value(job).description)
                        if job.hasEnded { return }
                        // At most ten a second; what changes meanwhile is in the next one.
                        try await Task.sleep(for: .milliseconds(100))
                    }
                    try Task.checkCancellation()
                    try await sink.send(event: "job", data: value(jobs.job(id)).description)
                }
            },
            ServerRoute(.post, "/api/jobs/:id/cancel", bodyLimit: 4096) { request in
                .json(try await value(jobs.cancel(own(request))))
            },
            ServerRoute(.post, "/api/jobs/:id/pause", bodyLimit: 4096) { request in
                .json(try await value(jobs.pause(own(request))))
            },
            ServerRoute(.post, "/api/jobs/:id/resume", bodyLimit: 4096) { request in
                .json(try await value(jobs.resume(own(request))))
            },
        ]
    }
}
