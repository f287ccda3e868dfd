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
        sentences = zip(places, tags).map(Sentence.init)
    }

    /// Has the sentences of a transcript tagged; their places are bytes of the words of all cues, every run of white space one space, and
    /// one between cues.
    ///
    /// - Parameter language: ISO 639-1 of what is said.
    /// - Returns: `nil` without a tagger, or where it does not know the language.
    public init?(_ cues: [Cue], language: String, tagger: (any TaggingModel)?) async throws {
        guard let tagger, tagger.languages.contains(language) else { return nil }
        let speech = SpokenText(cues, language: language)
        let given = speech.sentences.map {
            TaggerSentence(PlainText.blanked($0.text), speaker: speech.turns[$0.turn].speaker)
        }
        guard let tags = try await Self.tags(given, tagger) else { return nil }
        sentences = zip(speech.sentences.map(\.place), tags).map(Sentence.init)
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

    /// What is named, in order, by bytes of the text.
    public var names: [(place: Range<Int>, name: SentenceTags.Name)] {
        sentences.flatMap { sentence in
            sentence.tags.names.compactMap { name in
                let place =
                    (sentence.place.lowerBound + name.place.start)..<(sentence.place.lowerBound + name.place.end)
                return place.isEmpty || place.upperBound > sentence.place.upperBound ? nil : (place, name)
            }
        }
    }

    /// What the tagger is not sure to be no name, in order, by bytes of the text.
    public var possibleNames: [Range<Int>] {
        sentences.flatMap { sentence in
            sentence.tags.possibleNames.compactMap { word in
                let place = (sentence.place.lowerBound + word.start)..<(sentence.place.lowerBound + word.end)
                return place.isEmpty || place.upperBound > sentence.place.upperBound ? nil : place
            }
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

    /// For each of some stretches of the text, how much more it is worth for a summary than others, in standard deviations, from -2 to 2:
    /// that of its best sentence.
    ///
    /// - Parameter stretches: In the order of their places.
    package func salience(of stretches: [Range<Int>]) -> [Double] {
        let scores = StandardScore.of(sentences.map(\.tags.salience), limit: 2)
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
    /// fewer are enough.
    public var sentiment: Sentiment {
        SentimentMeter.sentiment(
            positive: sentences.count { $0.tags.positive.holds }, negative: sentences.count { $0.tags.negative.holds },
            prior: 2)
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
