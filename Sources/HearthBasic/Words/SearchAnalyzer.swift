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

/// Turns text into the terms of full-text search. The index and every query use the same analyzer.
public struct SearchAnalyzer: Sendable {
    public init() {}

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
        if let list = Stopwords.searchTerms[language], list.contains(term) { return true }
        guard let first = term.utf8.first, first >= 0x80 else { return false }
        return Stopwords.searchTermsBeyondLatin.contains(term)
    }

    /// Whether a term of a query rather asks ("summarize", "what did they say about") than says what for.
    public func isRequestWord(_ term: String) -> Bool { Self.requestTerms.contains(term) }

    private static let requestTerms = Set(SpokenLanguage.requests.flatMap { SearchAnalyzer().terms(in: $0) })

    func forEachTerm(in text: String, _ body: (String, Range<Int>) -> Void) {
        text.withBytes { bytes in
            var run = TermBuilder()
            run.walk(bytes, body)
        }
    }
}
