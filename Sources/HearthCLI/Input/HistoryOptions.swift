import ArgumentParser
import HearthCore

/// How much of a conversation goes along with each message.
struct HistoryOptions: ParsableArguments {
    @Option(
        help: """
            In a chat with a model alone, what becomes of messages that do not fit its window: drop leaves out the oldest, \
            summarize puts a summary in their place, strict refuses to go on.
            """)
    var context = ContextPolicy.drop

    @Option(
        parsing: .unconditional,
        help: "In a chat with a model alone, the most messages that go along, the new one included.")
    var maxMessages: Int?

    func validate() throws {
        if let maxMessages, maxMessages < 1 { throw ValidationError("--max-messages must be 1 or more.") }
    }

    var policy: ContextBudget.Policy {
        switch context {
        case .drop: .dropOldest
        case .summarize: .summarizeDropped
        case .strict: .strict
        }
    }
}

/// The policies under the names that a person writes.
enum ContextPolicy: String, CaseIterable, ExpressibleByArgument { case drop, summarize, strict }
