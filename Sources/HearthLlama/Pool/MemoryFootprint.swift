/// What a model takes of the memory when it is loaded and used, worked out from the head of its file.
///
/// An estimate: the weights and the cache of keys and values are exact for models with attention in every layer (others need
/// less), the working memory is what was measured to be enough. A GPU with memory of its own is not told apart.
public struct MemoryFootprint: Hashable, Codable, Sendable {
    /// Bytes of the weights. Mapped from the file, so that pages in use by nobody may be dropped, but needed to be quick.
    public var weights: UInt64
    /// Bytes of keys and values for all of the context.
    public var cache: UInt64
    /// Bytes for what is computed on the way.
    public var working: UInt64
    /// Tokens of the context that is meant.
    public var contextLength: Int

    public var total: UInt64 {
        let (first, one) = weights.addingReportingOverflow(cache)
        let (sum, two) = first.addingReportingOverflow(working)
        return one || two ? .max : sum
    }

    /// Bytes of the cache for one token; 0 where the file does not say.
    private var perToken: UInt64

    /// Weights alone, of a model that keeps no context.
    init(weights: UInt64) {
        self.weights = weights
        (cache, working, contextLength, perToken) = (0, 0, 0, 0)
    }

    /// Adds a further context of the same weights.
    mutating func add(_ other: MemoryFootprint) {
        cache = cache.addingReportingOverflow(other.cache).partialValue
        working = working.addingReportingOverflow(other.working).partialValue
        contextLength = max(contextLength, other.contextLength)
    }

    /// Shorter contexts are of no use: a question with one source fills it.
    private static let leastContext = 512

    /// A sentence with what would fit into so many bytes: a shorter context, or a smaller file.
    func whatFits(in bytes: UInt64) -> String {
        let fixed = weights.addingReportingOverflow(working).partialValue
        if perToken > 0, fixed < bytes, fixed >= weights {
            let tokens = Int(clamping: (bytes - fixed) / perToken) / 256 * 256
            if tokens >= Self.leastContext, tokens < contextLength {
                return
                    "A context of \(tokens) tokens would fit: set the context length to that, or choose a smaller model."
            }
        }
        let least = UInt64(Self.leastContext) * perToken + working
        guard bytes > least else { return "Choose a smaller model, or a more strongly quantized file of this one." }
        return
            "A model file of up to \(LlamaError.megabytes(bytes - least)) MB would fit: choose a smaller model, or a more "
            + "strongly quantized file of this one."
    }
}

#if Llama
import HearthGGUF

extension MemoryFootprint {
    /// What the model at `path` takes when it is run so.
    ///
    /// - Throws: ``LlamaError``, as ``LlamaModel/init(path:configuration:)`` does for a file that is missing or damaged.
    public init(path: String, configuration: LlamaEngine.Configuration = .init()) throws {
        self.init(try ModelFile(path: path), configuration)
        add(ProjectorFile(of: path))
    }

    /// What a model that sees takes beside: the projector's weights, and what is computed with a picture.
    mutating func add(_ projector: ProjectorFile?) {
        guard let projector else { return }
        working =
            working.addingReportingOverflow(projector.size.addingReportingOverflow(Self.forPicture).partialValue)
            .partialValue
    }

    /// Bytes for unpacking a picture of the most points, three times, and for what a projector computes on the way.
    static let forPicture: UInt64 = 512 << 20

    init(_ file: ModelFile, _ configuration: LlamaEngine.Configuration) {
        contextLength = configuration.contextLength(of: file.trainedContext ?? 0)
        weights = file.size
        perToken = file.shape?.cacheBytesPerToken ?? 0
        let (cache, overflow) = perToken.multipliedReportingOverflow(by: UInt64(clamping: contextLength))
        self.cache = overflow ? .max : cache
        guard let shape = file.shape else {
            working = Self.leastWorking
            return
        }
        // Activations of a batch in 32 bits, some copies of each; one row of logits for each request; and what is always there.
        let batch = UInt64(clamping: max(1, min(configuration.batchSize, contextLength)))
        let row = UInt64(clamping: shape.width) * 8 + UInt64(clamping: shape.hidden) * 3
        let requests = UInt64(clamping: max(1, configuration.parallelRequests) + 1)
        working = Self.leastWorking + batch * row * 4 + requests * UInt64(clamping: shape.vocabulary) * 8
    }

    private static let leastWorking: UInt64 = 16 << 20
}
#endif
