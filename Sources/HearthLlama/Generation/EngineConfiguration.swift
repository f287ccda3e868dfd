extension LlamaEngine {
    /// How to run a model.
    public struct Configuration: Hashable, Sendable {
        /// The longest context taken from a model that was trained for more, in tokens. A cache of keys and values is
        /// set aside for all of it: 8192 tokens are about 0.1 GB for a model of one billion parameters, 1 GB for eight.
        public static let usualContext = 8192

        /// Tokens of prompt and answer together; `nil` takes what the model was trained for, at most ``usualContext``.
        public var contextLength: Int?
        /// Threads for the arithmetic; `nil` takes one for each physical core.
        public var threads: Int?
        /// Prompt tokens evaluated in one go. Larger batches read the weights less often; smaller ones answer a
        /// cancellation sooner where a GPU cannot be interrupted.
        public var batchSize: Int
        /// Requests answered at the same time; more wait for their turn. They share the weights and the context: a step that
        /// reads the weights once makes a token for each. Beyond four two cores gain nothing, and each has less context.
        public var parallelRequests: Int
        /// More would only make steps longer.
        public static let mostParallelRequests = 32
        /// Tokens of new prompts evaluated in one step while others are being answered: on two cores and a model of one
        /// billion parameters about half a second, which is how long their next token waits at most.
        public static let promptShare = 64
        /// The name of a family such as `phi-3`, Jinja text, the path of a file with it, or a name that llama.cpp knows:
        /// what lays out conversations instead of the template in the model's file.
        public var chatTemplate: String?
        public var model: LlamaModel.Configuration

        public init(
            contextLength: Int? = nil, threads: Int? = nil, batchSize: Int = 512, parallelRequests: Int = 4,
            chatTemplate: String? = nil,
            model: LlamaModel.Configuration = .init()
        ) {
            self.contextLength = contextLength
            self.threads = threads
            self.batchSize = batchSize
            self.parallelRequests = parallelRequests
            self.chatTemplate = chatTemplate
            self.model = model
        }

        func contextLength(of trained: Int) -> Int {
            if let contextLength { return max(1, contextLength) }
            return trained > 0 ? min(trained, Self.usualContext) : Self.usualContext
        }
    }
}
