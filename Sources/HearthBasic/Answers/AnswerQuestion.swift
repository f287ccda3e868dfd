import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a question asks, in the terms of search.
struct AnswerQuestion {
    struct Term {
        var text: String
        /// Higher where fewer documents contain the term.
        var rarity: Double
        /// Stop words and their like: they help to tell sentences apart, and say nothing about the topic.
        var isGrammar: Bool
        /// A number, or a word with a capital where capitals mark names: what a text that answers must hold.
        var isName = false
        /// Whether no document holds it. Where only the passages are known, whether none of them does.
        var isUnknown = false
    }

    var kind: QuestionKind
    /// Each once, in the order of the question.
    private(set) var terms: [Term] = []
    /// By text of a term, its place in ``terms``.
    private(set) var numbers: [String: Int] = [:]
    /// Whether most terms are pairs of characters of a script without spaces.
    private(set) var isPaired = false
    /// The sum of the terms' rarities.
    private(set) var total = 0.0
    /// Whose terms are those of the question and of the sentences: words as they stand, but for English ones. Forms meet by
    /// ``TermLikeness``, with which the doubt was weighed. With stems as well, words that are not alike meet: on questions that the
    /// texts do not answer (XQuAD, Greek) it answered 28 of 100 instead of 16.
    let analyzer = SearchAnalyzer()

    /// A question is short; of a longer text only so much is read.
    private static let mostBytes = 2_000
    private static let mostTerms = 64

    /// - Parameters:
    ///   - language: Of the passages.
    ///   - asked: Language of the question, which may be another one.
    ///   - capitalsMarkNames: Whether the passages write names with capitals, and other words without.
    init(_ question: String, language: String, asked questionLanguage: String, capitalsMarkNames: Bool) {
        let languages: Set<String> = [language, questionLanguage]
        let question = String(question.prefixOfBytes(Self.mostBytes))
        let asked = AskedQuestion(question, languages: languages)
        kind = asked.kind
        var found: [(term: SearchTerm, raw: String)] = []
        var seen: Set<String> = []
        for term in analyzer.locatedTerms(in: question) where seen.insert(term.text).inserted {
            found.append((term, question.text(in: term.span) ?? ""))
            if found.count == Self.mostTerms { break }
        }
        // Here the characters of "一个" are grammar, too.
        let stops = Set(analyzer.terms(in: languages.flatMap(Stopwords.words).joined(separator: " ")))
        let kept = found.filter { !asked.asks($0.raw.lowercased(), at: $0.term.span.range) }
        let start = found.first?.term.span.start
        let names = Set(
            found.filter { Self.isName($0.raw, isFirst: $0.term.span.start == start, capitalsMarkNames) }
                .map(\.term.text))
        let texts = (kept.isEmpty ? found : kept).map(\.term.text)
        isPaired = texts.count { $0.unicodeScalars.contains { $0.value >= 0x3040 } } * 2 > texts.count
        terms = texts.map {
            Term(
                text: $0, rarity: 0, isGrammar: stops.contains($0) || Self.isGrammar($0), isName: names.contains($0))
        }
        if terms.allSatisfy(\.isGrammar) { for index in terms.indices { terms[index].isGrammar = false } }
        for (index, term) in texts.enumerated() { numbers[term] = index }
    }

    private static func isName(_ raw: String, isFirst: Bool, _ capitalsMarkNames: Bool) -> Bool {
        guard let first = raw.unicodeScalars.first else { return false }
        if ScalarClass(first.value) == .digit { return true }
        return capitalsMarkNames && !isFirst && first.value.isUppercase
    }

    /// Weighs the terms, once the sentences among which the answer is looked for are known.
    mutating func weigh(
        _ sentences: [[AnswerSentence]], settings: AnswerSettings, documentShare: (@Sendable (String) -> Double?)?
    ) {
        // Among a handful of sentences no term is rare; they are taken for a sample of at least this many.
        let count = max(20, Double(sentences.reduce(0) { $0 + $1.count }))
        for index in terms.indices {
            let holding = sentences.reduce(0) { $0 + $1.count { $0.counts[index] > 0 } }
            var rarity: Double
            if let share = documentShare?(terms[index].text), share >= 0, share <= 1 {
                rarity = log(1 + (1 - share + 0.002) / (share + 0.002))
                terms[index].isUnknown = share == 0 && holding == 0
            } else {
                rarity = log(1 + (count - Double(holding) + 0.5) / (Double(holding) + 0.5))
                terms[index].isUnknown = holding == 0
            }
            // In a small store "the" may be as rare as any other word.
            if terms[index].isGrammar {
                rarity =
                    isPaired ? rarity * settings.grammarPairs : min(rarity, settings.rarestGrammar) * settings.grammar
            }
            terms[index].rarity = max(rarity, 1e-3)
        }
        total = terms.reduce(0) { $0 + $1.rarity }
    }

    /// The share of the question's weight that is said. `said` tells for each term how well, 0 to 1.
    func coverage(_ said: [Double]) -> Double {
        guard total > 0 else { return 0 }
        return zip(terms, said).reduce(0) { $0 + $1.0.rarity * $1.1 } / total
    }

    /// Whether a pair of characters is held together by grammar only: a pair with a particle or a question word of
    /// Chinese in it, or two hiragana.
    private static func isGrammar(_ term: String) -> Bool {
        let scalars = term.unicodeScalars
        guard scalars.count == 2 else { return false }
        return scalars.contains { particles.contains($0) }
            || scalars.allSatisfy { (0x3041...0x309F).contains($0.value) }
    }

    private static let particles = Set("的了是在和与哪谁吗呢吧什么怎几何些个為被把而".unicodeScalars)
}
