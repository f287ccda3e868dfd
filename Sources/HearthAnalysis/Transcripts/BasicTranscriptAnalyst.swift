import HearthCore
import HearthExtractive
import HearthText

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
            language: transcript.language, tags: transcript.tags, stops: transcript.stops,
            answers: transcript.answers)
    }

    // MARK: - Summary

    func summary() -> TranscriptSummary {
        let moments = highlights.keyMoments.prefix(5)
        let gist = gist()
        return TranscriptSummary(
            summary: gist.text, mainTopics: mainTopics(),
            keyTakeaways: moments.map { transcript.worded($0.quote.text) },
            targetAudience: nil,
            engagementLevel: .init(rawValue: highlights.engagement.level.rawValue) ?? .medium,
            evidence: Self.inOrder(gist.quotes + moments.map { TimedQuote($0.quote) }),
            estimated: ["mainTopics", "engagementLevel"])
    }

    /// Two or three sentences of the transcript: of those that sum it up, the ones that speak of most of its topics.
    private func gist() -> (text: String, quotes: [TimedQuote]) {
        let found = ExtractiveSummarizer().summarize(transcript.lines, words: 120, tags: transcript.lineTags).sentences
        let telling = found.filter { !Courtesies.isCourtesy($0.text, language: transcript.language) }
        let kept = central(telling.isEmpty ? found : telling)
        var speaker: String?
        let texts = kept.map { sentence in
            defer { speaker = sentence.speaker }
            // A name stands where another speaks.
            return (sentence.speaker == speaker ? "" : sentence.speaker.map { "\($0): " } ?? "") + sentence.shown
        }
        let all = 0..<transcript.text.folded.count
        return (
            texts.joined(separator: " "), kept.compactMap { transcript.verifier.place(of: $0.text, in: all) }
        )
    }

    /// Up to three sentences, each chosen for the topics that no other speaks of yet; in the order of the text. One that leans on
    /// what was said before it is worth less: it stands alone now.
    private func central(_ sentences: [ExtractiveSummary.Sentence]) -> [ExtractiveSummary.Sentence] {
        guard sentences.count > 3 else { return sentences }
        let topics = transcript.topics.map { topic in
            (
                phrases: topic.keyphrases.map { TranscriptText.fold($0) },
                size: transcript.text.range(of: topic.cues).count
            )
        }
        var open = Set(topics.indices)
        var chosen: [Int] = []
        let folded = sentences.map { TranscriptText.fold($0.text) }
        while chosen.count < 3 {
            var best: (index: Int, gain: Double, told: [Int])?
            for index in sentences.indices where !chosen.contains(index) {
                let told = open.filter { topic in
                    topics[topic].phrases.contains {
                        ByteSearch.first($0, in: folded[index]) != nil
                    }
                }
                // A sentence that is too short to say much is taken when nothing else is left.
                let gain =
                    (told.reduce(0.0) { $0 + Double(topics[$1].size) } + Double(min(120, folded[index].count)) / 100)
                    * (sentences[index].standsAlone ? 1 : 0.5)
                if gain > best?.gain ?? 0 { best = (index, gain, Array(told)) }
            }
            guard let best else { break }
            chosen.append(best.index)
            open.subtract(best.told)
        }
        // The summary was begun with a sentence that can be read first.
        if let first = chosen.min(), !sentences[first].standsAlone, sentences[0].standsAlone {
            chosen = chosen.filter { $0 != first } + [0]
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
        // What is quoted for want of a name is no name of a topic.
        let named = ranked.compactMap { $0.element.hasQuotedTitle ? $0.element.keyphrases.first : $0.element.title }
        return named.filter { !$0.isEmpty && seen.insert(key($0)).inserted }.prefix(7).map { $0 }
    }

    /// "Remote control" and "remote controls" are one topic.
    private func key(_ phrase: String) -> String { Stemmer.key(of: phrase, language: transcript.language) }

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
                let known = scores[key(phrase)]
                scores[key(phrase)] = (
                    known?.text ?? phrase, (known?.score ?? 0) + score, known?.order ?? scores.count
                )
            }
        }
        let speakers = Set(
            Set(transcript.cues.compactMap(\.speaker)).sorted().prefix(200).flatMap { Self.words(of: $0) })
        // Who speaks is among the people, and a word that was torn off is none.
        func isKeyword(_ phrase: String) -> Bool {
            let words = Self.words(of: phrase)
            if TimePhrases.isOnlyTime(phrase, language: transcript.language)
                || Courtesies.isPolite(phrase, language: transcript.language)
            {
                return false
            }
            return !words.allSatisfy(speakers.contains) && !SpokenWording.stumbles(words)
        }
        var found = scores.values.sorted { $0.score != $1.score ? $0.score > $1.score : $0.order < $1.order }
            .map(\.text).filter(isKeyword)
        if found.count < 10 {
            let known = Set(found.map(key))
            let evidence = ThingEvidence(transcript.plainText, language: transcript.language)
            found += KeyphraseExtractor().keyphrases(
                in: transcript.plainText, limit: 20, language: transcript.language
            ).map(\.text).filter {
                !known.contains(key($0)) && $0.utf8.count > 3 && isKeyword($0) && evidence.strength(of: $0) != .unshown
            }
        }
        return found
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    // MARK: - Highlights

    func reel() -> TranscriptReel {
        TranscriptReel(
            highlights: highlights.keyMoments.map(moment), bestQuote: highlights.bestQuote.map(moment),
            entertainingMoment: highlights.entertainingMoment.map(moment),
            controversialPoint: highlights.controversialPoint.map(moment),
            decisions: highlights.decisions.map {
                Quoted(TranscriptDecision(decision: transcript.worded($0.quote.text)), place: TimedQuote($0.quote))
            },
            actionItems: highlights.actionItems.map {
                let task = TranscriptTask(
                    task: transcript.worded($0.quote.text), owner: $0.owner, due: $0.due,
                    context: $0.context.map { TimedQuote($0) })
                return Quoted(task, place: TimedQuote($0.quote))
            })
    }

    private func moment(_ highlight: TranscriptHighlight) -> Quoted<TranscriptMoment> {
        Quoted(TranscriptMoment(title: highlight.title), place: TimedQuote(highlight.quote))
    }

    // MARK: - Chapters, questions

    static func chapters(of transcript: ReadTranscript) -> [TranscriptChapter] {
        var titles: Set<String> = []
        return transcript.topics.map { topic in
            TranscriptChapter(
                start: topic.start.flatMap { $0.isFinite ? $0 : nil },
                end: topic.end.flatMap { $0.isFinite ? $0 : nil },
                title: title(of: topic, besides: &titles, language: transcript.language), keyphrases: topic.keyphrases,
                cues: topic.cues)
        }
    }

    /// The topic's title, with what else it is about where an earlier one is called the same.
    static func title(of topic: TopicSegment, besides titles: inout Set<String>, language: String) -> String {
        let others = topic.keyphrases.filter { !topic.title.lowercased().contains($0.lowercased()) }
        let title =
            ([topic.title] + others.map { "\(topic.title), \($0)" }).first {
                !titles.contains(Stemmer.key(of: $0, language: language))
            } ?? topic.title
        titles.insert(Stemmer.key(of: title, language: language))
        return title
    }

    func exchanges() -> [TranscriptExchange] {
        highlights.questions.map { exchange in
            // "Um" and a cough are no answers.
            let answer = exchange.answer.flatMap {
                SpokenWording.cleaned($0.text, language: transcript.language).isEmpty ? nil : $0
            }
            return TranscriptExchange(
                question: TimedQuote(exchange.question), answer: answer.map { TimedQuote($0) },
                confidence: answer == nil ? 0 : exchange.confidence,
                relatedTopics: transcript.topics(around: (answer ?? exchange.question).cues))
        }
    }

    static func inOrder(_ quotes: [TimedQuote]) -> [TimedQuote] {
        var seen: Set<String> = []
        return quotes.filter { seen.insert($0.quote).inserted }
            .sorted { ($0.cues.lowerBound, $0.cues.upperBound) < ($1.cues.lowerBound, $1.cues.upperBound) }
    }
}

