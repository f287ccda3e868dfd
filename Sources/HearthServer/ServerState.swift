import Hearth
import HearthHTTP
import Synchronization

/// How the server is, for those who watch it.
struct ServerState: Sendable {
    let hearth: Hearth
    /// Those of people with an account; `nil` where nobody has one.
    let libraries: PersonLibraries?
    private let lately = Lately<Bool>()
    private let queues = Lately<[WorkTally]>()

    init(hearth: Hearth, libraries: PersonLibraries? = nil) { (self.hearth, self.libraries) = (hearth, libraries) }

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

    /// What stands in `/metrics` beside the numbers of the server itself.
    func gauges() async -> [ServerMetrics.Value] {
        let isUp = await isReady()
        let up = ServerMetrics.Value(
            "hearth_library_up", .gauge, "1 while the library is open and answers.", isUp ? 1 : 0)
        var values = [up]
        values += await endpointGauges()
        var queued: [WorkTally]?
        if isUp { queued = await tallies() }
        values += WorkNumbers.values(queued, hearth.work.totals)
        return values
    }

    /// What is under way to the members of groups of endpoints, all of them together.
    private func endpointGauges() async -> [ServerMetrics.Value] {
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

    /// What is in the queues of the libraries that are open here; `nil` where that of the server does not answer. Asked no more often than
    /// once a second, whoever watches.
    private func tallies() async -> [WorkTally]? {
        if let known = queues.known() { return known }
        guard let own = try? await hearth.work.tallies() else { return nil }
        // Somebody's library that cannot be read now is no reason to tell nothing of the others.
        let others = await libraries?.ofOpen { try? await $0.work.tallies() } ?? []
        let all = own + others.compactMap { $0 }.flatMap { $0 }
        queues.note(all)
        return all
    }
}

/// What was found a moment ago.
private final class Lately<Value: Sendable>: Sendable {
    private let found = Mutex<(value: Value, at: ContinuousClock.Instant)?>(nil)

    /// It holds for a second.
    func known() -> Value? {
        let now = ContinuousClock.now
        return found.withLock { found in
            guard let found, now - found.at < .seconds(1) else { return nil }
            return found.value
        }
    }

    func note(_ value: Value) {
        let now = ContinuousClock.now
        found.withLock { $0 = (value, now) }
    }
}
