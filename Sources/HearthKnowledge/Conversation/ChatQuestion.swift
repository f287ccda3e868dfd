import HearthCore
import HearthStore

/// A question on its way into the store, with its answer after it.
///
/// A new question is written once, when there is an engine to ask and a prompt that fits it, however many engines are then
/// tried. A question that is asked again is written together with its answer, in the place of the turn before: a failure, a
/// stop or a crash on the way loses nothing.
actor ChatQuestion {
    private let message: ConversationMessage
    private let conversation: String
    private let database: HearthDatabase
    /// The messages whose place the turn takes; `nil` for a new one. What somebody asks elsewhere meanwhile is not among them.
    private let replaces: ClosedRange<Int64>?
    /// Whether the turn that is to go has an answer. One without has nothing to lose.
    private let replacesAnswer: Bool
    private var writing: Task<Int64?, any Error>?

    /// - Parameter replaced: The id of the question that is asked again.
    init(
        _ message: ConversationMessage, conversation: String, replacingFrom replaced: Int64? = nil,
        database: HearthDatabase
    ) async throws {
        self.message = message
        self.conversation = conversation
        self.database = database
        guard let replaced else {
            replaces = nil
            replacesAnswer = false
            return
        }
        let old = try await database.messages(ofConversation: conversation, after: max(replaced, 1) - 1)
        // Another turn may have taken its place meanwhile; what came since is not to go with it.
        guard let first = old.first, first.id == replaced, first.message.role == .user else {
            throw StoreError(
                .unknownItem, "The question that is asked again is not there any more. Look at the conversation again.")
        }
        replaces = replaced...(old.map(\.id).max() ?? replaced)
        replacesAnswer = old.contains { $0.message.role == .assistant && !$0.message.content.isEmpty }
        // What was evaluated holds the turn that goes. It is a cache: losing it costs time and nothing else.
        try? database.promptStates().removeState(ofConversation: conversation)
    }

    /// Writes a new question, so that a crash leaves it marked as unanswered.
    func ask() async throws {
        guard replaces == nil else { return }
        _ = try await stored()
    }

    /// Stores what came of the question, also when the task is cancelled.
    ///
    /// - Throws: `CancellationError` for a stopped answer that would take the place of another one.
    func store(_ answer: ConversationMessage) async throws -> ConversationMessage {
        guard let replaces else {
            let question = try await stored()
            return try await database.appendAnyway([answer], toConversation: conversation, answering: question).last
                ?? answer
        }
        if answer.state == .stopped, replacesAnswer { throw CancellationError() }
        var question = message
        question.state = .complete
        return try await database.appendAnyway(
            [question, answer], toConversation: conversation, replacing: replaces
        ).last ?? answer
    }

    /// The question's id in the store.
    private func stored() async throws -> Int64? {
        if let writing { return try await writing.value }
        let task = Task { try await database.append([message], toConversation: conversation).first?.id }
        writing = task
        do {
            return try await task.value
        } catch {
            writing = nil
            throw error
        }
    }
}

extension HearthDatabase {
    /// Stores messages also when the task is cancelled, which GRDB takes as a wish not to write.
    fileprivate func appendAnyway(
        _ messages: [ConversationMessage], toConversation id: String, answering question: Int64? = nil,
        replacing replaced: ClosedRange<Int64>? = nil
    ) async throws -> [ConversationMessage] {
        // A task of its own does not inherit the cancellation; it is awaited here.
        try await Task {
            try await append(
                messages, toConversation: id, answering: question, replacingFrom: replaced?.lowerBound,
                upTo: replaced?.upperBound ?? .max)
        }.value
    }
}
