import HearthCore

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
            guard !repeats, texts.insert(words(of: stored.chunk.text)).inserted else { return false }
            kept[stored.documentID, default: []].append(span)
            return true
        }
    }

    /// A text with one space for each stretch of white space, and none at its ends. By scalars, because every search does it
    /// for what it found, and characters take ten times as long.
    private static func words(of text: String) -> String {
        var words = String.UnicodeScalarView()
        var isBehindSpace = false
        for scalar in text.unicodeScalars {
            let isSpace =
                scalar.isASCII
                ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
            if isSpace {
                isBehindSpace = true
                continue
            }
            if isBehindSpace, !words.isEmpty { words.append(" ") }
            isBehindSpace = false
            words.append(scalar)
        }
        return String(words)
    }
}
