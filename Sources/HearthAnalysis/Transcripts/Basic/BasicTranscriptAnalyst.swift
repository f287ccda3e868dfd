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
            summary: gist.text, mainTopics: mainTopics(), keyTakeaways: moments.map { PlainText.line($0.quote.text) },
            targetAudience: nil,
            engagementLevel: .init(rawValue: highlights.engagement.level.rawValue) ?? .medium,
            evidence: Self.inOrder(gist.quotes + moments.map { TimedQuote($0.quote) }),
            estimated: ["mainTopics", "engagementLevel"])
    }

    /// Two or three sentences of the transcript: of those that sum it up, the ones that speak of most of its topics.
    private func gist() -> (text: String, quotes: [TimedQuote]) {
        let lines = transcript.lines
        let summary = ExtractiveSummarizer().summarize(lines, words: 120)
        let kept = central(summary.sentences)
        let texts = kept.map { sentence in
            // Without the fillers and repeated words that the summary leaves out.
            let words = sentence.pieces.compactMap { lines.text(in: $0) }.joined(separator: " ")
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return (sentence.speaker.map { "\($0): " } ?? "") + words
        }
        let all = 0..<transcript.text.folded.count
        return (
            texts.joined(separator: " "), kept.compactMap { transcript.verifier.place(of: $0.text, in: all) }
        )
    }

    /// Up to three sentences, each chosen for the topics that no other speaks of yet; in the order of the text.
    private func central(_ sentences: [ExtractiveSummary.Sentence]) -> [ExtractiveSummary.Sentence] {
        guard sentences.count > 3 else { return sentences }
        let topics = transcript.topics.map { topic in
            (phrases: topic.keyphrases.map { CueText.fold($0) }, size: transcript.text.range(of: topic.cues).count)
        }
        var open = Set(topics.indices)
        var chosen: [Int] = []
        let folded = sentences.map { CueText.fold($0.text) }
        while chosen.count < 3 {
            var best: (index: Int, gain: Double, told: [Int])?
            for index in sentences.indices where !chosen.contains(index) {
                let told = open.filter { topic in
                    topics[topic].phrases.contains {
                        CueText.first($0, in: folded[index], within: 0..<folded[index].count) != nil
                    }
                }
                // A sentence that is too short to say much is taken when nothing else is left.
                let gain =
                    told.reduce(0.0) { $0 + Double(topics[$1].size) } + Double(min(120, folded[index].count)) / 100
                if gain > best?.gain ?? 0 { best = (index, gain, Array(told)) }
            }
            guard let best else { break }
            chosen.append(best.index)
            open.subtract(best.told)
        }
        return chosen.sorted().map { sentences[$0] }
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
        let phrases = keywords()
        let text = transcript.plainText
        let terms = TermFinder(text).technical(phrases)
        return TranscriptTags(
            keywords: Array(phrases.prefix(10)), primaryCategory: nil, secondaryCategories: [],
            difficulty: TermFinder.difficulty(
                sentences: transcript.sentences.spans.count, text: text, terms: terms.count),
            technicalTerms: terms, estimated: ["difficulty", "technicalTerms"])
    }

    /// What the topics are told apart by, most said first. Key phrases of the whole come in where there are too few: of what
    /// people say most, fillers are the largest part.
    private func keywords() -> [String] {
        var scores: [String: (text: String, score: Double, order: Int)] = [:]
        for topic in transcript.topics {
            for (rank, phrase) in topic.keyphrases.enumerated() {
                let mentions = transcript.verifier.mentions(of: phrase, limit: 200).count
                let score = (1 + Double(mentions)).squareRoot() / (1 + 0.3 * Double(rank))
                let known = scores[phrase.lowercased()]
                scores[phrase.lowercased()] = (
                    known?.text ?? phrase, (known?.score ?? 0) + score, known?.order ?? scores.count
                )
            }
        }
        var found = scores.values.sorted { $0.score != $1.score ? $0.score > $1.score : $0.order < $1.order }.map(
            \.text)
        if found.count < 10 {
            let known = Set(found.map { $0.lowercased() })
            found += KeyphraseExtractor().keyphrases(
                in: transcript.plainText, limit: 20, language: transcript.language
            ).map(\.text).filter { !known.contains($0.lowercased()) && $0.utf8.count > 3 }
        }
        return found
    }

    // MARK: - Highlights

    func reel() -> TranscriptReel {
        TranscriptReel(
            highlights: highlights.keyMoments.map(moment), bestQuote: highlights.bestQuote.map(moment),
            entertainingMoment: highlights.entertainingMoment.map(moment),
            controversialPoint: highlights.controversialPoint.map(moment),
            actionItems: highlights.actionItems.map {
                TranscriptTask(
                    task: PlainText.line($0.quote.text), owner: $0.owner, due: $0.due,
                    place: TimedQuote($0.quote))
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
