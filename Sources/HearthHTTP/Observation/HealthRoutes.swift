import HearthCore

/// How the server is: for those who watch it, not for those who use it.
struct HealthRoutes: Sendable {
    let metrics: ServerMetrics
    let isReady: @Sendable () async -> Bool

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/healthz", access: .open) { _ in .text("ok\n") },
            ServerRoute(.get, "/readyz", access: .open) { _ in
                await isReady() ? .text("ready\n") : .text("not ready\n", status: .unavailable)
            },
            // Only for those who are let in: it tells what a person does with the server.
            ServerRoute(.get, "/metrics") { _ in
                .text(metrics.text(memory: ResidentMemory.bytes()), type: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }
}
