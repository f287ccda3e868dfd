import Foundation
import HearthCore
import HearthEmbedding
import HearthLlama

/// Opens embedding models of whatever architecture.
enum LocalEmbedder {
    /// BERT encoders run on Hearth's own encoder, which is the faster for them; all others on llama.cpp.
    ///
    /// - Throws: `EmbeddingError`, `GGUFError` or `LlamaError`, which say what is wrong with the file.
    static func open(_ path: String, threads: Int) throws -> any EmbeddingModel {
        do {
            return try SentenceEncoder(modelAt: path, threads: threads)
        } catch let unsupported as EmbeddingError where unsupported.kind == .unsupportedModel {
            do {
                return try LlamaEmbeddingModel(model: LlamaModel(path: path), configuration: .init(threads: threads))
            } catch let error as LlamaError where error.code == LlamaError.notBuilt.code {
                throw unsupported
            }
        }
    }
}

extension LocalEmbedder {
    /// What a model without a context takes of the memory: its weights.
    static func fileSize(_ path: String) -> UInt64 {
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return ((try? FileManager.default.attributesOfItem(atPath: real))?[.size] as? NSNumber)?.uint64Value ?? 0
    }
}

/// A local reranking model that is loaded when a search first needs it: most calls of the program do not search.
actor LazyReranker: RerankingModel {
    nonisolated let id: String
    private let path: String
    private let threads: Int
    private let onLoad: @Sendable () -> Void
    private var model: LlamaRerankingModel?

    /// - Parameter onLoad: Called once it is in memory, where it stays.
    init(path: String, threads: Int, onLoad: @escaping @Sendable () -> Void = {}) {
        self.path = path
        self.threads = threads
        self.onLoad = onLoad
        id = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    func scores(query: String, texts: [String]) async throws -> [Double] {
        try await loaded().scores(query: query, texts: texts)
    }

    private func loaded() throws -> LlamaRerankingModel {
        if let model { return model }
        let model = try LlamaRerankingModel(model: LlamaModel(path: path), configuration: .init(threads: threads))
        self.model = model
        onLoad()
        return model
    }
}
