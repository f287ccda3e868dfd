public import HearthCore
public import HearthText

/// Checks whether a source supports a sentence, and finds the words in the source on which it stands.
///
/// The check is deliberately stricter than "it sounds similar": every number of the sentence must stand in the quote, and
/// most of its content words, or fewer of them together with closeness in meaning. A sentence that denies what its source
/// affirms, in the same words, is the known limit of such a test; where one of the two denies something and the other nothing, it
/// therefore fails.
public struct CitationVerifier: Sendable {
    public struct Configuration: Sendable {
        /// Share of a sentence's content words that must stand in the quote when nothing else speaks for it.
        public var lexicalSupport = 0.6
        /// The same, when the sentence and the quote are close in meaning as well.
        public var lexicalSupportWithMeaning = 0.3
        /// Dot product of unit vectors from which two texts count as close in meaning. For all-MiniLM-L6-v2 unrelated
        /// sentences stay below about 0.3 and paraphrases lie above about 0.6. Where a model has strangers nearer to each other than
        /// that one, it is as far between them and sameness.
        public var meaningSupport = 0.6
        /// The longest quote, in sentences.
        public var maximumSentences = 3

        public init() {}
    }

    public struct Support: Sendable {
        /// Bytes of the source text that was given.
        public var span: TextSpan
        /// Share of the sentence's content words in the quote, 0 to 1.
        public var coverage: Double
        public var verified: Bool
    }

    private let configuration: Configuration
    private let analyzer: SearchAnalyzer
    private let splitter = SentenceSplitter()

    public init(configuration: Configuration = Configuration(), analyzer: SearchAnalyzer = SearchAnalyzer()) {
        self.configuration = configuration
        self.analyzer = analyzer
    }

    /// The best quote for `sentence` in `source`, or `nil` when they share no content word.
    public func support(
        for sentence: String, in source: String, embedder: (any EmbeddingModel)? = nil
    ) async throws -> Support? {
        let wanted = contentTerms(sentence)
        guard !wanted.isEmpty else { return nil }
        let spans = splitter.sentences(in: source)
        let bytes = Array(source.utf8)
        let terms = spans.map { Set(analyzer.terms(in: String(decoding: bytes[$0.range], as: UTF8.self))) }
        var best: (span: TextSpan, coverage: Double, length: Int)?
        for first in spans.indices {
            var present: Set<String> = []
            for last in first..<min(spans.count, first + configuration.maximumSentences) {
                present.formUnion(terms[last].intersection(wanted))
                let coverage = Double(present.count) / Double(wanted.count)
                let length = last - first + 1
                // A longer quote must earn its length: one more sentence for at least a tenth of the words.
                if coverage > (best?.coverage ?? 0) + 0.1 * Double(max(0, length - (best?.length ?? length))) {
                    best = (TextSpan(start: spans[first].start, end: spans[last].end), coverage, length)
                }
            }
        }
        guard let best, best.coverage > 0 else { return nil }
        let quote = String(decoding: bytes[best.span.range], as: UTF8.self)
        var verified = false
        if numbersStand(of: sentence, in: quote), agreeInDenial(sentence, quote, of: source) {
            verified = best.coverage >= configuration.lexicalSupport
            if !verified, best.coverage >= configuration.lexicalSupportWithMeaning, let embedder {
                // Two statements, neither of which is looked for: makers of models name the prefix for such pairs.
                let vectors = try await embedder.embed([sentence, quote], as: .symmetric)
                let excess = NoiseLevel.excess(
                    try await NoiseLevel.level(query: vectors[0], embedder: embedder, of: .symmetric))
                verified =
                    zip(vectors[0], vectors[1]).reduce(0) { $0 + Double($1.0 * $1.1) }
                    >= configuration.meaningSupport + excess * (1 - configuration.meaningSupport)
            }
        }
        return Support(span: best.span, coverage: best.coverage, verified: verified)
    }

    private func contentTerms(_ text: String) -> Set<String> {
        Set(analyzer.terms(in: text).filter { !analyzer.isStopword($0) })
    }

    /// Whether each number of a sentence stands in its quote, in one of the ways in which either may be read.
    func numbersStand(of sentence: String, in quote: String) -> Bool {
        let there = WrittenNumber.all(in: quote).reduce(into: Set<String>()) { $0.formUnion($1.readings) }
        return WrittenNumber.all(in: sentence).allSatisfy { !$0.readings.isDisjoint(with: there) }
    }

    /// Whether both deny something, or neither does. Each counts in its own language: an answer may be in another than its source.
    private func agreeInDenial(_ sentence: String, _ quote: String, of source: String) -> Bool {
        let identifier = LanguageIdentifier()
        let own = identifier.identify(source).language
        let guess = identifier.identify(sentence)
        let language = guess.confidence >= Self.leastConfidence ? guess.language : own
        return Negations.isIn(sentence, language: language) == Negations.isIn(quote, language: own)
    }

    /// From which a sentence is taken to be in the language that it looks like, and not in that of its source.
    private static let leastConfidence = 0.9
}
