public import HearthCore

/// Vectors of the words of a text, made without any model: texts that share words, or parts of words, are close. They know
/// nothing of meaning, so that "car" and "automobile" are as far apart as any two words. Of the 240 paragraphs of XQuAD they
/// put the right one first for 82 % of the English questions and 79 % of the Chinese ones (all-MiniLM-L6-v2: 89 % and 14 %).
///
/// Each term of full-text search, and each three letters of it, adds to one component (feature hashing with signs: Weinberger
/// et al., "Feature Hashing for Large Scale Multitask Learning", ICML 2009, section 2), so that there is no vocabulary and
/// any language works. A repeated term counts with 1 + ln n, a stop word a tenth, both as in our search.
///
/// The same text gives the same vector on every machine and in every version; what changes that changes ``id``, too.
public struct LexicalEmbedder: EmbeddingModel {
    public let id = "lexical-1"
    /// Two texts without a word in common have a dot product around 0 with a deviation of 1/√512, which is 0.04.
    public let dimension = 512
    /// Everything is read.
    public let maxTokens = Int.max
    public var tokenizer: any TextTokenizer { EstimatedTokenizer() }

    /// The weight of a word such as "the" or "what".
    private static let stopwordWeight: Float = 0.1
    /// What all parts of a term weigh together, beside the term itself.
    private static let partsWeight: Float = 0.5
    private static let partLength = 3

    private let analyzer = SearchAnalyzer()

    public init() {}

    public func embed(_ texts: [String]) async throws -> [[Float]] {
        var vectors: [[Float]] = []
        vectors.reserveCapacity(texts.count)
        for text in texts { vectors.append(try await vector(of: text)) }
        return vectors
    }

    private func vector(of text: String) async throws -> [Float] {
        try Task.checkCancellation()
        var counts: [String: Int] = [:]
        // In the order of the text, because sums of floats depend on it.
        var terms: [String] = []
        analyzer.forEachTerm(in: text) { term, _ in
            if counts.updateValue((counts[term] ?? 0) + 1, forKey: term) == nil { terms.append(term) }
        }
        var vector = [Float](repeating: 0, count: dimension)
        for (number, term) in terms.enumerated() {
            // A text of megabytes must not keep its thread from everybody else.
            if number % Self.termsBetweenPauses == Self.termsBetweenPauses - 1 {
                try Task.checkCancellation()
                await Task.yield()
            }
            add(term, count: counts[term] ?? 1, to: &vector)
        }
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 0 else { return Self.single(text, dimension) }
        return vector.map { $0 / length }
    }

    /// About a millisecond.
    private static let termsBetweenPauses = 1024

    private func add(_ term: String, count: Int, to vector: inout [Float]) {
        let isCommon = analyzer.isStopword(term)
        let weight = (1 + Self.logarithm(count)) * (isCommon ? Self.stopwordWeight : 1)
        Self.add(term.utf8, weight, to: &vector)
        guard !isCommon else { return }
        let bytes = Array("^\(term)$".utf8)
        // Where characters begin, and the end.
        let starts = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
        let parts = starts.count - Self.partLength
        // A term of two characters is nothing but its parts.
        guard parts > 2 else { return }
        let share = weight * Self.partsWeight / Float(parts).squareRoot()
        for start in 0..<parts {
            Self.add(bytes[starts[start]..<starts[start + Self.partLength]], share, to: &vector, isPart: true)
        }
    }

    /// The vector of a text without any word, such as "?!": near to itself only.
    private static func single(_ text: String, _ dimension: Int) -> [Float] {
        var vector = [Float](repeating: 0, count: dimension)
        add(text.utf8, 1, to: &vector)
        return vector
    }

    private static func add(
        _ bytes: some Sequence<UInt8>, _ weight: Float, to vector: inout [Float], isPart: Bool = false
    ) {
        let hash = hash(bytes, isPart: isPart)
        vector[Int(hash % UInt64(vector.count))] += hash >> 63 == 0 ? weight : -weight
    }

    /// FNV-1a with 64 bits (RFC 9923) and the last steps of MurmurHash3 after it, which spread what the last bytes changed
    /// over all bits. No hash against an attacker: who chooses a text may choose its vector.
    private static func hash(_ bytes: some Sequence<UInt8>, isPart: Bool) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        // With a byte before it that begins no term, a part is never taken for a term.
        if isPart { take(UInt8(ascii: "#")) }
        for byte in bytes { take(byte) }
        hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ hash >> 33) &* 0xc4ce_b9fe_1a85_ec53
        return hash ^ hash >> 33
    }

    /// ln n, the same on every machine: a table of the C library's may differ in the last bit.
    private static func logarithm(_ count: Int) -> Float {
        // Whole powers of two, and a straight line between them (Mitchell, "Computer multiplication and division using binary
        // logarithms", 1962); off by 0.06 at most, which no ranking feels.
        let power = count.bitWidth - 1 - count.leadingZeroBitCount
        return (Float(power) + Float(count - 1 << power) / Float(1 << power)) * 0.693_147_2
    }
}
