import HearthBasic
import HearthCore

/// Analyses a transcript without a model: everything is counted, and quoted from the transcript itself.
///
/// What counting cannot tell (whom it is for, which category it belongs to) is left out; what it can only guess is named among
/// `estimated`.
struct BasicTranscriptAnalyst: Sendable {
    let transcript: ReadTranscript
    private let highlights: TranscriptHighlights

    init(_ transcript: ReadTranscript) {
        self.transcript = transcript
        highlights = TranscriptHighlighter().highlights(
            of: transcript.cues, topics: transcript.topics.count >= 3 ? transcript.topics : nil,
            language: transcript.language)
    }

    // MARK: - Summary

    func summary() -> TranscriptSummary {
        let moments = highlights.keyMoments.prefix(5)
        let gist = gist()
        return TranscriptSummary(
            summary: gist.text, mainTopics: mainTopics(), keyTakeaways: moments.map(\.quote.text), targetAudience: nil,
            engagementLevel: .init(rawValue: highlights.engagement.level.rawValue) ?? .medium,
            evidence: Self.inOrder(gist.quotes + moments.map { TimedQuote($0.quote) }),
            estimated: ["mainTopics", "engagementLevel"])
    }

    /// Two or three sentences of the transcript.
    private func gist() -> (text: String, quotes: [TimedQuote]) {
        let lines = transcript.lines
        var summary = ExtractiveSummarizer().summarize(lines, words: 80)
        // Short sentences make more than three of them.
        if summary.sentences.count > 3 {
            let fewer = ExtractiveSummarizer().summarize(lines, words: 50)
            if !fewer.sentences.isEmpty { summary = fewer }
        }
        let kept = Array(summary.sentences.prefix(3))
        let text =
            kept.count == summary.sentences.count
            ? summary.summary
            : kept.map { ($0.speaker.map { "\($0): " } ?? "") + $0.text }.joined(separator: " ")
        let all = 0..<transcript.text.folded.count
        return (
            text,
            kept.compactMap { transcript.verifier.place(of: $0.text, in: all) }
        )
    }

    /// The titles of the topics, the longest spoken about first; the opening ones first among equals.
    private func mainTopics() -> [String] {
        let ranked = transcript.topics.enumerated().sorted {
            let (a, b) = (
                transcript.text.range(of: $0.element.cues).count, transcript.text.range(of: $1.element.cues).count
            )
            return a != b ? a > b : $0.offset < $1.offset
        }
        var seen: Set<String> = []
        return ranked.map(\.element.title).filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }.prefix(7).map
        { $0 }
    }

    // MARK: - Tags

    func tags() -> TranscriptTags {
        let phrases = KeyphraseExtractor().keyphrases(
            in: transcript.text.text, limit: 40, language: transcript.language
        ).map(\.text)
        let terms = TermFinder(transcript.text.text).technical(phrases)
        return TranscriptTags(
            keywords: Array(phrases.prefix(10)), primaryCategory: nil, secondaryCategories: [],
            difficulty: TermFinder.difficulty(
                sentences: transcript.sentences.spans.count, text: transcript.text.text, terms: terms.count),
            technicalTerms: terms, estimated: ["difficulty", "technicalTerms"])
    }

    // MARK: - Highlights

    func reel() -> TranscriptReel {
        TranscriptReel(
            highlights: highlights.keyMoments.map(moment), bestQuote: highlights.bestQuote.map(moment),
            entertainingMoment: highlights.entertainingMoment.map(moment),
            controversialPoint: highlights.controversialPoint.map(moment),
            actionItems: highlights.actionItems.map {
                TranscriptTask(task: $0.quote.text, owner: $0.owner, due: $0.due, place: TimedQuote($0.quote))
            })
    }

    private func moment(_ highlight: TranscriptHighlight) -> TranscriptMoment {
        TranscriptMoment(title: highlight.title, place: TimedQuote(highlight.quote))
    }

    // MARK: - Chapters, questions

    static func chapters(of transcript: ReadTranscript) -> [TranscriptChapter] {
        transcript.topics.map {
            TranscriptChapter(
                start: $0.start.flatMap { $0.isFinite ? $0 : nil }, end: $0.end.flatMap { $0.isFinite ? $0 : nil },
                title: $0.title, keyphrases: $0.keyphrases, cues: $0.cues)
        }
    }

    func exchanges() -> [TranscriptExchange] {
        highlights.questions.map { exchange in
            TranscriptExchange(
                question: TimedQuote(exchange.question), answer: exchange.answer.map { TimedQuote($0) },
                confidence: exchange.confidence,
                relatedTopics: transcript.topics(around: (exchange.answer ?? exchange.question).cues))
        }
    }

    static func inOrder(_ quotes: [TimedQuote]) -> [TimedQuote] {
        var seen: Set<String> = []
        return quotes.filter { seen.insert($0.quote).inserted }
            .sorted { ($0.cues.lowerBound, $0.cues.upperBound) < ($1.cues.lowerBound, $1.cues.upperBound) }
    }
}

extension ReadTranscript {
    /// What is talked about where some cues stand, best first.
    func topics(around cues: Range<Int>) -> [String] {
        guard let topic = topics.first(where: { $0.cues.contains(cues.lowerBound) }) else { return [] }
        var seen: Set<String> = []
        return ([topic.title] + topic.keyphrases).filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
            .prefix(4).map { $0 }
    }
}
