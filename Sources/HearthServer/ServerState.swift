import Hearth
import HearthHTTP
import Synchronization

/// How the server is, for those who watch it.
struct ServerState: Sendable {
    let hearth: Hearth
    private let lately = Lately()

    init(hearth: Hearth) { self.hearth = hearth }

    /// Whether requests can be served: the store is open, which includes that its tables are those of this version, and answers. Asked
    /// by anybody, so a store is not asked more often than once a second.
    func isReady() async -> Bool {
        if let known = lately.known() { return known }
        let isReady: Bool
        do {
            try await hearth.reachStore()
            isReady = true
        } catch {
            isReady = false
        }
        lately.note(isReady)
        return isReady
    }

    /// What is under way to the members of groups of endpoints, all of them together.
    func gauges() async -> [ServerMetrics.Value] {
        // Without settings that can be read there are none to tell of.
        guard let groups = try? await hearth.endpoints.load() else { return [] }
        guard !groups.isEmpty else { return [] }
        let members = groups.flatMap(\.members)
        return [
            .init(
                "hearth_endpoint_requests", .gauge, "Requests that are under way to members of groups of endpoints.",
                Double(members.reduce(0) { $0 + $1.outstanding })),
            .init(
                "hearth_endpoint_waiting", .gauge, "Requests that wait for a member of a group of endpoints.",
                Double(groups.reduce(0) { $0 + $1.waiting })),
            .init(
                "hearth_endpoint_resting", .gauge, "Members of groups that failed, and are left alone for a while.",
                Double(members.count { $0.isResting })),
            .init(
                "hearth_endpoint_refused_total", .counter, "Requests that were refused because too many waited.",
                Double(groups.reduce(0) { $0 + $1.refused })),
        ]
    }
}

/// What was found a moment ago.
private final class Lately: Sendable {
    private static let holds = Duration.seconds(1)

    private let found = Mutex<(isReady: Bool, at: ContinuousClock.Instant)?>(nil)

    func known() -> Bool? {
        let now = ContinuousClock.now
        return found.withLock { found in
            guard let found, now - found.at < Self.holds else { return nil }
            return found.isReady
        }
    }

    func note(_ isReady: Bool) {
        let now = ContinuousClock.now
        found.withLock { $0 = (isReady, now) }
    }
}
