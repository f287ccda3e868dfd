import HearthText

/// Words by which a question wants the rows of a table compared or counted: "the most expensive", "how many", "cheaper".
///
/// Closed classes, kept here by hand from grammars and dictionaries of the languages; no script makes them. Words of one language may be
/// something else in another ("last"), so each is read in its own.
struct TableWords: Sendable {
    /// What is compared.
    enum Measure: Hashable, Sendable {
        /// What a question names: "the highest salary".
        case any
        case price, weight, length
        /// A moment: "most recently".
        case date
        /// How old something is, or somebody.
        case age
    }

    struct Degree: Hashable, Sendable {
        /// Its words, without marks.
        var words: [String]
        var measure: Measure
        /// Whether the greatest value is wanted, or the latest time.
        var isMost: Bool
        /// Whether it may ask for a sum, as "who spent the most" does.
        var isBare = false
    }

    let superlatives: [Degree]
    let comparatives: [Degree]
    /// "How many".
    let counting: [[String]]
    /// "Or".
    let alternatives: Set<String>
    let who: Set<String>
    let which: Set<String>
    /// Where these stand, something else is asked than which rows there are: "not", "over", "average", "why".
    let blocking: Set<String>
    /// Words that tell nothing of a row: "there are", "on the list", "we own".
    let idle: Set<String>

    init(
        most: [(Measure, String)], least: [(Measure, String)], bare: String, more: [(Measure, String)],
        less: [(Measure, String)], counting: String, or: String, who: String, which: String, blocking: String,
        idle: String
    ) {
        let bare = Set(Self.phrases(bare))
        func degrees(_ list: [(Measure, String)], _ isMost: Bool) -> [Degree] {
            list.flatMap { measure, phrases in
                Self.phrases(phrases).map {
                    Degree(words: $0, measure: measure, isMost: isMost, isBare: bare.contains($0))
                }
            }
        }
        // The longest first: "most recently" before "most".
        superlatives = (degrees(most, true) + degrees(least, false)).sorted { $0.words.count > $1.words.count }
        comparatives = (degrees(more, true) + degrees(less, false)).sorted { $0.words.count > $1.words.count }
        self.counting = Self.phrases(counting)
        alternatives = Self.terms(or)
        self.who = Self.terms(who)
        self.which = Self.terms(which)
        self.blocking = Self.terms(blocking)
        self.idle = Self.terms(idle)
    }

    static func terms(_ list: String) -> Set<String> { Set(SearchAnalyzer.unstemmed.terms(in: list)) }

    private static func phrases(_ list: String) -> [[String]] {
        list.split(separator: "|").map { SearchAnalyzer.unstemmed.terms(in: String($0)) }.filter { !$0.isEmpty }
    }

    // MARK: - Languages

    /// The stop words of a language as terms.
    static func stops(of language: String) -> Set<String> { stopTerms[language] ?? [] }

    private static let stopTerms: [String: Set<String>] = byLanguage.keys.reduce(into: [:]) { lists, language in
        lists[language] = terms(Stopwords.words(of: language).sorted().joined(separator: " "))
    }

    /// The language whose little words a question has most of: of a few words a guess by letters is not sure.
    static func language(of question: String) -> String {
        let words = SearchAnalyzer.unstemmed.terms(in: question)
        let counts = byLanguage.keys.map { language in (language, words.count { stops(of: language).contains($0) }) }
        let most = counts.map(\.1).max() ?? 0
        let best = Set(counts.filter { $0.1 == most }.map(\.0))
        let guess = LanguageIdentifier().identify(question).language
        if best.contains(guess) { return guess }
        return best.contains("en") ? "en" : best.min() ?? "en"
    }

    static func words(of language: String) -> TableWords? { byLanguage[language] }

    private static let byLanguage: [String: TableWords] = [
        "en": en, "de": de, "fr": fr, "es": es, "it": it, "pt": pt, "nl": nl, "sv": sv, "da": da, "nb": nb, "pl": pl,
        "ru": ru,
    ]
}
