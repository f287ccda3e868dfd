import HearthBasic
import HearthCore
import HearthPrompts

/// Notes on one part, or on several, as text for the next level.
struct PartNotes: Sendable {
    var text: String
    /// The parts' cues.
    var cues: Range<Int>
    /// Whether something had to be left out to make them fit.
    var isTruncated = false

    init(_ answer: TranscriptNotesAnswer, cues: Range<Int>, limit: Int, tokenizer: any TextTokenizer) {
        self.init(
            summary: answer.summary, topics: answer.topics, takeaways: answer.takeaways, terms: answer.terms,
            cues: cues,
            limit: limit, tokenizer: tokenizer)
    }

    /// Notes of the basic engine, where no other may read a part.
    init(basic part: TranscriptPart, language: String, limit: Int, tokenizer: any TextTokenizer) {
        let words = max(20, min(70, limit / 4))
        self.init(
            summary: ExtractiveSummarizer().summarize(part.text, words: words).summary,
            topics: KeyphraseExtractor().keyphrases(in: part.text, limit: 4, language: language).map(\.text),
            takeaways: [], terms: [], cues: part.cues, limit: limit, tokenizer: tokenizer)
    }

    /// Notes that were written before, as far as they fit.
    init(text: String, cues: Range<Int>, limit: Int, tokenizer: any TextTokenizer) {
        self.init(
            summary: text, topics: [], takeaways: [], terms: [], cues: cues, limit: limit, tokenizer: tokenizer)
    }

    private init(
        summary: String, topics: [String], takeaways: [String], terms: [String], cues: Range<Int>, limit: Int,
        tokenizer: any TextTokenizer
    ) {
        self.cues = cues
        var lines = [Self.line(summary)]
        if !topics.isEmpty { lines.append("Topics: \(topics.map(Self.line).joined(separator: "; "))") }
        lines += takeaways.map { "- \(Self.line($0))" }
        if !terms.isEmpty { lines.append("Terms: \(terms.map(Self.line).joined(separator: "; "))") }
        text = lines.joined(separator: "\n")
        // Two notes fit one request, or the levels would never end. The least is at the end.
        while lines.count > 1, tokenizer.countTokens(text) > limit {
            lines.removeLast()
            text = lines.joined(separator: "\n")
            isTruncated = true
        }
        if tokenizer.countTokens(text) > limit {
            isTruncated = true
            text = tokenizer.head(of: text, tokens: limit)
        }
    }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
