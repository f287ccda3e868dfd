import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Finds single moments: what matters most, the best quote, where people laugh, where they object.
struct MomentFinder {
    private let context: SpokenContext
    private let emphasis: PhraseList
    private let meter: SentimentMeter

    init(_ context: SpokenContext, meter: SentimentMeter) {
        self.context = context
        self.meter = meter
        emphasis = PhraseList(SpeechMarkers.emphasis, language: context.language)
    }

    // MARK: - What matters

    /// The best sentence of each of up to five parts; parts that say little are left out.
    func keyMoments(_ topics: [TopicSegment]) -> [TranscriptHighlight] {
        var found: [(index: Int, score: Double, title: String)] = []
        var first = 0
        for topic in topics {
            let start = first
            while first < context.text.sentences.count,
                context.text.sentences[first].cues.lowerBound < topic.cues.upperBound
            { first += 1 }
            if let best = context.best(above: 0.05, in: start..<first, { weight($0, topic.keyphrases) }) {
                found.append((best.index, best.score, topic.title))
            }
        }
        found.sort { $0.score != $1.score ? $0.score > $1.score : $0.index < $1.index }
        return found.prefix(5).sorted { $0.index < $1.index }.map { highlight($0.index, $0.score, title: $0.title) }
    }

    private func weight(_ index: Int, _ topic: [String]) -> Double {
        let alone = context.importance[index] * context.independence[index] * worth(index)
        guard alone > 0 else { return 0 }
        let marks = min(2, emphasis.count(in: context.words[index]))
        let named = min(2, topic.count { context.text.sentences[index].text.holds($0) })
        return alone * (1 + 0.3 * Double(marks) + 0.4 * Double(named))
    }

    /// What a tagger thinks of it: the factor for a standard deviation is that of summaries.
    private func worth(_ index: Int) -> Double { exp(SummarySettings().salience * context.salience[index]) }

    /// How much feeling a sentence has, in words of mood; where a tagger judged it, a felt one counts as two.
    private func feeling(_ index: Int) -> Double {
        if let tags = context.tags?[index] { return 2 * (tags.positive.probability + tags.negative.probability) }
        let mood = meter.count(context.words[index])
        return Double(min(3, mood.positive + mood.negative))
    }

    /// A sentence that stands alone, says something, and says it with feeling.
    func bestQuote() -> TranscriptHighlight? {
        context.best(above: 0.1) { index in
            let vivid =
                0.25 * feeling(index) + 0.25 * Double(min(2, emphasis.count(in: context.words[index])))
            let exclaims = SentenceEnd.exclaims(context.text.sentences[index].text) ? 0.2 : 0
            return context.independence[index] * (0.3 + context.importance[index]) * (1 + vivid + exclaims)
                * standing(index)
        }.map { highlight($0.index, $0.score) }
    }

    /// What is kept of a sentence that replies, "Two, she says …", or stops where it names what it is about: quoted alone nobody knows of what.
    private func standing(_ index: Int) -> Double {
        let text = context.text.sentences[index].text
        guard let comma = text.firstIndex(of: ","), comma != text.startIndex else { return 1 }
        let isReply = TimePhrases.isOnlyTime(String(text[..<comma]), language: context.language)
        let rest = text[comma...].split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
        return isReply || TimePhrases.isOnlyTime(rest, language: context.language) ? 0.4 : 1
    }

    // MARK: - Moods

    /// For each sentence: laughter, applause and exclamations.
    func excitement() -> [Double] {
        let amusing = PhraseList(SpeechMarkers.amusement, language: context.language)
        return context.text.sentences.indices.map { index in
            let text = context.text.sentences[index].text.prefixOfBytes(4000)
            let lower = text.lowercased()
            var value = SpeechMarkers.laughter.contains { lower.holds($0) } ? 3.0 : 0
            value += Double(min(2, amusing.count(in: context.words[index])))
            value += 0.5 * Double(min(3, text.unicodeScalars.count { $0 == "!" || $0 == "！" }))
            return value
        }
    }

    /// Where laughter and excitement are densest. The quote is what was said just before people laughed.
    func entertaining(_ excitement: [Double]) -> TranscriptHighlight? {
        let dense = Neighbourhood.spread(excitement, reach: 2)
        guard let peak = context.best(above: 1.5, { dense[$0] }) else { return nil }
        let near = max(0, peak.index - 2)..<min(context.text.sentences.count, peak.index + 2)
        let said = context.best(above: 0, in: near) { index in
            let words = context.text.sentences[index].words
            // "[laughter]" is no quote.
            return words < 4 ? 0 : (0.3 + excitement[index]) * Double(min(12, words))
        }
        return highlight(said?.index ?? peak.index, peak.score)
    }

    /// Where somebody objects in words that say to what.
    func controversial() -> TranscriptHighlight? {
        let disagreement = PhraseList(SpeechMarkers.disagreement, language: context.language)
        let marks = context.words.map { Double(min(3, disagreement.count(in: $0))) }
        let dense = Neighbourhood.spread(marks, reach: 2)
        return context.best(above: 0.5) { index in
            // "No no no" objects, but to what?
            let matter = Set(context.terms.sentences[index]).count
            guard marks[index] > 0, context.text.sentences[index].words >= 5, matter >= 2 else { return 0 }
            let mood = meter.count(context.words[index])
            return marks[index] * (1 + 0.3 * Double(min(2, mood.negative))) * (0.5 + context.importance[index])
                * log(1 + dense[index]) * (0.2 + context.independence[index])
        }.map { highlight($0.index, $0.score) }
    }

    private func highlight(_ index: Int, _ score: Double, title: String? = nil) -> TranscriptHighlight {
        TranscriptHighlight(
            title: title ?? context.title(index), quote: context.text.quote(index..<(index + 1)), score: score)
    }
}

/// Spreads values over their neighbours, with exponential decay to both sides.
enum Neighbourhood {
    static func spread(_ values: [Double], reach: Double) -> [Double] {
        let keep = exp(-1 / reach)
        var result = values
        for isForward in [true, false] {
            var carried = 0.0
            for index in isForward ? Array(values.indices) : values.indices.reversed() {
                result[index] += carried
                carried = (carried + values[index]) * keep
            }
        }
        return result
    }
}

/// Judges how lively a conversation is by what can be counted: questions, changes of speaker, laughter and exclamations.
///
/// A heuristic: each count is held against what is much for it (2 questions, 4 changes, 1.5 marks of excitement in 100 words);
/// a fifth of the way to all of them is called medium, half of it high. A talk of one person is judged without changes.
enum EngagementMeter {
    static func engagement(_ context: SpokenContext, questions: Int, excitement: [Double]) -> Engagement {
        let words = Double(max(1, context.text.sentences.reduce(0) { $0 + $1.words }))
        var changes = 0
        for (turn, next) in zip(context.text.turns, context.text.turns.dropFirst()) where turn.speaker != next.speaker {
            changes += 1
        }
        let asked = Double(questions) / words * 100
        let changed = Double(changes) / words * 100
        let excited = excitement.reduce(0, +) / words * 100
        let hasDialogue = changes > 0
        let sum = min(1, asked / 2) + min(1, excited / 1.5) + (hasDialogue ? min(1, changed / 4) : 0)
        let score = sum / (hasDialogue ? 3 : 2)
        let level: Engagement.Level = if score >= 0.5 { .high } else if score >= 0.2 { .medium } else { .low }
        return Engagement(level: level, score: score, questions: asked, speakerChanges: changed, excitement: excited)
    }
}
