public import HearthCore
public import HearthModels
public import HearthStore

/// Which documents to be asked about, and how often.
public struct QuizRequest: Sendable {
    public var filter: SearchFilter
    /// The most questions.
    public var count: Int
    /// What to be asked about; `nil` takes what matters in each document.
    public var topic: String?
    public var routing: RoutingChoice
    public var options: GenerationOptions

    public init(
        filter: SearchFilter = .everything, count: Int = 10, topic: String? = nil,
        routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .studyQuestionGen)
    ) {
        self.filter = filter
        self.count = count
        self.topic = topic
        self.routing = routing
        self.options = options
    }
}

/// A question to study by, with its answer and the place that both stand on.
public struct StudyQuestion: Hashable, Sendable {
    public var question: String
    public var answer: String
    public var citation: Citation
}

/// A set of study questions.
public struct Quiz: Sendable {
    /// What of the documents was looked at.
    public struct Coverage: Hashable, Codable, Sendable {
        public var documents: Int
        /// Parts of documents that questions were made from.
        public var read: Int
        /// Parts that were left out, because there are more than questions.
        public var skipped: Int
        /// Questions that were dropped, because their quote does not stand in the text.
        public var unverified: Int
    }

    /// In the order of the documents, and of their text.
    public var questions: [StudyQuestion]
    public var coverage: Coverage
    public var route: RoutingDecision
    public var usage: TokenUsage
    public var notes: [String]
}
