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
    }

    var kind: QuestionKind
    /// Each once, in the order of the question.
    private(set) var terms: [Term] = []
    /// By text of a term, its place in ``terms``.
    private(set) var numbers: [String: Int] = [:]
    /// Whether most terms are pairs of characters of a script without spaces.
    var isPaired = false
    private var total = 0.0
    private var rarest = 0.0

    init(
        _ question: String, language: String
    ) {
        kind = QuestionKind(question: question)
        let analyzer = SearchAnalyzer()
        var found: [String] = []
        // A question is short; a longer text is read as far as a question goes.
        for term in analyzer.terms(in: String(question.prefixOfBytes(2_000))) where !found.contains(term) {
            found.append(term)
            if found.count == 64 { break }
        }
        let stops = Self.stopTermsByLanguage[language] ?? []
        let asked = found.filter { !Self.questionTerms.contains($0) }
        let kept = asked.isEmpty ? found : asked
        isPaired = kept.count { $0.unicodeScalars.contains { $0.value >= 0x3040 } } * 2 > kept.count
        terms = kept.map { Term(text: $0, rarity: 0, isGrammar: stops.contains($0) || Self.isGrammar($0)) }
        if terms.allSatisfy(\.isGrammar) { for index in terms.indices { terms[index].isGrammar = false } }
        for (index, term) in kept.enumerated() { numbers[term] = index }
    }

    /// Weighs the terms, once the sentences among which the answer is looked for are known.
    mutating func weigh(
        _ sentences: [[AnswerSentence]], grammar: Double, grammarPairs: Double,
        documentShare: (@Sendable (String) -> Double?)?
    ) {
        // Among a handful of sentences no term is rare; they are taken for a sample of at least this many.
        let count = max(20, Double(sentences.reduce(0) { $0 + $1.count }))
        for index in terms.indices {
            var rarity: Double
            if let share = documentShare?(terms[index].text), share >= 0, share <= 1 {
                rarity = log(1 + (1 - share + 0.002) / (share + 0.002))
            } else {
                let holding = Double(sentences.reduce(0) { $0 + $1.count { $0.counts[index] > 0 } })
                rarity = log(1 + (count - holding + 0.5) / (holding + 0.5))
            }
            terms[index].rarity = max(rarity, 1e-3) * (terms[index].isGrammar ? (isPaired ? grammarPairs : grammar) : 1)
        }
        total = terms.reduce(0) { $0 + $1.rarity }
        rarest = terms.map(\.rarity).max() ?? 0
    }

    /// The share of the question's weight that its terms have which occur. `counts` says how often each does.
    func coverage(_ counts: [Int]) -> Double {
        guard total > 0 else { return 0 }
        return zip(terms, counts).reduce(0) { $0 + ($1.1 > 0 ? $1.0.rarity : 0) } / total
    }

    /// As ``coverage(_:)``, of the terms that say what the question is about.
    func topicCoverage(_ counts: [Int]) -> Double {
        var (said, all) = (0.0, 0.0)
        for (term, count) in zip(terms, counts) where !term.isGrammar {
            all += term.rarity
            if count > 0 { said += term.rarity }
        }
        return all > 0 ? said / all : 0
    }

    /// The rarity of the rarest term that occurs, against that of the rarest of all.
    func rarestMatch(_ counts: [Int]) -> Double {
        guard rarest > 0 else { return 0 }
        return (zip(terms, counts).filter { $0.1 > 0 }.map(\.0.rarity).max() ?? 0) / rarest
    }

    private static let stopTermsByLanguage: [String: Set<String>] = {
        let analyzer = SearchAnalyzer()
        var found: [String: Set<String>] = [:]
        for language in StopwordLists.all.keys {
            found[language] = Set(Stopwords.words(of: language).flatMap { analyzer.terms(in: $0) })
        }
        return found
    }()

    /// Whether a pair of characters is held together by grammar only: a pair with a particle or a question word of
    /// Chinese in it, or two hiragana.
    private static func isGrammar(_ term: String) -> Bool {
        let scalars = term.unicodeScalars
        guard scalars.count == 2 else { return false }
        return scalars.contains { particles.contains($0) }
            || scalars.allSatisfy { (0x3041...0x309F).contains($0.value) }
    }

    private static let particles = Set("的了是在和与哪谁吗呢吧什么怎几何些个為被把而".unicodeScalars)

    /// Words that ask, in the languages whose stop words may lack them.
    private static let questionTerms: Set<String> = {
        let analyzer = SearchAnalyzer()
        let words =
            """
            who what when where why which how many much name called does did wer was wann wo warum welche wie viele heißt qui quoi \
            quand où pourquoi quel quelle combien comment quién qué cuándo dónde cuál cuánto cómo 什么 哪个 哪些 哪里 多少 如何 怎么 \
            怎样 是谁 为何 是什 么是 何时 什么时候 为什么 何 誰 いつ どこ なぜ 何で どの です ですか ますか 무엇 누구 언제 어디 왜 어떻게
            """
        return Set(words.split(separator: " ").flatMap { analyzer.terms(in: String($0)) })
    }()
}
