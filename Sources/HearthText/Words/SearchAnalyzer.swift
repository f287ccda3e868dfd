public import HearthCore

/// A term of full-text search and where it stands.
public struct SearchTerm: Hashable, Sendable {
    public var text: String
    public var span: TextSpan

    public init(text: String, span: TextSpan) {
        self.text = text
        self.span = span
    }
}

/// Turns text into the terms of full-text search: words in lower case without marks, reduced to their stems; numbers; pairs of
/// characters where no spaces part words.
///
/// A document is analysed in its own language, a query in each language that the documents may be in: see
/// ``words(ofQuery:likely:languages:)``.
public struct SearchAnalyzer: Sendable {
    /// ISO 639-1.
    public let language: String

    /// - Parameter language: Whose stems words get (``Stemmer``). Where there is no stemmer, words are cut to their beginning; in
    ///   languages in other letters than Latin, words in ASCII are taken for English. The default, and `und`, is English.
    public init(language: String? = nil) { self.language = language.map(Stemmer.code) ?? "en" }

    /// Leaves words as they stand, but for case and marks.
    package static let unstemmed = SearchAnalyzer(language: TermStemmers.none)

    /// Names how terms are made. An index that was made in another way is made anew.
    public static let version = Stemmer.languages.isEmpty ? "words 2" : "words 2, Snowball 2.2.0"

    /// The terms of a text in order, repeated as often as they occur.
    public func terms(in text: String) -> [String] {
        var found: [String] = []
        found.reserveCapacity(text.utf8.count / 6)
        forEachTerm(in: text) { term, _ in found.append(term) }
        return found
    }

    /// The terms with the bytes they stand for.
    public func locatedTerms(in text: String) -> [SearchTerm] {
        var found: [SearchTerm] = []
        forEachTerm(in: text) { found.append(SearchTerm(text: $0, span: TextSpan($1))) }
        return found
    }

    /// Whether a term is so frequent in a language that it says nothing about a topic.
    ///
    /// - Parameter language: ISO 639-1. A word of one language may be a stop word of another ("war", "die"), so that only the lists of
    ///   this language and of languages in other scripts are asked.
    public func isStopword(_ term: String, language: String = "en") -> Bool {
        if Stopwords.terms(of: language, analyzer: self).contains(term) { return true }
        guard let first = term.utf8.first, first >= 0x80 else { return false }
        return Stopwords.termsBeyondLatin.contains(term)
    }

    /// Whether a term of a query rather asks ("summarize", "what did they say about") than says what for.
    public func isRequestWord(_ term: String) -> Bool {
        (Self.requestTerms[language] ?? Self.requestTerms["en"])?.contains(term) == true
    }

    private static let requestTerms: [String: Set<String>] = {
        let requests = SpokenLanguage.requests.joined(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: StopwordLists.all.keys.map {
                ($0, Set(SearchAnalyzer(language: $0).terms(in: requests)))
            })
    }()

    package func forEachTerm(in text: String, _ body: (String, Range<Int>) -> Void) {
        text.withBytes { bytes in
            var run = TermBuilder(language: language)
            run.walk(bytes, body)
        }
    }
}

extension SearchAnalyzer {
    /// A word of a query: the terms by which documents may hold it.
    public struct QueryWord: Hashable, Sendable {
        /// In the language that the query seems to be in.
        public var term: String
        /// As it stands, but for case and marks.
        public var plain: String
        /// In the other languages, where they differ from it and from each other.
        public var others: [String]
        /// See ``SearchAnalyzer/isStopword(_:language:)``.
        public var isStopword: Bool
        /// See ``SearchAnalyzer/isRequestWord(_:)``.
        public var isRequest: Bool
    }

    /// The words of a query, in the languages of the documents that it is for.
    ///
    /// One word is one term only where query and documents are in one language. Queries are too short to be sure of theirs, and name
    /// what documents in other languages are about.
    ///
    /// - Parameters:
    ///   - likely: What the query seems to be in. Where no document is, English takes its place.
    ///   - languages: Those of the documents. English is always among them.
    public static func words(ofQuery text: String, likely: String, languages: [String]) -> [QueryWord] {
        let analyzers = (["en"] + languages).map { SearchAnalyzer(language: $0) }
        let first = analyzers.first { $0.language == likely } ?? SearchAnalyzer()
        var words: [QueryWord] = []
        var spans: [TextSpan] = []
        first.forEachTerm(in: text) { term, range in
            words.append(
                QueryWord(
                    term: term, plain: term, others: [], isStopword: first.isStopword(term, language: likely),
                    isRequest: first.isRequestWord(term)))
            spans.append(TextSpan(range))
        }
        var at = 0
        unstemmed.forEachTerm(in: text) { term, range in
            guard let found = spans[at...].firstIndex(of: TextSpan(range)) else { return }
            at = found + 1
            words[found].plain = term
        }
        for analyzer in analyzers where analyzer.language != first.language {
            var next = 0
            analyzer.forEachTerm(in: text) { term, range in
                // Every analyzer finds the same words; one may leave out a word of which nothing is left.
                guard let at = spans[next...].firstIndex(of: TextSpan(range)) else { return }
                next = at + 1
                // The German "Meer" is no French word; cut like one it would be "me", which is everywhere.
                guard words[at].term != term, !words[at].others.contains(term),
                    !analyzer.isStopword(term, language: analyzer.language)
                else { return }
                words[at].others.append(term)
            }
        }
        return words
    }
}