extension ReadTranscript {
    /// What was said, as it is written down for a reader; as it stands where that is nothing but fillers.
    func worded(_ quote: String) -> String {
        // Where no marks are, sentences end where they were found to end, and are not broken off there.
        let marked = stops?.marked(quote, startingAt: .max / 2, endsSentence: true) ?? quote
        let words = SpokenWording.cleaned(marked, language: language)
        return words.isEmpty ? PlainText.line(quote) : words
    }

    /// What is talked about where some cues stand, best first.
    func topics(around cues: Range<Int>) -> [String] {
        guard let topic = topics.first(where: { $0.cues.contains(cues.lowerBound) }) else { return [] }
        var seen: Set<String> = []
        return ((topic.hasQuotedTitle ? [] : [topic.title]) + topic.keyphrases).filter {
            !$0.isEmpty && seen.insert($0.lowercased()).inserted
        }
        .prefix(4).map { $0 }
    }
}

/// Guesses, by the shape of words, which phrases are technical and how hard a text is.
struct TermFinder {
    private let text: [UInt8]

    init(_ text: String) { self.text = TranscriptText.fold(text) }

    /// Phrases with an abbreviation, a digit or capitals within a word; and those of several long words that come more than
    /// once. Up to ten, in the order in which they came.
    func technical(_ phrases: [String]) -> [String] {
        Array(phrases.filter { isShapedSo($0) || isLongAndRepeated($0) }.prefix(10))
    }

