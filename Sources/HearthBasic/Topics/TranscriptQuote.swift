public import HearthCore

/// Words of a transcript, with the cues and the times that they stand on.
public struct TranscriptQuote: Hashable, Codable, Sendable {
    /// The words as the cues have them: the cues' texts with every run of white space made one space, and a part of that.
    public var text: String
    /// The cues that hold the words, as indices into the transcript's cues.
    public var cues: Range<Int>
    /// Where the first of these cues starts, in seconds; `nil` where the transcript gives no time.
    public var start: Double?
    /// Where the last of these cues ends, in seconds.
    public var end: Double?
    /// Who says it; `nil` where the transcript does not tell.
    public var speaker: String?

    public init(text: String, cues: Range<Int>, start: Double?, end: Double?, speaker: String?) {
        self.text = text
        self.cues = cues
        self.start = start
        self.end = end
        self.speaker = speaker
    }

    /// Whether the quote is what it claims to be: its cues exist, hold its words in this order, and bear its times.
    public func isVerbatim(in transcript: [Cue]) -> Bool {
        guard cues.lowerBound >= 0, !cues.isEmpty, cues.upperBound <= transcript.count, !text.isEmpty else { return false }
        guard transcript[cues.lowerBound].start == start, transcript[cues.upperBound - 1].end == end else { return false }
        let joined = transcript[cues].map { SpokenText.singleSpaced($0.text) }.filter { !$0.isEmpty }.joined(separator: " ")
        // By bytes: equal characters in different spellings would not be verbatim.
        let needle = Array(text.utf8)
        let hay = Array(joined.utf8)
        guard needle.count <= hay.count else { return false }
        return (0...(hay.count - needle.count)).contains { place in
            hay[place] == needle[0] && hay[place..<(place + needle.count)].elementsEqual(needle)
        }
    }
}
