#if Llama
internal import CLlama
import Foundation
public import HearthCore
import HearthGGUF
import Synchronization

/// A local model that answers requests through llama.cpp, several at a time.
///
/// The weights are loaded by the first request, or by ``load()``. All blocking work happens on one thread of the engine's
/// own, in steps: each evaluates one token of every answer under way, and a part of the prompts that are new, in one batch
/// that reads the weights once. The context keeps what it evaluated, so a request that begins like an earlier one (a
/// conversation, or the same sources) pays only for what is new.
///
/// What a request answers does not depend on its neighbours, but for rounding: llama.cpp adds up in another order when a
/// batch has another size, so where two tokens are equally likely to the last bit, either may come.
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
    var session: LlamaSession?
    var constraints = AnswerConstraints()
    /// ``Vocabulary/fragments()``, once a constraint needed them.
    var fragments: [llama_token: [UInt8]]?
    /// Requests whose turn has not come, the first of them prepared once its turn is near.
    var waiting: [WaitingRequest] = []
    var prepared: PreparedRequest?
    /// Requests under way, the oldest first.
    var running: [RunningAnswer] = []
    /// When each sequence of the context was used last, by a count of uses.
    var lastUse: [Int: Int] = [:]
    var uses = 0
    /// Steps so far, so that each begins with another request.
    var turn = 0
    var isStepping = false
    /// How often an answer had to give its cells to an older one.
    var pauses = 0
    /// Resumed when something happened that may let an answer go on, while all wait for their readers.
    var pause: CheckedContinuation<Void, Never>?
    /// Those who wait for the end of all that is under way, to unload.
    var unloading: [CheckedContinuation<Void, Never>] = []
    nonisolated let states: (any PromptStateStore)?
    nonisolated let checks: (any ModelChecks)?
    /// How conversations are laid out; `nil` until one was.
    var layout: ChatLayout?
    /// What the self-test found; `nil` until it was made.
    var examined: [String]?
    /// Names what this engine evaluates with; `nil` until it was needed.
    var identity: String?

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

    /// An engine for a model that is loaded already, which remembers its self-test elsewhere than in a file.
    package init(
        model: LlamaModel, configuration: Configuration, states: (any PromptStateStore)?,
        remembering checks: (any ModelChecks)?
    ) {
        path = model.path
        self.states = states
        self.checks = checks
        self.configuration = configuration
        loaded = Mutex(model)
        modelID = URL(fileURLWithPath: model.path).deletingPathExtension().lastPathComponent
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
        let sees = loaded.withLock { $0.map { $0.vision.file != nil } } ?? path.map { ProjectorFile(of: $0) != nil }
        return Self.capabilities(trainedContext: trained, sees: sees ?? false, configuration: configuration)
    }

    package static func capabilities(
        trainedContext: Int?, sees: Bool, configuration: Configuration
    ) -> ModelCapabilities {
        var capabilities = ModelCapabilities(
            offline: true, contextLength: configuration.contextLength(of: trainedContext ?? 0),
            tasks: [
                .intentToAction, .summarize, .rewrite, .studyQuestionGen, .textCompletion, .chat, .answer, .extract,
            ],
            tools: true, logprobs: true, structuredOutput: .constrained, estimatedLatency: usualLatency)
        capabilities.requiredTools = true
        capabilities.vision = sees
        capabilities.infill = true
        return capabilities
    }

    /// What a short prompt takes a small model (one billion parameters, two cores), in seconds, once it is loaded.
    private static let usualLatency = 0.5

    /// Whether the model's file is there and whole. Does not load it.
    public nonisolated func availability() async -> Availability {
        if loaded.withLock({ $0 != nil }) { return .available }
        guard let path else {
            return .unavailable(reason: .notConfigured, message: LlamaError.noModel.message)
        }
        return await Self.availability { () throws(LlamaError) in try ModelFile(path: path) }
    }

    /// What reading the head of a model's file says. The file may be on a disk that sleeps, or in a network, so it is read beside
    /// the cooperative pool.
    static func availability(
        reading head: @escaping @Sendable () throws(LlamaError) -> ModelFile
    ) async -> Availability {
        do {
            _ = try await BlockingWork.run(on: "hearth.model.head") { try head() }
            return .available
        } catch let error as LlamaError {
            return .unavailable(reason: .modelMissing, message: error.message)
        } catch {
            // Nobody waits for it any more.
            return .unavailable(reason: .modelNotReady, message: "Its file was not looked at: the request was stopped.")
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

    public nonisolated func countTokens(of request: ModelRequest) -> Int? {
        (tokenizer as? any PromptTokenizer)?.countTokens(of: request, chatTemplate: configuration.chatTemplate)
    }

    private nonisolated func loadOnce() throws -> LlamaModel {
        if let model = loaded.withLock({ $0 }) { return try checked(model) }
        guard let path else {
            throw LlamaError.noModel
        }
        let model = try checked(LlamaModel(path: path, configuration: configuration.model))
        loaded.withLock { $0 = model }
        return model
    }

    /// An encoder has no memory to write text from, and llama.cpp does not say so.
    private nonisolated func checked(_ model: LlamaModel) throws -> LlamaModel {
        guard model.facts.generates else {
            throw LlamaError.wrongKind(
                model.path,
                model.rankingLabels == nil
                    ? "makes embeddings and cannot write text" : "ranks texts and cannot write any")
        }
        return model
    }

    /// Gives back the memory of the context, and of the weights where the engine loaded them itself, once what is under way
    /// is answered; requests that wait begin after it, and load the model again.
    public func unload() async {
        guard isStepping else { return release() }
        wake()
        await withCheckedContinuation { unloading.append($0) }
    }

    func release() {
        session = nil
        prepared = nil
        fragments = nil
        lastUse = [:]
        layout = nil
        if path != nil { loaded.withLock { $0 = nil } }
    }

    /// How many tokens the context holds evaluated now.
    var evaluatedTokens: Int { session?.evaluatedCount ?? 0 }

    /// Whether an answer waits for its reader.
    var isHoldingBack: Bool { running.contains(where: \.isHeld) }

    /// Pieces of an answer that may wait for its reader, before no more of it is computed.
    private static let window = 32

    public nonisolated func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { [self] emit in
            let flag = Latch()
            // The engine's thread waits for nobody: what a reader has before it is bounded by the pace.
            let pieces = BoundedChannel<ResponseEvent>(capacity: .max)
            let pace = AnswerPace(window: Self.window) { Task { await self.wake() } }
            let stop: @Sendable () -> Void = {
                flag.set()
                Task { await self.wake() }
            }
            let response = try await withTaskCancellationHandler {
                try await withThrowingTaskGroup(of: ModelResponse.self) { group in
                    group.addTask {
                        defer { pieces.finish() }
                        return try await self.serve(request, until: flag, pace: pace) { piece in
                            pace.took()
                            pieces.trySend(piece)
                        }
                    }
                    do {
                        while let piece = try await pieces.next() {
                            try await emit(piece)
                            pace.read(1)
                        }
                    } catch {
                        stop()
                        throw error
                    }
                    guard let response = try await group.next() else { throw CancellationError() }
                    return response
                }
            } onCancel: {
                stop()
            }
            try await emit(.final(response))
        }
    }

    /// The context, made now if it was not.
    func session(for model: LlamaModel) throws -> LlamaSession {
        let session = try self.session ?? LlamaSession(model: model, configuration: configuration)
        self.session = session
        return session
    }

    /// How conversations are laid out for the model.
    ///
    /// - Throws: ``LlamaError`` with the code `unknown-template`.
    func layout(of model: LlamaModel) throws -> ChatLayout {
        if let layout { return layout }
        let made = try ChatLayout(setting: configuration.chatTemplate, model: model)
        layout = made
        return made
    }

    /// Answers one request, among the others.
    ///
    /// - Throws: `CancellationError` once `flag` is set, or ``LlamaError``.
    ///
    /// - Parameter pace: How fast the reader takes the answer; `nil` for one that takes it all at once.
    package func serve(
        _ request: ModelRequest, until flag: Latch, pace: AnswerPace? = nil,
        emit: @escaping @Sendable (ResponseEvent) -> Void
    ) async throws -> ModelResponse {
        if flag.isSet { throw CancellationError() }
        let mark = request.conversationID == nil ? nil : request.conversationMark ?? (try? states?.mark())
        return try await withCheckedThrowingContinuation { continuation in
            waiting.append(
                WaitingRequest(
                    request: request, flag: flag, pace: pace, emit: emit, continuation: continuation, mark: mark))
            wake()
            guard !isStepping else { return }
            isStepping = true
            // A bare task, because it serves all requests that come meanwhile; it ends with the last of them.
            Task { await self.stepUntilAllIsAnswered() }
        }
    }
}
#endif

