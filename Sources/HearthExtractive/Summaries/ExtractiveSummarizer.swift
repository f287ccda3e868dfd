public import HearthCore
import HearthText

/// Sums up a text in its own words: picks sentences, or clauses where few words are wanted, and joins them.
///
/// Nothing is learned from the text of others and nothing is random: the same text gives the same summary. A concept (a
/// term, or a pair of neighbouring terms) weighs as much as the sentences that share it; sentences are chosen greedily
/// for the concepts that they add for their length, and for being sentences rather than small talk. In a transcript
/// (`Name: words` in most lines) fillers and empty openings are left out and the speaker's name is shown. With a query,
/// sentences weigh by how much they and their neighbours have to do with it. Closeness of sentence vectors to the query
/// was tried as well and left out: on questions about meetings ROUGE did not rise.
public struct ExtractiveSummarizer: Sendable {
    var settings: SummarySettings?

    public init() {}

    package init(settings: SummarySettings) { self.settings = settings }

    /// Sums up `text` in at most `words` words and a tenth.
    ///
    /// - Parameters:
    ///   - words: Runs of characters that are not white space, as a reader counts; in Chinese and Japanese, where words
    ///     have no spaces, two characters count as one.
    ///   - query: What the summary is to be about; `nil` sums up the whole, and so does a query of which no word
    ///   occurs.
    ///   - tags: What a tagger says of this text. What it thinks worth a summary weighs more in talk, where a sentence seldom says by its
    ///     words what it is worth; not in prose (of reviews, where many say the same, ROUGE-1 fell from 42.7 to 37.7), nor where clauses are chosen.
    ///     `nil` goes by counting alone.
    /// - Returns: A summary that is empty where the text is, or where not one clause fits.
    public func summarize(
        _ text: String, words: Int, query: String? = nil, tags: TaggedText? = nil
    ) -> ExtractiveSummary {
        summarize(text, words: words, sentences: .max, query: query, tags: tags)
    }

    /// The same in so many sentences at most.
    package func summarize(
        _ text: String, words: Int, sentences: Int, query: String? = nil, tags: TaggedText? = nil
    ) -> ExtractiveSummary {
        guard words > 0, sentences > 0 else { return ExtractiveSummary(summary: "", sentences: []) }
        return text.withBytes { bytes in
            SummaryComposer(bytes, text: text, words: words, query: query, tags: tags, settings: settings)
                .summary(bytes, sentences: sentences)
        }
    }
}

/// A summary made only of words that stand in the text, each piece with its place.
public struct ExtractiveSummary: Hashable, Sendable {
    /// One sentence, or one line of a transcript, from which the summary took words.
    public struct Sentence: Hashable, Sendable {
        /// Exactly the bytes of ``span``.
        public var text: String
        /// Where the sentence lies in the text that was summed up.
        public var span: TextSpan
        /// Who says it, where the text is a transcript. The name as the text writes it, without the colon.
        public var speaker: String?
        /// The parts of ``span`` that ``ExtractiveSummary/summary`` shows, in order: all of the sentence but fillers,
        /// repeated words and what stands around them.
        public var pieces: [TextSpan]
        /// What the summary shows of it, without the speaker's name.
        public var shown: String
        /// Whether it can be read without what stands before it.
        public var standsAlone: Bool

        public init(
            text: String, span: TextSpan, speaker: String? = nil, pieces: [TextSpan]? = nil, shown: String? = nil,
            standsAlone: Bool = true
        ) {
            self.text = text
            self.span = span
            self.speaker = speaker
            self.pieces = pieces ?? [span]
            self.shown = shown ?? text
            self.standsAlone = standsAlone
        }
    }

    /// The pieces of all ``sentences`` joined by spaces, a speaker's name before the words he says. White space inside
    /// a piece is reduced to one space, and removed before a closing mark where the text puts spaces around marks; a sentence
    /// that lost an empty opening begins with a capital.
    public var summary: String
    /// In the order of the text.
    public var sentences: [Sentence]

    public init(summary: String, sentences: [Sentence]) {
        self.summary = summary
        self.sentences = sentences
    }
}

/// The constants of choice. Set by search over a few values each on 35 meetings and 17 collections of opinions, taking
/// the middle of what did well; there are too few texts to trust a maximum.
package struct SummarySettings: Sendable {
    /// The share of its weight that a concept keeps once it is covered: some repetition is what makes a text hang
    /// together.
    package var repeated = 0.3
    /// The weight of pairs against single terms.
    package var pairs = 2.0
    /// The power of a unit's length by which its gain is divided: 0 prefers long units, 1 short ones.
    package var brevity = 0.7
    /// Shorter units say nothing by themselves. Words.
    package var shortest = 7
    /// The power by which the weight of a term falls with the share of units that contain it.
    package var power = 0.7
    /// How much the share of connecting words counts for a unit.
    package var prose = 6.0
    /// How much the share of personal words counts against it.
    package var talk = 1.5
    /// How much more the beginning of a text counts.
    package var opening = 1.0
    /// The power of relevance to a query.
    package var relevance = 0.45
    /// How many units are weighed against each other.
    package var candidates = 400
    /// How much a tagger's opinion counts: the natural logarithm of the factor for a standard deviation.
    package var salience = 0.3

    /// How much a clause gains by a word that is likely its verb.
    package var finite = 0.4
    /// As ``power``, for pairs.
    package var pairPower = 0.7

    /// The share of a unit's terms that makes it a repetition of another unit, which says them as well.
    package var sameness = 0.8

    package init() {}

    /// Whether one chosen unit already says nearly all that another would.
    func isSaid(_ terms: [Int32], by said: Set<Int32>) -> Bool {
        !terms.isEmpty && Double(terms.count { said.contains($0) }) >= sameness * Double(terms.count)
    }

    /// For summaries of so few words that whole sentences hardly fit: clauses are weighed by what many say, and how a
    /// sentence is made counts little.
    package static var brief: SummarySettings {
        var settings = SummarySettings()
        settings.repeated = 0.2
        settings.pairs = 1
        settings.shortest = 5
        settings.brevity = 0.75
        settings.prose = 1
        settings.talk = 0.7
        settings.finite = 0.5
        return settings
    }

    /// For a few words about a conversation: its beginning says what it is about, and people speak of themselves in it.
    package static var briefTalk: SummarySettings {
        var settings = brief
        settings.talk = 0
        settings.opening = 5
        return settings
    }
}
