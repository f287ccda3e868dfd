import HearthCore

/// Sums up a text in its own words: picks sentences, or clauses where few words are wanted, and joins them.
///
/// Nothing is learned from the text of others and nothing is random: the same text gives the same summary. A concept (a
/// term, or a pair of neighbouring terms) weighs as much as the sentences that share it; sentences are chosen greedily
/// for the concepts that they add for their length, and for being sentences rather than small talk. In a transcript
/// (`Name: words` in most lines) fillers and empty openings are left out and the speaker's name is shown. With a query,
/// sentences weigh by how much they and their neighbours have to do with it. Closeness of sentence vectors to the query
/// was tried as well and left out: on questions about meetings ROUGE did not rise.
public struct ExtractiveSummarizer: Sendable {
    var settings: SummarySettings?

    public init() {}

    package init(settings: SummarySettings) { self.settings = settings }

    /// Sums up `text` in at most `words` words and a tenth.
    ///
    /// - Parameters:
    ///   - words: Runs of characters that are not white space, as a reader counts; in Chinese and Japanese, where words
    ///     have no spaces, two characters count as one.
    ///   - query: What the summary is to be about; `nil` sums up the whole, and so does a query of which no word
    ///   occurs.
    /// - Returns: A summary that is empty where the text is, or where not one clause fits.
    public func summarize(_ text: String, words: Int, query: String? = nil) -> ExtractiveSummary {
        guard words > 0 else { return ExtractiveSummary(summary: "", sentences: []) }
        return text.withBytes { bytes in
            let draft = SummaryDraft(bytes, text: text, words: words, query: query, settings: settings)
            return draft.summary(bytes)
        }
    }
}
