import HearthCore

/// How the server is: for those who watch it, not for those who use it.
struct HealthRoutes: Sendable {
    let metrics: ServerMetrics
    let draining: Draining
    let isReady: @Sendable () async -> Bool
    let gauges: @Sendable () async -> [ServerMetrics.Value]

    /// Answered until the server has stopped, also while it takes no other requests.
    static let patterns: Set<String> = ["/healthz", "/readyz", "/health", "/metrics"]

    private func health() async -> ServerResponse {
        if !draining.hasBegun, await isReady() { return .json(["status": "ok"]) }
        return .json(
            ["error": ["code": 503, "message": "Not ready yet.", "type": "unavailable_error"]],
            status: .serviceUnavailable)
    }

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/healthz", access: .open) { _ in .text("ok\n") },
            ServerRoute(.get, "/readyz", access: .open) { _ in
                // Open to all, so it says no more than what a balancer needs.
                if draining.hasBegun { return .text("draining\n", status: .serviceUnavailable) }
                return await isReady() ? .text("ready\n") : .text("not ready\n", status: .serviceUnavailable)
            },
            // In the words of llama-server, which programs made for it wait for.
            ServerRoute(.get, "/health", access: .open) { _ in await health() },
            // Only for those who are let in: it tells what a person does with the server.
            ServerRoute(.get, "/metrics") { request in
                if case .person(let caller) = request.caller, caller.person.role != .administrator {
                    throw ServerError(.ownerOnly, "How the server is used is for an administrator of it to see.")
                }
                return .text(
                    metrics.text(
                        memory: ResidentMemory.bytes(), isDraining: draining.hasBegun, others: await gauges()),
                    type: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }
}
