/// Counts the words of mood in sentences of one language.
struct SentimentMeter {
    private let language: String
    private let positive: Set<String>
    private let negative: Set<String>
    private let negations: Set<String>
    private let parts: (positive: [String], negative: [String])
    private let stemmer: Stemmer?

    /// Words back from a word in which a negation turns it round.
    private static let reach = 3

    init(language: String) {
        let stemmer = Stemmer(language: language)
        func list(_ all: [String: String]) -> [String] {
            (all[language] ?? "").split { $0 == " " || $0 == "\n" }.map(String.init)
        }
        func stem(_ word: String) -> String { stemmer?.stem(word) ?? word.lowercased() }
        let isUnspaced = SpokenWords.hasNoSpaces(language)
        positive = isUnspaced ? [] : Set(list(SentimentLexicon.positive).map(stem))
        negative = isUnspaced ? [] : Set(list(SentimentLexicon.negative).map(stem))
        parts = isUnspaced ? (list(SentimentLexicon.positive), list(SentimentLexicon.negative)) : ([], [])
        negations = SentimentLexicon.negations[language] ?? []
        self.language = language
        self.stemmer = stemmer
    }

    /// How many words of each kind a sentence has.
    func count(_ words: SpokenWords) -> (positive: Int, negative: Int) {
        if !parts.positive.isEmpty { return countParts(words.text) }
        var found = (positive: 0, negative: 0)
        for (place, word) in words.words.enumerated() {
            let stem = stemmer?.stem(word) ?? word.lowercased()
            let isPositive = positive.contains(stem)
            guard isPositive || negative.contains(stem) else { continue }
            let isTurned = words.words[max(0, place - Self.reach)..<place].contains { negations.contains($0) }
            if isPositive != isTurned { found.positive += 1 } else { found.negative += 1 }
        }
        return found
    }

    private func countParts(_ text: String) -> (positive: Int, negative: Int) {
        var found = (positive: 0, negative: 0)
        for word in parts.positive where text.holds(word) {
            // "不好", "没有希望": the character before tells.
            let isTurned = negations.contains { text.holds($0 + word) } || text.holds("안 " + word)
            if isTurned { found.negative += 1 } else { found.positive += 1 }
        }
        found.negative += parts.negative.count { text.holds($0) }
        return found
    }

    /// The mood of a text with so many words of each kind.
    static func sentiment(positive: Int, negative: Int) -> Sentiment {
        let all = positive + negative
        // Five words stand for what a text without mood would have by accident.
        let score = Double(positive - negative) / Double(all + 5)
        let label: Sentiment.Label =
            if score > 0.2 { .positive } else if score < -0.2 { .negative } else if all >= 6 { .mixed } else {
                .neutral
            }
        return Sentiment(label: label, score: score, positive: positive, negative: negative)
    }
}
