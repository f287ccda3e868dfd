import HearthCore
import HearthEngine
import HearthHTTP
import HearthStore

/// `/api/jobs`
struct JobRoutes: Sendable {
    let hearth: Hearth
    let jobs: JobBoard

    /// A job that the caller may see: what it tells is as private as what it was made of is now.
    private func job(_ id: String) async throws -> JobBoard.Job {
        let job = try await jobs.job(id)
        guard try await isReadable(job) else { throw JobBoard.unknown }
        return job
    }

    private func isReadable(_ job: JobBoard.Job) async throws -> Bool {
        guard let reader = Reader.current else { return true }
        return max(job.floor, try await hearth.database().label(of: job.origins) ?? .public) <= reader.ceiling
    }

    private func list() async throws -> ServerResponse {
        var values: [JSONValue] = []
        for job in await jobs.all.reversed() {
            if try await isReadable(job) { values.append(job.value) }
        }
        return .json(["jobs": .array(values)])
    }

    /// A job with what came of it, which is then in the ledger.
    private func value(_ job: JobBoard.Job) async throws -> JSONValue {
        if job.hasEnded { try await hearth.willGive(job.origins) }
        return job.value
    }

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/jobs") { _ in try await list() },
            ServerRoute(.get, "/api/jobs/:id") { request in
                .json(try await value(job(request.parameter("id"))))
            },
            ServerRoute(.get, "/api/jobs/:id/events", work: .long) { request in
                let id = try await job(request.parameter("id")).id
                let changes = try await jobs.changes(of: id)
                return .events { sink in
                    for await _ in changes {
                        let job = try await job(id)
                        try await sink.send(event: "job", data: value(job).description)
                        if job.hasEnded { return }
                        // At most ten a second; what changes meanwhile is in the next one.
                        try await Task.sleep(for: .milliseconds(100))
                    }
                    try Task.checkCancellation()
                    try await sink.send(event: "job", data: value(job(id)).description)
                }
            },
            ServerRoute(.post, "/api/jobs/:id/cancel", bodyLimit: 4096) { request in
                .json(try await jobs.cancel(job(request.parameter("id")).id).value)
            },
            ServerRoute(.post, "/api/jobs/:id/pause", bodyLimit: 4096) { request in
                .json(try await jobs.pause(job(request.parameter("id")).id).value)
            },
            ServerRoute(.post, "/api/jobs/:id/resume", bodyLimit: 4096) { request in
                .json(try await jobs.resume(job(request.parameter("id")).id).value)
            },
        ]
    }
}
