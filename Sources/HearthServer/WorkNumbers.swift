import Hearth
import HearthHTTP

/// The queue in numbers, as Prometheus reads them.
///
/// Each kind and state is told also where there is none: what is not there cannot be compared, and an alert on it would be silent.
enum WorkNumbers {
    /// What is said of tasks of a kind that this version does not know: a newer one sent them, and their names are not ours.
    private static let unknown = "other"
    private static let known = Hearth.Work.Kind.allCases.map(\.rawValue)

    /// - Parameters:
    ///   - tallies: Of all queues, in any order; `nil` where they cannot be read now, of which then nothing is told.
    ///   - totals: What this process did.
    static func values(_ tallies: [WorkTally]?, _ totals: Hearth.Work.Totals) -> [ServerMetrics.Value] {
        (tallies.map(gauges) ?? []) + counters(totals)
    }

    private static func gauges(_ tallies: [WorkTally]) -> [ServerMetrics.Value] {
        var kinds: [String: WorkTally] = [:]
        for kind in known { kinds[kind] = WorkTally(kind: WorkKind(rawValue: kind)) }
        for tally in tallies {
            let kind = name(of: tally.kind)
            kinds[kind] = kinds[kind].map { $0 + tally } ?? tally
        }
        let sorted = kinds.sorted { $0.key < $1.key }
        var values: [ServerMetrics.Value] = []
        for (kind, tally) in sorted {
            let states: [(name: String, count: Int)] = [
                ("arriving", tally.arriving), ("waiting", tally.waiting), ("paused", tally.paused),
                ("running", tally.running), ("failed", tally.failed),
            ]
            for state in states {
                values.append(
                    ServerMetrics.Value(
                        "hearth_work_tasks", .gauge,
                        "Tasks of the queue: paused are those that are tried again later, failed those that are not.",
                        Double(state.count), labels: [("kind", kind), ("state", state.name)]))
            }
        }
        for (kind, tally) in sorted {
            values.append(
                ServerMetrics.Value(
                    "hearth_work_oldest_waiting_seconds", .gauge,
                    "Seconds for which the task could be begun that waits for longest; 0 where none waits.",
                    tally.oldestWaiting ?? 0, labels: [("kind", kind)]))
        }
        return values
    }

    private static func counters(_ totals: Hearth.Work.Totals) -> [ServerMetrics.Value] {
        var attempts: [String: [Hearth.Work.Ending: Int]] = [:]
        var lost: [String: Int] = [:]
        for kind in known { (attempts[kind], lost[kind]) = ([:], 0) }
        for (kind, endings) in totals.attempts {
            attempts[name(of: kind), default: [:]].merge(endings) { $0 + $1 }
        }
        for (kind, count) in totals.takenOver { lost[name(of: kind), default: 0] += count }
        var values: [ServerMetrics.Value] = []
        for (kind, endings) in attempts.sorted(by: { $0.key < $1.key }) {
            for ending in Hearth.Work.Ending.allCases {
                values.append(
                    ServerMetrics.Value(
                        "hearth_work_attempts_total", .counter,
                        "Attempts at tasks that ended in this process; those that were retried failed and wait again.",
                        Double(endings[ending] ?? 0), labels: [("kind", kind), ("outcome", ending.rawValue)]))
            }
        }
        for (kind, count) in lost.sorted(by: { $0.key < $1.key }) {
            values.append(
                ServerMetrics.Value(
                    "hearth_work_leases_lost_total", .counter,
                    "Tasks that this process took over from whoever had kept their lease no longer.",
                    Double(count), labels: [("kind", kind)]))
        }
        return values
    }

    private static func name(of kind: WorkKind) -> String {
        known.contains(kind.rawValue) ? kind.rawValue : unknown
    }
}
