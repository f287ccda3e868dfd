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

/// What a text is to the comparison that its vector is made for.
///
/// Many embedding models were trained with other words before a question than before what answers it, and find the worse without them.
public enum EmbeddingRole: String, Sendable, CaseIterable {
    /// The text that is searched for: a question, or the words of a search.
    case query
    /// A text that can be found: a passage, or a sentence that may answer.
    case passage
    /// One of several texts that are held against each other and mean the same kind of thing: a sentence and the quote that is to say it.
    case symmetric
}

/// The prefixes that an embedding model expects before a text, by the text's role; an empty string means no prefix.
public struct EmbeddingPrefixes: Codable, Hashable, Sendable {
    public var query: String
    public var passage: String
    /// Before texts that are compared with each other. Makers say which: those of e5 give these the mark of queries, those whose mark is an
    /// instruction to search leave it out.
    public var symmetric: String

    /// The most bytes of one; instructions have some dozens.
    public static let longest = 512

    public init(query: String = "", passage: String = "", symmetric: String = "") {
        (self.query, self.passage, self.symmetric) = (query, passage, symmetric)
    }

    /// The prefixes of a model that takes the text alone: all are empty.
    public static let none = EmbeddingPrefixes()

    private enum CodingKeys: String, CodingKey { case query, passage, symmetric }

    /// Decodes the prefixes; a role that is missing has an empty prefix.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        query = try container.decodeIfPresent(String.self, forKey: .query) ?? ""
        passage = try container.decodeIfPresent(String.self, forKey: .passage) ?? ""
        symmetric = try container.decodeIfPresent(String.self, forKey: .symmetric) ?? ""
    }

    /// Whether each prefix is at most ``longest`` bytes long and has no line break.
    public var isSensible: Bool {
        [query, passage, symmetric].allSatisfy { prefix in
            prefix.utf8.count <= Self.longest
                && !prefix.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
        }
    }

    public subscript(role: EmbeddingRole) -> String {
        switch role {
        case .query: query
        case .passage: passage
        case .symmetric: symmetric
        }
    }

    /// Added to a model's id, so that vectors made with these never meet such as were made with others; empty where there are none.
    ///
    /// By the prefixes of queries and passages, because only what these make is kept: 64 bits of FNV-1a (Fowler, Noll and Vo) over
    /// both, each behind its length. A question asked with another prefix is near other passages than before, so what was measured of
    /// a model holds for both together.
    public var mark: String {
        guard !query.isEmpty || !passage.isEmpty else { return "" }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for prefix in [query, passage] {
            for byte in Array("\(prefix.utf8.count):".utf8) + Array(prefix.utf8) {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        let digits = String(hash, radix: 16)
        return "+" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// In words, for a person: `"query: " before questions, "passage: " before passages`; `nil` where there are none.
    public var summary: String? {
        let parts = [(query, "questions"), (passage, "passages"), (symmetric, "sentences that are compared")]
            .filter { !$0.0.isEmpty }.map { "“\($0.0)” before \($0.1)" }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension EmbeddingModel {
    /// Models want the text alone, unless they say otherwise.
    public var prefixes: EmbeddingPrefixes { .none }
    public var name: String { id }

    /// One vector of length 1 for each text, in the order of the texts, each text behind the prefix of its role.
    public func embed(_ texts: [String], as role: EmbeddingRole) async throws -> [[Float]] {
        let prefix = prefixes[role]
        return try await embed(prefix.isEmpty ? texts : texts.map { prefix + $0 })
    }

    /// The vectors of a question and of what may answer it, in one batch, which is faster than two.
    ///
    /// - Parameter texts: The question first.
    package func embedQuestion(_ texts: [String]) async throws -> [[Float]] {
        let prefixes = prefixes
        return try await embed(
            texts.enumerated().map { prefixes[$0.offset == 0 ? .query : .passage] + $0.element })
    }

    /// The most tokens of a text in this role that count: what the prefix leaves.
    public func maxTokens(as role: EmbeddingRole) -> Int {
        let prefix = prefixes[role]
        return prefix.isEmpty ? maxTokens : max(1, maxTokens - tokenizer.countTokens(prefix))
    }
}
