/// Turns text into vectors whose dot product measures closeness in meaning.
public protocol EmbeddingModel: Sendable {
    /// Names weights, pooling and prefixes, so that vectors of different models never meet: `all-MiniLM-L6-v2`.
    var id: String { get }
    /// Names the weights alone, as programs do that send texts of their own: ``id`` without the mark of the prefixes.
    var name: String { get }
    /// What ``embed(_:as:)`` puts before texts.
    var prefixes: EmbeddingPrefixes { get }
    /// The number of components of every vector.
    var dimension: Int { get }
    /// The most tokens of a text that count, without special tokens; what lies beyond is not read.
    var maxTokens: Int { get }
    var tokenizer: any TextTokenizer { get }

    /// One vector of length 1 for each text, in the order of the texts. Each is taken as it is: ``embed(_:as:)`` puts before it what the
    /// model was trained with, and is what search, answers and checks call.
    ///
    /// Cancelling the task ends the work between two texts.
    func embed(_ texts: [String]) async throws -> [[Float]]
}

/// Judges how well texts answer a query, reading both together.
public protocol RerankingModel: Sendable {
    var id: String { get }

    /// One score for each text, in the order of the texts; higher is better, comparable within one call only.
    func scores(query: String, texts: [String]) async throws -> [Double]
}