    private func isShapedSo(_ phrase: String) -> Bool {
        phrase.split { $0 == " " || $0 == "-" }.contains { word in
            let letters = word.unicodeScalars.filter { $0.properties.isAlphabetic }
            guard !letters.isEmpty else { return false }
            let hasDigit = word.unicodeScalars.contains { ("0"..."9").contains($0) }
            let inner = letters.dropFirst().contains { $0.properties.isUppercase }
            return hasDigit || inner
        }
    }

    private func isLongAndRepeated(_ phrase: String) -> Bool {
        let words = phrase.split(separator: " ")
        guard words.count > 1, words.allSatisfy({ $0.count >= 6 }) else { return false }
        let needle = TranscriptText.fold(phrase)
        guard let first = ByteSearch.first(needle, in: text) else { return false }
        return ByteSearch.first(needle, in: text, within: (first + needle.count)..<text.count) != nil
    }

    /// By the length of sentences and words, as formulas of readability do (Björnsson's LIX, 1968), and by technical terms.
    /// LIX speaks of languages with spaces; elsewhere it is not told.
    static func difficulty(sentences: Int, text: String, terms: Int) -> TranscriptTags.Difficulty? {
        var words = 0
        var long = 0
        var unspaced = 0
        for word in text.split(separator: " ") {
            words += 1
            let length = word.unicodeScalars.count { $0.properties.isAlphabetic }
            if length > 6 { long += 1 }
            if word.unicodeScalars.contains(where: \.isCJK) { unspaced += 1 }
        }
        guard words >= 50, unspaced * 2 < words, sentences > 0 else { return nil }
        // Captions without full stops have sentences of hundreds of words, which say nothing.
        let length = min(30, Double(words) / Double(sentences))
        let lix = length + 100 * Double(long) / Double(words) + Double(min(10, terms))
        return if lix < 32 { .beginner } else if lix < 46 { .intermediate } else { .advanced }
    }
}
