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
    private let host: any ModelHost
    private let onLoad: @Sendable () -> Void
    /// Loading now, or loaded.
    private var model: Task<any RerankingModel, any Error>?

    /// - Parameters:
    ///   - host: Where it runs.
    ///   - onLoad: Called once it is in memory, where it stays.
    init(path: String, threads: Int, host: any ModelHost, onLoad: @escaping @Sendable () -> Void = {}) {
        self.path = path
        self.threads = threads
        self.host = host
        self.onLoad = onLoad
        id = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    func scores(query: String, texts: [String]) async throws -> [Double] {
        let loading = loaded()
        do {
            return try await loading.value.scores(query: query, texts: texts)
        } catch {
            // The process of a model may have ended; the next search loads it again.
            if !(error is CancellationError), model == loading { model = nil }
            throw error
        }
    }

    private func loaded() -> Task<any RerankingModel, any Error> {
        if let model { return model }
        // A bare task, because it belongs to all searches that need the model.
        let made = Task { [host, path, threads, onLoad] in
            let model = try await host.rerankingModel(path, configuration: .init(threads: threads))
            onLoad()
            return model
        }
        model = made
        return made
    }
}
