/// A stretch of a transcript that is about one thing.
public struct TopicSegment: Hashable, Codable, Sendable {
    /// The cues of the stretch, as indices. The segments of a transcript follow each other without a gap.
    public var cues: Range<Int>
    /// Where the first cue starts, in seconds; `nil` where the transcript gives no time.
    public var start: Double?
    /// Where the stretch ends: where the next one starts, or where the last cue ends.
    public var end: Double?
    /// What it is about, in words of the stretch itself.
    public var title: String
    /// What it is about, best first, in contrast to the other segments.
    public var keyphrases: [String]
    /// The sentence that the title was taken from or that says most of it.
    public var quote: TranscriptQuote?

    public init(
        cues: Range<Int>, start: Double?, end: Double?, title: String, keyphrases: [String], quote: TranscriptQuote?
    ) {
        self.cues = cues
        self.start = start
        self.end = end
        self.title = title
        self.keyphrases = keyphrases
        self.quote = quote
    }
}
