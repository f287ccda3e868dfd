import Foundation
import HearthCore
import HearthModels
import Synchronization

/// A model that answers by a script and counts what it was asked.
final class ScriptedEngine: LanguageModel {
    struct Failure: ReadableError {
        let kind: HearthCore.Failure.Kind
        var code: String { kind.rawValue }
        let message = "as the script says"

        init(_ kind: HearthCore.Failure.Kind) { self.kind = kind }
    }

    let engine: Engine
    let modelID: String
    let host: String?
    let capabilities: ModelCapabilities
    let unavailable: String?
    let reason: UnavailableReason
    /// Given out in this order before the end.
    let pieces: [String]
    /// Ends the answer instead of a final event.
    let failure: (any Error)?
    private let seen = Mutex<[ModelRequest]>([])

    init(
        _ engine: Engine, model: String = "m", host: String? = nil, tasks: Set<TaskKind> = Set(TaskKind.allCases),
        tools: Bool = false, logprobs: Bool = false, contextLength: Int? = 4_096, unavailable: String? = nil,
        because reason: UnavailableReason = .notConfigured, pieces: [String] = ["Hello"],
        failure: (any Error)? = nil
    ) {
        self.engine = engine
        modelID = model
        self.host = host
        capabilities = ModelCapabilities(
            offline: !engine.isRemote, contextLength: contextLength, tasks: tasks, tools: tools, logprobs: logprobs)
        self.unavailable = unavailable
        self.reason = reason
        self.pieces = pieces
        self.failure = failure
    }

    var requests: [ModelRequest] { seen.withLock { $0 } }

    func availability() async -> Availability {
        unavailable.map { .unavailable(reason: reason, message: $0) } ?? .available
    }

    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { [self] emit in
            seen.withLock { $0.append(request) }
            for piece in pieces { try await emit(.text(piece)) }
            if let failure { throw failure }
            try await emit(
                .final(
                    ModelResponse(
                        text: pieces.joined(), usage: TokenUsage(promptTokens: 3, completionTokens: 2),
                        timings: Timings(), finishReason: .stop)))
            // What comes after the end must not come through.
            try await emit(.text("late"))
        }
    }
}

/// An engine that takes no prompts, as the basic one.
struct ExtractiveEngine: RoutableEngine {
    let engine = Engine.basic
    let modelID = RoutingDecision.basicModel
    let capabilities = ModelCapabilities(offline: true, contextLength: nil, tasks: Set(TaskKind.allCases))

    func availability() async -> Availability { .available }
}

/// A local model that remembers who asked for its vocabulary.
final class VocabularyEngine: LanguageModel {
    enum Reader { case task, thread }

    let engine = Engine.local
    let modelID = "m"
    let capabilities = ModelCapabilities(offline: true, contextLength: 4_096, tasks: Set(TaskKind.allCases))
    private let asked = Mutex<[Reader]>([])

    var readers: [Reader] { asked.withLock { $0 } }

    var tokenizer: any TextTokenizer {
        let reader: Reader = withUnsafeCurrentTask { $0 == nil } ? .thread : .task
        asked.withLock { $0.append(reader) }
        return EstimatedTokenizer()
    }

    func availability() async -> Availability { .available }

    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { _ in throw CancellationError() }
    }
}

/// Gives one piece and then waits until it is dropped.
final class EndlessEngine: LanguageModel {
    let engine = Engine.local
    let modelID = "endless"
    let capabilities = ModelCapabilities(offline: true, contextLength: nil, tasks: Set(TaskKind.allCases))
    private let ended: AsyncStream<Void>.Continuation
    /// Ends when the work was stopped.
    let stopped: AsyncStream<Void>

    init() { (stopped, ended) = AsyncStream.makeStream() }

    func availability() async -> Availability { .available }

    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { [ended] emit in
            defer { ended.finish() }
            try await emit(.text("first"))
            _ = try await BoundedChannel<ResponseEvent>(capacity: 1).next()
        }
    }
}

