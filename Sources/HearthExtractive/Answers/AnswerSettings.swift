#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The weights of what speaks for a sentence, and for the passages saying anything of it at all.
///
/// Those of sentences were fitted as a conditional logit model (the sentence that holds the answer against all others of ten passages),
/// those of ``AnswerDoubt`` as a logistic one (the article of a question is in the store or not), both with a small ridge, on the
/// questions of XQuAD in English, Greek, Romanian, Hindi, Chinese and Thai, for all six languages together, in stores of every second
/// article. The share of first sentences that hold the answer, before anything is refused, fitted on all: .761 .722 .755 .725 .758 .899;
/// fitted without the language that is asked: .758 .724 .755 .724 .753 .897; fitted on one half of the articles, on the other half:
/// .748 .717 .744 .717 .740 .880. Decision trees on the same evidence are no better. The doubt parts questions that the store answers
/// from others with an area under the curve of .968 to .980 in a language that it was not fitted with; one threshold then
/// refuses 3 to 6 of 100 that it answers, and answers 15 to 20 of 100 that it does not, but for Thai, see
/// ``AnswerDoubt/Evidence/Feature/letterPairs``.
///
/// Questions that are asked elsewhere differ; the weights are rounded for that reason. No encyclopaedia has headings, and seldom is one asked for
/// what is allowed, so these weights are set by hand. Only the sum of a sentence's weights counts for the order, and how far one is above the next is how sure
/// it makes one.
package struct AnswerSettings: Sendable {
    var weights: [SentenceEvidence.Feature: Double] = [
        .passageWords: 1.5, .passageAlike: 1.3, .passageLetters: 1.4, .passageScore: 1.9, .passageRank: 0.9,
        .passageCoverage: 0.1, .coverage: 1.4, .count: 1.1, .telling: 3.0, .letters: 3.9, .before: 2.2,
        .lettersBefore: 2.4, .heading: 3.7, .after: 2.0, .opening: 0.6, .length: -0.5, .echo: -4, .other: -3,
        .aspect: 3, .time: 1.5, .above: -4,
        .person: 1.5,
        .year: 1.4,
        .digits: 0.7, .place: 0.4, .number: 1.2, .reason: 0.7, .rule: 2, .party: 1.5,
    ]
    /// The part of its rarity that a pair of characters keeps which only grammar holds together.
    package var grammarPairs = 0.8
    /// The part of its rarity that a stop word keeps, and the most that it has before.
    package var grammar = 0.6
    package var rarestGrammar = 1.0
    /// The most that a word weighs where the nearest is looked for that the documents say, and the part that counts of what stands above a
    /// sentence. Set by hand.
    package var rarestNear = 4.0
    package var nearAbove = 0.5
    /// Taken from a sentence that asks: it says what is wanted in the very words of the question, and does not tell it.
    package var asking = 10.0
    /// Added to a sentence of the form that is asked for with words that no answer repeats, see ``AnswerShape``: as much as a time is
    /// worth to "when".
    package var fitting = 1.5
    /// The part of what its heading says that counts for a sentence which does not hold the kind of thing that is asked for.
    package var aboveOtherKind = 0.4
    /// Sentences below a line that asks which may answer it.
    package var belowQuestion = 3
    /// How far below the best a sentence may be that is told with it: where the best is in doubt, the next may be the answer.
    package var beside = 0.9
    /// The same where more than one sentence is asked for.
    package var besideSeveral = 3.5
    /// The same where a time or a number is asked for, and only the other sentence holds one.
    package var besideWanted = 8.0
    /// The most rows of a table that are told where a time is asked about in which several lie: "What did we pay in March?"
    package var mostRows = 12
    /// The share of the question's weight that a sentence may say less than another and still say as much.
    package var asMuch = 0.1
    /// The part of its rarity that a word keeps which only an earlier question has, and what is taken from a sentence that was told in
    /// answer to that: it says all of the earlier question.
    package var earlier = 0.5
    package var told = 6.0
    /// Added to a sentence of a document from which the question goes on: less than what parts the best passage from one that fits badly.
    package var kept = 4.0
    /// Added to a sentence that someone wrote whom the question names: "what did Bob say about the roof?" asks for Bob's mail, and not for
    /// the one to him.
    package var written = 4.0
    /// How far behind the best, which tells no reason where one is asked for, a sentence of the same text may be that tells one; and how far
    /// behind the best, which names nobody, one that names somebody. Set by hand.
    package var besideReason = 5.0
    package var besideName = 3.0
    /// Added to a field of a form whose label is asked for: "Vet: Fiona Abara" answers "which vet …?". Set by hand.
    package var labelled = 6.0
    /// Taken from what stands in a document that calls itself superseded, and from a passage of another number than is asked for. Set by hand.
    package var superseded = 6.0
    package var ofOtherNumber = 6.0
    /// Sentences beside the one that says what is asked about, in which the rule stands that is asked for, and behind it, in which the
    /// decision does.
    package var besideRule = 1
    package var behindTalk = 12
    /// Of the terms of a sentence, the share that must not be told already.
    package var leastNew = 0.3
    /// Closeness in meaning, of the way from texts that have nothing to do with the question to sameness, where vectors are at hand.
    /// Chosen on one half of the English questions; on the other, the share of first sentences that hold the answer is .841 without
    /// vectors, .836 with a weight of 8 and without what stands above a sentence, and with that .845 (10), .838 (12) and .830 (14).
    package var similarity = 10.0
    /// Sentences that are embedded, the best by their words.
    package var mostEmbedded = 32
    /// Where a question has words enough to tell sentences apart, those are not embedded that are so far behind the best by their
    /// words: of 1,190 questions of an encyclopaedia, in none did one of them come first.
    package var lift = 4.0
    /// The most words, grammar apart, of a question that has not: it finds only what uses these very words.
    package var shortQuestion = 3
    /// Where it is not sure that the best answers, what is as close in meaning as this is told beside it, if it is not much farther
    /// than that.
    package var leastSimilarity = 0.25
    package var besideSimilarity = 0.1
    package var doubt = AnswerDoubt()
    package var reader = ReaderWeights()

    package init() {}

    func score(_ evidence: SentenceEvidence) -> Double {
        SentenceEvidence.Feature.allCases.reduce(0) { $0 + (weights[$1] ?? 0) * evidence[$1] }
    }
}

