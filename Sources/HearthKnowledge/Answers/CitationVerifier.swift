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

/// Finds `[1]`, `[2, 3]` in generated text.
struct CitationMarks {
    /// A sentence of the answer with the numbers of the sources it names.
    struct Sentence: Equatable {
        /// Bytes of the answer, marks included.
        var span: TextSpan
        /// The sentence without its marks.
        var plain: String
        var sources: [Int]
    }

    /// Splits `answer` at `sentences` (spans in its bytes); marks that stand after a full stop belong to the sentence before.
    static func read(_ answer: String, sentences: [TextSpan]) -> [Sentence] {
        let bytes = Array(answer.utf8)
        var found: [Sentence] = []
        for span in sentences {
            let (plain, sources) = strip(bytes[span.range])
            if plain.allSatisfy({ $0.isWhitespace || $0.isPunctuation }), !found.isEmpty {
                found[found.count - 1].sources += sources
                found[found.count - 1].span.end = span.end
            } else if let (leading, rest) = leadingMarks(bytes[span.range]), !found.isEmpty {
                // "It rained. [1] Then it stopped [2]." - the splitter leaves [1] with the next sentence.
                found[found.count - 1].sources += leading
                var end = rest.startIndex
                while bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
                found[found.count - 1].span.end = end
                let (plain, sources) = strip(rest)
                let own = TextSpan(start: rest.startIndex, end: span.end)
                found.append(Sentence(span: own, plain: plain, sources: sources))
            } else {
                found.append(Sentence(span: span, plain: plain, sources: sources))
            }
        }
        return found
    }

    private static func strip(_ bytes: ArraySlice<UInt8>) -> (plain: String, sources: [Int]) {
        var kept: [UInt8] = []
        var sources: [Int] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if let (numbers, end) = mark(bytes, at: index) {
                sources += numbers
                while kept.last == UInt8(ascii: " ") { kept.removeLast() }
                index = end
            } else {
                kept.append(bytes[index])
                index += 1
            }
        }
        return (String(decoding: kept, as: UTF8.self), sources)
    }

    private static func leadingMarks(_ bytes: ArraySlice<UInt8>) -> ([Int], ArraySlice<UInt8>)? {
        var index = bytes.startIndex
        var sources: [Int] = []
        while let (numbers, end) = mark(bytes, at: index) {
            sources += numbers
            index = end
            while index < bytes.endIndex, bytes[index] == UInt8(ascii: " ") { index += 1 }
        }
        return sources.isEmpty ? nil : (sources, bytes[index...])
    }

    /// A mark at `start`: `[` digits, commas and spaces `]`, with numbers up to 999.
    private static func mark(_ bytes: ArraySlice<UInt8>, at start: Int) -> (numbers: [Int], end: Int)? {
        guard start < bytes.endIndex, bytes[start] == UInt8(ascii: "[") else { return nil }
        var numbers: [Int] = []
        var current: Int?
        var index = start + 1
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                current = (current ?? 0) * 10 + Int(bytes[index] - UInt8(ascii: "0"))
                if current! > 999 { return nil }
            case UInt8(ascii: ","), UInt8(ascii: " "):
                if let number = current { numbers.append(number) }
                current = nil
            case UInt8(ascii: "]"):
                if let number = current { numbers.append(number) }
                return numbers.isEmpty ? nil : (numbers, index + 1)
            default: return nil
            }
            index += 1
        }
        return nil
    }
}

/// Looks up quotes in the stored text of documents, each document once.
actor CitationPlaces {
    struct Place: Sendable {
        /// What the store holds at the span; `nil` when the span does not lie in the text.
        var text: String?
        var page: Int?
        var startTime: Double?
        var endTime: Double?
    }

    private let library: any DocumentStore
    private var contents: [String: ExtractedDocument] = [:]

    init(library: any DocumentStore) {
        self.library = library
    }

    /// `nil` when the document is gone.
    func place(of span: TextSpan, inDocument id: String) async throws -> Place? {
        if contents[id] == nil { contents[id] = try await library.content(ofDocument: id) }
        guard let content = contents[id] else { return nil }
        let timed = content.blocks.filter { $0.startTime != nil && $0.span.overlaps(span) }
        return Place(
            text: content.text.text(in: span),
            page: content.isPaged ? content.pages.last { $0.span.start <= span.start }?.number : nil,
            startTime: timed.first?.startTime, endTime: timed.last?.endTime)
    }
}

extension ExtractedDocument {
    /// Whether a page number means something to a reader of the file.
    var isPaged: Bool { pages.count > 1 || format == .pdf }
}

// MARK: - Quotes

/// Finds a quote that a model gave in the text it was given.
///
/// White space may differ, and so may quotation marks and the case of letters, because models tidy these up; every word must
/// be there, in order, with nothing between. The span that is found is the text's own wording.
package enum QuoteFinder {
    /// A quote of fewer characters stands in too many places to prove anything.
    package static let shortest = 8

    package static func span(of quote: String, in text: String) -> TextSpan? {
        let wanted = folded(quote).scalars
        guard wanted.count >= shortest else { return nil }
        let (scalars, offsets) = folded(text)
        guard wanted.count <= scalars.count else { return nil }
        // Knuth, Morris and Pratt (1977): a hostile quote must not make this quadratic.
        var failure = [0]
        var matched = 0
        for index in 1..<wanted.count {
            while matched > 0, wanted[index] != wanted[matched] { matched = failure[matched - 1] }
            if wanted[index] == wanted[matched] { matched += 1 }
            failure.append(matched)
        }
        matched = 0
        for index in scalars.indices {
            while matched > 0, scalars[index] != wanted[matched] { matched = failure[matched - 1] }
            if scalars[index] == wanted[matched] { matched += 1 }
            if matched == wanted.count {
                let last = offsets[index]
                return TextSpan(start: offsets[index + 1 - wanted.count].start, end: last.end)
            }
        }
        return nil
    }

    /// The text in lower case, white space as one space, marks as plain ones; with the bytes of each scalar that is left.
    private static func folded(_ text: String) -> (scalars: [Unicode.Scalar], offsets: [TextSpan]) {
        var scalars: [Unicode.Scalar] = []
        var offsets: [TextSpan] = []
        var at = 0
        var pendingSpace = false
        for scalar in text.unicodeScalars {
            let size = UTF8.width(scalar)
            defer { at += size }
            if scalar.properties.isWhitespace {
                pendingSpace = !scalars.isEmpty
                continue
            }
            if pendingSpace {
                scalars.append(" ")
                offsets.append(TextSpan(start: at, end: at))
                pendingSpace = false
            }
            let plain: Unicode.Scalar =
                switch scalar {
                case "“", "”", "„", "«", "»": "\""
                case "‘", "’", "‚": "'"
                case "–", "—": "-"
                default: scalar
                }
            for lower in plain.properties.lowercaseMapping.unicodeScalars {
                scalars.append(lower)
                offsets.append(TextSpan(start: at, end: at + size))
            }
        }
        return (scalars, offsets)
    }
}
