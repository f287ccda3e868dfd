import Foundation
public import HearthCore
public import HearthKnowledge
public import HearthModels

extension Hearth {
    /// Conversations and their turns. Each is kept in the store, from its first message on.
    public struct Conversations: Sendable {
        let hearth: Hearth
    }
}

extension Hearth.Conversations {
    /// Starts a conversation, which is kept in the store from its first message on.
    ///
    /// - Parameter label: How private the system prompt is; `nil` counts as personal.
    /// - Throws: Among others `EmptyTextError` for a title that says nothing.
    public func start(
        title: String? = nil, systemPrompt: String? = nil, label: SensitivityLabel? = nil
    ) async throws -> Conversation {
        if let title { try EmptyTextError.check(title, "title") }
        return try await hearth.library().createConversation(
            id: nil, title: title, systemPrompt: systemPrompt, label: label)
    }

    /// The conversation whose id begins with `id`, or for `nil` the one that was used last, without its messages.
    ///
    /// - Throws: `unknown-item`, also for a beginning of fewer than 4 characters, or `ambiguous-item` when several ids begin like
    ///   that.
    public func find(_ id: String?) async throws -> Conversation {
        if let id {
            let found = try await hearth.library().conversation(matching: id)
            try Abbreviation.check(id, of: found.id, help: .see(.conversations))
            return found
        }
        // One that was started and never used is nothing to go on with.
        if let latest = try await hearth.library().conversations(limit: 16).first(where: { $0.messageCount > 0 }) {
            return latest
        }
        throw StoreError(.unknownItem, "There is no conversation to continue yet.", help: [.startConversation])
    }

    /// All conversations that have a message, without their messages, the one used last first.
    public func list(limit: Int = .max) async throws -> [Conversation] {
        try await Array(
            hearth.library().conversations(limit: .max).lazy.filter { $0.messageCount > 0 }.prefix(max(0, limit)))
    }

    /// The conversation with all its messages.
    public func whole(_ id: String) async throws -> Conversation {
        var conversation = try await find(id)
        let library = try await hearth.library()
        conversation.messages = try await library.messages(
            ofConversation: conversation.id, after: .min, before: .max, limit: .max)
        return conversation
    }

    /// A page of the conversations, those that are pinned first and of both the one used last, and how many there are.
    ///
    /// - Parameters:
    ///   - text: Only those that hold it, in their title or in a message; `nil` for all.
    ///   - folder: Only those in the folder of this name; `nil` for all.
    public func page(
        holding text: String?, inFolder folder: String? = nil, limit: Int, offset: Int = 0
    ) async throws -> (conversations: [Conversation], total: Int) {
        try await hearth.library().conversations(holding: text, inFolder: folder, limit: limit, offset: offset)
    }

    /// The folders that conversations are in, by their names.
    public func folders() async throws -> [ConversationFolder] { try await hearth.library().conversationFolders() }

    /// Messages of a conversation in their order, the last ones where there are more.
    ///
    /// - Parameters:
    ///   - after: Only those with a higher id.
    ///   - before: Only those with a lower id.
    public func messages(
        of id: String, after: Int64 = .min, before: Int64 = .max, limit: Int = .max
    ) async throws -> [ConversationMessage] {
        try await hearth.library().messages(ofConversation: id, after: after, before: before, limit: limit)
    }

    /// The last question and what came after it; empty where nothing was asked yet.
    public func lastTurn(of id: String) async throws -> [ConversationMessage] {
        try await hearth.library().lastTurn(ofConversation: id)
    }

    /// A conversation with its messages as text, in pieces, a few messages in memory at a time: one of any length can be given to
    /// whoever takes it slowly. What is said meanwhile is not among them.
    ///
    /// - Parameter emit: Is given each piece, and sets the pace.
    public func export(
        _ conversation: Conversation, as format: ConversationExport.Format, emit: (String) async throws -> Void
    ) async throws {
        let writer = ConversationExport.Writer(conversation, format)
        var text = try writer.beginning()
        var isFirst = true
        try await hearth.library().forEachMessage(ofConversation: conversation.id) { message in
            text += try writer.message(message, isFirst: isFirst)
            isFirst = false
            guard text.utf8.count >= Self.exportedPiece else { return }
            try await emit(text)
            text = ""
        }
        try await emit(text + (try writer.end(isEmpty: isFirst)))
    }

    /// Bytes from which on an export hands over what it has.
    private static let exportedPiece = 32 << 10

    // MARK: Changing

    /// Changes a conversation: all that is said, or nothing where a part of it is refused.
    ///
    /// - Throws: Among others `EmptyTextError` for a title or the name of a folder that says nothing, `invalid-input` for the name of a
    ///   folder that is too long, and `not-allowed` for a program that would make the system prompt milder.
    public func change(_ id: String, _ change: ConversationChange) async throws {
        var change = change
        if let title = change.title ?? nil { try EmptyTextError.check(title, "title") }
        if let folder = change.folder ?? nil {
            try EmptyTextError.check(folder, "folder", called: "name of the folder")
            let name = folder.singleSpaced
            guard name.count <= Conversation.longestFolder else {
                throw StoreError(
                    .invalidInput,
                    "The name of a folder has at most \(Conversation.longestFolder) characters. Write a shorter one.")
            }
            change.folder = .some(name)
        }
        try await hearth.library().changeConversation(id: id, change)
    }

