public import HearthCore
import HearthText

/// A text with what a tagger (`TaggingModel`) says of its sentences.
///
/// There is none where the tagger was not trained in the text's language: whoever asks then goes by rules and lists of words, which are
/// there for more languages than one.
public struct TaggedText: Sendable {
    public struct Sentence: Sendable {
        /// Bytes of the text.
        public var place: Range<Int>
        public var tags: SentenceTags
    }

    /// What the places are places of: the text, or what is said in a transcript in one line.
    public let text: String
    /// In the order of their places.
    public let sentences: [Sentence]

    /// A sentence is read whole up to about this many bytes; a longer one is cut between words, as the tagger reads no more at once.
    private static let longest = 400

    /// Has the sentences of a text tagged.
    ///
    /// - Parameter language: ISO 639-1 of the text.
    /// - Returns: `nil` without a tagger, or where it does not know the language.
    public init?(_ text: String, language: String, tagger: (any TaggingModel)?) async throws {
        guard let tagger, tagger.languages.contains(language) else { return nil }
        // Marks of lists, links and notes of recordings are nothing that anybody says; places stay as they are.
        let plain = PlainText.blanked(text)
        var places: [Range<Int>] = []
        var given: [TaggerSentence] = []
        plain.withBytes { bytes in
            for span in SentenceSplitter().sentences(in: plain, language: language) {
                for part in Self.parts(of: span.range, bytes) {
                    places.append(part)
                    given.append(TaggerSentence(bytes.string(part)))
                }
            }
        }
        guard let tags = try await Self.tags(given, tagger) else { return nil }
        self.init(text: text, sentences: zip(places, tags).map(Sentence.init))
    }

    package init(text: String, sentences: [Sentence]) {
        self.text = text
        self.sentences = sentences
    }

    /// Has the sentences of a transcript tagged; ``text`` is the words of all cues, every run of white space one space, and one between cues.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1 of what is said.
    ///   - most: About how many bytes the tagger reads, of longer texts the sentences that promise most (``SentenceChoice``); the others have
    ///     ``SentenceTags/nothing``, and rules hold there. `nil` reads all.
    ///   - stops: Where sentences begin that no mark shows, of these cues.
    /// - Returns: `nil` without a tagger, or where it does not know the language.
    public init?(
        _ cues: [Cue], language: String, tagger: (any TaggingModel)?, most: Int? = nil,
        stops: RestoredStops? = nil
    ) async throws {
        guard let tagger, tagger.languages.contains(language) else { return nil }
        let speech = SpokenText(cues, language: language, stops: stops)
        let chosen = most.map { SentenceChoice(speech).promising(bytes: $0) } ?? Array(speech.sentences.indices)
        let given = chosen.map { index in
            let sentence = speech.sentences[index]
            return TaggerSentence(PlainText.blanked(sentence.text), speaker: speech.turns[sentence.turn].speaker)
        }
        guard let tags = try await Self.tags(given, tagger) else { return nil }
        var sentences = speech.sentences.map { Sentence(place: $0.place, tags: .nothing) }
        for (index, tags) in zip(chosen, tags) { sentences[index].tags = tags }
        self.init(text: speech.line, sentences: sentences)
    }

    /// `nil` where the model cannot be used: rules go on without it, and the doctor says what is wrong with its file.
    private static func tags(
        _ sentences: [TaggerSentence], _ tagger: any TaggingModel
    ) async throws -> [SentenceTags]? {
        do {
            return try await tagger.tag(sentences)
        } catch is any ReadableError {
            return nil
        }
    }

