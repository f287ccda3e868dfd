#if !Llama
public import HearthCore

// What this module offers when the program is built without llama.cpp: the same names, which say what to do.

/// A local model. This build has no engine for it; every way to make one throws ``LlamaError/notBuilt``.
public final class LlamaModel: Sendable {
    public let path: String
    public let facts: Facts

    public init(path: String, configuration: Configuration = Configuration()) throws { throw LlamaError.notBuilt }

    public static func load(
        from path: String, configuration: Configuration = Configuration(),
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws -> LlamaModel {
        throw LlamaError.notBuilt
    }

    public var tokenizer: any TextTokenizer { EstimatedTokenizer() }
}

extension LlamaModel: HostedModel {
    public var isGone: Bool { true }

    public func engine(
        configuration: LlamaEngine.Configuration, states: (any PromptStateStore)?, checks: ModelCheckFile?,
        memory: UInt64
    ) -> any HostedEngine { LlamaEngine(model: self, configuration: configuration) }
}

/// A local engine that is not in this build: it is unavailable and every request ends in ``LlamaError/notBuilt``.
public actor LlamaEngine: LanguageModel {
    public nonisolated let engine = Engine.local
    public nonisolated let modelID = "none"

    public init(
        path: String?, configuration: Configuration = Configuration(), states: (any PromptStateStore)? = nil,
        checks: ModelCheckFile? = nil
    ) {}

    public init(
        model: LlamaModel, configuration: Configuration = Configuration(), states: (any PromptStateStore)? = nil,
        checks: ModelCheckFile? = nil
    ) {}

    public nonisolated var capabilities: ModelCapabilities {
        ModelCapabilities(offline: true, contextLength: nil, tasks: [])
    }

    public nonisolated func availability() async -> Availability {
        .unavailable(reason: .notBuilt, message: LlamaError.notBuilt.message)
    }

    public func load() throws -> LlamaModel { throw LlamaError.notBuilt }
    public func unload() async {}
    public func examine() throws -> [String] { throw LlamaError.notBuilt }
    public func chatTemplate() throws -> ChatTemplateChoice { throw LlamaError.notBuilt }

    public nonisolated func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { _ in throw LlamaError.notBuilt }
    }
}

/// A local embedding model that is not in this build: making one throws ``LlamaError/notBuilt``.
public final class LlamaEmbeddingModel: EmbeddingModel {
    public let id: String
    public let dimension: Int
    public let maxTokens: Int
    public var tokenizer: any TextTokenizer { EstimatedTokenizer() }

    public init(model: LlamaModel, configuration: Configuration = Configuration()) throws {
        throw LlamaError.notBuilt
    }

    public func embed(_ texts: [String]) async throws -> [[Float]] { throw LlamaError.notBuilt }
}

/// A local reranker that is not in this build: making one throws ``LlamaError/notBuilt``.
public final class LlamaRerankingModel: RerankingModel {
    public let id: String
    public let maxTokens: Int

    public init(model: LlamaModel, configuration: Configuration = Configuration()) throws {
        throw LlamaError.notBuilt
    }

    public func rank(query: String, texts: [String]) async throws -> Ranking { throw LlamaError.notBuilt }
    public func scores(query: String, texts: [String]) async throws -> [Double] { throw LlamaError.notBuilt }
}

/// A pool of local models that are not in this build: nothing can be loaded into it.
public actor ModelPool {
    public nonisolated let configuration: Configuration
    public nonisolated let byteBudget: UInt64 = 0
    public nonisolated let host: any ModelHost

    public init(
        configuration: Configuration = Configuration(), states: (any PromptStateStore)? = nil,
        checks: ModelCheckFile? = nil, host: any ModelHost = InProcessHost()
    ) {
        self.configuration = configuration
        self.host = host
    }

    public nonisolated func setByteBudget(_ bytes: UInt64?) {}
    public nonisolated func hold(_ path: String, bytes: UInt64) {}
    public nonisolated func letGo(_ path: String) {}

    public func lease(
        _ path: String, setup: Setup? = nil, progress: (@Sendable (Double) -> Void)? = nil
    ) async throws -> ModelLease {
        throw LlamaError.notBuilt
    }

    public nonisolated func languageModel(
        _ path: String, id: String? = nil, setup: Setup? = nil, settings: ModelSettings = ModelSettings()
    ) -> LlamaEngine {
        LlamaEngine(path: path)
    }

    public func loaded() -> [LoadedModel] { [] }
    @discardableResult
    public func unload(_ path: String) throws -> Bool { false }
    public func unloadIdle() {}
}

extension MemoryFootprint {
    public init(path: String, configuration: LlamaEngine.Configuration = .init()) throws { throw LlamaError.notBuilt }
}
#endif
