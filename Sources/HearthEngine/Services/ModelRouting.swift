import Foundation
import HearthApple
public import HearthCore
public import HearthModels
public import HearthRegistry
import HearthVoice

/// An engine as it stands now.
public struct EngineState: Sendable {
    public var engine: Engine
    /// Empty when no model is set.
    public var model: String
    /// Where its requests go; `nil` for one in this process.
    public var host: String?
    public var tasks: Set<TaskKind>
    /// Whether it takes pictures.
    public var sees: Bool
    public var availability: Availability
}

/// The engines of this build, and who may serve.
extension Hearth.Models {
    /// The router over all engines of this build, with the user's policy and the ledger.
    public func router() async throws -> ModelRouter { try await hearth.current().router() }

    /// Which engine would serve a request now, and why the others would not. Nothing is sent and nothing is written down.
    ///
    /// - Throws: `RoutingError` where none would.
    public func route(_ request: RoutingRequest) async throws -> RoutingDecision {
        try await router().explain(request)
    }

    /// The router over all engines of this build, in which `engine` works with another model than the one that is set: any name
    /// for a service, an installed model's id for the local engine.
    ///
    /// - Throws: ``EngineError`` with the code `unknown-model` for an engine whose model cannot be named.
    public func router(engine: Engine, model: String) async throws -> ModelRouter {
        let resources = try await hearth.current()
        let router = try await resources.router()
        if try await router.models().contains(where: { $0.engine == engine && $0.modelID == model }) { return router }
        let snapshot = resources.snapshot
        var settings = snapshot.settings
        switch engine {
        case .local:
            guard let found = LocalChatModel.named(model, in: try LocalChatModel.installed(in: registry)) else {
                throw Self.unknown(model, engine)
            }
            settings.localModel = found.path
        case .openai: settings.openai.model = model
        case .anthropic: settings.anthropic.model = model
        case .custom: settings.custom.model = model
        case .endpoint(let name):
            // Of a group, each member is asked for the model.
            let names = settings.endpoints[name] == nil ? settings.groups[name]?.members.map(\.name) ?? [] : [name]
            guard names.contains(where: { settings.endpoints[$0] != nil }) else { throw Self.unknown(model, engine) }
            if names.allSatisfy({ settings.endpoints[$0].map { $0.model == model } ?? true }) { return router }
            for name in names { settings.endpoints[name]?.model = model }
        case .apple, .basic: throw Self.unknown(model, engine)
        }
        return try await resources.engines(snapshot.with(settings)).router()
    }

    private static func unknown(_ model: String, _ engine: Engine) -> EngineError {
        EngineError(.unknownModel, "The engine \(engine.rawValue) has no model \(model.prefix(100)).")
    }

    /// The engines of this build with their models and whether each could work now, in the order in which they are set.
    public func engines() async throws -> [EngineState] {
        var states: [EngineState] = []
        for model in try await router().models() {
            let availability = await model.availability()
            states.append(
                EngineState(
                    engine: model.engine, model: model.modelID, host: model.host, tasks: model.capabilities.tasks,
                    sees: model.capabilities.vision, availability: availability))
        }
        return states
    }

    /// The engines that could serve a task now, with their models, in the order in which they are considered.
    public func available(
        for task: TaskKind, engine: Engine? = nil
    ) async throws -> [(engine: Engine, model: String)] {
        var found: [(engine: Engine, model: String)] = []
        for model in try await router().models() where engine == nil || model.engine == engine {
            guard case .available = await model.availability(), model.capabilities.tasks.contains(task) else {
                continue
            }
            found.append((model.engine, model.modelID))
        }
        return found
    }

    /// What runs models of a kind, the best first, each with what stands against it in this build or on this machine; `nil` where
    /// nothing does.
    public func runtimes(for modality: Modality) async throws -> [(runtime: Runtime, problem: String?)] {
        var states: [EngineState] = []
        if modality == .textGeneration || modality.runtimes.contains(.llama) { states = try await engines() }
        return modality.runtimes.map { ($0, Self.problem($0, modality, states)) }
    }

