import HearthCore
import HearthExtractive
import HearthText

/// A sentence of a passage as it is told and quoted, with what it does not say itself: who says it in a conversation, and whether it is done
/// in a list of what is to be done.
struct ToldSentence {
    let text: String
    /// Bytes of the passage's text.
    let quote: TextSpan

    /// Bytes before a sentence with which a quote begins where a message begins: who says it, and when.
    private static let mostBefore = 300

    init(_ sentence: ExtractiveAnswer.Sentence, in passage: String, of turns: ConversationTurns) {
        let line = sentence.told ?? sentence.shown ?? PlainText.line(sentence.text)
        if let box = CheckBox.ofLine(at: sentence.span.start, in: passage) {
            text = box.told(line)
            // The other items of the list are quoted where they answer.
            quote = TextSpan(start: box.line.start, end: max(box.line.end, sentence.span.end))
        } else if let turn = turns.turn(holding: sentence.span) {
            text = sentence.told == nil && sentence.shown == nil ? turns.told(line, of: turn) : line
            let isNear = sentence.quote.start - turn.span.start <= Self.mostBefore
            quote = TextSpan(
                start: isNear ? min(turn.span.start, sentence.quote.start) : sentence.quote.start,
                end: max(sentence.span.end, min(sentence.quote.end, turn.span.end)))
        } else {
            (text, quote) = (line, sentence.quote)
        }
    }
}
