import HearthText

/// Finds questions and what was answered.
struct QuestionFinder {
    private let context: SpokenContext
    private let questionWords: PhraseList
    private let votes: PhraseList
    private let assents: PhraseList
    private let denials: PhraseList
    private let names: SpokenNames
    private let speakers: Int
    private let answers: SpokenAnswers?

    private static let most = 100
    /// Words of an answer that are shown.
    private static let answerWords = 70

    /// - Parameter answers: Where a reader finds answers, of the same cues; `nil` goes by who speaks when.
    init(_ context: SpokenContext, answers: SpokenAnswers? = nil) {
        self.context = context
        self.answers = answers
        votes = PhraseList(DecisionMarkers.votes, language: context.language)
        assents = PhraseList(
            TaskMarkers.assents.merging(DecisionMarkers.agreements) { $0 + $1 }, language: context.language)
        names = SpokenNames(context)
        denials = PhraseList(TaskMarkers.denials, language: context.language)
        speakers = Set(context.text.turns.map(\.speaker)).count
        questionWords = PhraseList(SpeechMarkers.questionWords, language: context.language)
    }

    /// In order of time.
    func exchanges() -> [SpokenExchange] {
        var found: [(index: Int, weight: Double, exchange: SpokenExchange)] = []
        for index in context.text.sentences.indices where isQuestion(index) {
            // Of questions in a row the last is answered.
            if index + 1 < context.text.sentences.count, sameTurn(index, index + 1), isQuestion(index + 1) { continue }
            let answer = answer(to: index).flatMap { isOnlyCourtesy($0) ? nil : $0 }
            let confidence = answer.map { self.confidence(index, $0) } ?? 0
            guard isWorthKeeping(index, confidence) else { continue }
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

    /// "What's the name?" and "is this enough?" say to a reader neither what was asked nor of what, unless a reader found what answers.
    private func isWorthKeeping(_ index: Int, _ confidence: Double) -> Bool {
        Set(context.terms.sentences[index]).count >= 2 || namesSomething(index) || answers?.found[index] != nil
            || confidence >= Self.sure
    }

    /// Whether it has a word that not every talk has: "What is in the kitty?"
    private func namesSomething(_ index: Int) -> Bool {
        context.words[index].words.contains { word in
            word.utf8.count > 3 && word.allSatisfy(\.isLetter) && !CommonWords.contains(word)
        }
    }

    /// "Bye everyone, it was lovely to see you" answers nothing.
    private func isOnlyCourtesy(_ answer: Range<Int>) -> Bool {
        answer.allSatisfy { Courtesies.isCourtesy(context.text.sentences[$0].text, language: context.language) }
    }

    private static let sure = 0.75

    /// Questions that ask for something: "right?" and "is that okay?" do not.
    func isQuestion(_ index: Int) -> Bool {
        let sentence = context.text.sentences[index]
        guard sentence.words >= 4, !context.terms.sentences[index].isEmpty else { return false }
        if SentenceEnd.asks(sentence.text) { return sentence.words <= 60 }
        let trimmed = sentence.text
        switch context.language {
        case "en": return context.text.isRestored && sentence.words <= 60 && InvertedQuestion.asks(trimmed)
        case "zh": return trimmed.hasSuffix("吗。") || trimmed.hasSuffix("吗") || trimmed.hasSuffix("呢。")
        case "ja": return trimmed.hasSuffix("か。") || trimmed.hasSuffix("ますか") || trimmed.hasSuffix("ですか")
        case "ko": return trimmed.hasSuffix("까.") || trimmed.hasSuffix("까요.") || trimmed.hasSuffix("나요.")
        default: return false
        }
    }

    private func sameTurn(_ a: Int, _ b: Int) -> Bool {
        context.text.sentences[a].turn == context.text.sentences[b].turn
    }

    /// The sentences of the answer: from the one in which a reader finds it; else of the next turn of another that is more than a word of
    /// assent, or of the same turn where the speaker goes on at length, as one does who asks himself; `nil` where all that follows is questions.
    private func answer(to question: Int) -> Range<Int>? {
        // A reader takes what has more words.
        if let reply = shortReply(to: question) { return reply }
        if let found = answers?.found[question], let stretch = stretch(from: opening(found.sentence)) { return stretch }
        let own = question + 1 < turn(of: question).sentences.upperBound ? stretch(from: question + 1) : nil
        guard let next = nextTurn(after: question) else { return own }
        let other = stretch(from: context.text.turns[next].sentences.lowerBound)
        guard let own else { return other }
        guard let other, context.text.turns[next].speaker != turn(of: question).speaker else { return own }
        // What can be answered by yes or no is not answered by who asks it, where two talk.
        let asked = AskedQuestion(context.text.sentences[question].text, languages: [context.language])
        if !asked.asksAnything, speakers == 2, !assents.opens(context.words[own.lowerBound]) { return other }
        // Who puts a question to the vote tells how it went.
        if votes.occurs(in: context.words[own.lowerBound]) { return own }
        // "What is in the kitty? We cannot spend what we do not have." waits for another; who asks himself says more.
        let said = context.text.sentences[own].reduce(0) { $0 + $1.words }
        return said < Self.selfAnswerWords || shared(question, other) > shared(question, own) ? other : own
    }

    /// The beginning of a turn, where a sentence is near it: "A small one, nine hundred hours. The big ones take two years."
    private func opening(_ sentence: Int) -> Int {
        let first = turn(of: sentence).sentences.lowerBound
        let before = context.text.sentences[first..<sentence]
        return before.reduce(0) { $0 + $1.words } <= Self.wordsBefore ? first : sentence
    }

    private static let wordsBefore = 25
    /// Words of a turn that answers whatever they are.
    private static let leastReply = 4

    /// Words behind a question from which on its speaker is taken to answer it.
    private static let selfAnswerWords = 25

    private func turn(of sentence: Int) -> SpokenText.Turn { context.text.turns[context.text.sentences[sentence].turn] }

    /// The turn that may answer: "Mm-hmm" of a third is not it, unless nobody says more.
    private func nextTurn(after question: Int) -> Int? {
        let (turns, sentences) = (context.text.turns, context.text.sentences)
        let asked = sentences[question].turn
        let near = (asked + 1)..<max(asked + 1, min(turns.count, asked + 4))
        // Who was asked by name answers, be it shortly: "Will do."
        if let called = names.called(in: question), let own = near.first(where: { turns[$0].speaker == called }) {
            return own
        }
        let full = near.first { next in
            turns[next].speaker != turns[asked].speaker
                && sentences[turns[next].sentences].reduce(0) { $0 + $1.words } >= Self.leastReply
        }
        return full ?? near.first
    }

    /// The next turn, where a word or two of another answers: "No." what may be answered so, "An hour?" what asks for more. "Mm-hmm" does not.
    private func shortReply(to question: Int) -> Range<Int>? {
        let (turns, sentences) = (context.text.turns, context.text.sentences)
        let next = sentences[question].turn + 1
        guard turns.indices.contains(next), turns[next].speaker != turns[next - 1].speaker else { return nil }
        let reply = turns[next].sentences
        guard sentences[reply].reduce(0, { $0 + $1.words }) < Self.leastReply else { return nil }
        let asked = AskedQuestion(sentences[question].text, languages: [context.language])
        let first = context.words[reply.lowerBound]
        let answers =
            asked.asksAnything
            ? reply.contains { !context.terms.sentences[$0].isEmpty } : assents.opens(first) || denials.opens(first)
        return answers ? reply : nil
    }

    /// What is said from a sentence on in its turn; a question in return answers nothing, what follows it in the same turn may.
    private func stretch(from first: Int) -> Range<Int>? {
        let sentences = context.text.sentences
        let limit = turn(of: first).sentences.upperBound
        // Where nobody knows who speaks, another may ask what comes next: "In March?" ends what was answered, too.
        let isNobodys = turn(of: first).speaker == nil
        var start = first
        while start < limit, isQuestion(start) || SentenceEnd.asks(sentences[start].text) { start += 1 }
        guard start < limit else { return nil }
        var end = start
        var words = 0
        while end < limit, words < Self.answerWords {
            if end > start, isNobodys && SentenceEnd.asks(sentences[end].text) { break }
            if end > start, isQuestion(end) || words + sentences[end].words > Self.answerWords * 3 / 2 { break }
            words += sentences[end].words
            end += 1
        }
        return start..<max(end, start + 1)
    }

    /// Terms of the question that a stretch has.
    private func shared(_ question: Int, _ answer: Range<Int>) -> Int {
        let asked = Set(context.terms.sentences[question])
        return Set(context.terms.sentences[answer].joined()).intersection(asked).count
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
        value += 0.25 * min(1, Double(shared(question, answer)) / Double(max(1, min(3, asked.count))))
        if questionWords.opens(context.words[question], after: SpokenLanguage.openers[context.language] ?? []) {
            value += 0.1
        }
        // What a reader found there is no chance.
        let read = answers?.found[question]?.worth ?? 0
        return min(1, max(value, 0.5 + 0.5 * read) * (read > 0 ? 1 : 0.9))
    }
}
