/// The labels that the messages of a conversation have now: each the strictest of its own words, of the documents that it was
/// made of, and of the messages that it was given; an answer's of the system prompt, too.
///
/// A store reads the messages and has them counted here, so that every database says the same of them.
package struct ConversationLabels: Sendable {
    private var labels: [Int64: SensitivityLabel] = [:]
    private var numbers: [Int64] = []
    /// The latest message so far that is at least as strict as each label.
    private var latest: [SensitivityLabel: Int64] = [:]
    /// The label of the system prompt, which every answer was given.
    package let prompt: SensitivityLabel

    /// - Parameter promptLabel: As it is stored; `nil` where nothing was said of it.
    package init(hasPrompt: Bool, promptLabel: String?) {
        prompt = hasPrompt ? promptLabel.map(SensitivityLabel.init(stored:)) ?? .personal : .public
    }

    /// Takes the next message, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - own: That of its words.
    ///   - documents: The strictest of the documents that it was made of.
    ///   - given: The first message that it was given; all from there on were.
    package mutating func add(
        _ number: Int64, own: SensitivityLabel, documents: SensitivityLabel?, given: Int64?, isAnswer: Bool
    ) {
        var label = own
        if let documents { label = max(label, documents) }
        if let given {
            for stricter in SensitivityLabel.allCases where stricter > label && (latest[stricter] ?? .min) >= given {
                label = stricter
            }
        }
        if isAnswer { label = max(label, prompt) }
        for milder in SensitivityLabel.allCases where milder <= label { latest[milder] = number }
        labels[number] = label
        numbers.append(number)
    }

    /// The label of a message; the strictest for one that is not there.
    package subscript(number: Int64) -> SensitivityLabel { labels[number] ?? .private }

    /// The strictest label of the messages from `since` up to, but without, `before`; `nil` when there are none.
    package func strictest(since: Int64 = .min, before: Int64 = .max) -> SensitivityLabel? {
        numbers.lazy.filter { $0 >= since && $0 < before }.map { self[$0] }.max()
    }
}