    /// The sentences that begin within some bytes.
    public func sentences(in range: Range<Int>) -> ArraySlice<Sentence> {
        var (low, high) = (0, sentences.count)
        while low < high {
            let middle = (low + high) / 2
            if sentences[middle].place.lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return sentences[low...].prefix { $0.place.lowerBound < range.upperBound }
    }

    /// For each sentence, how much more it is worth for a summary than others, in standard deviations, from -2 to 2; 0 for what was not read.
    var salience: [Double] {
        let read = sentences.indices.filter { sentences[$0].tags.bytesRead > 0 }
        var scores = [Double](repeating: 0, count: sentences.count)
        for (index, score) in zip(read, StandardScore.of(read.map { sentences[$0].tags.salience }, limit: 2)) {
            scores[index] = score
        }
        return scores
    }

    /// The same for each of some stretches of the text: that of its best sentence.
    ///
    /// - Parameter stretches: In the order of their places.
    package func salience(of stretches: [Range<Int>]) -> [Double] {
        let scores = salience
        var first = 0
        return stretches.map { stretch in
            while first < sentences.count, sentences[first].place.upperBound <= stretch.lowerBound { first += 1 }
            var best: Double?
            var index = first
            while index < sentences.count, sentences[index].place.lowerBound < stretch.upperBound {
                best = max(best ?? scores[index], scores[index])
                index += 1
            }
            return best ?? 0
        }
    }

    /// How the text feels, by its sentences: those that feel good against those that feel bad. A sentence says more of it than a word, so
    /// fewer are enough. Of one that was not read its words say it.
    public func sentiment(language: String) -> Sentiment {
        let meter = SentimentMeter(language: language)
        var (positive, negative) = (0, 0)
        text.withBytes { bytes in
            for sentence in sentences {
                if sentence.tags.bytesRead > 0 {
                    if sentence.tags.positive.holds { positive += 1 }
                    if sentence.tags.negative.holds { negative += 1 }
                } else {
                    let count = meter.count(SpokenWords(bytes.string(sentence.place), limit: 80, language: language))
                    if count.positive > count.negative { positive += 1 }
                    if count.negative > count.positive { negative += 1 }
                }
            }
        }
        return SentimentMeter.sentiment(positive: positive, negative: negative, prior: 2)
    }

    private static func parts(of sentence: Range<Int>, _ bytes: UTF8Bytes) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = sentence.lowerBound
        while sentence.upperBound - start > longest {
            // Back to the last space; where there is none, whole characters.
            var end = start + longest
            while end > start, bytes[end] != 0x20 { end -= 1 }
            if end == start {
                end = start + longest
                while end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            }
            parts.append(start..<end)
            start = end
        }
        parts.append(start..<sentence.upperBound)
        return parts
    }
}

// MARK: - Long texts

/// Chooses, of a text that is too long to be tagged whole, the sentences of which a tagger can tell most: how it begins, who is named, what is to
/// be done, what is exclaimed.
struct SentenceChoice {
    private let speech: SpokenText

    init(_ speech: SpokenText) { self.speech = speech }

    /// - Parameter bytes: About how many they have together; at least one is chosen where there is any.
    /// - Returns: Their numbers, ascending.
    func promising(bytes: Int) -> [Int] {
        let sentences = speech.sentences
        guard sentences.reduce(0, { $0 + $1.place.count }) > bytes else { return Array(sentences.indices) }
        let asks = [SpeechMarkers.promises, SpeechMarkers.requests, SpeechMarkers.tasks]
            .map { PhraseList($0, language: speech.language) }
        let worth = sentences.indices.map { self.worth($0, asks) }
        let ranked = sentences.indices.sorted { worth[$0] != worth[$1] ? worth[$0] > worth[$1] : $0 < $1 }
        var chosen: [Int] = []
        var left = bytes
        for index in ranked where chosen.isEmpty || sentences[index].place.count <= left {
            chosen.append(index)
            left -= sentences[index].place.count
        }
        return chosen.sorted()
    }

    /// By judgement: what a sentence promises, less for long ones, of which fewer can be read.
    private func worth(_ index: Int, _ asks: [PhraseList]) -> Double {
        let text = speech.sentences[index].text
        var worth = index == 0 ? 1.5 : index < 3 ? 0.5 : 0
        let names = text.withBytes { bytes in
            EntityToken.tokens(of: bytes).count { $0.isCapital && !$0.startsSentence && $0.lower != "i" }
        }
        worth += 0.5 * Double(min(2, names))
        let words = SpokenWords(text, limit: 40, language: speech.language)
        if asks.contains(where: { $0.occurs(in: words) }) { worth += 1 }
        if SentenceEnd.exclaims(text) { worth += 0.5 }
        return worth / (1 + Double(text.utf8.count) / 200)
    }
}
