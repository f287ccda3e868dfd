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
    private var session: LlamaSession?
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
            ])
    }

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
    public func load() throws -> LlamaModel {
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
                    let response = try await self.serve(request, until: flag) { continuation.yield(.text($0)) }
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
        _ request: ModelRequest, until flag: CancellationFlag, emit: @Sendable (String) -> Void
    ) throws -> ModelResponse {
        if flag.isSet { throw CancellationError() }
        let model = try load()
        let session = try session(for: model)
        defer { session.rest() }
        let findings = request.task == .textCompletion ? [] : try examine(model, session, until: flag)
        let prompt = try Prompt(
            request, model: model, template: template(of: model), context: session.contextLength)
        let options = request.options
        let sampler = try TokenSampler(options: options, vocabulary: model.vocabulary)
        let limit = min(options.maxTokens, session.contextLength - prompt.tokens.count)

        var usage = TokenUsage(promptTokens: prompt.tokens.count)
        var answer = AnswerText(stopSequences: options.stopSequences + prompt.stops)
        var finish = FinishReason.length
        var notes = prompt.notes + findings
        let clock = ContinuousClock()
        let start = clock.now
        resume(request, prompt.tokens, session)
        usage.cachedTokens = try session.prefill(prompt.tokens, until: flag)
        let prefilled = clock.now
        while usage.completionTokens < limit {
            if flag.isSet { throw CancellationError() }
            let token = try sampler.sample(session.raw)
            if model.vocabulary.endsGeneration(token) {
                finish = .stop
                break
            }
            usage.completionTokens += 1
            let piece = answer.append(model.vocabulary.piece(token))
            if !piece.isEmpty { emit(piece) }
            if answer.isStopped {
                finish = .stop
                break
            }
            // The last token of the limit needs no successor.
            if usage.completionTokens < limit { try session.append(token, until: flag) }
        }
        let rest = answer.finish()
        if !rest.isEmpty { emit(rest) }
        if finish == .length, limit < options.maxTokens {
            notes.append("The answer ended because the context of \(session.contextLength) tokens was full.")
        }
        let ended = clock.now
        keep(request, session)
        return ModelResponse(
            text: answer.text, usage: usage,
            timings: Timings(prompt: (prefilled - start).seconds, generation: (ended - prefilled).seconds),
            finishReason: finish, notes: notes)
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
#endif