/// How likely it is that the passages say what is asked, from how much of the question they say beyond chance.
///
/// What any passage of the store says of a question, it says by chance: in Thai, pairs of letters that are everywhere; in English "was
/// built in". So the best passage is measured against the middle one of those that were found. The one threshold holds in
/// every language and for stores of every size.
package struct AnswerDoubt: Sendable {
    /// What is known about the passage with the sentence that answers best.
    struct Evidence: Sendable {
        enum Feature: Int, CaseIterable, Sendable {
            /// Share of the question's neighbouring words that stand side by side, beyond chance.
            case pairs
            /// How well it fits by words and by runs of letters, per unit of the question's weight, beyond chance.
            case fit, letters
            /// The likelihood that the answer is in it and in no other passage.
            case certainty
            /// The logarithm of the weight of what it says, in units of rarity, and that of the number of the question's terms.
            case weight, terms
            /// Whether the question has names and numbers, and the share of them that the passage lacks.
            case names, missingNames
            /// Share of the question's weight that is in terms which no document holds.
            case unknown
            /// Whether the question is in an alphabet without spaces (Thai, Lao, Khmer, Burmese), whose terms are pairs of letters:
            /// they say so little that, weighed without this, 65 of 100 Thai questions are answered that no text answers.
            case letterPairs
        }

        private(set) var values = [Double](repeating: 0, count: Feature.allCases.count)

        subscript(_ feature: Feature) -> Double {
            get { values[feature.rawValue] }
            set { values[feature.rawValue] = newValue }
        }
    }

    /// In the order of the features.
    var weights: [Double] = [2.8, 1.5, 12.7, 0.8, 2.2, -0.5, 1.1, -2.5, -4.2, -1.9]
    var bias = -6.6
    /// Below this likelihood nothing is said.
    package var least = 0.22

    /// What is taken from the sum where the best sentence tells of somebody else than the question, and where it says a name of the question
    /// and nothing else that is asked. Either may be answered in other words, so that it stays an answer where all else speaks for it, and
    /// is never sure. Set by hand: no encyclopaedia is asked what it does not tell of somebody it knows.
    var ofOther = 2.5
    var nameAlone = 1.2
    /// The same where a time or a number is asked for, of which papers are full.
    var nameAloneOfTime = 1.8
    var mostUnbound = 0.45
    /// How likely at most a sentence answers that has not the form which nothing else could answer in. Set by hand.
    var mostWithoutForm = 0.1
    /// How likely at least a sentence of a journal answers when something was, that says all of what is asked about: its day answers. Set by hand.
    var leastOfDay = 0.55
    /// The same where the rest of the entry says what is asked about, or somebody is told of and not that they were met: not for sure.
    var leastOfMeeting = 0.4
    /// How likely at least a section answers that is asked for by what it is: the changes of a release, who attended. Set by hand.
    var leastOfSection = 0.55
    /// From this closeness in meaning on a sentence says more of what is asked than its name.
    var leastMeant = 0.5
    /// The share of what is asked about that may stand neither in a sentence nor around it, so that it answers for sure. Of 24 questions about work
    /// papers whose answer they do not hold, and which were answered for sure, 21 leave more unsaid; of 141 that were answered rightly, 26; of 251
    /// of an encyclopaedia, where meaning is known, 14.
    var mostUnsaid = 0.3

    /// Where closeness in meaning is known, what the words say counts so much less, beside what that counts, with its bias. Fitted
    /// like the other weights on the questions in English. Fitted on one half of the articles, on the other half 1.6 instead of 2.7 of 100
    /// questions are refused that the store answers, and 8 instead of 15 answered that it does not.
    var wordsBesideMeaning = 0.65
    var meaning = 12.4
    var biasOfMeaning = -5.3

    package init() {}

    /// - Parameter similarity: How close the sentence is to the question in meaning, cosine; `nil` where that is not known.
    /// - Parameter less: Taken from the sum.
    func likelihood(_ evidence: Evidence, similarity: Double?, less: Double = 0) -> Double {
        var sum = zip(weights, evidence.values).reduce(bias) { $0 + $1.0 * $1.1 }
        if let similarity { sum = wordsBesideMeaning * sum + meaning * similarity + biasOfMeaning }
        return 1 / (1 + exp(less - sum))
    }

    /// What is above chance, as a share of what could be.
    static func beyond(_ chance: Double, _ value: Double) -> Double {
        let chance = min(max(0, chance), 0.95)
        return min(1, max(-0.5, (value - chance) / (1 - chance)))
    }
}
