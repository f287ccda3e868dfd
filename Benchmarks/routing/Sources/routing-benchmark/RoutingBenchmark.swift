import Foundation
import HearthCore
import HearthModels

/// Measures the policy's decision, and the router around it.
@main
enum RoutingBenchmark {
    static let target = 20.0

    static func main() async throws {
        let models: [any RoutableEngine] = [
            Idle(.apple, isAvailable: false), Idle(.local, isAvailable: false), Idle(.openai, host: "api.openai.com"),
            Idle(.anthropic, host: "api.anthropic.com"), Idle(.custom, host: "127.0.0.1:11434"), Idle(.basic),
        ]
        let policy = RoutingPolicy(consents: consents())
        var candidates: [RoutingCandidate] = []
        for model in models { candidates.append(await RoutingCandidate(model)) }
        let tasks: [TaskKind] = [.chat, .summarize, .rewrite, .answer]
        let requests = tasks.flatMap { task in
            SensitivityLabel.allCases.map { RoutingRequest(task: task, label: $0) }
        }
        var choices = 0
        let decision =
            median(rounds: 400) {
                for request in requests { choices += policy.decide(request, candidates: candidates).choices.count }
            } / Double(requests.count)
        let router = ModelRouter(
            models: models, policy: policy, configuration: .init(ledger: Memory()))
        let request = RoutingRequest(task: .chat, label: .personal)
        var times: [Double] = []
        for _ in 0..<2_000 {
            let start = ContinuousClock.now
            choices += try await router.route(request).decision.rejected.count
            times.append(start.duration(to: .now) / .microseconds(1))
        }
        times.sort()
        print("decision by the policy: \(rounded(decision)) µs (median, 6 engines, 20 consents; target \(target))")
        print("route with ledger in memory: \(rounded(times[times.count / 2])) µs (median)")
        try await spread()
        if decision > target { exit(1) }
        if choices == 0 { exit(2) }
    }

    /// What a group of four endpoints adds to a request, at a thousand requests a second for two seconds, and how evenly it spreads them.
    private static func spread() async throws {
        let names = try (1...4).map { number in
            guard let name = EndpointName("lab\(number)") else { throw CancellationError() }
            return Engine.endpoint(name)
        }
        guard let name = EndpointName("pool") else { return }
        let pool = Engine.endpoint(name)
        let models = names.map { Quick($0) }
        var policy = RoutingPolicy(
            consents: names.map {
                Consent(id: $0.rawValue, engine: $0, host: "gpu.example.org", task: nil, grantedAt: Date())
            })
        policy.groups[pool] = EndpointGroup(pool, members: names.map { .init($0) }, parallel: 64, queue: 1_000)
        let router = ModelRouter(models: models, policy: policy, configuration: .init(ledger: Memory()))
        let start = ContinuousClock.now
        let times = try await withThrowingTaskGroup(of: (Double, Engine).self) { tasks in
            for number in 0..<2_000 {
                try await Task.sleep(until: start + .milliseconds(number))
                tasks.addTask {
                    var request = RoutingRequest(task: .chat, label: .personal, engine: pool)
                    // Half of them are turns of conversations.
                    if number.isMultiple(of: 2) { request.conversation = "c\(number / 8)" }
                    let prompt = ModelRequest(task: .chat, messages: [Message(.user, "Hello")])
                    let begin = ContinuousClock.now
                    let (served, worked) = try await router.run(request) { route in
                        let before = ContinuousClock.now
                        _ = try await route.model.response(to: prompt)
                        return (route.decision.engine, before.duration(to: .now))
                    }
                    return ((begin.duration(to: .now) - worked) / .microseconds(1), served)
                }
            }
            var all: [(Double, Engine)] = []
            for try await one in tasks { all.append(one) }
            return all
        }
        let sorted = times.map { $0.0 }.sorted()
        let counts = names.map { engine in times.count { $0.1 == engine } }
        let even = Double(times.count) / Double(names.count)
        let off = counts.map { abs(Double($0) - even) / even }.max() ?? 0
        print(
            "group of four at 1,000 a second: \(rounded(sorted[sorted.count / 2])) µs (median), "
                + "\(rounded(sorted[sorted.count * 99 / 100])) µs (99 %); target 1,000; spread \(counts), "
                + "\(rounded(off * 100)) % from even")
    }

    /// Twenty, of which the last one fits, so that all are looked at.
    private static func consents() -> [Consent] {
        (0..<20).map { index in
            Consent(
                id: "c\(index)", engine: index.isMultiple(of: 2) ? .anthropic : .openai,
                host: index == 19 ? "api.openai.com" : "host\(index).example.org", task: nil, grantedAt: Date())
        }
    }

    private static func median(rounds: Int, _ work: () -> Void) -> Double {
        var times: [Double] = []
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            work()
            times.append(start.duration(to: .now) / .microseconds(1))
        }
        return times.sorted()[rounds / 2]
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// An engine that is never asked to do anything.
struct Idle: RoutableEngine {
    let engine: Engine
    let modelID = "model"
    let host: String?
    let isAvailable: Bool
    let capabilities: ModelCapabilities

    init(_ engine: Engine, host: String? = nil, isAvailable: Bool = true) {
        self.engine = engine
        self.host = host
        self.isAvailable = isAvailable
        capabilities = ModelCapabilities(
            offline: !engine.isRemote, contextLength: 8_192,
            tasks: engine == .basic ? [.summarize, .answer, .extract] : Set(TaskKind.allCases))
    }

    func availability() async -> Availability {
        isAvailable ? .available : .unavailable(reason: .notConfigured, message: "no model is set")
    }
}

/// A server that answers after some milliseconds.
struct Quick: LanguageModel {
    let engine: Engine
    let modelID = "model"
    let host: String? = "gpu.example.org"
    let capabilities = ModelCapabilities(offline: false, contextLength: 8_192, tasks: Set(TaskKind.allCases))

    init(_ engine: Engine) { self.engine = engine }

    func availability() async -> Availability { .available }

    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { emit in
            try await Task.sleep(for: .milliseconds(10))
            try await emit(
                .final(
                    ModelResponse(
                        text: "Hello", usage: TokenUsage(promptTokens: 1, completionTokens: 1), timings: Timings(),
                        finishReason: .stop)))
        }
    }
}

actor Memory: RoutingLedger {
    private var entries: [LedgerEntry] = []

    func append(_ entry: LedgerEntry) -> Int {
        entries.append(entry)
        return entries.count
    }
}
