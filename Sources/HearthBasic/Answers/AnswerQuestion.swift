import HearthCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One sentence of a passage, read for answering.
struct AnswerSentence {
    var span: TextSpan
    /// How often each term occurs.
    var counts: [String: Int]
    var terms: Set<String>
    /// Terms in all.
    var count: Int
    var evidence: AnswerEvidence

    static func read(_ text: String, spans: [TextSpan], asked: Set<String>) -> [AnswerSentence] {
        let terms = SearchAnalyzer().locatedTerms(in: text)
        return text.withBytes { bytes in
            var found: [AnswerSentence] = []
            var at = 0
            for span in spans {
                var counts: [String: Int] = [:]
                var count = 0
                while at < terms.count, terms[at].span.start < span.start { at += 1 }
                while at < terms.count, terms[at].span.start < span.end {
                    counts[terms[at].text, default: 0] += 1
                    count += 1
                    at += 1
                }
                found.append(
                    AnswerSentence(
                        span: span, counts: counts, terms: Set(counts.keys), count: count,
                        evidence: AnswerEvidence(span.range, bytes, asked: asked)))
            }
            return found
        }
    }
}

/// What a question asks, in the terms of search.
struct AnswerQuestion {
    struct Term {
        var text: String
        /// Higher where fewer documents contain the term.
        var rarity: Double
    }

    var kind: QuestionKind
    /// Each once, in the order of the question.
    var terms: [Term] = []
    /// Whether most terms are pairs of characters of a script without spaces.
    var isPaired = false
    private var total = 0.0
    private var rarest = 0.0

    init(
        _ question: String, language: String, sentences: [[AnswerSentence]],
        documentShare: (@Sendable (String) -> Double?)?
    ) {
        kind = QuestionKind(question: question)
        let analyzer = SearchAnalyzer()
        var found: [String] = []
        // A question is short; a longer text is read as far as a question goes.
        for term in analyzer.terms(in: String(question.prefixOfBytes(2_000))) where !found.contains(term) {
            found.append(term)
            if found.count == 64 { break }
        }
        let asking = AnswerQuestion.stopTerms(language)
        let meaningful = found.filter { !asking.contains($0) }
        let kept = meaningful.isEmpty ? found : meaningful
        isPaired = kept.count { $0.unicodeScalars.contains { $0.value >= 0x3040 } } * 2 > kept.count
        let all = sentences.joined()
        let count = Double(all.count)
        for term in kept {
            var rarity: Double
            if let share = documentShare?(term), share >= 0, share <= 1 {
                rarity = log(1 + (1 - share + 0.002) / (share + 0.002))
            } else {
                let holding = Double(all.count { $0.counts[term] != nil })
                rarity = log(1 + (count - holding + 0.5) / (holding + 0.5))
            }
            rarity = max(rarity, 1e-3)
            terms.append(Term(text: term, rarity: rarity))
        }
        total = terms.reduce(0) { $0 + $1.rarity }
        rarest = terms.map(\.rarity).max() ?? 0
    }

    /// The share of the question's weight that is among some terms.
    func coverage(of found: Set<String>) -> Double {
        guard total > 0 else { return 0 }
        return terms.reduce(0) { $0 + (found.contains($1.text) ? $1.rarity : 0) } / total
    }

    /// The rarity of the rarest term that matches, against that of the rarest of all.
    func rarestMatch(in found: Set<String>) -> Double {
        guard rarest > 0 else { return 0 }
        return (terms.filter { found.contains($0.text) }.map(\.rarity).max() ?? 0) / rarest
    }

    private static func stopTerms(_ language: String) -> Set<String> {
        let analyzer = SearchAnalyzer()
        let words = Stopwords.words(of: language)
        return Set(words.flatMap { analyzer.terms(in: $0) }).union(questionTerms)
    }

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
