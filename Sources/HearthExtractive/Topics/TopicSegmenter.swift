public import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Cuts a transcript into stretches that are about one thing each: chapters with titles.
///
/// Every place where a sentence begins a cue may be a border. For each, evidence is added up (``BoundaryEvidence``): how
/// much the words change (TextTiling; Hearst 1997), who speaks before and after, phrases that open or close a topic, and
/// silence. The best set of borders is then found by dynamic programming, which also sees to it that no stretch gets
/// much shorter than the others (``BorderChooser``). Nothing is random and nothing is learned from other texts. Sentence
/// vectors were tried as further evidence and left out: on meetings the borders did not get better.
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
    ///   - stops: Where sentences begin that no mark shows, of these cues.
    public func segments(
        of cues: [Cue], count: Int? = nil, language: String? = nil, stops: RestoredStops? = nil
    ) -> [TopicSegment] {
        segments(of: SpokenText(cues, language: language, stops: stops), count: count)
    }

    func segments(of text: SpokenText, count: Int?) -> [TopicSegment] {
        guard !text.sentences.isEmpty else { return [] }
        let terms = SpokenTerms(text)
        let starts = borders(of: text, terms: terms, count: count)
        return ChapterTitler(text).segments(startingAt: starts)
    }

    /// The sentences with which segments begin; the first is always 0.
    func borders(of text: SpokenText, terms: SpokenTerms, count: Int?) -> [Int] {
        let words = text.sentences.reduce(0) { $0 + $1.words }
        let wanted = max(1, min(count ?? Self.defaultCount(words: words), text.sentences.count))
        guard wanted > 1 else { return [0] }
        let evidence = BoundaryEvidence(text, terms: terms, segments: wanted, settings: settings)
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

/// A stretch of a transcript that is about one thing.
public struct TopicSegment: Hashable, Codable, Sendable {
    /// The cues of the stretch, as indices. The segments of a transcript follow each other without a gap.
    public var cues: Range<Int>
    /// Where the first cue starts, in seconds; `nil` where the transcript gives no time.
    public var start: Double?
    /// Where the stretch ends: where the next one starts, or where the last cue ends.
    public var end: Double?
    /// What it is about, in words of the stretch itself; where no phrase names it, a sentence of it or its beginning in quotation marks.
    public var title: String
    /// What it is about, best first, in contrast to the other segments.
    public var keyphrases: [String]
    /// The sentence that the title was taken from or that says most of it.
    public var quote: TranscriptQuote?

    /// Whether the title is quoted, and so no name.
    package var hasQuotedTitle: Bool { title.hasPrefix("“") }

    public init(
        cues: Range<Int>, start: Double?, end: Double?, title: String, keyphrases: [String], quote: TranscriptQuote?
    ) {
        self.cues = cues
        self.start = start
        self.end = end
        self.title = title
        self.keyphrases = keyphrases
        self.quote = quote
    }
}

/// Weights of the evidence for a border. The scores of words, speakers and pauses are in standard deviations of the
/// transcript itself, so that one set serves all kinds.
///
/// Chosen on meetings of research groups, committees and design teams (QMSum, validation part) by coarse steps, and
/// kept where a neighbouring value did as well: the figures of single meetings differ far more than those of settings.
package struct TopicSettings: Sendable {
    /// The change of words in narrow and in wide windows.
    package var narrow = 0.5
    package var wide = 0.6
    /// The change of speakers.
    package var speakers = 0.4
    /// Phrases that open a topic.
    package var phrases = 0.6
    /// Who leads the conversation takes the floor.
    package var chair = 0.4
    /// A closing phrase before.
    package var closing = 0.2
    /// Silence before. A little, so that recordings whose pauses mean nothing lose little: tried on texts with random pauses.
    package var pause = 0.35
    /// The share of a mean segment that a narrow and a wide window hold, and the fewest words they hold.
    package var narrowShare = 0.17
    package var wideShare = 0.33
    package var leastNarrow = 80.0
    package var leastWide = 200.0
    /// How much a stretch shorter than the mean costs.
    package var shortness = 0.8

    package init() {}
}

/// Chooses borders so that their scores are high and no stretch between them gets much shorter than the mean.
struct BorderChooser {
    /// What stands at each place, ascending.
    let places: [Int]
    let scores: [Double]
    /// Words before each place, ascending.
    let positions: [Int]
    /// Words in all.
    let length: Int
    let shortness: Double

    /// Places that the search looks at, for each border that is wanted; the others score too low to be chosen.
    private static let breadth = 25
    private static let mostPlaces = 600
    private static let mostBorders = 100

    /// The places of the best `count` borders, or of all there are.
    func best(_ count: Int) -> [Int] {
        guard count > 0, !places.isEmpty else { return [] }
        guard count < places.count else { return places }
        // The search takes time by the square of the places and by the count: so many are simply the best.
        guard count <= Self.mostBorders else { return promising(count).map { places[$0] } }
        let kept = promising(max(count, min(Self.mostPlaces, max(100, count * Self.breadth))))
        let mean = max(1, Double(length) / Double(count + 1))
        // Stretch costs between all pairs of kept places, the beginning at 0 and the end.
        let at = [0.0] + kept.map { Double(positions[$0]) / mean } + [Double(length) / mean]
        let value = [0.0] + kept.map { scores[$0] }
        let nodes = kept.count + 1
        var best = [Double](repeating: -.infinity, count: nodes)
        best[0] = 0
        var back: [[Int32]] = []
        for _ in 0..<count {
            var next = [Double](repeating: -.infinity, count: nodes)
            var from = [Int32](repeating: 0, count: nodes)
            for node in 1..<nodes {
                for previous in 0..<node where best[previous] > -.infinity {
                    let total = best[previous] + value[node] - cost(at[node] - at[previous])
                    if total > next[node] {
                        next[node] = total
                        from[node] = Int32(truncatingIfNeeded: previous)
                    }
                }
            }
            best = next
            back.append(from)
        }
        guard
            var node = (1..<nodes).max(by: { best[$0] - cost(at[nodes] - at[$0]) < best[$1] - cost(at[nodes] - at[$1]) }
            )
        else { return [] }
        var chosen: [Int] = []
        for from in back.reversed() where node > 0 {
            chosen.append(places[kept[node - 1]])
            node = Int(from[node])
        }
        return chosen.reversed()
    }

    private func cost(_ share: Double) -> Double { Self.cost(share, shortness: shortness) }

    /// A stretch costs the more the shorter it is against the mean; a long one costs nothing.
    static func cost(_ share: Double, shortness: Double) -> Double {
        guard share < 1 else { return 0 }
        let logarithm = log(max(share, 0.001))
        return shortness * logarithm * logarithm
    }

    private func promising(_ most: Int) -> [Int] {
        guard places.count > most else { return Array(places.indices) }
        let ranked = places.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
        return ranked.prefix(most).sorted()
    }
}
