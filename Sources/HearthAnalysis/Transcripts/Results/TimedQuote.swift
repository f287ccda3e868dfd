import HearthBasic

/// Words of a transcript, with the times and the cues that they stand on. Made by code only, so it is always verbatim.
public struct TimedQuote: Hashable, Codable, Sendable {
    /// The words as the cues have them, runs of white space made one space.
    public var quote: String
    /// Where the first of the cues starts, in seconds; `nil` where the transcript gives no time.
    public var startTime: Double?
    /// Where the last of the cues ends, in seconds.
    public var endTime: Double?
    public var speaker: String?
    /// The first cue that holds the words, counted from 0, and the one after the last.
    public var cues: Range<Int>

    init(_ quote: TranscriptQuote) {
        self.init(
            quote: quote.text, startTime: quote.start, endTime: quote.end, speaker: quote.speaker, cues: quote.cues)
    }

    init(quote: String, startTime: Double?, endTime: Double?, speaker: String?, cues: Range<Int>) {
        self.quote = AnnotationMarks.trimmed(quote)
        // A time that is no number cannot be written as JSON, nor jumped to.
        self.startTime = startTime.flatMap { $0.isFinite ? $0 : nil }
        self.endTime = endTime.flatMap { $0.isFinite ? $0 : nil }
        self.speaker = speaker
        self.cues = cues
    }

    /// The same quote where its cues are part of a longer list.
    func shifted(by cues: Int) -> TimedQuote {
        var moved = self
        moved.cues = (self.cues.lowerBound + cues)..<(self.cues.upperBound + cues)
        return moved
    }
}
