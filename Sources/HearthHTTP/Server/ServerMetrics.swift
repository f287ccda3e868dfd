import HearthCore
import Synchronization

/// Counters of the server, as Prometheus reads them (text format 0.0.4).
public final class ServerMetrics: Sendable {
    private struct Key: Hashable {
        var method: String
        var route: String
        var status: Int
    }

    private struct Histogram {
        var buckets = [Int](repeating: 0, count: ServerMetrics.bounds.count)
        var sum = 0.0
        var count = 0
    }

    private struct State {
        var requests: [Key: Int] = [:]
        var durations: [String: Histogram] = [:]
        var refused: [String: Int] = [:]
        var running = 0
        var long = 0
        var streams = 0
        var sent = 0
    }

    /// Seconds. The first are what a lookup takes, the last what an answer of a local model takes.
    fileprivate static let bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60]

    private let state = Mutex(State())
    private let start = ContinuousClock.now

    public init() {}

    func began() { state.withLock { $0.running += 1 } }

    func ended(_ record: RequestRecord) {
        state.withLock { state in
            state.running -= 1
            state.sent += record.bytes
            let key = Key(method: record.method, route: record.route, status: record.status)
            state.requests[key, default: 0] += 1
            var histogram = state.durations[record.route] ?? Histogram()
            histogram.sum += record.duration
            histogram.count += 1
            for (index, bound) in Self.bounds.enumerated() where record.duration <= bound {
                histogram.buckets[index] += 1
            }
            state.durations[record.route] = histogram
            if let code = record.errorCode { state.refused[code, default: 0] += 1 }
        }
    }

    /// Takes a place among the requests that work for long; `false` when all are taken.
    func beginLong(most: Int) -> Bool {
        state.withLock { state in
            guard state.long < most else { return false }
            state.long += 1
            return true
        }
    }

    func endLong() { state.withLock { $0.long -= 1 } }

    /// Requests that are being served now.
    var running: Int { state.withLock { $0.running } }

    func streamBegan() { state.withLock { $0.streams += 1 } }
    func streamEnded() { state.withLock { $0.streams -= 1 } }

    /// A number that somebody else keeps. Its labels are words of Hearth's own: names that people gave are nobody's to read.
    public struct Value: Sendable {
        public enum Kind: String, Sendable { case counter, gauge }

        public var name: String
        public var kind: Kind
        public var help: String
        public var value: Double
        public var labels: [(name: String, value: String)]

        public init(
            _ name: String, _ kind: Kind, _ help: String, _ value: Double, labels: [(name: String, value: String)] = []
        ) {
            (self.name, self.kind, self.help, self.value, self.labels) = (name, kind, help, value, labels)
        }

        fileprivate var line: String {
            guard !labels.isEmpty else { return "\(name) \(value)" }
            // As the format asks, although no word of ours has any of these.
            let told = labels.map { label in
                let escaped = label.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                    .replacing("\n", with: "\\n")
                return "\(label.name)=\"\(escaped)\""
            }
            return "\(name){\(told.joined(separator: ","))} \(value)"
        }
    }

    /// Everything, in Prometheus's text format. Routes are patterns, so nothing of a request is in it.
    ///
    /// - Parameters:
    ///   - isDraining: Whether the server takes no more requests.
    ///   - others: Further numbers. Those of one name stand together, as the format asks, under what the first of them says of it.
    public func text(memory: Int?, isDraining: Bool = false, others: [Value] = []) -> String {
        let state = state.withLock { $0 }
        var text = ""
        func family(_ name: String, _ type: String, _ help: String, _ lines: [String]) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n" + lines.map { $0 + "\n" }.joined()
        }
        family(
            "hearth_http_requests_total", "counter", "Requests that were answered.",
            state.requests.map {
                "hearth_http_requests_total{method=\"\($0.key.method)\",route=\"\($0.key.route)\","
                    + "status=\"\($0.key.status)\"} \($0.value)"
            }.sorted())
        family(
            "hearth_http_errors_total", "counter", "Requests that ended with an error, by its code.",
            state.refused.map { "hearth_http_errors_total{code=\"\($0.key)\"} \($0.value)" }.sorted())
        family(
            "hearth_http_request_seconds", "histogram", "Seconds from a request's head to the end of its answer.",
            state.durations.sorted { $0.key < $1.key }.flatMap { route, histogram in
                zip(Self.bounds, histogram.buckets).map {
                    "hearth_http_request_seconds_bucket{route=\"\(route)\",le=\"\($0)\"} \($1)"
                } + [
                    "hearth_http_request_seconds_bucket{route=\"\(route)\",le=\"+Inf\"} \(histogram.count)",
                    "hearth_http_request_seconds_sum{route=\"\(route)\"} \(histogram.sum)",
                    "hearth_http_request_seconds_count{route=\"\(route)\"} \(histogram.count)",
                ]
            })
        family(
            "hearth_http_running", "gauge", "Requests that are being served.", ["hearth_http_running \(state.running)"])
        family(
            "hearth_http_draining", "gauge", "1 while no more requests are taken, because the server is about to stop.",
            ["hearth_http_draining \(isDraining ? 1 : 0)"])
        let families = Dictionary(grouping: others, by: \.name)
        var told: Set<String> = []
        for other in others where told.insert(other.name).inserted {
            family(other.name, other.kind.rawValue, other.help, (families[other.name] ?? []).map(\.line))
        }
        family("hearth_http_streams", "gauge", "Streams that are open.", ["hearth_http_streams \(state.streams)"])
        family(
            "hearth_http_sent_bytes_total", "counter", "Bytes of content that were sent.",
            ["hearth_http_sent_bytes_total \(state.sent)"])
        if let memory {
            family(
                "process_resident_memory_bytes", "gauge", "Memory of this process.",
                ["process_resident_memory_bytes \(memory)"])
        }
        family(
            "hearth_uptime_seconds", "gauge", "Seconds since the server started.",
            ["hearth_uptime_seconds \(start.duration(to: .now).seconds)"])
        return text
    }
}
