import HearthCore

/// The words by which a model is told the form of its answer.
enum StructuredPrompt {
    /// Raised with every change of the words.
    static let version = 1

    /// The most failures that a model is told of; the first ones usually bring the rest with them.
    private static let mostFailures = 10

    /// Messages that say what form the answer has to have.
    static func adding(_ schema: GenerationSchema, to messages: [Message]) -> [Message] {
        var words = "Answer with one JSON value and nothing else: no explanation, no code fence."
        if let description = schema.description { words += "\nThe value is: \(description)" }
        words += "\nIt has to be valid under this JSON Schema:\n\(schema.root)"
        var messages = messages
        if let first = messages.first, first.role == .system {
            messages[0].content = first.content.isEmpty ? words : first.content + "\n\n" + words
        } else {
            messages.insert(Message(.system, words), at: 0)
        }
        return messages
    }

    /// Messages that ask for a corrected answer.
    static func asking(
        againAfter answer: String, failures: [StructuredOutputError.Failure], _ messages: [Message]
    ) -> [Message] {
        let list = failures.prefix(mostFailures).map {
            "- \($0.path.isEmpty ? "" : "at \($0.path): ")\($0.message)"
        }
        return messages + [
            Message(.assistant, answer),
            Message(
                .user,
                "That answer is not valid:\n\(list.joined(separator: "\n"))\n"
                    + "Answer again with the whole JSON value, corrected, and nothing else."),
        ]
    }
}
