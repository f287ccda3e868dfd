public import HearthCore
public import HearthText

/// Checks whether a source supports a sentence, and finds the words in the source on which it stands.
///
/// The check is deliberately stricter than "it sounds similar": every number of the sentence must stand in the quote, and
/// most of its content words, or fewer of them together with closeness in meaning. A sentence that denies what its source
/// affirms, in the same words, is the known limit of such a test; a differing count of negations therefore fails it.
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
        if numbers(sentence).isSubset(of: numbers(quote)), negations(sentence) == negations(quote) {
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

    /// Digit runs with inner separators removed, so that 1,200 and 1200 agree.
    func numbers(_ text: String) -> Set<String> {
        var found: Set<String> = []
        var current = ""
        var pending = false
        for byte in text.utf8 {
            if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                current.append(Character(Unicode.Scalar(byte)))
                pending = false
            } else if !current.isEmpty, !pending, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".") {
                pending = true
                if byte == UInt8(ascii: ".") { current.append(".") }
            } else {
                if !current.isEmpty { found.insert(trimmed(current)) }
                current = ""
                pending = false
            }
        }
        if !current.isEmpty { found.insert(trimmed(current)) }
        return found
    }

    private func trimmed(_ number: String) -> String { number.hasSuffix(".") ? String(number.dropLast()) : number }

    /// Whether the text denies something, in the languages whose negation is a word of its own.
    private func negations(_ text: String) -> Bool {
        let words = text.lowercased().split { !($0.isLetter || $0 == "'" || $0 == "’") }
        return words.contains { Self.negationWords.contains(String($0)) || $0.hasSuffix("n't") || $0.hasSuffix("n’t") }
    }

    private static let negationWords: Set<String> = [
        "not", "no", "never", "none", "cannot", "nicht", "kein", "keine", "keinen", "keiner", "nie", "niemals", "pas",
        "jamais", "aucun", "aucune", "nunca", "ningún", "ninguna", "jamás",
    ]
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
