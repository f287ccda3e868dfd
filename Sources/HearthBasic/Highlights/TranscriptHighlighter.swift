public import HearthCore

/// Finds what stands out in a transcript, without a model: moments, quotes, tasks, questions, mood.
///
/// Everything is a sentence of the transcript, chosen by counted evidence: words that many sentences share, markers of
/// what a sentence does (``SpeechMarkers``), and who speaks when. English, German, French, Spanish, Chinese, Japanese and
/// Korean have markers of their own; other languages get what needs none (key moments, questions with a question mark,
/// laughter), and the English markers for words that they share. Time grows in proportion to the transcript.
public struct TranscriptHighlighter: Sendable {
    public init() {}

    /// - Parameters:
    ///   - topics: The transcript's segments, where they are known already; `nil` finds them.
    ///   - language: ISO 639-1; `nil` finds it out.
    public func highlights(
        of cues: [Cue], topics: [TopicSegment]? = nil, language: String? = nil
    ) -> TranscriptHighlights {
        let text = SpokenText(cues, language: language)
        let context = SpokenContext(text)
        let meter = SentimentMeter(language: text.language)
        let finder = MomentFinder(context, meter: meter)
        let excitement = finder.excitement()
        let questions = QuestionFinder(context)
        let counts = context.words.reduce(into: (positive: 0, negative: 0)) { sum, words in
            let found = meter.count(words)
            sum.positive += found.positive
            sum.negative += found.negative
        }
        // Three parts at least, so that there are three moments; and no more parts than a reader wants to see.
        let parts =
            topics
            ?? TopicSegmenter().segments(
                of: text, count: max(3, TopicSegmenter.defaultCount(words: text.sentences.reduce(0) { $0 + $1.words })))
        return TranscriptHighlights(
            keyMoments: finder.keyMoments(parts), bestQuote: finder.bestQuote(),
            entertainingMoment: finder.entertaining(excitement), controversialPoint: finder.controversial(),
            actionItems: ActionItemFinder(context).items(), questions: questions.exchanges(),
            sentiment: SentimentMeter.sentiment(positive: counts.positive, negative: counts.negative),
            engagement: EngagementMeter.engagement(
                context, questions: context.text.sentences.indices.count { questions.isQuestion($0) },
                excitement: excitement))
    }

    /// The mood of any text, such as a journal entry.
    ///
    /// - Parameter language: ISO 639-1; `nil` finds it out.
    public func sentiment(of text: String, language: String? = nil) -> Sentiment {
        let language = language ?? LanguageIdentifier().identify(text).language
        let meter = SentimentMeter(language: language)
        var counts = (positive: 0, negative: 0)
        text.withBytes { bytes in
            for span in SentenceSplitter().sentences(in: text, language: language) {
                let found = meter.count(SpokenWords(bytes.string(span.range), limit: 80))
                counts.positive += found.positive
                counts.negative += found.negative
            }
        }
        return SentimentMeter.sentiment(positive: counts.positive, negative: counts.negative)
    }

    /// The tasks alone, of any sentences with or without times, such as a journal entry's.
    public func actionItems(of cues: [Cue], language: String? = nil) -> [ActionItem] {
        ActionItemFinder(SpokenContext(SpokenText(cues, language: language))).items()
    }
}
