public import HearthCore
public import HearthKnowledge
public import HearthModels

/// A question about one transcript.
public struct TranscriptQuestion: Sendable {
    public var question: String
    public var routing: RoutingChoice
    public var options: GenerationOptions

    public init(
        _ question: String, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .answer)
    ) {
        self.question = question
        self.routing = routing
        self.options = options
    }
}

/// An answer to a question about one transcript.
public struct TranscriptAnswer: Sendable {
    /// Spans of citations count the bytes of the transcript's words in one line, all white space made one space.
    public var answer: Answer
    /// From 0 to 1, from the evidence: how much of the question, or of a model's answer, stands in the quotes.
    public var confidence: Double
    /// What is talked about around the best quote, best first.
    public var relatedTopics: [String]
}
