public import HearthCore
public import HearthKnowledge
import HearthModels
import HearthStore

extension Hearth {
    /// Starts a conversation, which is kept in the store from its first message on.
    ///
    /// - Parameter label: How private the system prompt is; `nil` counts as personal.
    public func startConversation(
        title: String? = nil, systemPrompt: String? = nil, label: SensitivityLabel? = nil
    ) async throws -> Conversation {
        try await database().createConversation(title: title, systemPrompt: systemPrompt, label: label)
    }

    /// The conversation whose id begins with `id`, or for `nil` the one that was used last, without its messages.
    ///
    /// - Throws: `unknown-item`, or `ambiguous-item` when several ids begin like that.
    public func conversation(_ id: String?) async throws -> Conversation {
        if let id { return try await database().conversation(matching: id) }
        // One that was started and never used is nothing to go on with.
        if let latest = try await database().conversations(limit: 16).first(where: { $0.messageCount > 0 }) {
            return latest
        }
        throw StoreError(.unknownItem, "There is no conversation to continue yet.", help: [.startConversation])
    }

    /// All conversations that have a message, without their messages, the one used last first.
    public func conversations(limit: Int = .max) async throws -> [Conversation] {
        try await Array(database().conversations().lazy.filter { $0.messageCount > 0 }.prefix(max(0, limit)))
    }

    /// The conversation with all its messages.
    public func wholeConversation(_ id: String) async throws -> Conversation {
        let database = try await database()
        var conversation = try await database.conversation(matching: id)
        conversation.messages = try await database.messages(ofConversation: conversation.id)
        return conversation
    }

    /// The engines that could serve a task now, with their models, in the order in which they are considered.
    public func availableModels(
        for task: TaskKind, engine: Engine? = nil
    ) async throws -> [(engine: Engine, model: String)] {
        var found: [(engine: Engine, model: String)] = []
        for model in try await router().models() where engine == nil || model.engine == engine {
            guard model.capabilities.tasks.contains(task), case .available = await model.availability() else {
                continue
            }
            found.append((model.engine, model.modelID))
        }
        return found
    }

    /// One turn of a conversation with a model alone. See `ChatService`.
    public func chat(
        _ request: ChatRequest, emit: @escaping @Sendable (ChatEvent) -> Void
    ) async throws -> ChatAnswer {
        let parts = try current()
        let (database, router) = (try await parts.database(), try await parts.router())
        try await name(request.conversationID, after: request.text, in: database)
        return try await ChatService(database: database, router: router).send(request, emit: emit)
    }

    /// One turn of a conversation over the documents; `nil` when it was stopped on the way. See `DocumentChat`.
    ///
    /// - Parameter replaced: The id of a question whose place this turn takes, with all that followed it.
    public func ask(
        _ request: AnswerRequest, inConversation id: String, replacingFrom replaced: Int64? = nil,
        emit: @escaping @Sendable (AnswerEvent) -> Void
    ) async throws -> Answer? {
        let parts = try current()
        let (database, answers) = (try await parts.database(), try await answers(parts))
        try await name(id, after: request.question, in: database)
        return try await DocumentChat(database: database, answers: answers)
            .send(request, inConversation: id, replacingFrom: replaced, emit: emit)
    }

    /// The longest title that is made from a question, in characters.
    private static let titleLength = 60

    /// Gives a new conversation the beginning of its first question as a title.
    private func name(_ id: String, after question: String, in database: HearthDatabase) async throws {
        let conversation = try await database.conversation(matching: id)
        guard conversation.title == nil, conversation.messageCount == 0 else { return }
        let line = question.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let title = line.count > Self.titleLength ? line.prefix(Self.titleLength - 1) + "…" : line[...]
        try await database.renameConversation(id: conversation.id, to: String(title))
    }
}