actor MemoryLedger: RoutingLedger {
    struct Full: ReadableError {
        let code = "disk-full"
        let kind = Failure.Kind.diskFull
        let message = "There is no space left."
    }

    private(set) var entries: [LedgerEntry] = []
    private let refuses: Bool
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(refuses: Bool = false) { self.refuses = refuses }

    func append(_ entry: LedgerEntry) throws -> Int {
        if refuses { throw Full() }
        entries.append(entry)
        for one in waiting where one.count <= entries.count { one.continuation.resume() }
        waiting.removeAll { $0.count <= entries.count }
        return entries.count
    }

    /// Waits until there are as many records.
    func holds(_ count: Int) async {
        if entries.count >= count { return }
        await withCheckedContinuation { waiting.append((count, $0)) }
    }

    func kinds() -> [LedgerEntry.Kind] { entries.map(\.kind) }
}

/// A policy that a test changes while requests run.
final class ChangingPolicy: Sendable {
    private let value: Mutex<RoutingPolicy>

    init(_ policy: RoutingPolicy) { value = Mutex(policy) }

    var current: RoutingPolicy { value.withLock { $0 } }
    func change(_ body: (inout RoutingPolicy) -> Void) { value.withLock { body(&$0) } }
}

/// Labels that a test changes while requests run.
final class ChangingLabels: LabelSource {
    private let labels = Mutex<[LabelOrigin: SensitivityLabel]>([:])

    func call(_ origin: LabelOrigin, _ label: SensitivityLabel) { labels.withLock { $0[origin] = label } }

    func label(of origins: Set<LabelOrigin>) async throws -> SensitivityLabel? {
        labels.withLock { labels in origins.compactMap { labels[$0] }.max() }
    }

    func label(of origins: Set<LabelOrigin>, gone: SensitivityLabel) async throws -> SensitivityLabel? {
        labels.withLock { labels in origins.map { labels[$0] ?? gone }.max() }
    }
}

/// Collects what a body running elsewhere tells.
final class Notes<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    func add(_ value: Value) { values.withLock { $0.append(value) } }
    var all: [Value] { values.withLock { $0 } }
}

enum Hosts {
    static let openai = "api.openai.com"
    static let anthropic = "api.anthropic.com"
    static let loopback = "127.0.0.1:11434"
    static let network = "gpu.example.org:8000"
}

extension Consent {
    static func of(_ engine: Engine, _ host: String, task: TaskKind? = nil, id: String = "c1") -> Consent {
        Consent(id: id, engine: engine, host: host, task: task, grantedAt: Date(timeIntervalSince1970: 0))
    }
}

extension RoutingPolicy {
    static var consenting: RoutingPolicy {
        RoutingPolicy(consents: [
            .of(.openai, Hosts.openai, id: "o"), .of(.anthropic, Hosts.anthropic, id: "a"),
            .of(.custom, Hosts.network, id: "n"), .of(.custom, Hosts.loopback, id: "l"),
        ])
    }
}

extension ModelRouter {
    /// A router whose policy can change, with a ledger.
    init(_ models: [any RoutableEngine], _ policy: ChangingPolicy, ledger: any RoutingLedger = MemoryLedger()) {
        self.init(configuration: Configuration(ledger: ledger)) {
            RoutingContext(models: models, policy: policy.current)
        }
    }

    init(
        _ models: [any RoutableEngine], _ policy: RoutingPolicy = .consenting,
        ledger: any RoutingLedger = MemoryLedger()
    ) {
        self.init(models: models, policy: policy, configuration: Configuration(ledger: ledger))
    }
}

/// The error that work throws; a test fails when it throws none or another type.
func routingError(_ work: () async throws -> Void) async -> RoutingError? {
    do {
        try await work()
        return nil
    } catch {
        return error as? RoutingError
    }
}

func prompt(_ text: String = "Hi", task: TaskKind = .chat, label: SensitivityLabel = .personal) -> ModelRequest {
    ModelRequest(task: task, messages: [Message(.user, text)], label: label)
}
