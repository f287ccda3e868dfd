import HearthBasic
import HearthCore

/// A transcript made ready for analysis: its words in one line, its sentences, its language, its topics. Made once a run.
struct ReadTranscript: Sendable {
    let text: CueText
    let sentences: SpokenSentences
    let verifier: QuoteVerifier
    let language: String
    /// The cues without a transcriber's notes and the targets of links, cue by cue: what is counted, while quotes are taken
    /// from ``text``.
    let plainCues: [Cue]
    /// Stretches about one thing, with titles in the transcript's words.
    let topics: [TopicSegment]

    /// - Throws: ``AnalysisError`` with the code `empty-transcript`.
    init(_ cues: [Cue], language: String?, chapters: Int?) throws {
        text = CueText(cues)
        // Notes of music and other marks are no words.
        guard
            text.text.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
        else {
            throw AnalysisError.emptyTranscript
        }
        self.language = language ?? LanguageIdentifier().identify(text.text).language
        sentences = SpokenSentences(text, language: self.language)
        verifier = QuoteVerifier(text: text, sentences: sentences)
        plainCues = cues.map { cue in
            var plain = cue
            plain.text = PlainText.line(cue.text)
            return plain
        }
        topics = TopicSegmenter().segments(of: plainCues, count: chapters, language: self.language)
    }

    var cues: [Cue] { text.cues }

    func parts(_ budget: TokenBudget, tokenizer: any TextTokenizer) -> [TranscriptPart] {
        PartCutter(
            text: text, sentences: sentences, borders: Set(topics.map(\.cues.lowerBound)), tokenizer: tokenizer
        ).parts(limit: budget.input)
    }

    /// What ``plainCues`` say, in one line.
    var plainText: String { plainCues.map(\.text).filter { !$0.isEmpty }.joined(separator: " ") }

    /// The whole as lines of `Name: words`.
    var lines: String {
        var lines = ""
        var speaker: String?
        for cue in plainCues where !cue.text.isEmpty {
            let words = cue.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if !lines.isEmpty { lines += cue.speaker == speaker && cue.speaker != nil ? " " : "\n" }
            if let name = cue.speaker, lines.isEmpty || name != speaker { lines += name + ": " }
            speaker = cue.speaker
            lines += words
        }
        return lines
    }
}
