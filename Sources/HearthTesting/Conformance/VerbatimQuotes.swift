import HearthCore

extension [Cue] {
    /// Whether a quote from this transcript is what it claims to be: its cues exist, hold its words in this order, and bear its times.
    ///
    /// - Parameters:
    ///   - quote: The cues' texts with every run of white space made one space, or a part of that.
    ///   - range: The cues that hold it.
    ///   - start: Where the first of them starts, in seconds.
    ///   - end: Where the last of them ends, in seconds.
    package func hold(_ quote: String, in range: Range<Int>, from start: Double?, to end: Double?) -> Bool {
        guard range.lowerBound >= 0, !range.isEmpty, range.upperBound <= count, !quote.isEmpty else { return false }
        guard self[range.lowerBound].start == start, self[range.upperBound - 1].end == end else { return false }
        let joined = self[range].map { $0.text.singleSpaced }.filter { !$0.isEmpty }.joined(separator: " ")
        // By bytes, since equal characters in different spellings would not be verbatim.
        return ByteSearch.first(Array<UInt8>(quote.utf8), in: Array<UInt8>(joined.utf8)) != nil
    }
}
