import HearthCore
import HearthText

/// A transcript taken apart into sentences, each with the cues that it stands on.
///
/// Subtitles cut sentences where the screen ends, and written transcripts put whole speeches into one cue; what reads a
/// transcript wants sentences in both cases. Cues of one speaker in a row are a turn; sentences do not cross turns.
struct SpokenText {
    struct Sentence {
        /// Its words, with single spaces.
        var text: String
        /// The cues that hold it, at least one.
        var cues: Range<Int>
        var turn: Int
        /// Whether it opens its first cue: only there is a time known to belong to it.
        var opensCue: Bool
        /// Words as a reader counts them; two Chinese or Japanese characters are one.
        var words: Int
        /// Its bytes in ``SpokenText/line``.
        var place: Range<Int>
    }

    struct Turn {
        var speaker: String?
        var sentences: Range<Int>
    }

    let cues: [Cue]
    let language: String
    private(set) var sentences: [Sentence] = []
    private(set) var turns: [Turn] = []
    /// What is said, in one line: the words of all cues, every run of white space one space, and one between cues.
    private(set) var line = ""

    /// Automatic captions have no full stops. A sentence that would be longer is cut where a cue ends.
    private static let longestSentence = 60

    /// Where sentences begin that no mark shows; `nil` where marks show them.
    private let stops: RestoredStops?
    /// Whether sentences end where no mark shows it, and so questions have none either.
    var isRestored: Bool { stops != nil }

    /// - Parameters:
    ///   - language: ISO 639-1; `nil` finds it out from the words.
    ///   - stops: Those of these cues.
    init(_ cues: [Cue], language: String? = nil, stops: RestoredStops? = nil) {
        self.cues = cues
        self.stops = stops
        self.language = language ?? Self.guess(cues)
        var from = 0
        while from < cues.count {
            var to = from + 1
            while to < cues.count, cues[to].speaker == cues[from].speaker { to += 1 }
            readTurn(from..<to)
            from = to
        }
    }

    /// The quote of some sentences in a row.
    func quote(_ range: Range<Int>) -> TranscriptQuote {
        let first = sentences[range.lowerBound]
        let last = sentences[range.upperBound - 1]
        let covered = first.cues.lowerBound..<max(first.cues.lowerBound + 1, last.cues.upperBound)
        return TranscriptQuote(
            text: sentences[range].map(\.text).joined(separator: " "), cues: covered,
            start: cues[covered.lowerBound].start, end: cues[covered.upperBound - 1].end,
            speaker: mainSpeaker(of: range))
    }

    /// Who says the most of some sentences in a row: they may begin with another's "yes". `nil` where that is not told.
    private func mainSpeaker(of range: Range<Int>) -> String? {
        var words: [String?: Int] = [:]
        for sentence in sentences[range] { words[turns[sentence.turn].speaker, default: 0] += sentence.words }
        let most = words.values.max() ?? 0
        return sentences[range].lazy.map { turns[$0.turn].speaker }.first { words[$0] == most } ?? nil
    }

    /// Who speaks in some sentences in a row, each once, in the order in which they begin.
    func speakers(in range: Range<Int>) -> [String] {
        var found: [String] = []
        for sentence in sentences[range] {
            guard let speaker = turns[sentence.turn].speaker, found.last != speaker, !found.contains(speaker) else {
                continue
            }
            found.append(speaker)
        }
        return found
    }

    /// Seconds of silence before a cue, by the times of the cues; 0 where they do not tell or run backwards.
    func pause(before cue: Int) -> Double {
        guard cue > 0, let start = cues[cue].start, let end = cues[cue - 1].end ?? cues[cue - 1].start else { return 0 }
        let gap = start - end
        return gap.isFinite && gap > 0 ? gap : 0
    }

    // MARK: - Reading

    private static func guess(_ cues: [Cue]) -> String {
        // A few thousand characters from the beginning, the middle and the end decide.
        var sample = ""
        for share in [0, cues.count / 2, max(0, cues.count - 60)] {
            for cue in cues[share..<min(cues.count, share + 60)] where sample.utf8.count < 20_000 {
                sample += cue.text.prefixOfBytes(2000) + " "
            }
        }
        return LanguageIdentifier().identify(sample).language
    }

