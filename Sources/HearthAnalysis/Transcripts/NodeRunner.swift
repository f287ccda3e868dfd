import Foundation
import HearthCore
import HearthModels

/// Asks an engine for the nodes of an analysis, each of which is kept by the hash of all that it depends on.
struct NodeRunner: Sendable {
    /// What is asked for in one node.
    struct Ask: Sendable {
        /// `notes`, `summary` and so on; part of the key.
        var kind: String
        /// Of the prompt.
        var version: Int
        var messages: [Message]
        var maxTokens: Int
    }

    /// What came of it.
    enum Outcome<Value: Generable>: Sendable {
        /// - Parameters:
        ///   - isCut: Whether the engine ran into the limit of its answer.
        ///   - by: Who answered; a stand-in where it was not the engine that was chosen.
        case answered(Value, isCut: Bool, by: PartWriter)
        /// The next engine that is allowed is the basic one, which does not read prompts.
        case basic(reason: String)
        case gap(CoverageReport.Outcome, reason: String)
    }

    let router: ModelRouter
    let cache: any AnalysisCache
    let routing: RoutingRequest
    let options: GenerationOptions
    /// The content that nodes are made of, with which they are deleted.
    let source: ContentHash?
    /// The engine that the run was sized for.
    let primary: any LanguageModel
    /// Whether everything is asked anew, whatever an earlier run has left.
    var isAnew = false
    /// Takes what would be asked, in the place of the engine; `nil` asks.
    var recorder: Recorder?
    let tally = Tally()

    /// Of the code that turns an ask into a request.
    private static let version = 1

    /// - Throws: `CancellationError`, `RoutingError`, and failures that would meet every other node as well.
    func run<Value: Generable>(_ ask: Ask, as type: Value.Type = Value.self) async throws -> Outcome<Value> {
        try Task.checkCancellation()
        if let kept: (Value, Bool) = try await kept(ask, primary) {
            await tally.addReused()
            return .answered(kept.0, isCut: kept.1, by: writer(primary))
        }
        if let recorder {
            await recorder.add(
                StructuredGeneration.prepared(
                    request(ask, label: routing.label), schema: type.generationSchema, engine: primary.engine,
                    capabilities: primary.capabilities))
            return .gap(.failed, reason: "Nothing was asked, only shown.")
        }
        do {
            return try await router.run(routing, delivery: .whole) { route in try await answer(ask, route, type) }
        } catch let error as CancellationError {
            throw error
        } catch let error as any ReadableError {
            try Task.checkCancellation()
            guard let outcome = error.kind.partOutcome else { throw error }
            return .gap(outcome, reason: error.message)
        }
    }

    private func answer<Value: Generable>(
        _ ask: Ask, _ route: Route, _ type: Value.Type
    ) async throws -> Outcome<Value> {
        let decision = route.decision
        let reason = decision.fallbackReason ?? decision.reason
        guard case .model(let model) = route.worker else {
            await tally.add(decision)
            return .basic(reason: reason)
        }
        let isPrimary = model.engine == primary.engine && model.modelID == primary.modelID
        let writer = isPrimary ? writer(primary) : writer(model, because: reason)
        if !isPrimary {
            if let kept: (Value, Bool) = try await kept(ask, model) {
                await tally.addReused()
                await tally.add(decision)
                return .answered(kept.0, isCut: kept.1, by: writer)
            }
            // It was sized for another window.
            let tokens = ask.messages.reduce(ask.maxTokens) { $0 + model.tokenizer.countTokens($1.content) }
            if let window = model.capabilities.contextLength, tokens > window {
                throw AnalysisError(
                    .contextTooLong, "The part is longer than the window of \(decision.engine.rawValue).")
            }
        }
        do {
            let response = try await StructuredGeneration(
                model: model, configuration: Self.tellingWhatCannotBeEnforced
            ).response(to: request(ask, label: decision.label), generating: type)
            // Only who answered has written anything: a try that failed is told of with the one that came after it.
            await tally.add(decision)
            await tally.add(response.response)
            let isCut = response.repairs.contains(.closed)
            try await keep(response.value, isCut: isCut, ask, model)
            return .answered(response.value, isCut: isCut, by: writer)
        } catch let error as StructuredOutputError where error.finishReason == .contentFilter {
            throw AnalysisError.refused
        } catch let error as StructuredOutputError
            where error.finishReason == .length && self.options.chosen.contains(.maxTokens)
            && ask.maxTokens < self.options.maxTokens
        {
            // To allow more would be of no use.
            throw AnalysisError.noRoom(ask.maxTokens, wanted: self.options.maxTokens)
        }
    }

