#if Llama
internal import CLlama
import Foundation
public import HearthCore
import Synchronization

/// A local model that answers requests, one after the other, through llama.cpp.
///
/// The weights are loaded by the first request, or by ``load()``. All blocking work happens on one thread of the
/// engine's own; requests that arrive meanwhile wait their turn. The context keeps what it evaluated, so a request that
/// begins like the one before (a conversation, or the same sources) pays only for what is new.
public actor LlamaEngine: LanguageModel {
    private let executor = ThreadExecutor(name: "hearth.llama")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public nonisolated let engine = Engine.local
    /// The name of the model's file without its ending, or `none`.
    public nonisolated let modelID: String
    private nonisolated let path: String?
    nonisolated let configuration: Configuration
    private nonisolated let loaded: Mutex<LlamaModel?>
    /// Held while the model is loaded, so that it is loaded once and nobody who only asks for it has to wait.
    private nonisolated let loading = Mutex(())
    private var session: LlamaSession?
    private var constraints = AnswerConstraints()
    /// ``Vocabulary/fragments()``, once a constraint needed them.
    private var fragments: [llama_token: [UInt8]]?
    nonisolated let states: (any PromptStateStore)?
    nonisolated let checks: ModelCheckFile?
    /// What the self-test found; `nil` until it was made.
    var examined: [String]?
    /// Names what this engine evaluates with; `nil` until it was needed.
    var identity: String?
    /// The conversation whose state was kept or taken up last, and its length.
    var keptTokens: (conversation: String, count: Int)?

    /// An engine for the GGUF file at `path`, which is read when it is first needed; `nil` when none is configured.
    ///
    /// - Parameters:
    ///   - states: Keeps what was evaluated of each conversation; `nil` keeps nothing beyond the engine's life.
    ///   - checks: Remembers the self-tests of models; `nil` makes one in each engine.
    public init(
        path: String?, configuration: Configuration = Configuration(), states: (any PromptStateStore)? = nil,
        checks: ModelCheckFile? = nil
    ) {
        self.path = path
        self.states = states
        self.checks = checks
        self.configuration = configuration
        loaded = Mutex(nil)
        modelID = path.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent } ?? "none"
    }

    /// An engine for a model that is loaded already.
    public init(
        model: LlamaModel, configuration: Configuration = Configuration(), states: (any PromptStateStore)? = nil,
        checks: ModelCheckFile? = nil
    ) {
        path = model.path
        self.states = states
        self.checks = checks
        self.configuration = configuration
        loaded = Mutex(model)
        modelID = URL(fileURLWithPath: model.path).deletingPathExtension().lastPathComponent
    }

    public nonisolated var capabilities: ModelCapabilities {
        let trained =
            loaded.withLock { $0?.facts.trainedContext } ?? path.flatMap { try? ModelFile(path: $0).trainedContext }
        return ModelCapabilities(
            offline: true, contextLength: configuration.contextLength(of: trained ?? 0),
            tasks: [
                .intentToAction, .summarize, .rewrite, .studyQuestionGen, .textCompletion, .chat, .answer, .extract,
            ],
            structuredOutput: .constrained, estimatedLatency: Self.usualLatency)
    }

    /// What a short prompt takes a small model (one billion parameters, two cores), in seconds, once it is loaded.
    private static let usualLatency = 0.5

    /// The share of the tokens of a constrained answer that the model may think with, so that it comes to answer.
    private static let reasoningShare = 0.75

    /// Whether the model's file is there and whole. Does not load it.
    public nonisolated func availability() async -> Availability {
        if loaded.withLock({ $0 != nil }) { return .available }
        guard let path else {
            return .unavailable(
                reason: .notConfigured, message: "No local model is configured. Name a GGUF file in the settings.")
        }
        do {
            _ = try ModelFile(path: path)
            return .available
        } catch {
            return .unavailable(reason: .modelMissing, message: error.message)
        }
    }

    /// The model, loaded now if it was not.
    ///
    /// - Throws: ``LlamaError``, as ``LlamaModel/init(path:configuration:)`` does.
    public func load() throws -> LlamaModel { try loading.withLock { _ in try loadOnce() } }

    /// The model's own tokenizer. The model is loaded for it if it was not, in the caller's thread: whoever measures a
    /// prompt is about to send it. An estimate where the model cannot be loaded; the request then says why.
    public nonisolated var tokenizer: any TextTokenizer {
        if let model = loaded.withLock({ $0 }) { return model.tokenizer }
        return (try? loading.withLock { _ in try loadOnce() })?.tokenizer ?? EstimatedTokenizer()
    }

    private nonisolated func loadOnce() throws -> LlamaModel {
        if let model = loaded.withLock({ $0 }) { return model }
        guard let path else {
            throw LlamaError("not-configured", "No local model is configured. Name a GGUF file in the settings.")
        }
        let model = try LlamaModel(path: path, configuration: configuration.model)
        guard model.facts.generates else {
            throw LlamaError.wrongKind(path, "makes embeddings and cannot write text")
        }
        loaded.withLock { $0 = model }
        return model
    }

    /// Gives back the memory of the context, and of the weights where the engine loaded them itself.
    public func unload() {
        session = nil
        fragments = nil
        keptTokens = nil
        if path != nil { loaded.withLock { $0 = nil } }
    }

    /// How many tokens the context holds evaluated now.
    var evaluatedTokens: Int { session?.evaluatedCount ?? 0 }

    public nonisolated func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        AsyncThrowingStream { continuation in
            let flag = CancellationFlag()
            continuation.onTermination = { _ in flag.set() }
            // A bare task, because the stream is made outside of any; it ends with the stream, which sets the flag.
            Task {
                do {
                    let response = try await self.serve(request, until: flag) { continuation.yield($0) }
                    continuation.yield(.final(response))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        }
    }

    var currentSession: LlamaSession? { session }

    /// The context, made now if it was not.
    func session(for model: LlamaModel) throws -> LlamaSession {
        let session = try self.session ?? LlamaSession(model: model, configuration: configuration)
        self.session = session
        return session
    }

    func template(of model: LlamaModel) -> String? { configuration.chatTemplate ?? model.facts.chatTemplate }

    /// Does the whole of one request without a pause, which is what makes requests take turns.
    ///
    /// - Throws: `CancellationError` once `flag` is set, or ``LlamaError``.
    func serve(
        _ request: ModelRequest, until flag: CancellationFlag, emit: @Sendable (ResponseEvent) -> Void
    ) throws -> ModelResponse {
        if flag.isSet { throw CancellationError() }
        let model = try load()
        let session = try session(for: model)
        defer { session.rest() }
        let findings = request.task == .textCompletion ? [] : try examine(model, session, until: flag)
        let prompt = try Prompt(
            request, model: model, template: template(of: model), context: session.contextLength)
        let options = request.options
        let constraint = try constraints.constraint(of: request)
        if constraint != nil, fragments == nil { fragments = model.vocabulary.fragments() }
        let sampler = try TokenSampler(
            options: options, constraint: constraint, vocabulary: model.vocabulary, fragments: fragments ?? [:])
        let limit = min(options.maxTokens, session.contextLength - prompt.tokens.count)

        var usage = TokenUsage(promptTokens: prompt.tokens.count)
        // A control token has no text that a stop sequence could be found in. Under a constraint the form says when it ends.
        let stopTokens = model.vocabulary.tokens(named: options.stopSequences + prompt.stops)
        var answer = AnswerDecoder(
            prompt, options: options, constraint: constraint, vocabulary: model.vocabulary)
        var finish = FinishReason.length
        var notes = prompt.notes + findings
        let clock = ContinuousClock()
        let start = clock.now
        resume(request, prompt.tokens, session)
        usage.cachedTokens = try session.prefill(prompt.tokens, until: flag)
        let prefilled = clock.now
        while usage.completionTokens < limit {
            if flag.isSet { throw CancellationError() }
            var token = try sampler.sample(session.raw, answer.rule)
            if answer.isReasoning, let closing = closing(of: prompt, constraint, usage, limit, token, model) {
                // The answer is what was asked for: thinking that has no end is ended.
                for mark in closing { try session.append(mark, until: flag) }
                usage.completionTokens += closing.count
                answer.closeReasoning().forEach(emit)
                token = try sampler.sample(session.raw, answer.rule)
            }
            if model.vocabulary.endsGeneration(token) || (constraint == nil && stopTokens.contains(token)) {
                finish = .stop
                break
            }
            usage.completionTokens += 1
            answer.append(token).forEach(emit)
            if answer.isDone {
                finish = .stop
                break
            }
            // The last token of the limit needs no successor.
            if usage.completionTokens < limit { try session.append(token, until: flag) }
        }
        answer.finish().forEach(emit)
        if finish == .length, limit < options.maxTokens {
            notes.append("The answer ended because the context of \(session.contextLength) tokens was full.")
        }
        let ended = clock.now
        keep(request, session)
        return ModelResponse(
            text: answer.text, reasoning: answer.reasoning,
            structured: finish == .stop ? constraint?.value(of: answer.text) : nil, usage: usage,
            timings: Timings(prompt: (prefilled - start).seconds, generation: (ended - prefilled).seconds),
            finishReason: finish, notes: notes)
    }

    /// The tokens that close the reasoning of an answer under a constraint, where the model would end without answering or
    /// has had its share of the tokens; `nil` where it may go on.
    private func closing(
        of prompt: Prompt, _ constraint: AnswerConstraint?, _ usage: TokenUsage, _ limit: Int, _ token: llama_token,
        _ model: LlamaModel
    ) -> [llama_token]? {
        guard constraint != nil, let style = prompt.reasoning else { return nil }
        let isOver = Double(usage.completionTokens) >= Double(limit) * Self.reasoningShare
        guard isOver || model.vocabulary.endsGeneration(token) else { return nil }
        let marks = model.vocabulary.tokenize(style.close, namesSpecials: true)
        return usage.completionTokens + marks.count < limit ? marks : nil
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
#endif