    private mutating func readTurn(_ range: Range<Int>) {
        var text = ""
        // Where each cue begins in the text of the turn.
        var places: [(cue: Int, start: Int)] = []
        for index in range {
            let words = cues[index].text.singleSpaced
            guard !words.isEmpty else { continue }
            if !text.isEmpty { text += " " }
            places.append((index, text.utf8.count))
            text += words
        }
        guard !places.isEmpty else { return }
        if !line.isEmpty { line += " " }
        let begin = line.utf8.count
        line += text
        let first = sentences.count
        let turn = turns.count
        let found = SentenceSplitter().sentences(in: text, language: language)
        text.withBytes { bytes in
            let tokens = SummaryTokens(bytes, spacedMarks: false)
            var at = 0
            for span in found.flatMap({ restored($0.range, begin) }) {
                for part in Self.parts(of: span, tokens, places) {
                    while at + 1 < places.count, places[at + 1].start <= part.lowerBound { at += 1 }
                    var last = at
                    while last + 1 < places.count, places[last + 1].start < part.upperBound { last += 1 }
                    sentences.append(
                        Sentence(
                            text: bytes.string(part), cues: places[at].cue..<(places[last].cue + 1), turn: turn,
                            opensCue: places[at].start == part.lowerBound, words: tokens.count([part]),
                            place: (begin + part.lowerBound)..<(begin + part.upperBound)))
                }
            }
        }
        guard sentences.count > first else { return }
        turns.append(Turn(speaker: cues[range.lowerBound].speaker, sentences: first..<sentences.count))
    }

    /// A sentence, parted where others begin in it that no mark shows.
    ///
    /// - Parameter begin: Where the turn begins in ``line``.
    private func restored(_ span: Range<Int>, _ begin: Int) -> [Range<Int>] {
        guard let stops else { return [span] }
        return stops.parts(of: (span.lowerBound + begin)..<(span.upperBound + begin)).map {
            ($0.lowerBound - begin)..<($0.upperBound - begin)
        }
    }

    /// A sentence, or what is left of one that is too long when it is cut where cues begin.
    private static func parts(
        of range: Range<Int>, _ tokens: SummaryTokens, _ places: [(cue: Int, start: Int)]
    ) -> [Range<Int>] {
        // Bytes bound the words from above.
        guard range.count > longestSentence, tokens.count([range]) > longestSentence else { return [range] }
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle].start <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        var words = 0
        var previous = range.lowerBound
        while low < places.count, places[low].start < range.upperBound {
            let place = places[low].start
            words += tokens.count([previous..<place])
            previous = place
            if words >= longestSentence / 3 {
                parts.append(start..<(place - 1))
                start = place
                words = 0
            }
            low += 1
        }
        parts.append(start..<range.upperBound)
        return parts
    }
}

/// The terms of a transcript's sentences as numbers, without the words that say nothing about a topic.
struct SpokenTerms {
    /// For each sentence, its terms in order, repeated as often as they occur.
    private(set) var sentences: [[Int32]] = []
    private(set) var names: [String] = []
    private(set) var numbers: [String: Int32] = [:]

    init(_ text: SpokenText) {
        let analyzer = SearchAnalyzer(language: text.language)
        let stop = Self.stopTerms(language: text.language, analyzer)
        /// -1 for terms that are left out.
        var known: [String: Int32] = [:]
        sentences.reserveCapacity(text.sentences.count)
        for sentence in text.sentences {
            var found: [Int32] = []
            analyzer.forEachTerm(in: sentence.text) { term, _ in
                let number: Int32
                if let old = known[term] {
                    number = old
                } else {
                    number = Self.isTopical(term, stop) ? Int32(truncatingIfNeeded: names.count) : -1
                    known[term] = number
                    if number >= 0 { names.append(term) }
                }
                if number >= 0 { found.append(number) }
            }
            sentences.append(found)
        }
        numbers = known.filter { $0.value >= 0 }
    }

    static func stopTerms(language: String, _ analyzer: SearchAnalyzer) -> Set<String> {
        var stop = Set(Stopwords.words(of: language).flatMap { analyzer.terms(in: $0) })
        stop.formUnion((SpokenLanguage.smallTalk[language] ?? []).flatMap { analyzer.terms(in: $0) })
        stop.formUnion(SpokenLanguage.fillers(in: language).flatMap { analyzer.terms(in: $0) })
        return stop
    }

    private static func isTopical(_ term: String, _ stop: Set<String>) -> Bool {
        let scalars = term.unicodeScalars
        guard let first = scalars.first, !stop.contains(term) else { return false }
        if scalars.count == 1, !first.isHan { return first.properties.numericType != nil }
        // Endings and particles of Japanese are in hiragana, its nouns seldom.
        return !scalars.allSatisfy { (0x3041...0x309F).contains($0.value) }
    }
}

/// Words of a transcript, with the cues and the times that they stand on.
public struct TranscriptQuote: Hashable, Codable, Sendable {
    /// The words as the cues have them: the cues' texts with every run of white space made one space, and a part of that.
    public var text: String
    /// The cues that hold the words, as indices into the transcript's cues.
    public var cues: Range<Int>
    /// Where the first of these cues starts, in seconds; `nil` where the transcript gives no time.
    public var start: Double?
    /// Where the last of these cues ends, in seconds.
    public var end: Double?
    /// Who says it, or the most of it; `nil` where the transcript does not tell.
    public var speaker: String?

    public init(text: String, cues: Range<Int>, start: Double?, end: Double?, speaker: String?) {
        self.text = text
        self.cues = cues
        self.start = start
        self.end = end
        self.speaker = speaker
    }
}
