#if !Llama
public import Foundation
public import HearthCore
public import HearthLlama

/// Runs models in processes of their own. This build has no engine for them: loading one throws ``LlamaError/notBuilt``.
public struct ChildHost: ModelHost {
    public static let usualWindow = 1024

    public init(program: RunnerProgram, crashLog: URL? = nil, window: Int = ChildHost.usualWindow) {}

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
