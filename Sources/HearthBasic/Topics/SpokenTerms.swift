import HearthCore

/// The terms of a transcript's sentences as numbers, without the words that say nothing about a topic.
struct SpokenTerms {
    /// For each sentence, its terms in order, repeated as often as they occur.
    private(set) var sentences: [[Int32]] = []
    private(set) var names: [String] = []
    private(set) var numbers: [String: Int32] = [:]

    init(_ text: SpokenText) {
        let analyzer = SearchAnalyzer(language: text.language)
        let stop = Self.stopTerms(language: text.language, analyzer)
        /// -1 for terms that are left out.
        var known: [String: Int32] = [:]
        sentences.reserveCapacity(text.sentences.count)
        for sentence in text.sentences {
            var found: [Int32] = []
            analyzer.forEachTerm(in: sentence.text) { term, _ in
                let number: Int32
                if let old = known[term] {
                    number = old
                } else {
                    number = Self.isTopical(term, stop) ? Int32(truncatingIfNeeded: names.count) : -1
                    known[term] = number
                    if number >= 0 { names.append(term) }
                }
                if number >= 0 { found.append(number) }
            }
            sentences.append(found)
        }
        numbers = known.filter { $0.value >= 0 }
    }

    static func stopTerms(language: String, _ analyzer: SearchAnalyzer) -> Set<String> {
        var stop = Set(Stopwords.words(of: language).flatMap { analyzer.terms(in: $0) })
        stop.formUnion((SpokenLanguage.smallTalk[language] ?? []).flatMap { analyzer.terms(in: $0) })
        stop.formUnion(SpokenLanguage.fillers.flatMap { analyzer.terms(in: $0) })
        return stop
    }

    private static func isTopical(_ term: String, _ stop: Set<String>) -> Bool {
        let scalars = term.unicodeScalars
        guard let first = scalars.first, !stop.contains(term) else { return false }
        if scalars.count == 1, !first.isHan { return first.properties.numericType != nil }
        // Endings and particles of Japanese are in hiragana, its nouns seldom.
        return !scalars.allSatisfy { (0x3041...0x309F).contains($0.value) }
    }
}
