/// Words so frequent that they say nothing about the topic of a text: articles, pronouns, prepositions, auxiliaries.
public enum Stopwords {
    /// The stop words of a language (ISO 639-1), lower-cased with their diacritics; empty for languages without a list.
    public static func words(of language: String) -> Set<String> { lists[language] ?? [] }

    /// Whether a word of a language is a stop word. Case does not matter.
    public static func contains(_ word: String, language: String) -> Bool {
        guard let list = lists[language] else { return false }
        return list.contains(word) || list.contains(word.lowercased())
    }

    private static let lists: [String: Set<String>] = StopwordLists.all.mapValues {
        Set($0.split(separator: " ").map(String.init))
    }

    /// The stop words as ``SearchAnalyzer`` sees them.
    static let searchTerms: Set<String> = {
        let analyzer = SearchAnalyzer()
        return Set(StopwordLists.all.values.flatMap { analyzer.terms(in: $0) })
    }()
}
