import HearthCore

/// One sentence of a passage, read for answering one question.
struct AnswerSentence {
    var span: TextSpan
    /// How often each term of the question occurs.
    var counts: [Int]
    /// Terms in all.
    var length: Int

    static func read(_ text: String, spans: [TextSpan], question: AnswerQuestion) -> [AnswerSentence] {
        let empty = [Int](repeating: 0, count: question.terms.count)
        var found = spans.map { AnswerSentence(span: $0, counts: empty, length: 0) }
        var at = 0
        SearchAnalyzer().forEachTerm(in: text) { term, range in
            while at < found.count, found[at].span.end <= range.lowerBound { at += 1 }
            guard at < found.count, found[at].span.start <= range.lowerBound else { return }
            found[at].length += 1
            if let number = question.numbers[term] { found[at].counts[number] += 1 }
        }
        return found
    }
}