    /// Gives a conversation another title; `nil` takes it away.
    ///
    /// - Throws: Among others `EmptyTextError` for a title that says nothing.
    public func rename(_ id: String, to title: String?) async throws {
        var wanted = ConversationChange()
        wanted.title = .some(title)
        try await change(id, wanted)
    }

    /// Pins a conversation or takes it off: those that are pinned stand before the others.
    public func pin(_ id: String, _ isPinned: Bool = true) async throws {
        var wanted = ConversationChange()
        wanted.isPinned = isPinned
        try await change(id, wanted)
    }

    /// Puts a conversation in a folder, which is there from its first conversation to its last; `nil` takes it out.
    ///
    /// - Throws: Among others `EmptyTextError` for a name that says nothing, and `invalid-input` for one that is too long.
    public func move(_ id: String, toFolder folder: String?) async throws {
        var wanted = ConversationChange()
        wanted.folder = .some(folder)
        try await change(id, wanted)
    }

    /// Begins another conversation with the messages of this one.
    ///
    /// - Parameter last: The id of the last message that both have; `nil` for all.
    public func branch(_ id: String, upTo last: Int64? = nil) async throws -> Conversation {
        try await hearth.library().branchConversation(id: id, upTo: last ?? .max)
    }

    /// Says how the model is to behave from now on; `nil` says nothing.
    ///
    /// - Parameter label: How private the prompt is; `nil` counts as personal.
    public func setSystemPrompt(_ prompt: String?, label: SensitivityLabel? = nil, of id: String) async throws {
        try await hearth.library().setSystemPrompt(prompt, label: label, ofConversation: id)
    }

    /// Takes the last question back, with what came after it.
    ///
    /// - Returns: What is gone, the question first; empty where nothing was asked yet.
    @discardableResult
    public func removeLastTurn(of id: String) async throws -> [ConversationMessage] {
        try await hearth.library().removeLastTurn(ofConversation: id)
    }

    /// Removes a conversation, with what models keep of it.
    ///
    /// - Returns: How many messages went; `nil` where there was no such conversation.
    @discardableResult
    public func remove(_ id: String) async throws -> Int? {
        try await hearth.library().removeConversation(id: id)
    }

    // MARK: Turns

    /// One turn of a conversation with a model alone. See `ChatService`.
    ///
    /// - Parameters:
    ///   - known: The conversation, where the caller has looked it up already.
    ///   - emit: Is given each event as it happens, and sets the pace.
    /// - Throws: Among others `EmptyTextError`, before anything is stored.
    public func chat(
        _ request: ChatRequest, in known: Conversation? = nil, emit: EventStream<ChatEvent>.Emit
    ) async throws -> ChatAnswer {
        try EmptyTextError.check(request.text, "text", called: "message")
        let resources = try await hearth.current()
        try resources.snapshot.refusePrivate(request.routing.label, "This message")
        let (library, router) = (try await resources.library(), try await resources.router())
        let conversation =
            if let known { known } else { try await library.conversation(matching: request.conversationID) }
        return try await ChatService(library: library, router: router).send(request, in: conversation, emit: emit)
    }

    /// One turn of a conversation over the documents; `nil` when it was stopped on the way. See `DocumentChat`.
    ///
    /// - Parameters:
    ///   - known: The conversation, where the caller has looked it up already.
    ///   - replaced: The id of a question whose place this turn takes, with all that followed it.
    ///   - emit: Is given each event as it happens, and sets the pace.
    /// - Throws: Among others `EmptyTextError`, before anything is stored.
    public func ask(
        _ request: AnswerRequest, inConversation id: String, known: Conversation? = nil,
        replacingFrom replaced: Int64? = nil, emit: EventStream<AnswerEvent>.Emit
    ) async throws -> Answer? {
        try EmptyTextError.check(request.question, "text", called: "message")
        let resources = try await hearth.current()
        try resources.snapshot.refusePrivate(request.routing.label, "This question")
        let library = try await resources.library()
        let shared = try await resources.shared()
        let answers = try await resources.answerService(with: shared)
        var request = request
        request.today = request.today ?? CivilDate.today()
        if known == nil { _ = try await library.conversation(matching: id) }
        return try await DocumentChat(library: library, answers: answers)
            .send(request, inConversation: id, replacingFrom: replaced) { event in
                if case .found(let passages) = event { try await shared?.willGive(passages) }
                try await emit(event)
            }
    }

    /// Which engine would take the next turn with a model alone. Nothing is stored and nothing is sent.
    ///
    /// - Parameters:
    ///   - choice: What the caller insists on. What was said before, and the system prompt, count beside it.
    ///   - replaced: The id of a question whose place the turn would take, with all that followed it.
    /// - Throws: `RoutingError` where no engine would.
    public func route(
        _ choice: RoutingChoice, inConversation id: String, replacingFrom replaced: Int64? = nil
    ) async throws -> RoutingDecision {
        let resources = try await hearth.current()
        let library = try await resources.library()
        let history = try await library.strictestLabel(ofConversation: id, before: replaced ?? .max)
        let prompt = try await library.conversation(matching: id).promptLabel
        var routing = choice.request(.chat, with: [history ?? .public, prompt])
        routing.conversation = id
        return try await resources.router().explain(routing)
    }
}
