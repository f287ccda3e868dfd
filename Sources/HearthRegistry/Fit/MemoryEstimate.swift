/// The memory that running a model takes, in bytes, and what it is for.
public struct MemoryEstimate: Codable, Hashable, Sendable {
    /// Tokens of the window that it was computed for.
    public var context: Int
    /// The weights: the file, mapped into memory.
    public var weights: Int
    /// Keys and values of every token of the window.
    public var cache: Int
    /// What one step of the network needs besides.
    public var compute: Int
    /// Whether the shape of the network was known; otherwise only the weights are counted, with a fifth on top.
    public var isExact: Bool

    public var total: Int { weights + cache + compute }

    /// Prompt tokens that llama.cpp evaluates in one step (`n_ubatch`).
    static let batch = 512
    /// More than any machine has; keeps sums of hostile numbers in range.
    private static let most = 1 << 50

    /// - Parameters:
    ///   - weights: The size of the file.
    ///   - shape: `nil` when it is not known.
    ///   - context: Tokens of the window.
    ///
    /// Keys and values: layers × tokens × heads × (key + value) × 2 bytes, since llama.cpp keeps them as F16
    /// (`llama-kv-cache.cpp`). The step: the larger of the logits of a batch (batch × vocabulary × 4 bytes, which llama.cpp
    /// sets aside for the worst case: 512 × 128,256 × 4 = 250.5 MiB of the 254.5 MiB that it reports for Llama 3.2 1B) and
    /// the scores of one layer's attention without flash attention (heads × batch × tokens × 4 bytes), and eight vectors of
    /// the network's width for each token of a batch.
    public init(weights: Int, shape: ModelShape?, context: Int) {
        let weights = min(max(0, weights), Self.most)
        let context = min(max(1, context), 1 << 24)
        self.context = context
        self.weights = weights
        guard let shape, shape.isPlausible else {
            cache = 0
            compute = weights / 5
            isExact = false
            return
        }
        cache = Self.product([shape.layers, context, shape.keyValueHeads, shape.keyLength + shape.valueLength, 2])
        let logits = Self.product([Self.batch, shape.vocabulary, 4])
        let scores = Self.product([shape.heads, Self.batch, context, 4])
        compute = max(logits, scores) + Self.product([Self.batch, shape.width, 8, 4])
        isExact = true
    }

    private static func product(_ factors: [Int]) -> Int {
        factors.reduce(1) { result, factor in
            let (product, overflow) = result.multipliedReportingOverflow(by: factor)
            return overflow ? most : min(product, most)
        }
    }
}
