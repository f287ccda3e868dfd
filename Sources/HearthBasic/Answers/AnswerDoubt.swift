#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How likely it is that the passages say what is asked, from how much of the question they say.
///
/// The one threshold holds in every language and for stores of every size.
package struct AnswerDoubt: Sendable {
    /// What is known about the best passage, and about the sentence that answers best.
    struct Evidence {
        /// Share of the question's weight that the best sentence and its two neighbours say.
        var window = 0.0
        /// How much more of it the best passage says than the others do: what is said by chance is said everywhere.
        var lead = 0.0
        /// The weight of what the passage says, in units of rarity.
        var weight = 0.0
        var terms = 0
        /// Of the names and numbers of the question, the share that the passage lacks; `nil` where it has none.
        var missingNames: Double?
        /// Share of the weight that is in terms which no document holds.
        var unknown = 0.0
    }

    package var window = 3.6
    package var lead = 3.9
    package var weight = 0.175
    package var terms = -0.16
    package var names = 1.9
    package var missingNames = -3.5
    package var unknown = -3.5
    package var bias = -1.9
    /// Below this likelihood nothing is said.
    package var least = 0.25

    func likelihood(_ evidence: Evidence) -> Double {
        var sum = bias + window * evidence.window + lead * evidence.lead + weight * evidence.weight
        sum += terms * Double(evidence.terms) + unknown * evidence.unknown
        if let missing = evidence.missingNames { sum += names + missingNames * missing }
        return 1 / (1 + exp(-sum))
    }
}
