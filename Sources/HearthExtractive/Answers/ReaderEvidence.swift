import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a reader (``ReadingModel``) says of the sentences of some passages: which words of each may answer, and how likely they do.
struct ReaderEvidence: Sendable {
    /// The words of a sentence that are likeliest to answer.
    struct Words: Sendable {
        /// Bytes of the passage's text, inside the sentence.
        var span: TextSpan
        /// How likely they answer, 0 to 1: how likely these are the words, if the stretch that was read answers, and how likely it does.
        var worth: Double
    }

    /// By the places of sentences among the candidates; those in which no words were found are left out.
    private(set) var words: [Int: Words] = [:]
    /// By passage, of those that were read.
    private(set) var passages: [Int: (answerable: Double, relevance: Double)] = [:]

    /// How likely it is that the likeliest passage answers.
    var answerable: Double { passages.values.map(\.answerable).max() ?? 0 }

    /// Takes in what was read of a passage.
    ///
    /// - Parameter sentences: The places of its sentences among the candidates, and their bytes in the passage.
    mutating func add(
        _ reading: PassageReading, of stretch: AnswerCandidates.Stretch,
        sentences: [(candidate: Int, span: TextSpan)]
    ) {
        passages[stretch.passage] = (Self.share(reading.answerable), Self.share(reading.relevance))
        // What is outside of what was read was not found in it.
        let inside = TextSpan(start: 0, end: stretch.span.count)
        for var found in reading.spans where inside.contains(found.place) {
            found.place.start += stretch.span.start
            found.place.end += stretch.span.start
            // Words that reach over the end of a sentence are of that which has most of them.
            let held = sentences.map { sentence in
                (
                    sentence.candidate,
                    TextSpan(
                        start: max(sentence.span.start, found.place.start),
                        end: min(sentence.span.end, found.place.end))
                )
            }
            guard let (candidate, span) = held.max(by: { $0.1.count < $1.1.count }), !span.isEmpty else { continue }
            let worth = Self.share(found.probability) * Self.share(found.answerable)
            if worth > words[candidate]?.worth ?? -1 { words[candidate] = Words(span: span, worth: worth) }
        }
    }

    /// A probability, whatever a model gives.
    private static func share(_ value: Double) -> Double { value.isNaN ? 0 : min(max(0, value), 1) }
}

/// How what a reader says is joined with what the rules say: the one place in which it is weighed.
///
/// A first setting by hand, not fitted: a sure span outweighs what usually parts the first sentences by the rules (some units of a
/// conditional logit), and an unsure one moves little.
package struct ReaderWeights: Sendable {
    /// Added to the score of a sentence for the words in it, at their full worth.
    package var span = 8.0
    /// The same for its passage: that it answers, and that it is about what is asked.
    package var answerable = 2.0
    package var relevance = 0.0

    /// How the likelihood that anything is said of what is asked is made of that by the rules and of the answerability of the likeliest
    /// passage: a logistic of their logits.
    package var rulesInDoubt = 0.6
    package var answerableInDoubt = 0.6
    package var biasInDoubt = 0.0
    /// Nothing is said where the likeliest passage answers less likely than this, and what the rules say is weaker than that.
    package var leastAnswerable = 0.3
    package var weakRules = 0.5

    /// From this worth on the words of a sentence are shown as the answer in it.
    package var leastShown = 0.2
    /// From this worth on nothing is put before the sentence that comes first.
    package var leastLeading = 0.3

    /// Passages that are read, the best by the rules first; bytes of one, which fill a window of 256 tokens; and of all. Two cores with
    /// bfloat16 products read 58 windows a second, so the whole takes some 200 ms there.
    package var mostPassages = 24
    package var mostOfPassage = 1_000
    package var mostBytes = 12_000

    package init() {}

    /// What is added to the score of a sentence.
    func score(_ evidence: ReaderEvidence, candidate: Int, passage: Int) -> Double {
        let whole = evidence.passages[passage]
        return span * (evidence.words[candidate]?.worth ?? 0) + answerable * (whole?.answerable ?? 0)
            + relevance * (whole?.relevance ?? 0)
    }

    /// How likely it is that the passages say what is asked, from how likely it is by the rules.
    func likelihood(_ evidence: ReaderEvidence, rules: Double) -> Double {
        let sum =
            rulesInDoubt * Self.logit(rules) + answerableInDoubt * Self.logit(evidence.answerable) + biasInDoubt
        return 1 / (1 + exp(-sum))
    }

    /// Whether nothing is to be said.
    func abstains(_ evidence: ReaderEvidence, rules: Double) -> Bool {
        evidence.answerable < leastAnswerable && rules < weakRules
    }

    private static func logit(_ likelihood: Double) -> Double {
        let likelihood = min(max(likelihood, 1e-4), 1 - 1e-4)
        return log(likelihood / (1 - likelihood))
    }
}
