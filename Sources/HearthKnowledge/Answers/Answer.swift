public import HearthCore
import HearthExtractive

extension Abstention {
    /// What to tell who asked. It names no command and no button, as a failure's message. That the documents do not say it is an answer, and
    /// speaks the language of the question where that is known.
    public func message(to question: String) -> String {
        switch self {
        case .noDocuments: "There are no documents with text to answer from yet. Add some first."
        case .notSaid: NotSaid.told(by: .documents, to: question)
        }
    }
}

/// An answer to a question over documents, with everything that was checked about it.
public struct Answer: Sendable {
    public var text: String
    /// `true` when the documents do not say; ``text`` then says so and there are no citations.
    public var abstained: Bool
    /// Why nothing is said, where ``abstained``.
    public var abstention: Abstention?
    /// Best support first; ``Citation/index`` is the number used in ``text``.
    public var citations: [Citation]
    /// Where ``abstained`` and the documents say something near to what is asked: that, best first. It is no answer, and ``text`` does not
    /// speak of it; ``Citation/verified`` says that the quote is theirs.
    public var nearest: [Citation] = []
    /// Bytes of ``text`` that no source supports.
    public var unsupported: [TextSpan]
    public var route: RoutingDecision
    public var usage: TokenUsage
    /// How the model ended; `nil` where none wrote the answer.
    public var finishReason: FinishReason?
    public var context: AnswerContext
    /// What the user should know about how this was found, such as "no embedding model: full text only".
    public var notes: [String]

    public init(
        text: String, abstained: Bool, abstention: Abstention? = nil, citations: [Citation],
        unsupported: [TextSpan] = [], route: RoutingDecision,
        usage: TokenUsage = TokenUsage(), finishReason: FinishReason? = nil, context: AnswerContext,
        notes: [String] = []
    ) {
        self.text = text
        self.abstained = abstained
        self.abstention = abstained ? abstention ?? .notSaid : nil
        self.citations = citations
        self.unsupported = unsupported
        self.route = route
        self.usage = usage
        self.finishReason = finishReason
        self.context = context
        self.notes = notes
    }
}

/// What an engine saw, and what did not fit.
public struct AnswerContext: Sendable {
    public var included: [Passage]
    /// Found, but left out because the engine's window was full.
    public var dropped: [Passage]
    /// Earlier messages of the conversation that are not in the prompt: for the same reason, or because they are older than
    /// what a question is read with.
    public var droppedHistory: DroppedContext
    /// The prompt as the engine got it; `nil` for engines that read passages without one.
    public var messages: [Message]?
    /// The address books, by their ids with their labels, by which it was told who wrote what is asked about; none of their names is in
    /// what the engine saw or wrote.
    public var contacts: [String: SensitivityLabel] = [:]

    /// What it was told from, the address books included.
    public var origins: Set<LabelOrigin> {
        Set((included.map(\.documentID) + Array(contacts.keys)).map { .document($0) })
    }

    public init(
        included: [Passage], dropped: [Passage] = [], droppedHistory: DroppedContext = DroppedContext(),
        messages: [Message]? = nil
    ) {
        self.included = included
        self.dropped = dropped
        self.droppedHistory = droppedHistory
        self.messages = messages
    }
}

/// What happens while a question is answered, in order; ``final(_:)`` comes last, once.
public enum AnswerEvent: Sendable {
    /// The passages that were found.
    case found([Passage])
    /// An engine was chosen. A second one means that the engine before it failed before it gave anything out.
    case routed(RoutingDecision)
    /// The next piece of the answer's text.
    case text(String)
    case final(Answer)
}

// MARK: -

/// The extractive engine as the router sees it: always there, for the tasks that can be done with the words of the sources.
///
/// It takes no prompts. Where a `Route` is to it, the service that asked does its work: answers and summaries need passages,
/// study questions need sentences.
public struct BasicEngine: RoutableEngine {
    public let engine = Engine.basic
    public let modelID = RoutingDecision.basicModel
    public let capabilities = ModelCapabilities(
        offline: true, contextLength: nil,
        tasks: [.answer, .summarize, .extract, .studyQuestionGen, .intentToAction])

    public init() {}

    public func availability() async -> Availability { .available }
}

/// Why no answer could be given.
public struct AnswerError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// A reranking model, or a reader, did not judge each passage.
        case unfitScores = "unfit-scores"
        /// There is nothing to read.
        case noDocuments = "no-documents"
        case windowTooSmall = "window-too-small"
        /// Summaries of parts are not shorter than the parts.
        case noProgress = "no-progress"
    }

    public let reason: Reason
    public let message: String
    public let help: [Failure.Help]

    init(_ reason: Reason, _ message: String, help: [Failure.Help] = []) {
        self.reason = reason
        self.message = message
        self.help = help
    }

    /// Said after what model it was.
    static let unfitScores = AnswerError(
        .unfitScores, "It did not give a score for each passage; choose another one.")
}

extension AnswerError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .noProgress: .invalidOutput
        // The reranking model failed, not the one that answers, whose place another engine could take.
        case .unfitScores: .modelFailed
        case .noDocuments: .nothingToRead
        case .windowTooSmall: .windowTooSmall
        }
    }
}
