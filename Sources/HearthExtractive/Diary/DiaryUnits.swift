package import HearthCore
import HearthText

/// The parts of a diary's entry that can be told alone, word for word, and what each is worth to who looks back.
///
/// A diary says what mattered most in the fewest words, and goes on from them: "KEYS. We sat on the floor of the empty flat." A sentence of a few
/// words is told with the next, and one that leans on the sentence before ("She told me …") with that.
package struct DiaryUnits: Sendable {
    package struct Unit: Hashable, Sendable {
        /// Bytes of the entry: whole sentences that follow each other.
        package var span: TextSpan
        /// From 0, comparable within one journal.
        package var weight: Double
        /// How strongly it is felt, 0 to 1.
        package var feeling: Double
    }

    /// In the order of the entry.
    package private(set) var units: [Unit] = []

    /// Words below which a sentence is told with its neighbour, and words of a unit that take no further sentence. By judgement.
    private static let shortest = 5
    private static let most = 40
    /// Sentences of an entry that are read.
    private static let mostSentences = 4_000

    private struct Sentence {
        var span: TextSpan
        var text: String
        var words: Int
        var leans: Bool
        /// Whether an empty line parts it from the sentence before.
        var opensParagraph: Bool
    }

    /// - Parameters:
    ///   - spans: Bytes of the entry's sentences, in order.
    ///   - language: ISO 639-1.
    ///   - tags: What a tagger says of the entry; `nil` counts words of mood.
    package init(_ text: String, spans: [TextSpan], language: String, tags: TaggedText? = nil) {
        let sentences = Self.sentences(text, spans, language)
        let weigher = DiaryWeigher(language: language, tags: tags)
        for (place, group) in Self.groups(of: sentences).enumerated() {
            let parts = sentences[group]
            guard let first = parts.first, let last = parts.last else { continue }
            let texts = parts.map(\.text)
            let feeling = weigher.feeling(of: texts)
            units.append(
                Unit(
                    span: TextSpan(start: first.span.start, end: last.span.end),
                    weight: weigher.weight(of: texts, isFirst: place == 0, feeling: feeling), feeling: feeling))
        }
    }

    private static func sentences(_ text: String, _ spans: [TextSpan], _ language: String) -> [Sentence] {
        let leaning = LeaningWords.words(of: language)
        var found: [Sentence] = []
        var end = 0
        text.withBytes { bytes in
            for span in spans.prefix(mostSentences) where span.start >= end && span.end <= bytes.count {
                let own = bytes.string(span.range)
                let between = bytes.string(end..<span.start)
                let opening = own.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }.first.map(String.init)
                found.append(
                    Sentence(
                        span: span, text: own, words: words(in: own),
                        leans: opening.map(leaning.contains) ?? false,
                        opensParagraph: between.count { $0.isNewline } > 1))
                end = span.end
            }
        }
        return found
    }

    /// In scripts without spaces, two characters are about a word.
    private static func words(in text: String) -> Int {
        let isUnspaced = text.unicodeScalars.contains { ScalarClass($0.value).isWithoutSpaces }
        return isUnspaced ? text.count / 2 : text.split(whereSeparator: \.isWhitespace).count
    }

    private static func groups(of sentences: [Sentence]) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var start = 0
        while start < sentences.count {
            var end = start + 1
            var words = sentences[start].words
            while end < sentences.count, !sentences[end].opensParagraph, words + sentences[end].words <= most,
                words < shortest || sentences[end].leans
            {
                words += sentences[end].words
                end += 1
            }
            groups.append(start..<end)
            start = end
        }
        // What is too short at the end of a paragraph belongs to what stands before it.
        var joined: [Range<Int>] = []
        for group in groups {
            let own = sentences[group].reduce(0) { $0 + $1.words }
            if own < shortest, let before = joined.last, !sentences[group.lowerBound].opensParagraph,
                sentences[before].reduce(0, { $0 + $1.words }) + own <= most
            {
                joined[joined.count - 1] = before.lowerBound..<group.upperBound
            } else {
                joined.append(group)
            }
        }
        return joined
    }
}

/// What a part of an entry is worth to who looks back, by judgement: that it was felt, that its writer stressed it, that it is of what changes a
/// life, and that the entry begins with it.
private struct DiaryWeigher {
    private let language: String
    /// How strongly the tagger takes sentences to be felt, 0 to 1, by their words in one line: it may have read the entry in other lines.
    private let felt: [String: Double]
    private let meter: SentimentMeter
    private let stops: Set<String>
    private let events: LifeEvents

