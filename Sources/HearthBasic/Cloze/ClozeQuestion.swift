public import HearthCore

/// A sentence of a text with one phrase left out, which is the answer.
public struct ClozeQuestion: Hashable, Sendable {
    /// The sentence with the phrase replaced by ``gap``.
    public var question: String
    public var answer: String
    /// Where the whole sentence stands in the text.
    public var sentence: TextSpan
    /// Where the phrase stands in the text.
    public var blank: TextSpan

    public static let gap = "_____"

    public init(question: String, answer: String, sentence: TextSpan, blank: TextSpan) {
        self.question = question
        self.answer = answer
        self.sentence = sentence
        self.blank = blank
    }
}
