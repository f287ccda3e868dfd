public import HearthCore
public import HearthModels

/// A question over the documents in the store.
public struct AnswerRequest: Sendable {
    public var question: String
    public var filter: SearchFilter
    public var routing: RoutingChoice
    /// Earlier turns of a conversation, oldest first.
    public var history: [Message]
    /// The strictest label of ``history``.
    public var historyLabel = SensitivityLabel.personal
    /// Where ``history`` came from.
    public var historyOrigin: LabelOrigin?
    /// The documents that the newest answer of ``history`` cites: a question that goes on from it is asked of them first.
    public var citedDocuments: Set<String> = []
    /// What of the conversation is older than ``history``, and so in no prompt.
    public var olderHistory = DroppedContext()
    /// The conversation that this is a turn of, so that an engine can go on from what it has read; `nil` for a question on its
    /// own.
    public var conversationID: String?
    /// Taken before ``history`` was read; see ``HearthCore/ModelRequest/conversationMark``.
    public var conversationMark: PromptStateMark?
    /// The day on which it is asked, from which "last month" counts; `nil` leaves such words to their letters.
    public var today: CivilDate?
    /// How many passages are looked at.
    public var maximumPassages: Int
    public var options: GenerationOptions

    public init(
        question: String, filter: SearchFilter = SearchFilter(), routing: RoutingChoice = RoutingChoice(),
        history: [Message] = [],
        maximumPassages: Int = 10, options: GenerationOptions = TaskDefaults.options(for: .answer)
    ) {
        self.question = question
        self.filter = filter
        self.routing = routing
        self.history = history
        self.maximumPassages = maximumPassages
        self.options = options
    }
}
