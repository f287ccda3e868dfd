/// The weights of what speaks for a sentence, and for the passages saying anything of it at all.
///
/// Those of sentences were fitted as a conditional logit model, those of ``AnswerDoubt`` as a logistic one, on one half of the
/// articles of encyclopaedia texts in English, Chinese, Greek, Hindi and Romanian (and Thai, for the second), in stores of
/// 5 to 120 passages, together for all languages; they hold for the other half. Questions that are asked elsewhere differ;
/// the weights are rounded for that reason. Only the sum of a sentence's weights counts for the order, and how far one is
/// above the next is how sure it makes one.
package struct AnswerSettings: Sendable {
    /// Fit of the whole passage, 0 to 1.
    package var passage = 4.3
    /// Share of the question's weight that the whole passage says, 0 to 1.
    package var passageCoverage = 3.4
    /// Share of the question's weight that the sentence says, 0 to 1.
    package var coverage = 2.4
    /// The same, with the rare words of the question counting for still more, among those that are said at all.
    package var rare = 1.9
    /// The same, by how rare words are among the sentences that were read.
    package var telling = 2.8
    /// What the sentence before says of the question beside this one: "it" and "he" stand for that; and the one after.
    package var before = 3.7
    package var after = 1.5
    /// For each unit of rarity that is said.
    package var weight = 0.05
    package var person = 1.0
    package var year = 0.5
    package var digits = 0.75
    package var place = 0.3
    package var number = 0.5
    package var reason = 0.5
    /// The part of its rarity that a pair of characters keeps which only grammar holds together.
    package var grammarPairs = 0.8
    /// The part of its rarity that a stop word keeps, and the most that it has before.
    package var grammar = 0.6
    package var rarestGrammar = 1.0
    /// Taken from a sentence that asks: it says what is wanted in the very words of the question, and does not tell it.
    package var asking = 10.0
    /// How far below the best a sentence may be that is told with it: where the best is in doubt, the next may be the answer.
    package var beside = 0.6
    /// The same where more than one sentence is asked for.
    package var besideSeveral = 3.0
    /// The same where a time or a number is asked for, and only the other sentence holds one.
    package var besideWanted = 6.0
    /// The share of the question's weight that a sentence may say less than another and still say as much.
    package var asMuch = 0.1
    /// Of the terms of a sentence, the share that must not be told already.
    package var leastNew = 0.3
    /// Closeness in meaning where vectors are at hand, cosine.
    package var similarity = 8.0
    /// What is as close in meaning as this is told beside the best, if it is not much farther than that; nothing is, where
    /// this is beyond every cosine.
    package var leastSimilarity = Double.infinity
    package var besideSimilarity = 0.1
    /// Of the fit of a passage, the part that its words decide; the caller's score and order decide the rest.
    package var ownPassage = 0.8
    package var doubt = AnswerDoubt()

    package init() {}
}
