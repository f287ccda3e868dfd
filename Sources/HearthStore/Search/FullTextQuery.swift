/// A term to search for, as the analyser makes it.
public struct QueryTerm: Hashable, Sendable {
    /// One analysed term. Several joined by spaces are a phrase: they must follow each other.
    public var text: String
    /// Multiplies what the term adds to the score; below 1 for expansions.
    public var weight: Double

    public init(_ text: String, weight: Double = 1) {
        self.text = text
        self.weight = weight
    }
}

/// How full-text search ranks: BM25F over the fields title (with headings) and body.
///
/// Robertson, Zaragoza & Taylor, "Simple BM25 Extension to Multiple Weighted Fields", 2004.
public struct FullTextRanking: Hashable, Sendable {
    /// How soon more occurrences of a term stop counting. 1.2 is the usual value (Robertson & Zaragoza 2009).
    public var k1: Double
    /// How much a long body is held against it, 0 to 1. 0.75 is the usual value.
    public var bodyB: Double
    public var bodyWeight: Double
    /// How much a long title is held against it, 0 to 1.
    public var titleB: Double
    /// What an occurrence in the title counts, in occurrences in the body. 0 leaves titles out of the score.
    public var titleWeight: Double

    public init(
        k1: Double = 1.2, bodyB: Double = 0.75, bodyWeight: Double = 1, titleB: Double = 0.5, titleWeight: Double = 1
    ) {
        self.k1 = k1
        self.bodyB = bodyB
        self.bodyWeight = bodyWeight
        self.titleB = titleB
        self.titleWeight = titleWeight
    }
}

/// A chunk that a search found.
public struct ChunkMatch: Hashable, Sendable {
    public var chunkID: Int64
    /// Larger is better. BM25 for full text, the dot product for vectors.
    public var score: Double

    public init(chunkID: Int64, score: Double) {
        self.chunkID = chunkID
        self.score = score
    }
}

/// Numbers that ranking needs.
public struct FullTextStatistics: Hashable, Sendable {
    public var chunks: Int
    /// Mean number of terms in a chunk's body.
    public var averageBodyLength: Double
    /// Mean number of terms in a chunk's title and headings.
    public var averageTitleLength: Double
}
