#if Llama
internal import CLlama
import Foundation
public import HearthCore

/// Judges how well texts answer a query with any GGUF model that has a ranking head (BGE, Jina and Qwen3 rerankers, …).
///
/// Query and text are read together, one pair after the other, on a thread of the model's own. The score of a pair does not
/// depend on the others.
public final class LlamaRerankingModel: RerankingModel {
    public let id: String
    /// Tokens of query and text together that are read, special ones included.
    public let maxTokens: Int
    private let ranker: Ranker

    /// Makes room to run `model`.
    ///
    /// - Throws: ``LlamaError`` with the code `wrong-kind-of-model` when the model does not rank, or `context-failed`.
    public init(model: LlamaModel, configuration: Configuration = Configuration()) throws {
        ranker = try Ranker(model: model, configuration: configuration)
        id = URL(fileURLWithPath: model.path).deletingPathExtension().lastPathComponent
        maxTokens = ranker.length
    }

    /// Scores, and which texts were too long to be read whole. Cancelling the task ends the work within a pair.
    ///
    /// - Throws: ``LlamaError`` with the code `empty-query`, `context-overflow`, `model-damaged` or
    ///   `decode-failed`, or `CancellationError`.
    public func rank(query: String, texts: [String]) async throws -> Ranking {
        let flag = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await ranker.rank(query: query, texts: texts, until: flag)
        } onCancel: {
            flag.set()
        }
    }

    /// The scores of ``rank(query:texts:)`` alone.
    public func scores(query: String, texts: [String]) async throws -> [Double] {
        try await rank(query: query, texts: texts).scores
    }
}

/// The context of a reranking model, on a thread of its own.
private actor Ranker {
    private let executor = ThreadExecutor(name: "hearth.llama.rerank")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let length: Int
    private let model: LlamaModel
    private let context: EncoderContext
    private let template: String?
    private let labels: Int
    /// Which of the model's numbers says how relevant a text is.
    private let relevant: Int

    init(model: LlamaModel, configuration: LlamaRerankingModel.Configuration) throws {
        let context = try EncoderContext(
            model: model, length: configuration.maxTokens, threads: configuration.threads)
        guard context.pooling == LLAMA_POOLING_TYPE_RANK, let labels = model.rankingLabels else {
            throw LlamaError.wrongKind(
                model.path, "has no ranking head, so it cannot judge how well texts answer a query")
        }
        self.model = model
        self.context = context
        self.labels = labels
        length = context.length
        template = llama_model_chat_template(model.raw, "rerank").map { String(cString: $0) }
        let yes = (0..<labels).first { label in
            let name = llama_model_cls_label(model.raw, UInt32(clamping: label)).map { String(cString: $0) }
            return ["yes", "relevant", "entailment"].contains(name?.lowercased())
        }
        // Converted models put it first, which is also what llama.cpp's server takes.
        relevant = yes ?? 0
    }

    func rank(
        query: String, texts: [String], until flag: CancellationFlag
    ) throws -> LlamaRerankingModel.Ranking {
        let prompt = try RankingPrompt(query: query, model: model, template: template, length: length)
        var ranking = LlamaRerankingModel.Ranking(scores: [], queryWasTruncated: prompt.queryWasTruncated)
        ranking.scores.reserveCapacity(texts.count)
        for (index, text) in texts.enumerated() {
            let pair = try prompt.tokens(with: text)
            if pair.isTruncated { ranking.truncated.append(index) }
            let score = try context.pooled(pair.all, count: labels, until: flag)[relevant]
            guard score.isFinite else { throw LlamaError.notANumber(model.path) }
            ranking.scores.append(Double(score))
        }
        return ranking
    }
}
#endif
