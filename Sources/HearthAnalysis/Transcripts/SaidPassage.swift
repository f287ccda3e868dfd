import HearthCore
import HearthExtractive

/// A stretch of a transcript as a person reads it, and as the library keeps one: a line for each turn, headed by who speaks, with a full stop
/// where one was restored. Who says "I" is in it by name, so that what Ivan says of himself is no answer to a question about Rosa.
struct SaidPassage {
    private struct Piece {
        /// Its bytes in ``text``.
        var place: Range<Int>
        /// The same words in the transcript.
        var source: Range<Int>
    }

    private(set) var text = ""
    private var pieces: [Piece] = []

    /// - Parameter range: Bytes of the transcript's text.
    init(_ range: Range<Int>, of transcript: ReadTranscript) {
        var speaker: String?
        for sentence in transcript.sentences.overlapping(range) {
            let source = sentence.clamped(to: range)
            guard let words = transcript.text.text.text(in: TextSpan(source)), !words.isEmpty else { continue }
            let says = transcript.speaker(at: source.lowerBound)
            let isFirst = pieces.isEmpty
            if isFirst || says != speaker {
                text += (isFirst ? "" : "\n") + (says.map { "\($0): " } ?? "")
            } else {
                text += " "
            }
            speaker = says
            let start = text.utf8.count
            let isEnd = source.upperBound == sentence.upperBound
            text += transcript.stops?.marked(words, startingAt: source.lowerBound, endsSentence: isEnd) ?? words
            pieces.append(Piece(place: start..<(start + words.utf8.count), source: source))
        }
    }

    /// What of the transcript some bytes of the text are; `nil` where they are names and marks alone.
    func source(of span: TextSpan) -> Range<Int>? {
        let held = pieces.filter { $0.place.upperBound > span.start && $0.place.lowerBound < span.end }
        guard let first = held.first, let last = held.last else { return nil }
        let start = first.source.lowerBound + max(0, span.start - first.place.lowerBound)
        let end = min(last.source.upperBound, last.source.lowerBound + span.end - last.place.lowerBound)
        return start < end ? start..<end : nil
    }
}
