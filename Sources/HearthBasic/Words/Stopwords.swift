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

    /// The stop words of a language as an analyzer, which may be one of another language, sees them.
    static func terms(of language: String, analyzer: SearchAnalyzer) -> Set<String> {
        if analyzer.language == "en" { return inEnglish[language] ?? [] }
        if analyzer.language == language { return inTheirOwn[language] ?? [] }
        return terms(lists[language] ?? [], analyzer)
    }

    private static let inEnglish = lists.mapValues { terms($0, SearchAnalyzer()) }
    private static let inTheirOwn = Dictionary(
        uniqueKeysWithValues: lists.map { ($0.key, terms($0.value, SearchAnalyzer(language: $0.key))) })

    private static func terms(_ words: Set<String>, _ analyzer: SearchAnalyzer) -> Set<String> {
        var terms: Set<String> = []
        for word in words {
            let found = analyzer.terms(in: word)
            // "一个" is a stop word; its characters on their own are not.
            terms.formUnion(found.count > 1 ? found.filter { $0.unicodeScalars.count > 1 } : found)
        }
        return terms
    }

    /// The stop words in other scripts than Latin, of all languages.
    static let termsBeyondLatin: Set<String> = Set(
        [inEnglish, inTheirOwn].flatMap { $0.values.joined() }.filter { ($0.utf8.first ?? 0) >= 0x80 })
}
