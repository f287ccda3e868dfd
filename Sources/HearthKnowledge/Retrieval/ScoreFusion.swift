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
    func fuse(words: [Int64: Double], meaning: [Int64: Double]) -> [(id: Int64, score: Double)] {
        let bestWords = max(words.values.max() ?? 0, .leastNormalMagnitude)
        let bestMeaning = max(meaning.values.max() ?? 0, .leastNormalMagnitude)
        var scores: [Int64: Double] = [:]
        for (id, score) in words { scores[id, default: 0] += (1 - meaningShare) * score / bestWords }
        for (id, score) in meaning { scores[id, default: 0] += meaningShare * max(0, score) / bestMeaning }
        return scores.map { (id: $0.key, score: $0.value) }.sorted { ($1.score, $0.id) < ($0.score, $1.id) }
    }
}