// MARK: - Configuration

extension LlamaEngine {
    /// How to run a model.
    public struct Configuration: Hashable, Sendable {
        /// The longest context taken from a model that was trained for more, in tokens. A cache of keys and values is
        /// set aside for all of it: 8192 tokens are about 0.1 GB for a model of one billion parameters, 1 GB for eight.
        public static let usualContext = 8192

        /// Tokens of prompt and answer together; `nil` takes what the model was trained for, at most ``usualContext``.
        public var contextLength: Int?
        /// Threads for the arithmetic; `nil` takes one for each physical core.
        public var threads: Int?
        /// Prompt tokens evaluated in one go. Larger batches read the weights less often; smaller ones answer a
        /// cancellation sooner where a GPU cannot be interrupted.
        public var batchSize: Int
        /// Requests answered at the same time; more wait for their turn. They share the weights and the context: a step that
        /// reads the weights once makes a token for each. Beyond four two cores gain nothing, and each has less context.
        public var parallelRequests: Int
        /// More would only make steps longer.
        public static let mostParallelRequests = 32
        /// Tokens of new prompts evaluated in one step while others are being answered: on two cores and a model of one
        /// billion parameters about half a second, which is how long their next token waits at most.
        public static let promptShare = 64
        /// The name of a family such as `phi-3`, Jinja text, the path of a file with it, or a name that llama.cpp knows:
        /// what lays out conversations instead of the template in the model's file.
        public var chatTemplate: String?
        public var model: LlamaModel.Configuration

        public init(
            contextLength: Int? = nil, threads: Int? = nil, batchSize: Int = 512, parallelRequests: Int = 4,
            chatTemplate: String? = nil,
            model: LlamaModel.Configuration = .init()
        ) {
            self.contextLength = contextLength
            self.threads = threads
            self.batchSize = batchSize
            self.parallelRequests = parallelRequests
            self.chatTemplate = chatTemplate
            self.model = model
        }

        func contextLength(of trained: Int) -> Int {
            if let contextLength { return max(1, contextLength) }
            return trained > 0 ? min(trained, Self.usualContext) : Self.usualContext
        }
    }
}
