/// The weights of what speaks for a sentence. Set by hand on encyclopaedia articles in English and Chinese, starting from
/// the proportions that a conditional logit model finds there; fitted weights do no better on articles they were not
/// fitted on. Only their proportions matter for the order; their size is how sure the sum makes one.
package struct AnswerSettings: Sendable {
    /// Fit of the whole passage, 0 to 1.
    package var passage = 8.0
    /// Share of the question's weight that the sentence says, 0 to 1.
    package var coverage = 8.0
    /// The part of its rarity that a stop word keeps, and a pair of characters that only grammar holds together.
    package var grammar = 0.6
    package var grammarPairs = 0.8
    /// Sentence with the highest share in its passage.
    package var best = 0.5
    /// The rarest word of the question.
    package var rarest = 0.9
    package var person = 1.2
    package var names = 0.4
    package var year = 2.0
    package var digits = 1.2
    package var place = 0.8
    package var number = 2.0
    package var reason = 1.0
    /// Taken from a sentence that asks: it says what is wanted in the very words of the question, and does not tell it.
    package var asking = 10.0
    /// How far below the best a sentence may be that is told with it.
    package var beside = 5.0
    /// Closeness in meaning where vectors are at hand, cosine.
    package var similarity = 12.0
    /// Of the fit of a passage, the part that its words decide; the caller's score and order decide the rest.
    package var ownPassage = 0.8
    /// Below this share of the question's weight in the best passage the answer abstains.
    package var leastCoverage = 0.35
    /// As ``leastCoverage``, for questions in scripts that are searched by pairs of characters, of which many are
    /// chance.
    package var leastPairCoverage = 0.16

    package init() {}
}
