public import Foundation
public import HearthCore
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

    /// A number that somebody else keeps. It has no labels: names that people gave are nobody's to read.
    public struct Value: Sendable {
        public enum Kind: String, Sendable { case counter, gauge }

        public var name: String
        public var kind: Kind
        public var help: String
        public var value: Double

        public init(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
            (self.name, self.kind, self.help, self.value) = (name, kind, help, value)
        }
    }

    /// Everything, in Prometheus's text format. Routes are patterns, so nothing of a request is in it.
    ///
    /// - Parameters:
    ///   - isDraining: Whether the server takes no more requests.
    ///   - others: Further numbers.
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
        for other in others { family(other.name, other.kind.rawValue, other.help, ["\(other.name) \(other.value)"]) }
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

/// What is logged of one request: never its content, its query, its path's parameters or an address.
public struct RequestRecord: Sendable {
    public var id: String
    public var method: String
    /// The route's pattern, such as `/api/documents/:id`; `-` when there is none.
    public var route: String
    public var status: Int
    public var caller: Caller
    /// Seconds from the request's head to the end of the answer.
    public var duration: Double
    /// Bytes of the answer's content.
    public var bytes: Int
    /// The code of the error; `nil` when there was none.
    public var errorCode: String?
    /// When the answer had ended.
    public var time = Date()
    /// What of this program was at fault; `nil` where nothing was.
    public var defect: Defect?

    /// A defect, as whoever runs the server reports it.
    public struct Defect: Sendable {
        public var kind: Failure.Kind
        public var code: String
        /// A state of the store's, or an error's type and number; none of its words.
        public var cause: String
    }

    mutating func note(_ told: ServerError) {
        errorCode = told.code
        if told.kind == .internal {
            defect = Defect(kind: told.kind, code: told.code, cause: told.cause ?? "unknown")
        }
    }

    private static let timeFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// One line of JSON.
    public var line: String {
        let error = errorCode.map { ",\"error\":\"\($0)\"" } ?? ""
        let milliseconds = (duration * 1000 * 100).rounded() / 100
        return
            "{\"event\":\"request\",\"time\":\"\(time.formatted(Self.timeFormat))\",\"id\":\"\(id)\",\"method\":\"\(method)\",\"route\":\"\(route)\","
            + "\"status\":\(status),\"caller\":\"\(caller.logName)\",\"milliseconds\":\(milliseconds),"
            + "\"bytes\":\(bytes)\(error)}"
    }

    /// One line of JSON that tells of the defect; `nil` where there was none. It is for every log: the answer says no more than that
    /// something failed.
    public var defectLine: String? {
        guard let defect else { return nil }
        let cause = JSONValue.string(defect.cause).description
        return
            "{\"event\":\"defect\",\"level\":\"error\",\"time\":\"\(time.formatted(Self.timeFormat))\",\"id\":\"\(id)\","
            + "\"method\":\"\(method)\",\"route\":\"\(route)\",\"status\":\(status),\"kind\":\"\(defect.kind.rawValue)\","
            + "\"error\":\"\(defect.code)\",\"cause\":\(cause)}"
    }
}

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

/// The memory of this process.
enum ResidentMemory {
    /// Bytes; `nil` where the system does not say.
    static func bytes() -> Int? {
        #if os(Linux)
        // The second number is resident pages (proc(5)); pages of 4 KiB on every Linux that Swift runs on but some ARM ones.
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let numbers = text.split(separator: " ")
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        #else
        return nil
        #endif
    }
}
