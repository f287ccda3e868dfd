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
