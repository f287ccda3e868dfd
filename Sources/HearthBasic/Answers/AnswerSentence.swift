import HearthCore

/// One sentence of a passage, read for answering one question.
struct AnswerSentence {
    var span: TextSpan
    /// How often each term of the question occurs.
    var counts: [Int]
    /// How well each term of the question is said: 1 where it occurs, less where a form of it does, else 0.
    var said: [Double]
    /// Terms in all.
    var length: Int
    /// A heading says what the text below it is about, and answers nothing.
    var isHeading: Bool

    static func read(
        _ text: String, spans: [(span: TextSpan, isHeading: Bool)], question: AnswerQuestion,
        likeness: inout TermLikeness
    ) -> [AnswerSentence] {
        let none = [Int](repeating: 0, count: question.terms.count)
        let nothing = [Double](repeating: 0, count: question.terms.count)
        var found = spans.map {
            AnswerSentence(span: $0.span, counts: none, said: nothing, length: 0, isHeading: $0.isHeading)
        }
        var forms = likeness
        var at = 0
        question.analyzer.forEachTerm(in: text) { term, range in
            while at < found.count, found[at].span.end <= range.lowerBound { at += 1 }
            guard at < found.count, found[at].span.start <= range.lowerBound else { return }
            found[at].length += 1
            if let number = question.numbers[term] {
                found[at].counts[number] += 1
                found[at].said[number] = 1
            } else {
                for (number, worth) in forms.likeness(of: term).enumerated() where worth > found[at].said[number] {
                    found[at].said[number] = worth
                }
            }
        }
        likeness = forms
        return found
    }
}