    private static let first = 0.3
    private static let event = 0.6
    private static let feltMost = 0.6
    private static let exclaimed = 0.25
    private static let stressed = 0.4
    /// Words of a sentence whose mood is counted.
    private static let mostWords = 80

    init(language: String, tags: TaggedText?) {
        self.language = language
        var felt: [String: Double] = [:]
        for sentence in tags?.sentences ?? [] where sentence.tags.bytesRead > 0 {
            let most = max(sentence.tags.positive.probability, sentence.tags.negative.probability)
            if let text = tags?.text.text(in: TextSpan(sentence.place)) {
                felt[text.singleSpaced] = max(0, 2 * most - 1)
            }
        }
        self.felt = felt
        meter = SentimentMeter(language: language)
        stops = Stopwords.words(of: language)
        events = LifeEvents(language: language)
    }

    func weight(of sentences: [String], isFirst: Bool, feeling: Double) -> Double {
        var weight = isFirst ? Self.first : 0
        let text = sentences.joined(separator: " ")
        if events.occur(in: text) { weight += Self.event }
        weight += Self.feltMost * feeling
        let marks = text.count { $0 == "!" || $0 == "！" }
        weight += Self.exclaimed * Double(min(2, marks))
        if sentences.contains(where: isStressed) { weight += Self.stressed }
        return weight
    }

    func feeling(of sentences: [String]) -> Double { sentences.map(feeling).max() ?? 0 }

    /// How strongly a sentence feels, 0 to 1.
    private func feeling(_ sentence: String) -> Double {
        if let known = felt[sentence.singleSpaced] { return known }
        let count = meter.count(SpokenWords(sentence, limit: Self.mostWords, language: language))
        return Double(min(2, count.positive + count.negative)) / 2
    }

    /// Whether words are in capitals that are no abbreviation: all of a sentence ("BENIGN."), or one that has no capital anywhere ("THE flat").
    private func isStressed(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter }
        func isLoud(_ word: Substring) -> Bool { word.count > 2 && word.allSatisfy(\.isUppercase) }
        guard words.contains(where: isLoud) else { return false }
        return words.allSatisfy(isLoud) || words.contains { isLoud($0) && stops.contains($0.lowercased()) }
    }
}

/// Words that point back to a sentence before, where one opens with them. Closed classes, kept here by hand; no script makes them.
package enum LeaningWords {
    /// - Parameter language: ISO 639-1.
    package static func words(of language: String) -> Set<String> { lists[language] ?? [] }

    private static let lists: [String: Set<String>] = [
        "en": Set(
            words: """
                she he it they that this these those and but so then her his their she's he's it's that's they're she’s he’s it’s that’s \
                they’re also or which
                """),
        "de": Set(words: "sie er es das dies und aber dann ihr sein auch oder also da dabei danach darauf"),
        "fr": Set(words: "elle il elles ils ça cela et mais puis alors aussi ou son sa ses c'est c’est"),
        "es": Set(words: "ella él ellos ellas eso esto y pero entonces también o su sus luego"),
        "it": Set(words: "lei lui loro egli essa ciò questo quello e ma poi allora anche o suo sua"),
        "pt": Set(words: "ela ele elas eles isso isto e mas então depois também ou seu sua"),
        "nl": Set(words: "zij ze hij het dat dit en maar toen dan ook of haar zijn daarna"),
        "sv": Set(words: "hon han den det de och men sedan då också eller hennes hans"),
        "da": Set(words: "hun han den det de og men så da også eller hendes hans"),
        "nb": Set(words: "hun han den det de og men så da også eller hennes hans"),
        "pl": Set(words: "ona on ono oni one to i a ale potem wtedy też lub jej jego ich"),
        "ro": Set(words: "ea el ei ele asta aceasta și dar apoi atunci sau lui ei"),
        "el": Set(words: "αυτή αυτός αυτό αυτοί και αλλά μετά τότε επίσης ή"),
        "ru": Set(words: "она он оно они это и а но потом тогда тоже или её его их"),
        "uk": Set(words: "вона він воно вони це і та але потім тоді також або її його їх"),
        "tr": Set(words: "o onlar bu şu ve ama sonra ayrıca veya"),
    ]
}
