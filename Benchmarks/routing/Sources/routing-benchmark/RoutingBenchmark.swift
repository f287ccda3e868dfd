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
        if decision > target { exit(1) }
        if choices == 0 { exit(2) }
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

actor Memory: RoutingLedger {
    private var entries: [LedgerEntry] = []

    func append(_ entry: LedgerEntry) -> Int {
        entries.append(entry)
        return entries.count
    }
}