    private static func problem(_ runtime: Runtime, _ modality: Modality, _ states: [EngineState]) -> String? {
        func unavailable(_ engine: Engine) -> (reason: UnavailableReason, message: String)? {
            guard
                case .unavailable(let reason, let message)? = states.first(where: { $0.engine == engine })?.availability
            else { return nil }
            return (reason, message)
        }
        switch runtime {
        case .hearth: return nil
        case .llama:
            // That no model was chosen says nothing about what could run one.
            guard let found = unavailable(.local), found.reason == .notBuilt else { return nil }
            return found.message
        case .whisper: return WhisperRecognizer.isBuilt ? nil : "This build of Hearth has no whisper.cpp."
        case .apple:
            guard modality == .textGeneration else {
                return AppleSpeechRecognizer.isSupported ? nil : "This system has no speech recognizer of Apple's."
            }
            return unavailable(.apple)?.message
        case .remote:
            let remote: [Engine] =
                [.openai, .anthropic, .custom] + states.map(\.engine).filter { $0.endpointName != nil }
            return remote.contains { unavailable($0) == nil } ? nil : "No service is set up."
        }
    }

    // MARK: Vectors

    /// The embedding model, or `nil` when its file is not there.
    ///
    /// - Throws: What loading throws, when the file is there but cannot be used: a damaged model must not go unnoticed.
    public func embedder() async throws -> (any EmbeddingModel)? { try await hearth.current().embedder() }

    /// As ``embedder()``, for what goes on by words alone; `nil` too where the file cannot be used, which ``embedderProblem`` tells of.
    public func usableEmbedder() async throws -> (any EmbeddingModel)? {
        try await hearth.current().usableEmbedder().model
    }

    /// Why the embedding model could not be used when something last needed it, and what to do, for a person; `nil` where it could, or
    /// where nothing needed it yet. Loads nothing.
    public var embedderProblem: String? {
        get async throws { try await hearth.current().embedderProblem }
    }

    /// The reranking model, which is loaded when it is first used; `nil` where none is set.
    public func reranker() async throws -> (any RerankingModel)? { try await hearth.current().reranker }

    /// The reader that finds the words which answer a question, and is loaded when it first reads: the one that comes with Hearth; `nil`
    /// where its file is not there.
    public func reader() async throws -> (any ReadingModel)? { try await hearth.current().reader() }

    /// The reader in a file, such as one that was just trained.
    ///
    /// - Parameter path: A GGUF file with a BERT encoder and the heads of a reader.
    /// - Throws: What loading throws, which says what is wrong with the file.
    public func reader(at path: String) async throws -> any ReadingModel {
        try await BuiltInReader.open(
            path, threads: hearth.settings.threads ?? ProcessInfo.processInfo.activeProcessorCount)
    }

    /// The tagger that tells names, mood, acts of speech and salience of sentences, and is loaded when it first reads: the one that comes with
    /// Hearth; `nil` where its file is not there.
    public func tagger() async throws -> (any TaggingModel)? { try await hearth.current().tagger() }

    /// The tagger in a file, such as one that was just trained.
    ///
    /// - Parameter path: A GGUF file with a BERT encoder and the heads of a tagger.
    /// - Throws: What loading throws, which says what is wrong with the file.
    public func tagger(at path: String) async throws -> any TaggingModel {
        try await BuiltInTagger.open(
            path, threads: hearth.settings.threads ?? ProcessInfo.processInfo.activeProcessorCount)
    }

    /// Names of the model for vectors (`embed`) or rankings (`rerank`) beside the one that it has itself: its id in the list of models,
    /// and the name of its file without the ending. Empty where there is none, and for other tasks.
    public func otherNames(ofModelFor task: TaskKind) async throws -> [String] {
        let snapshot = try await hearth.current().snapshot
        let path: String?
        switch task {
        case .embed: path = EmbedderFile.chosen(snapshot)?.path
        case .rerank: path = snapshot.settings.rerankingModel
        default: path = nil
        }
        guard let path else { return [] }
        let entry = ModelFiles.entry(at: path, in: registry)
        let file = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        return (entry.map { [$0.manifest.id] } ?? []) + [file]
    }

    /// The tokenizer that sizes chunks: the embedding model's own, or a stated estimate.
    public func tokenizer() async throws -> any TextTokenizer { try await hearth.current().tokenizer() }
}
