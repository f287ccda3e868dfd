import HearthText

/// Finds questions and what was answered.
struct QuestionFinder {
    private let context: SpokenContext
    private let questionWords: PhraseList

    private static let most = 100
    /// Words of an answer that are shown.
    private static let answerWords = 70

    init(_ context: SpokenContext) {
        self.context = context
        questionWords = PhraseList(SpeechMarkers.questionWords, language: context.language)
    }

    /// In order of time.
    func exchanges() -> [SpokenExchange] {
        var found: [(index: Int, weight: Double, exchange: SpokenExchange)] = []
        for index in context.text.sentences.indices where isQuestion(index) {
            // Of questions in a row the last is answered.
            if index + 1 < context.text.sentences.count, sameTurn(index, index + 1), isQuestion(index + 1) { continue }
            let answer = answer(to: index)
            let confidence = answer.map { self.confidence(index, $0) } ?? 0
            let exchange = SpokenExchange(
                question: context.text.quote(index..<(index + 1)), answer: answer.map { context.text.quote($0) },
                confidence: confidence)
            found.append((index, confidence + context.importance[index], exchange))
        }
        if found.count > Self.most {
            found.sort { $0.weight != $1.weight ? $0.weight > $1.weight : $0.index < $1.index }
            found.removeLast(found.count - Self.most)
            found.sort { $0.index < $1.index }
        }
        return found.map(\.exchange)
    }

    /// Questions that ask for something: "right?" and "is that okay?" do not.
    func isQuestion(_ index: Int) -> Bool {
        let sentence = context.text.sentences[index]
        guard sentence.words >= 4, !context.terms.sentences[index].isEmpty else { return false }
        if SentenceEnd.asks(sentence.text) { return sentence.words <= 60 }
        let trimmed = sentence.text
        switch context.language {
        case "zh": return trimmed.hasSuffix("吗。") || trimmed.hasSuffix("吗") || trimmed.hasSuffix("呢。")
        case "ja": return trimmed.hasSuffix("か。") || trimmed.hasSuffix("ますか") || trimmed.hasSuffix("ですか")
        case "ko": return trimmed.hasSuffix("까.") || trimmed.hasSuffix("까요.") || trimmed.hasSuffix("나요.")
        default: return false
        }
    }

    private func sameTurn(_ a: Int, _ b: Int) -> Bool {
        context.text.sentences[a].turn == context.text.sentences[b].turn
    }

    /// The sentences of the answer: of the next turn that is more than a word of assent, or of the same turn where the
    /// speaker goes on, as one does who asks himself; `nil` where all that follows is questions.
    private func answer(to question: Int) -> Range<Int>? {
        let sentences = context.text.sentences
        let turn = context.text.turns[sentences[question].turn]
        var start = question + 1
        if start >= turn.sentences.upperBound {
            var next = sentences[question].turn + 1
            // "Mm-hmm" of a third is not the answer, unless nobody says more.
            while next < context.text.turns.count, next <= sentences[question].turn + 3 {
                let candidate = context.text.turns[next]
                let words = sentences[candidate.sentences].reduce(0) { $0 + $1.words }
                if candidate.speaker != turn.speaker, words >= 4 { break }
                next += 1
            }
            if next >= context.text.turns.count || next > sentences[question].turn + 3 {
                next = sentences[question].turn + 1
            }
            guard next < context.text.turns.count else { return nil }
            start = context.text.turns[next].sentences.lowerBound
        }
        let limit = context.text.turns[sentences[start].turn].sentences.upperBound
        // A question in return answers nothing; what follows it in the same turn may.
        while start < limit, isQuestion(start) || SentenceEnd.asks(sentences[start].text) { start += 1 }
        guard start < limit else { return nil }
        var end = start
        var words = 0
        while end < limit, words < Self.answerWords {
            if end > start, isQuestion(end) || words + sentences[end].words > Self.answerWords * 3 / 2 { break }
            words += sentences[end].words
            end += 1
        }
        return start..<max(end, start + 1)
    }

    /// Evidence: another speaker, enough words, words in common, a question word at the front.
    private func confidence(_ question: Int, _ answer: Range<Int>) -> Double {
        let sentences = context.text.sentences
        let words = sentences[answer].reduce(0) { $0 + $1.words }
        var value = 0.2
        if context.text.turns[sentences[question].turn].speaker
            != context.text.turns[sentences[answer.lowerBound].turn].speaker
        {
            value += 0.25
        }
        value += 0.2 * min(1, Double(words) / 25)
        let asked = Set(context.terms.sentences[question])
        let common = Set(context.terms.sentences[answer].joined()).intersection(asked).count
        value += 0.25 * min(1, Double(common) / Double(max(1, min(3, asked.count))))
        if questionWords.opens(context.words[question], after: SpokenLanguage.openers[context.language] ?? []) {
            value += 0.1
        }
        return min(1, value)
    }
}
