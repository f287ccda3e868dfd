import HearthCore

/// Holds back the beginning of an answer for as long as it may turn out to be the mark of an abstention, so that the mark is
/// never shown and then taken back.
///
/// Only an answer that is the mark and nothing else is one: an answer that mentions it is an answer.
struct AbstentionGate {
    private var held = ""
    private var isOpen = false

    /// The next piece of the answer.
    ///
    /// - Returns: What can be shown now; empty while nothing can.
    mutating func append(_ piece: String) -> String {
        if isOpen { return piece }
        held += piece
        guard !Self.mayBecomeAbstention(held) else { return "" }
        return finish()
    }

    /// What was held back, when the whole answer is no abstention after all.
    mutating func finish() -> String {
        isOpen = true
        defer { held = "" }
        return held
    }

    /// Whether an answer says that the sources do not tell, whatever its case, with quotes or emphasis around it, the number
    /// of a source after it, or a full stop.
    static func isAbstention(_ answer: String) -> Bool {
        let (words, rest) = read(answer)
        return words == mark[...] && rest
    }

    private static func mayBecomeAbstention(_ text: String) -> Bool {
        let (words, isRestOpen) = read(text)
        return isRestOpen && mark.starts(with: words)
    }

    private static let mark = letters(AnswerPrompt.abstention)

    private static func letters(_ text: String) -> [Character] {
        Array(text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    /// A text as far as it is compared, and whether there is nothing else in it but marks.
    private static func read(_ text: String) -> (words: ArraySlice<Character>, hasOnlyMarks: Bool) {
        let all = letters(text)
        let words = all.drop { !isWord($0) }.prefix { isWord($0) || $0 == " " }
        // A space before a closing mark belongs to what follows.
        let isWhole = words.count >= mark.count
        let trimmed = isWhole ? words.prefix(words.count - words.reversed().prefix { $0 == " " }.count) : words
        // The digits of a source's number, in its brackets, are no words.
        let rest = all[words.endIndex...]
        return (trimmed, rest.allSatisfy { !$0.isLetter } && (isWhole || rest.isEmpty))
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
