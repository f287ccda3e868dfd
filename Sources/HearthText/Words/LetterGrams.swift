import Foundation
public import HearthCore

/// A text as runs of neighbouring letters ("character n-grams"), by which forms of a word that no stemmer joins are alike, and
/// compounds like their parts.
///
/// Four letters in scripts that set spaces, three where words run together (Thai, Lao, Khmer, Burmese), one and two in Chinese, Japanese and
/// Korean. Case and marks are folded as in ``SearchAnalyzer``, and one mark stands for whatever parts two words, so that a run may reach
/// from one word into the next: what is written apart in one place and joined in another, and the short words of a name, count as well.
///
/// Measured on questions about 240 passages each (XQuAD), the first 50 by stems ranked again by stems and runs, half and half; share whose
/// passage came first, before → after: English .931 → .945, Greek .903 → .928, Romanian .931 → .947, Hindi .912 → .936, Thai .894 → .943,
/// Chinese .931 → .938. Ranking all passages by runs does no better than ranking those 50, so that no index of runs is needed.
public struct LetterGrams: Sendable {
    /// How often the query has each run, by a hash of its letters. Two runs that share a hash of 32 bits are counted as one, which is
    /// rarer than what it could change.
    private let wanted: [UInt32: Double]
    /// A bit for each of the wanted hashes, by its last 16 bits: nearly all runs of a text are none of the query's.
    private let mayBeWanted: [Bool]

    /// - Parameter query: Its first 8,192 bytes count.
    public init(query: String) {
        var wanted: [UInt32: Double] = [:]
        var mayBeWanted = Array(repeating: false, count: 1 << 16)
        Letters(of: query, most: 1 << 13).forEachRun { hash in
            wanted[hash, default: 0] += 1
            mayBeWanted[Int(hash & 0xFFFF)] = true
        }
        self.wanted = wanted
        self.mayBeWanted = mayBeWanted
    }

    /// How well texts fit the query: BM25 over runs of letters, with the rarity that each run has among these texts.
    ///
    /// - Parameter texts: Few; a search in full text found them. The first 65,536 bytes of each count.
    /// - Returns: One score for each text, 0 or more; 0 for all where the query has no letters.
    public func scores(of texts: [String]) -> [Double] {
        guard !wanted.isEmpty, !texts.isEmpty else { return Array(repeating: 0, count: texts.count) }
        var lengths: [Double] = []
        var found: [[UInt32: Double]] = []
        var holding: [UInt32: Double] = [:]
        for text in texts {
            var counts: [UInt32: Double] = [:]
            var length = 0.0
            Letters(of: text, most: 1 << 16).forEachRun { hash in
                length += 1
                guard mayBeWanted[Int(hash & 0xFFFF)], wanted[hash] != nil else { return }
                counts[hash, default: 0] += 1
            }
            for hash in counts.keys { holding[hash, default: 0] += 1 }
            lengths.append(length)
            found.append(counts)
        }
        let all = Double(texts.count)
        let mean = max(1, lengths.reduce(0, +) / all)
        // In the order of the hashes, because sums of floating point numbers depend on it.
        let order = wanted.keys.sorted()
        return zip(found, lengths).map { counts, length in
            let saturation = Self.k1 * (1 - Self.b + Self.b * length / mean)
            var sum = 0.0
            for hash in order {
                guard let count = counts[hash] else { continue }
                let texts = holding[hash] ?? 0
                let rarity = log1p((all - texts + 0.5) / (texts + 0.5))
                sum += (wanted[hash] ?? 0) * rarity * count * (Self.k1 + 1) / (count + saturation)
            }
            return sum
        }
    }

    /// The usual constants of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009).
    private static let k1 = 1.2
    private static let b = 0.75
}

/// The folded letters of a text in a row, with a mark wherever words are apart.
private struct Letters {
    static let space: UInt32 = 0x5F

    private var values: [UInt32] = []
    private var kinds: [ScalarClass] = []

    /// - Parameter most: Bytes that are read.
    init(of text: String, most: Int) {
        text.withBytes { bytes in
            let read = min(bytes.count, most)
            values.reserveCapacity(read + 2)
            kinds.reserveCapacity(read + 2)
            var scanner = WordScanner(bytes, in: 0..<read)
            var folded: [UInt8] = []
            while let word = scanner.next() {
                folded.removeAll(keepingCapacity: true)
                var at = word.span.start
                while at < word.span.end {
                    let (value, width) = bytes.scalar(at: at)
                    Folding.append(value, to: &folded)
                    at += width
                }
                folded.withUnsafeBufferPointer { append($0, continues: word.kind == .ideographs) }
            }
        }
        append(Self.space, kind: .other)
    }

    /// - Parameter continues: A script without spaces: the characters of neighbouring "words" stand side by side.
    private mutating func append(_ word: UTF8Bytes, continues: Bool) {
        if !continues || kinds.last == .letter || kinds.last == .digit || values.isEmpty {
            append(Self.space, kind: .other)
        }
        var at = 0
        while at < word.count {
            let (value, width) = word.scalar(at: at)
            let kind = ScalarClass(value)
            // A mark is of the script that it stands in.
            append(value, kind: kind == .mark ? kinds.last ?? .letter : kind)
            at += width
        }
    }

    private mutating func append(_ value: UInt32, kind: ScalarClass) {
        if value == Self.space, values.last == Self.space { return }
        values.append(value)
        kinds.append(kind)
    }

    func forEachRun(_ body: (UInt32) -> Void) {
        for start in values.indices {
            let longest: Int
            switch kinds[start] {
            case .han, .hiragana, .katakana, .hangul:
                body(hash(start, 1))
                longest = 2
            case .southEastAsian: longest = 3
            default: longest = 4
            }
            guard start + longest <= values.count else { continue }
            body(hash(start, longest))
        }
    }

    /// FNV-1a over the letters.
    private func hash(_ start: Int, _ length: Int) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for value in values[start..<(start + length)] {
            hash = (hash ^ (value & 0xFFFF)) &* 16_777_619
            hash = (hash ^ (value >> 16)) &* 16_777_619
        }
        return hash
    }
}

// MARK: - Vectors of texts

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