    private func writer(_ model: any LanguageModel, because reason: String? = nil) -> PartWriter {
        PartWriter(
            engine: model.engine, model: model.modelID, host: model.host, wasFallback: reason != nil,
            fallbackReason: reason)
    }

    private static var tellingWhatCannotBeEnforced: StructuredGeneration.Configuration {
        var configuration = StructuredGeneration.Configuration()
        configuration.tellsWhatCannotBeEnforced = true
        return configuration
    }

    private func request(_ ask: Ask, label: SensitivityLabel) -> ModelRequest {
        ModelRequest(task: routing.task, messages: ask.messages, options: options(ask), label: label)
    }

    private func options(_ ask: Ask) -> GenerationOptions {
        var options = options
        options.maxTokens = ask.maxTokens
        return options
    }

    // MARK: - What is kept

    private func key<Value: Generable>(_ ask: Ask, _ model: any LanguageModel, _ type: Value.Type) -> ContentHash {
        var key = NodeKey("transcript \(ask.kind)", version: Self.version)
        key.add("prompt", "\(ask.version)")
        key.add(ask.messages)
        key.add(type.generationSchema)
        key.add(model)
        key.add(options(ask))
        return key.hash
    }

    private func kept<Value: Generable>(_ ask: Ask, _ model: any LanguageModel) async throws -> (Value, Bool)? {
        guard !isAnew, let data = try await cache.value(for: key(ask, model, Value.self)),
            let kept = try? JSONValue(parsing: Array(data)), let value = kept["value"],
            let typed = try? Value(GeneratedContent(value))
        else { return nil }
        return (typed, kept["cut"] == .bool(true))
    }

    private func keep<Value: Generable>(
        _ value: Value, isCut: Bool, _ ask: Ask, _ model: any LanguageModel
    ) async throws {
        var object = JSONObject()
        object["cut"] = .bool(isCut)
        object["value"] = value.generatedContent.value
        let data = Data(JSONValue.object(object).description.utf8)
        let key = key(ask, model, Value.self)
        // A task of its own: what is done is to be kept, also when the run is cancelled at this moment.
        try await Task { [cache, source] in try await cache.keep(data, for: key, source: source) }.value
    }
}

extension NodeRunner {
    /// What would be asked. Without answers, nothing is asked that depends on one.
    actor Recorder {
        private(set) var requests: [ModelRequest] = []

        func add(_ request: ModelRequest) { requests.append(request) }
    }

    /// What a run used.
    actor Tally {
        private(set) var usage = TokenUsage()
        private(set) var reused = 0
        /// The first decision for each engine and model that wrote something.
        private var decisions: [RoutingDecision] = []
        private(set) var notes: [String] = []

        func add(_ decision: RoutingDecision) {
            if self.decision(for: decision.engine, decision.model) == nil { decisions.append(decision) }
        }

        func decision(for engine: Engine, _ model: String) -> RoutingDecision? {
            decisions.first { $0.engine == engine && $0.model == model }
        }

        func add(_ response: ModelResponse) {
            usage = usage + response.usage
            for note in response.notes where !notes.contains(note) && notes.count < 10 { notes.append(note) }
        }

        func addReused() { reused += 1 }
    }
}

extension Failure.Kind {
    /// What becomes of a part of a text, where the failure is about that part alone; `nil` where the next one would meet it again.
    var partOutcome: CoverageReport.Outcome? {
        switch self {
        case .refusedByModel: .refused
        case .invalidOutput, .contextTooLong, .incompleteResponse: .failed
        case .usage, .badRequest, .invalidInput, .messageTooLong, .tooLarge, .nothingToRead, .notExpressible,
            .unreadable,
            .unknownItem, .conflict, .occupied, .unauthorized, .notAllowed, .refusedByPolicy, .refusedBySystem,
            .noEngine, .noSpeechEngine, .unavailable, .notConfigured, .keyOfAnotherHost, .unsupportedTask,
            .unsupportedOption, .noLogprobs, .unknownModel, .unusableModel, .unfitModel, .modelNotReady,
            .notEnoughMemory,
            .windowTooSmall, .toolMissing, .modelFailed, .modelEnded, .unusableTemplate, .providerFailed, .overloaded,
            .rateLimited, .quotaExceeded,
            .badKey, .wrongAddress, .unsendable, .connectionFailed, .timedOut, .badResponse, .badSettings, .locked,
            .damagedData, .diskFull, .busy, .storeUnreachable, .uncertain, .systemFailed, .notRecorded, .stopped,
            .internal:
            nil
        }
    }
}
