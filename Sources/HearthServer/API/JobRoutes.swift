import HearthCore
import HearthHTTP

/// `/api/jobs`
struct JobRoutes: Sendable {
    let jobs: JobBoard

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/jobs") { _ in .json(["jobs": .array(await jobs.all.reversed().map(\.value))]) },
            ServerRoute(.get, "/api/jobs/:id") { request in .json(try await jobs.job(request.parameter("id")).value) },
            ServerRoute(.get, "/api/jobs/:id/events", work: .long) { request in
                let id = request.parameter("id")
                let changes = try await jobs.changes(of: id)
                return .events { sink in
                    for await _ in changes {
                        let job = try await jobs.job(id)
                        try await sink.send(event: "job", data: job.value.description)
                        if job.hasEnded { return }
                        // At most ten a second; what changes meanwhile is in the next one.
                        try await Task.sleep(for: .milliseconds(100))
                    }
                    try Task.checkCancellation()
                    let last = try await jobs.job(id)
                    try await sink.send(event: "job", data: last.value.description)
                }
            },
            ServerRoute(.post, "/api/jobs/:id/cancel", bodyLimit: 4096) { request in
                .json(try await jobs.cancel(request.parameter("id")).value)
            },
            ServerRoute(.post, "/api/jobs/:id/pause", bodyLimit: 4096) { request in
                .json(try await jobs.pause(request.parameter("id")).value)
            },
            ServerRoute(.post, "/api/jobs/:id/resume", bodyLimit: 4096) { request in
                .json(try await jobs.resume(request.parameter("id")).value)
            },
        ]
    }
}
