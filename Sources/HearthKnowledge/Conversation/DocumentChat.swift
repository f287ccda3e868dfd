public import HearthCore
import HearthModels

/// One turn of a chat over documents: a question that may lean on the ones before, answered from the store with checked
/// citations, and kept in a conversation.
public struct DocumentChat: Sendable {
    /// The most earlier messages that a question is read with. Older ones seldom bear on it, and each takes room from the
    /// passages.
    public static let maximumHistory = 16

    private let library: any ConversationStore
    private let answers: AnswerService

    public init(library: any ConversationStore, answers: AnswerService) {
        self.library = library
        self.answers = answers
    }

    /// Answers `request` as the next turn of a conversation. Cancelled after the first piece of text, it stores what came so
    /// far, marked as stopped and without citations, and returns `nil`.
    ///
    /// - Parameter replaced: The id of a question that is asked again, perhaps in other words: once the new answer is there,
    ///   this turn takes the place of that question and of everything after it. Until then nothing is changed, also not by a
    ///   stop or a failure.
    /// - Throws: `CancellationError`, or what ``AnswerService/ask(_:)`` throws.
    public func send(
        _ request: AnswerRequest, inConversation id: String, replacingFrom replaced: Int64? = nil,
        emit: EventStream<AnswerEvent>.Emit
    ) async throws -> Answer? {
        var request = request
        let question = try await ChatQuestion(
            ConversationMessage(Message(.user, request.question), state: .unanswered, label: request.routing.label),
            conversation: id, replacingFrom: replaced, library: library)
        // Before anything is read that the prompt is made of.
        request.conversationMark = try? library.promptStateStore.mark()
        // A prompt never starts with an answer.
        let earlier = try await library.messages(
            ofConversation: id, after: .min, before: replaced ?? .max, limit: Self.maximumHistory
        ).drop { $0.message.role != .user }
        request.history = earlier.map(\.message)
        let answer = earlier.last { $0.message.role == .assistant && $0.metadata?.abstained != true }
        request.citedDocuments = Set((answer?.metadata?.citations ?? []).map(\.documentID))
        request.historyLabel = earlier.map(\.label).max() ?? request.historyLabel
        request.historyOrigin = earlier.first.map { .conversation(id, since: $0.id, before: replaced ?? .max) }
        var start = earlier.first?.id
        if start == nil {
            start = try await library.lastAnswer(ofConversation: id, before: replaced ?? .max).map { $0 + 1 }
        }
        if let start {
            request.olderHistory = try await library.extent(ofConversation: id, before: start)
        }
        request.conversationID = id
        try await question.ask()
        var text = ""
        var route: RoutingDecision?
        var found: [Passage] = []
        var final: Answer?
        do {
            try await answers.ask(request).forEach { event in
                switch event {
                case .found(let passages): found = passages
                case .routed(let decision): route = decision
                case .text(let piece): text += piece
                case .final(let answer): final = answer
                }
                try await emit(event)
            }
        } catch  where Task.isCancelled {
            // What came so far is worth keeping; see below.
        }
        // A stopped answer does not tell whether the history went into it.
        let usesHistory = final.map { $0.context.messages != nil } ?? true
        // Passages that were left out are named in the answer's metadata.
        let passages = found + (final?.context.included ?? [])
        var origin = ConversationMessage.Origin(
            passages, given: usesHistory ? earlier.first?.id : nil,
            givenLabel: usesHistory ? request.historyLabel : nil)
        // Whom an address book knows decided which passages these are.
        origin.documents.merge(final?.context.contacts ?? [:]) { max($0, $1) }
        // What was stopped says nothing of address books; what it was routed as has their label in it.
        let label = final == nil ? max(request.routing.label, route?.label ?? .public) : request.routing.label
        if let final {
            try await store(final, label: label, origin: origin, question: question)
            return final
        }
        guard Task.isCancelled, !text.isEmpty else { throw CancellationError() }
        let partial = ConversationMessage(
            Message(.assistant, text), state: .stopped, label: label, origin: origin,
            metadata: route.map { ConversationMessage.Metadata(of: $0) })
        _ = try await question.store(partial)
        return nil
    }

    /// A copy of the text would outlive the document, and be a remnant when that is deleted.
    private static func withoutText(_ passage: Passage) -> Passage {
        var passage = passage
        passage.text = ""
        return passage
    }

    private func store(
        _ answer: Answer, label: SensitivityLabel, origin: ConversationMessage.Origin, question: ChatQuestion
    ) async throws {
        var metadata = ConversationMessage.Metadata(of: answer.route)
        metadata.citations = answer.citations.isEmpty ? nil : answer.citations
        metadata.abstained = answer.abstained ? true : nil
        metadata.abstention = answer.abstention
        metadata.nearest = answer.nearest.isEmpty ? nil : answer.nearest
        metadata.usage = answer.usage == TokenUsage() ? nil : answer.usage
        metadata.finishReason = answer.finishReason
        metadata.dropped = answer.context.droppedHistory.count > 0 ? answer.context.droppedHistory : nil
        metadata.notes = answer.notes.isEmpty ? nil : answer.notes
        metadata.unsupported = answer.unsupported.isEmpty ? nil : answer.unsupported
        metadata.droppedPassages = answer.context.dropped.isEmpty ? nil : answer.context.dropped.map(Self.withoutText)
        _ = try await question.store(
            ConversationMessage(Message(.assistant, answer.text), label: label, origin: origin, metadata: metadata))
    }
}
