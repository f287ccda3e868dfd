import Foundation
import HearthCore
import HearthEmbedding
import HearthLlama

/// Opens embedding models of whatever architecture.
enum LocalEmbedder {
    /// BERT encoders run on Hearth's own encoder, which is the faster for them; all others on llama.cpp, where `host` runs its
    /// models. The weights are loaded beside the cooperative pool.
    ///
    /// - Throws: `EmbeddingError`, `GGUFError` or `LlamaError`, which say what is wrong with the file.
    static func open(_ file: EmbedderFile, threads: Int, host: any ModelHost) async throws -> any EmbeddingModel {
        let prefixes = EmbeddingRole.allCases.map { file.prefixes[$0] }.filter { !$0.isEmpty }
        let model = try await open(file.path, before: prefixes, threads: threads, host: host)
        return prefixes.isEmpty ? model : PrefixedEmbedder(inner: model, prefixes: file.prefixes)
    }

    /// The model alone, as it takes texts that nothing is put before.
    ///
    /// - Parameter prefixes: Texts for which it must have room beside a text of the usual length.
    static func open(
        _ path: String, before prefixes: [String] = [], threads: Int, host: any ModelHost
    ) async throws -> any EmbeddingModel {
        do {
            return try await BlockingWork.run(on: "hearth.embedder.load") {
                try SentenceEncoder(modelAt: path, threads: threads, before: prefixes)
            }
        } catch let unsupported as EmbeddingError where unsupported.reason == .unsupportedModel {
            do {
                return try await host.embeddingModel(path, configuration: .init(threads: threads))
            } catch let error as LlamaError where error.reason == .notBuilt {
                throw unsupported
            }
        }
    }
}

extension LocalEmbedder {
    /// What a model without a context takes of the memory: its weights.
    static func fileSize(_ path: String) -> UInt64 {
        ((try? FileManager.default.attributesOfItem(atPath: ModelFiles.real(path)))?[.size] as? NSNumber)?.uint64Value
            ?? 0
    }
}

/// A local reranking model that is loaded when a search first needs it: most calls of the program do not search.
final class LazyReranker: RerankingModel {
    let id: String
    private let loaded: SharedValue<Loaded>

    private final class Loaded: Sendable {
        let model: any RerankingModel
        let held: HeldModel?

        init(model: any RerankingModel, held: HeldModel?) {
            self.model = model
            self.held = held
        }
    }

    /// - Parameters:
    ///   - host: Where it runs.
    ///   - hold: Called once it is in memory; what it gives lives as long as the model.
    init(
        path: String, threads: Int, host: any ModelHost, hold: @escaping @Sendable () -> HeldModel? = { nil }
    ) {
        id = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        loaded = SharedValue {
            Loaded(model: try await host.rerankingModel(path, configuration: .init(threads: threads)), held: hold())
        }
    }

    func scores(query: String, texts: [String]) async throws -> [Double] {
        let used = try await loaded.value()
        do {
            return try await used.model.scores(query: query, texts: texts)
        } catch {
            // The process of a model may have ended; the next search loads it again.
            if !(error is CancellationError) { await loaded.forget { $0 === used } }
            throw error
        }
    }
}
