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

    /// What the likeliest words of all are worth.
    var surest: Double { words.values.map(\.worth).max() ?? 0 }

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
            let worth = Self.share(found.probability) * Self.share(found.answerable)
            // Words that reach over the end of a sentence speak for each that has a good part of them: which of them answers, the rules
            // know as well.
            for (candidate, sentence) in sentences {
                let part = TextSpan(
                    start: max(sentence.start, found.place.start), end: min(sentence.end, found.place.end))
                guard part.end > part.start, Double(part.count) >= Self.leastPart * Double(found.place.count),
                    worth > words[candidate]?.worth ?? -1
                else { continue }
                words[candidate] = Words(span: part, worth: worth)
            }
        }
    }

    /// The same, where of what the words of a sentence are worth only a share is believed.
    ///
    /// - Parameter share: Of a candidate, 0 to 1.
    func believed(_ share: (_ candidate: Int) -> Double) -> ReaderEvidence {
        var believed = self
        for (candidate, found) in words { believed.words[candidate]?.worth = found.worth * share(candidate) }
        return believed
    }

    /// The share of found words that speaks for the sentence they are in.
    private static let leastPart = 0.2

    /// A probability, whatever a model gives.
    private static func share(_ value: Double) -> Double { value.isNaN ? 0 : min(max(0, value), 1) }
}

/// How what a reader says is joined with what the rules say: the one place in which it is weighed.
///
/// Fitted on questions about passages that the reader was not trained on (SQuAD, Wikipedia, Natural Questions, fairy tales, reports: 720
/// questions, of every second passage in the store): the score as a conditional logit model beside that of the rules, the doubt as a
/// logistic one, for the reader that came first. For the one that came after it three pairs of weights were tried on questions that it was not
/// trained on (353 whose text is in the store, 339 whose text is not): with 1.2 and 0.6, 1.8 and 0.8, 2.4 and 1.0 the first sentence
/// holds the answer to 83.9, 84.4 and 85.0 of 100, 4.2, 4.5 and 4.5 are not answered, and 10.0, 10.3 and 11.2 are whose text is not
/// there. Those in the middle are taken: letters, notes and diaries are less like what the reader was made from.
package struct ReaderWeights: Sendable {
    /// Of the logarithm of what the words of a sentence are worth, and what is added to that worth first: where a reader finds no words, it
    /// may be wrong.
    package var worth = 1.8
    package var leastWorth = 0.03
    /// Of the logit of how likely the passage answers.
    package var answerable = 0.8
    /// How likely a passage is taken to answer that was not read: it was not among the best by the rules.
    package var unread = 0.005

    /// The likelihood that anything is said of what is asked: a logistic of the logit of that by the rules, the logit of how likely the
    /// likeliest passage answers, and the logarithm of what the words of the best sentence are worth.
    package var rulesInDoubt = 0.55
    package var answerableInDoubt = 0.46
    package var worthInDoubt = 0.63
    package var leastWorthInDoubt = 0.01
    package var biasInDoubt = 1.23

    /// From this worth on the words of a sentence are shown as the answer in it.
    package var leastShown = 0.5
    /// From this worth on the reader is taken to have found the answer in the best sentence, and only one comes before it that tells the
    /// time or the number that is asked for and is no farther behind than this.
    package var leastLeading = 0.3
    package var besideKind = 4.0
    /// How much farther apart scores are with a reader than by the rules alone, for the same certainty: one over what all of a score
    /// weighs in the conditional logit model. A reader finds one answer; where several sentences are asked for, the others may be so
    /// much farther behind.
    package var margin = 2.2

    /// What is believed of a reader's word that a sentence answers, where the rules know better: that it is a title or the beginning of a mail
    /// by its shape; that it holds no such thing as is asked for, a date, a time of day, a length of time or a number; that it says nothing
    /// of what is asked, where another does; that it tells of another than whom the question asks about. A reader was made from sentences of
    /// encyclopaedias, of which each tells something of their one subject. Set by hand.
    package var believedAbove = 0.2
    package var believedOtherKind = 0.3
    package var believedUnsaid = 0.5
    package var believedOfAnother = 0.03
    /// How likely at most a passage is taken to answer whose best sentence tells of somebody else than is asked about, or only names them.
    package var answerableUnbound = 0.5
    /// How far behind the best, which holds no such thing as is asked for, a sentence may be that holds one and in which the reader finds the
    /// answer, so that it leads.
    package var besideRead = 6.0

    /// Passages that are read, the best by the rules first; bytes of one, which fill a window of 256 tokens; and of all. With ten passages
    /// the shares above are the same to half of a hundred, at twice the time; two cores with bfloat16 products read 58 windows a second.
    package var mostPassages = 5
    package var mostOfPassage = 1_000
    package var mostBytes = 5_000
    /// So many are read first, and the others only where no words in these are worth at least as much.
    package var readFirst = 2
    package var sure = 0.7
    /// How far behind the best by the rules the best sentence of a passage may be that is read: one that is farther behind does not come
    /// first whatever the reader says of it. Of 450 questions about unseen texts each got the same answer with 6 as with all five
    /// passages, which were two then; with 4, two got another.
    package var reach = 6.0

    package init() {}

    /// What is added to the score of a sentence.
    func score(_ evidence: ReaderEvidence, candidate: Int, passage: Int) -> Double {
        worth * log((evidence.words[candidate]?.worth ?? 0) + leastWorth) + answerable
            * Self.logit(evidence.passages[passage]?.answerable ?? unread)
    }

    /// How likely it is that the passages say what is asked.
    ///
    /// - Parameters:
    ///   - best: The candidate that answers best.
    ///   - rules: How likely it is by the rules.
    ///   - isUnbound: Whether the best tells of somebody else than is asked about, or only names them.
    func likelihood(_ evidence: ReaderEvidence, best: Int, rules: Double, isUnbound: Bool = false) -> Double {
        let found = evidence.words[best]?.worth ?? 0
        let answerable = min(max(unread, evidence.answerable), isUnbound ? answerableUnbound : 1)
        let sum =
            rulesInDoubt * Self.logit(rules) + answerableInDoubt * Self.logit(answerable)
            + worthInDoubt * log(found + leastWorthInDoubt) + biasInDoubt
        return 1 / (1 + exp(-sum))
    }

    private static func logit(_ likelihood: Double) -> Double {
        let likelihood = min(max(likelihood, 1e-4), 1 - 1e-4)
        return log(likelihood / (1 - likelihood))
    }
}
