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
        // As many numbers as are read of each pair; llama.cpp gives out no more than it counted itself.
        guard context.pooling == LLAMA_POOLING_TYPE_RANK, let labels = model.rankingLabels,
            labels <= Int(llama_model_n_cls_out(model.raw))
        else {
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

extension LlamaRerankingModel {
    /// How to run a reranking model.
    public struct Configuration: Hashable, Sendable {
        /// Tokens read of query and text together, special ones included; `nil` takes what the model was trained for, at
        /// most ``LlamaEmbeddingModel/Configuration/usualTokens``.
        public var maxTokens: Int?
        /// Threads for the arithmetic; `nil` takes one for each physical core.
        public var threads: Int?

        public init(maxTokens: Int? = nil, threads: Int? = nil) {
            self.maxTokens = maxTokens
            self.threads = threads
        }
    }

    /// How well texts answer a query, and what was not read of them.
    public struct Ranking: Hashable, Sendable {
        /// One score for each text, in the order of the texts; higher is better, comparable within one call only. Most
        /// models give a logit of any size, those that answer "yes" or "no" a probability.
        public var scores: [Double]
        /// The texts of which only the beginning was read, by index, ascending.
        public var truncated: [Int]
        /// Whether only the beginning of the query was read, because it fills more than half of what the model reads.
        public var queryWasTruncated: Bool

        /// The texts from the best to the worst, by index; equal ones in the order of the texts.
        public var order: [Int] {
            scores.indices.sorted { scores[$0] == scores[$1] ? $0 < $1 : scores[$0] > scores[$1] }
        }

        public init(scores: [Double], truncated: [Int] = [], queryWasTruncated: Bool = false) {
            self.scores = scores
            self.truncated = truncated
            self.queryWasTruncated = queryWasTruncated
        }
    }
}
