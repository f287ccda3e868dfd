extension LlamaEmbeddingModel {
    /// How to run an embedding model.
    public struct Configuration: Hashable, Sendable {
        /// The longest text read where a model was trained for more, in tokens; memory for one whole text is set aside.
        public static let usualTokens = 2048

        /// Tokens read of each text, special ones included; `nil` takes what the model was trained for, at most
        /// ``usualTokens``.
        public var maxTokens: Int?
        /// Threads for the arithmetic; `nil` takes one for each physical core.
        public var threads: Int?

        public init(maxTokens: Int? = nil, threads: Int? = nil) {
            self.maxTokens = maxTokens
            self.threads = threads
        }
    }
}
