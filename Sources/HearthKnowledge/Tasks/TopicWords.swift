import HearthCore
import HearthText

/// Tells which texts are about a topic, by its words: in the languages of the documents, and by their stems.
///
/// One word of several is not enough: of the "cell division" of a plant, a battery's cells and a division by two say nothing.
struct TopicWords {
    private let words: [SearchAnalyzer.QueryWord]
    /// By language, then by the word as it stands: the terms by which texts in that language may hold it. German makes "boil" of
    /// "boiler", but an English text that has "boil" is about something else.
    private let terms: [String: [String: Set<String>]]

    /// - Parameter languages: ISO 639-1, of the documents.
    init(_ topic: String, languages: Set<String>) {
        let guess = LanguageIdentifier().identify(topic)
        // Two words are often taken for another language than that of the documents.
        let isSure = guess.confidence >= Self.sureLanguage || languages.contains(guess.language)
        let usual = languages.isEmpty || languages.contains("en") ? "en" : languages.sorted()[0]
        let likely = isSure ? guess.language : usual
        let all = SearchAnalyzer.words(ofQuery: topic, likely: likely, languages: languages.sorted())
        let telling = all.filter { !$0.isStopword && !$0.isRequest }
        words = telling.isEmpty ? all : telling
        terms = Dictionary(
            uniqueKeysWithValues: languages.map { language in
                let words = SearchAnalyzer.words(ofQuery: topic, likely: likely, languages: [language])
                return (
                    language,
                    Dictionary(words.map { ($0.plain, Self.terms(of: $0)) }, uniquingKeysWith: { $0.union($1) })
                )
            })
    }

    private static let sureLanguage = 0.9

    /// Whether it is a single word, which stands together with nothing.
    var isOneWord: Bool { words.count == 1 }

    /// Words that a text has to have to be about the topic: both of two, and of more two thirds, because people put topics into
    /// sentences.
    private var needed: Int { words.count < 3 ? words.count : (2 * words.count + 2) / 3 }

    /// Whether `text` has enough of the topic's words. A topic without words fits nothing.
    func isSubject(of text: String, language: String?) -> Bool {
        !words.isEmpty && count(in: text, language: language) >= needed
    }

    /// How many of the topic's words occur.
    func count(in text: String, language: String?) -> Int {
        words.count - absent(words, from: text, language: language).count
    }

    /// The topic's words that stand in none of the texts, as the topic has them but for case and marks.
    ///
    /// - Parameter next: The next text with its language; `nil` behind the last.
    func missing(in next: () async throws -> (text: String, language: String?)?) async rethrows -> [String] {
        var left = words
        while !left.isEmpty, let (text, language) = try await next() {
            left = absent(left, from: text, language: language)
        }
        return left.map(\.plain)
    }

    private func absent(
        _ words: [SearchAnalyzer.QueryWord], from text: String, language: String?
    ) -> [SearchAnalyzer.QueryWord] {
        let found = Set(SearchAnalyzer(language: language).terms(in: text))
        let known = language.flatMap { terms[$0] }
        return words.filter { found.isDisjoint(with: known?[$0.plain] ?? Self.terms(of: $0)) }
    }

    private static func terms(of word: SearchAnalyzer.QueryWord) -> Set<String> {
        Set([word.term, word.plain] + word.others)
    }
}
