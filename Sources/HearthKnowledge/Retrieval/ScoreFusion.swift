package import HearthCore
import Synchronization

/// Joins a ranking by words and a ranking by meaning into one.
///
/// A convex combination of the two scores, each divided by the best of its list, with 0 as the least of both (Bruch, Gai and
/// Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", 2023). Measured against reciprocal rank fusion it keeps
/// what ranks cannot: how much better the first is than the second. With ranks, a weak list moves the strong one's order
/// however small its weight is.
struct ScoreFusion {
    /// The share of meaning in the score, 0 to 1.
    var meaningShare: Double

    /// Best first; equal scores in order of id, so that the same question always gives the same answer.
    ///
    /// - Parameters:
    ///   - words: BM25 scores by chunk.
    ///   - meaning: Dot products by chunk; for every chunk of `words` too, where it has a vector.
    ///   - noise: What counts as no closeness at all, where the best is above it: see ``NoiseLevel/excess(_:)``. Without it, a model that
    ///     has every text near every other would say next to nothing beside words.
    func fuse(
        words: [Int64: Double], meaning: [Int64: Double], noise: Double = 0
    ) -> [(id: Int64, score: Double)] {
        let bestWords = max(words.values.max() ?? 0, .leastNormalMagnitude)
        let most = meaning.values.max() ?? 0
        let floor = most > noise ? noise : 0
        let bestMeaning = max(most - floor, .leastNormalMagnitude)
        var scores: [Int64: Double] = [:]
        for (id, score) in words { scores[id, default: 0] += (1 - meaningShare) * score / bestWords }
        for (id, score) in meaning { scores[id, default: 0] += meaningShare * max(0, score - floor) / bestMeaning }
        return scores.map { (id: $0.key, score: $0.value) }.sorted { ($1.score, $0.id) < ($0.score, $1.id) }
    }
}

/// Leaves out what a reader has seen already.
enum Diversity {
    /// The chunks in their order, without those of which more than half lies in a better chunk of the same document, and
    /// those whose text stands word for word in a better one of another document.
    static func distinct(_ chunks: [StoredChunk]) -> [StoredChunk] {
        var kept: [String: [TextSpan]] = [:]
        var texts: Set<String> = []
        return chunks.filter { stored in
            let span = stored.chunk.span
            let repeats = (kept[stored.documentID] ?? []).contains { other in
                min(span.end, other.end) - max(span.start, other.start) > span.count / 2
            }
            guard !repeats, texts.insert(stored.chunk.text.singleSpaced).inserted else { return false }
            kept[stored.documentID, default: []].append(span)
            return true
        }
    }
}

// MARK: - What strangers score

/// How close to a query texts are that have nothing to do with it.
///
/// There is always a nearest passage, also to "zzzqqq". Whether it is near cannot be told from a number alone: what one model
/// gives to strangers another one gives to twins. So the query is held against sentences of all kinds, too.
///
/// Measured with all-MiniLM-L6-v2 and 400 passages of other matters: the sentences below are at 0.04 from a query on average.
/// Made-up words come to 0.16 to 0.33 with the nearest passage of so many, and to 0.11 at most in a store of a few documents;
/// questions that share no word with the passage that answers them to 0.28 and more, half of them to 0.40.
package enum NoiseLevel {
    /// Of the way from the level of strangers to sameness, how much a passage needs to have. It lies well below what answers
    /// have: a passage too many is passed over, one that is missing is not.
    private static let share = 0.15

    private static let strangers = [
        "The cat sleeps on the sofa.", "A recipe for bread with yeast and salt.",
        "The meeting was moved to Tuesday afternoon.", "Quarterly revenue grew by four percent.",
        "How to replace the tyre of a bicycle.", "She studied medicine in Vienna.", "The treaty was signed in 1648.",
        "Install the package and restart the computer.", "Rain is expected in the north.",
        "The novel tells of two brothers.", "Insurance does not cover damage by water.",
        "The orchestra played until midnight.", "Photosynthesis turns light into sugar.",
        "He paid the invoice by bank transfer.", "The train to the coast leaves at nine.",
        "Children learn a language by listening.",
    ]

    /// How near strangers are on average by the model with which shares and thresholds of closeness were measured.
    private static let usual = 0.04

    /// The strangers' vectors by model and by what stands before them, for they never change.
    private static let known = Mutex<[String: [[Float]]]>([:])

    /// The dot product with a query below which a passage is no nearer to it than a stranger may be.
    ///
    /// - Parameter query: The query's vector by `embedder`, made as that of a query.
    static func bound(query: [Float], embedder: any EmbeddingModel) async throws -> Double {
        let level = try await level(query: query, embedder: embedder)
        return level + share * (1 - level)
    }

    /// By how much nearer strangers are than by the usual model, as a share of the way to sameness: 0 to 1.
    ///
    /// Models that were trained with a low temperature, as e5 was, have all texts at 0.7 and more from each other. A closeness says as much
    /// there as one says elsewhere that is as far between the strangers and sameness.
    static func excess(_ level: Double) -> Double { min(1, max(0, (level - usual) / (1 - usual))) }

    /// The mean dot product of a query with texts that have nothing to do with it.
    ///
    /// - Parameter query: The query's vector by `embedder`, made as that of a query.
    /// - Parameter role: That of the strangers: they stand in the place of passages, or of what a sentence is compared with.
    package static func level(
        query: [Float], embedder: any EmbeddingModel, of role: EmbeddingRole = .passage
    ) async throws -> Double {
        mean(try await vectors(embedder, role), query)
    }

    private static func vectors(_ embedder: any EmbeddingModel, _ role: EmbeddingRole) async throws -> [[Float]] {
        let key = embedder.id + "\n" + embedder.prefixes[role]
        if let vectors = known.withLock({ $0[key] }) { return vectors }
        let vectors = try await embedder.embed(strangers, as: role)
        known.withLock { $0[key] = vectors }
        return vectors
    }

    private static func mean(_ vectors: [[Float]], _ query: [Float]) -> Double {
        guard !vectors.isEmpty else { return 0 }
        let sum = vectors.reduce(0.0) { sum, vector in
            zip(query, vector).reduce(sum) { $0 + Double($1.0 * $1.1) }
        }
        return sum / Double(vectors.count)
    }
}
