public import HearthCore

/// Cuts a transcript into stretches that are about one thing each: chapters with titles.
///
/// Every place where a sentence begins a cue may be a border. For each, evidence is added up (``BoundaryEvidence``): how
/// much the words change (TextTiling; Hearst 1997), who speaks before and after, phrases that open or close a topic, and
/// silence. The best set of borders is then found by dynamic programming, which also sees to it that no stretch gets
/// much shorter than the others (``BorderChooser``). Nothing is random and nothing is learned from other texts.
///
/// Time and memory grow in proportion to the transcript.
public struct TopicSegmenter: Sendable {
    var settings = TopicSettings()

    public init() {}

    package init(settings: TopicSettings) { self.settings = settings }

    /// The topics in order; together they hold all cues. Empty where the transcript has no words.
    ///
    /// - Parameters:
    ///   - cues: In the order of the transcript. Cues of one speaker in a row are read as one turn.
    ///   - count: How many segments are wanted; fewer come where there are fewer places to cut. `nil` chooses by the
    ///     length: about 6 for a quarter of an hour, 12 for one hour, 20 for three.
    ///   - language: ISO 639-1; `nil` finds it out.
    public func segments(of cues: [Cue], count: Int? = nil, language: String? = nil) -> [TopicSegment] {
        segments(of: SpokenText(cues, language: language), count: count, meaning: nil)
    }

    /// As above, with closeness in meaning as further evidence.
    ///
    /// - Parameter embedder: Embeds stretches of about a minute; in English it was measured to help a little.
    public func segments(
        of cues: [Cue], count: Int? = nil, language: String? = nil, embedder: any EmbeddingModel
    ) async throws -> [TopicSegment] {
        let text = SpokenText(cues, language: language)
        let meaning = try await MeaningShift(text, embedder: embedder)
        return segments(of: text, count: count, meaning: meaning)
    }

    func segments(of text: SpokenText, count: Int?, meaning: MeaningShift?) -> [TopicSegment] {
        guard !text.sentences.isEmpty else { return [] }
        let terms = SpokenTerms(text)
        let starts = borders(of: text, terms: terms, count: count, meaning: meaning)
        return ChapterTitler(text, terms: terms).segments(startingAt: starts)
    }

    /// The sentences with which segments begin; the first is always 0.
    func borders(of text: SpokenText, terms: SpokenTerms, count: Int?, meaning: MeaningShift?) -> [Int] {
        let words = text.sentences.reduce(0) { $0 + $1.words }
        let wanted = max(1, min(count ?? Self.defaultCount(words: words), text.sentences.count))
        guard wanted > 1 else { return [0] }
        let evidence = BoundaryEvidence(text, terms: terms, segments: wanted, meaning: meaning, settings: settings)
        let chosen = BorderChooser(
            places: evidence.candidates, scores: evidence.scores, positions: evidence.positions, length: words,
            shortness: settings.shortness
        ).best(wanted - 1)
        return [0] + chosen
    }

    /// Speech runs at about 150 words a minute. Chapters grow longer with the recording: their number goes with the
    /// square root of its length.
    static func defaultCount(words: Int) -> Int {
        let minutes = Double(words) / 150
        return max(1, min(60, Int((minutes.squareRoot() * 1.55).rounded())))
    }
}
