#if Llama
import Foundation
public import HearthCore

/// A model of a ``ModelPool`` as an engine among others: it is loaded when it is asked, and may be unloaded when it is not.
public struct PooledLanguageModel: LanguageModel {
    public let engine = Engine.local
    public let modelID: String
    /// The path of the model's file.
    public let path: String
    let pool: ModelPool
    private let setup: ModelPool.Setup?
    let settings: ModelSettings

    init(path: String, id: String?, pool: ModelPool, setup: ModelPool.Setup?, settings: ModelSettings) {
        self.path = path
        self.pool = pool
        self.setup = setup
        self.settings = settings
        modelID = id ?? URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    /// How it is run.
    var running: LlamaEngine.Configuration { setup?.engine ?? pool.configuration.engine }

    public var capabilities: ModelCapabilities {
        LlamaEngine.capabilities(
            trainedContext: (try? pool.files.head(of: path))?.trainedContext,
            sees: pool.files.projector(of: path) != nil, configuration: running)
    }

    /// The model's own tokenizer, also before the model is loaded: then its vocabulary alone is read.
    public var tokenizer: any TextTokenizer { pool.files.tokenizer(of: path) }

    public func countTokens(of request: ModelRequest) -> Int? {
        let setting = (setup?.engine ?? pool.configuration.engine).chatTemplate
        return (tokenizer as? any PromptTokenizer)?
            .countTokens(of: settings.writing(request), chatTemplate: setting)
    }

    /// Whether the model's file is there and whole. Loads nothing.
    public func availability() async -> Availability {
        await LlamaEngine.availability { [pool, path] () throws(LlamaError) in try pool.files.head(of: path) }
    }

    /// The model is in use until the answer is whole or nobody wants it.
    public func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { [self] emit in
            let lease = try await pool.lease(path, setup: setup)
            defer { withExtendedLifetime(lease) {} }
            try await lease.engine.respond(to: settings.writing(request)).forEach(emit)
        }
    }
}

// MARK: - Inspection

extension PooledLanguageModel: InspectableModel {
    public var parallelRequests: Int { max(1, running.parallelRequests) }

    public func usualOptions(_ options: GenerationOptions) -> GenerationOptions {
        settings.writing(ModelRequest(task: .chat, messages: [], options: options)).options
    }

    public func tokens(of text: String, _ listing: TokenListing) async throws -> [ModelToken] {
        try await vocabulary().tokens(of: text, listing)
    }

    public func bytes(ofTokens ids: [Int32]) async throws -> [UInt8] { try await vocabulary().bytes(ofTokens: ids) }

    public func prompt(of request: ModelRequest) async throws -> LaidOutPrompt {
        try await vocabulary().prompt(of: request, template: running.chatTemplate)
    }

    public func template() async throws -> ModelTemplate { try await vocabulary().template(running.chatTemplate) }

    /// That of the loaded model, or that of the file alone.
    private func vocabulary() async throws -> any HostedVocabulary {
        try await BlockingWork.run(on: "hearth.model.vocabulary") { [pool, path] in
            if let known = pool.files.tokenizer(of: path) as? any HostedVocabulary { return known }
            // An estimate stands in for what cannot be read; this says why.
            guard let read = try pool.host.tokenizer(of: path) as? any HostedVocabulary else {
                throw LlamaError.notBuilt
            }
            return read
        }
    }
}
#endif
