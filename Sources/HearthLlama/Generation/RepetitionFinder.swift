/// Tells whether an answer has fallen into a loop, as models do that never stop.
enum RepetitionFinder {
    /// Tokens at the end of an answer that must all be repetition. Poems and tables repeat lines, not for so long.
    static let window = 64
    /// The longest piece that is looked for, in tokens: a sentence or two.
    static let longestPeriod = 32

    /// Whether the last ``window`` tokens say the same piece again and again.
    static func repeatsItself(_ tokens: ArraySlice<Int32>) -> Bool {
        guard tokens.count >= window + longestPeriod else { return false }
        let end = Array(tokens.suffix(window + longestPeriod))
        return (1...longestPeriod).contains { period in
            (longestPeriod..<end.count).allSatisfy { end[$0] == end[$0 - period] }
        }
    }
}
