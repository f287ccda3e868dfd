public import HearthCore

/// Where the models of a ``ModelPool`` run: in this process (``InProcessHost``), or each in one of its own, so that a model that
/// is hostile meets neither keys nor texts of others, and one that ends its process ends nothing else.
public protocol ModelHost: Sendable {
    /// Loads the weights of a file. Cancelling the task gives up loading.
    ///
    /// - Parameter progress: Called with the share of the weights that is loaded, from 0 to 1.
    /// - Throws: As ``LlamaModel/load(from:configuration:progress:)``, and what the host itself has against the file.
    func load(
        _ path: String, configuration: LlamaModel.Configuration, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> any HostedModel

    /// The tokenizer of a file's vocabulary, without its weights. Blocks while that is read.
    func tokenizer(of path: String) throws -> any TextTokenizer

    /// A model that ranks texts, ready to do it.
    ///
    /// - Throws: As ``LlamaRerankingModel/init(model:configuration:)``.
    func rerankingModel(
        _ path: String, configuration: LlamaRerankingModel.Configuration
    ) async throws -> any RerankingModel

    /// A model that makes vectors of texts, ready to do it.
    ///
    /// - Throws: As ``LlamaEmbeddingModel/init(model:configuration:)``.
    func embeddingModel(
        _ path: String, configuration: LlamaEmbeddingModel.Configuration
    ) async throws -> any HostedEmbeddingModel
}

/// A model that makes vectors, wherever its weights are.
public protocol HostedEmbeddingModel: EmbeddingModel {
    /// Whether it is no more: its process ended. Whoever wants it loads it again.
    var isGone: Bool { get }
}

extension LlamaEmbeddingModel: HostedEmbeddingModel {
    public var isGone: Bool { false }
}

/// A model whose weights are loaded, wherever they are.
public protocol HostedModel: AnyObject, Sendable {
    var path: String { get }
    /// What the model is, as it says itself.
    var facts: LlamaModel.Facts { get }
    /// Counts text as this model reads it.
    var tokenizer: any TextTokenizer { get }
    /// Whether it is no more: its process ended. Whoever wants it loads it again.
    var isGone: Bool { get }

    /// An engine of its own context, with the weights of this model.
    ///
    /// - Parameters:
    ///   - states: Keeps what was evaluated of each conversation; `nil` keeps nothing beyond the engine's life.
    ///   - checks: Remembers the self-tests of models; `nil` makes one in each engine.
    /// - Parameter memory: What the engine is estimated to take beside the weights, in bytes.
    func engine(
        configuration: LlamaEngine.Configuration, states: (any PromptStateStore)?, checks: ModelCheckFile?,
        memory: UInt64
    ) -> any HostedEngine
}

/// An engine of a ``HostedModel``.
public protocol HostedEngine: LanguageModel, AnyObject {
    /// Tests the model if that was never done, and returns what was found; usually nothing.
    func examine() async throws -> [String]
    /// Which chat template lays out conversations, and why that one.
    func chatTemplate() async throws -> ChatTemplateChoice
}

extension LlamaEngine: HostedEngine {}

extension LlamaModel {
    /// What a model is called that has no other name: its file without the ending.
    package static func id(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}

/// Runs models in this process: for apps that sign the models they bring.
public struct InProcessHost: ModelHost {
    public init() {}
}

#if Llama
extension InProcessHost {
    public func load(
        _ path: String, configuration: LlamaModel.Configuration, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> any HostedModel {
        try await LlamaModel.load(from: path, configuration: configuration, progress: progress)
    }

    public func tokenizer(of path: String) throws -> any TextTokenizer {
        try LlamaModel(path: path, configuration: .init(), observer: LoadObserver(), vocabularyOnly: true).tokenizer
    }

    public func rerankingModel(
        _ path: String, configuration: LlamaRerankingModel.Configuration
    ) async throws -> any RerankingModel {
        let model = try await LlamaModel.load(from: path)
        return try await BlockingWork.run(on: "hearth.llama.context") {
            try LlamaRerankingModel(model: model, configuration: configuration)
        }
    }

    public func embeddingModel(
        _ path: String, configuration: LlamaEmbeddingModel.Configuration
    ) async throws -> any HostedEmbeddingModel {
        let model = try await LlamaModel.load(from: path)
        return try await BlockingWork.run(on: "hearth.llama.context") {
            try LlamaEmbeddingModel(model: model, configuration: configuration)
        }
    }
}

extension LlamaModel: HostedModel {
    public var isGone: Bool { false }

    public func engine(
        configuration: LlamaEngine.Configuration, states: (any PromptStateStore)?, checks: ModelCheckFile?,
        memory: UInt64
    ) -> any HostedEngine {
        LlamaEngine(model: self, configuration: configuration, states: states, checks: checks)
    }
}
#else
extension InProcessHost {
    public func load(
        _ path: String, configuration: LlamaModel.Configuration, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> any HostedModel { throw LlamaError.notBuilt }

    public func tokenizer(of path: String) throws -> any TextTokenizer { throw LlamaError.notBuilt }

    public func rerankingModel(
        _ path: String, configuration: LlamaRerankingModel.Configuration
    ) async throws -> any RerankingModel { throw LlamaError.notBuilt }

    public func embeddingModel(
        _ path: String, configuration: LlamaEmbeddingModel.Configuration
    ) async throws -> any HostedEmbeddingModel { throw LlamaError.notBuilt }
}
#endif

// MARK: -

/// A file's vocabulary and template, wherever they are: what can be seen of a model without its weights.
///
/// What is set for the model's chat template is handed over as ``LlamaEngine/Configuration/chatTemplate`` has it.
package protocol HostedVocabulary: TextTokenizer {
    func tokens(of text: String, _ listing: TokenListing) async throws -> [ModelToken]
    /// - Throws: ``LlamaError`` `unknown-token`.
    func bytes(ofTokens ids: [Int32]) async throws -> [UInt8]
    /// - Throws: ``LlamaError`` `template-limit`, `unknown-template`.
    func prompt(of request: ModelRequest, template setting: String?) async throws -> LaidOutPrompt
    /// - Throws: ``LlamaError`` `unknown-template`.
    func template(_ setting: String?) async throws -> ModelTemplate
}
