/// Joins ranked lists whose scores cannot be compared.
enum RankFusion {
    /// Reciprocal rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009): each list adds `weight / (k + rank)`.
    ///
    /// `k` = 60 is the paper's value; smaller ones trust the top of each list more.
    static func reciprocalRank(_ lists: [(ids: [Int64], weight: Double)], k: Double = 60) -> [(id: Int64, score: Double)] {
        var scores: [Int64: Double] = [:]
        for (ids, weight) in lists {
            for (rank, id) in ids.enumerated() {
                scores[id, default: 0] += weight / (k + Double(rank + 1))
            }
        }
        return sorted(scores)
    }

    /// Best first; equal scores in order of id, so that the same question always gives the same answer.
    static func sorted(_ scores: [Int64: Double]) -> [(id: Int64, score: Double)] {
        scores.map { (id: $0.key, score: $0.value) }.sorted { ($1.score, $0.id) < ($0.score, $1.id) }
    }
}
