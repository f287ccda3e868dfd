import Foundation
import Hearth
import HearthHTTP

/// `/api/conversations`
struct ConversationRoutes: Sendable {
    let hearth: Hearth
    let answers: AnswerBoard
    let edits: EditGate

    var routes: [ServerRoute] {
        [
            Wire.listConversations.route { try await list($0) },
            Wire.createConversation.route { try await create($0) },
            Wire.getConversation.replying { try await show($0) },
            Wire.changeConversation.replying { try await change($0) },
            Wire.branchConversation.route { try await branch($0) },
            Wire.removeConversation.route { try await remove($0.request) },
            Wire.exportConversation.responding { try await export($0) },
            Wire.sendMessage.responding { try await ChatAnswers(hearth: hearth, answers: answers).respond(to: $0) },
            Wire.stopAnswer.route { try await stop($0.request) },
        ]
    }

    private func found(_ request: ServerRequest) async throws -> Conversation {
        try await Self.conversation(request.parameter("id"), hearth)
    }

    /// By its whole id: what a program sends is no abbreviation.
    static func conversation(_ id: String, _ hearth: Hearth) async throws -> Conversation {
        let conversation = try await hearth.conversations.find(id)
        guard conversation.id == id else {
            throw ServerError(.unknownItem, "There is no such conversation.\(Reader.hint)")
        }
        return conversation
    }

    private func list(_ call: Call<Wire.ConversationQuery, Nothing>) async throws -> Wire.ConversationList {
        let query = try call.query()
        let page = try await hearth.conversations.page(
            holding: query.query, inFolder: query.folder, limit: query.limit, offset: query.offset)
        try await hearth.privacy.willName(page.conversations.map { .conversation($0.id) })
        let folders = try await hearth.conversations.folders()
        return Wire.ConversationList(
            conversations: page.conversations.map(Wire.Conversation.init), total: page.total,
            folders: folders.map { Wire.ConversationFolder(name: $0.name, conversations: $0.count) })
    }

    private func create(_ call: Call<Nothing, Wire.NewConversation>) async throws -> Wire.Conversation {
        let body = try await call.body()
        let made = try await hearth.conversations.start(
            title: Self.given(body.title), systemPrompt: Self.given(body.systemPrompt), label: body.label)
        guard body.isPinned == true || body.folder.value != nil else { return Wire.Conversation(made) }
        do {
            try await hearth.conversations.change(made.id, Self.place(body))
        } catch {
            // Not left behind where nobody looks for it.
            _ = try? await hearth.conversations.remove(made.id)
            throw error
        }
        return Wire.Conversation(try await hearth.conversations.find(made.id))
    }

    /// Where it is looked for, as far as anything is said of that.
    private static func place(_ body: Wire.NewConversation) -> ConversationChange {
        var change = ConversationChange()
        change.isPinned = body.isPinned
        if body.folder.isGiven { change.folder = .some(given(body.folder)) }
        return change
    }

    private func branch(_ call: Call<Nothing, Wire.NewBranch>) async throws -> Wire.Conversation {
        let (conversation, body) = (try await found(call.request), try await call.body())
        let made = try await hearth.conversations.branch(conversation.id, upTo: body.upTo.map(Int64.init))
        try await hearth.privacy.willName([.conversation(made.id)])
        return Wire.Conversation(made)
    }

    /// A prompt that says nothing is none.
    private static func given(_ change: WireChange<String>) -> String? {
        change.value.flatMap { $0.isBlank ? nil : $0 }
    }

    private func show(
        _ call: Call<Wire.MessageQuery, Nothing>
    ) async throws -> Reply<Wire.ConversationDetail> {
        let conversation = try await found(call.request)
        let query = try call.query()
        let (limit, before) = (query.limit, query.before ?? .max)
        // Before the messages: an answer that ends meanwhile is among them.
        let isBeingAnswered = await answers.isRunning(conversation.id)
        let messages = try await hearth.conversations.messages(
            of: conversation.id, before: Int64(before), limit: limit + 1)
        if !messages.isEmpty { try await hearth.privacy.willGive([.conversation(conversation.id)]) }
        let texts = try await StoredTexts(for: messages, in: hearth.documents)
        var names = try await ShownNames(hearth)
        var shown: [Wire.Message] = []
        for message in messages.suffix(limit) { shown.append(names.message(Wire.Message(message, texts: texts))) }
        try await names.willGive(by: hearth)
        return Reply(
            Wire.ConversationDetail(
                conversation: Wire.Conversation(conversation),
                messages: shown,
                hasEarlier: messages.count > limit, isBeingAnswered: isBeingAnswered),
            headers: [("etag", Wire.Conversation.tag(conversation))])
    }

    private func change(
        _ call: Call<Nothing, Wire.NewConversation>
    ) async throws -> Reply<Wire.Conversation> {
        let (request, body) = (call.request, try await call.body())
        return try await edits.run {
            let conversation = try await found(request)
            try EntityTag.check(request, Wire.Conversation.tag(conversation))
            var change = Self.place(body)
            if body.title.isGiven { change.title = .some(Self.given(body.title)) }
            if body.systemPrompt.isGiven || body.label != nil {
                // A prompt that is written anew stays as private as it was called, where nothing else is said.
                let text = body.systemPrompt.isGiven ? Self.given(body.systemPrompt) : conversation.systemPrompt
                let earlier = text == nil ? nil : conversation.systemPromptLabel
                change.systemPrompt = .init(text, label: body.label ?? earlier)
            }
            // In one step: where the prompt is refused, nothing else of it is done.
            if !change.isEmpty { try await hearth.conversations.change(conversation.id, change) }
            let changed = try await found(request)
            return Reply(Wire.Conversation(changed), headers: [("etag", Wire.Conversation.tag(changed))])
        }
    }

    private func remove(_ request: ServerRequest) async throws -> Wire.RemovedConversation {
        let conversation = try await found(request)
        _ = await answers.stop(conversation.id)
        let count = try await hearth.conversations.remove(conversation.id)
        return Wire.RemovedConversation(conversationID: conversation.id, messages: count ?? 0)
    }

    private func export(_ call: Call<Wire.ConversationExportQuery, Nothing>) async throws -> ServerResponse {
        let format = try call.query().format.flatMap(ConversationExport.Format.init) ?? .markdown
        let conversation = try await found(call.request)
        try await hearth.privacy.willGive([.conversation(conversation.id)])
        let name = "conversation-\(conversation.id.prefix(8).filter { $0.isLetter || $0.isNumber })"
        var response =
            switch format {
            case .json: ServerResponse.attachment(name: name + ".json", type: "application/json")
            case .markdown: ServerResponse.attachment(name: name + ".md", type: "text/markdown; charset=utf-8")
            case .html: ServerResponse.attachment(name: name + ".html", type: "text/html; charset=utf-8")
            }
        response.content = .stream(.raw) { sink in
            try await hearth.conversations.export(conversation, as: format) { try await sink.send(raw: Array($0.utf8)) }
        }
        return response
    }

    private func stop(_ request: ServerRequest) async throws -> Wire.Message {
        let conversation = try await found(request)
        guard await answers.stop(conversation.id),
            let last = try await hearth.conversations.messages(of: conversation.id, limit: 1).last
        else { throw ServerError(.notRunning, "Nothing is being written in this conversation.") }
        try await hearth.privacy.willGive([.conversation(conversation.id)])
        // It may be an answer of before, which the stopped one was to replace.
        var names = try await ShownNames(hearth)
        let shown = names.message(Wire.Message(last, texts: try await StoredTexts(for: [last], in: hearth.documents)))
        try await names.willGive(by: hearth)
        return shown
    }
}

/// `/api/suggestions`: questions to begin with, made of what is in the library. An empty library has none.
struct SuggestionRoutes: Sendable {
    let hearth: Hearth

    /// How many questions there are at most, and the newest documents that they are looked for in.
    private static let most = 3
    private static let looked = 12
    /// The longest document that is opened for it: whoever opens the page does not wait for a library to be read.
    private static let longest = 2 << 20

    var routes: [ServerRoute] { [Wire.suggest.route { _ in try await list() }] }

    private func list() async throws -> Wire.Suggestions {
        let page = try await hearth.documents.page(matching: .documents, limit: Self.looked)
        var topics: [[Wire.Suggestions.Question]] = []
        var wholes: [Wire.Suggestions.Question] = []
        for document in page.documents where topics.count < Self.most && document.byteCount <= Self.longest {
            try Task.checkCancellation()
            guard let suggested = SuggestedQuestions(title: document.title, language: document.language),
                let content = try await hearth.documents.content(of: document.id),
                let questions = suggested.questions(about: content)
            else { continue }
            func made(_ text: String) -> Wire.Suggestions.Question { .init(text: text, documentID: document.id) }
            if !questions.topics.isEmpty { topics.append(questions.topics.map(made)) }
            if let whole = questions.whole { wholes.append(made(whole)) }
        }
        let chosen = Self.chosen(topics: topics, wholes: wholes)
        try await hearth.privacy.willGive(Set(chosen.map { .document($0.documentID) }))
        return Wire.Suggestions(questions: chosen, documents: page.total)
    }

    /// The best of each document, then the second of each, so that there are several of a lone one. What a document is about is asked last:
    /// without a model, single sentences answer that least.
    private static func chosen(
        topics: [[Wire.Suggestions.Question]], wholes: [Wire.Suggestions.Question]
    ) -> [Wire.Suggestions.Question] {
        // Two documents of one title may be about the same.
        var asked: Set<String> = []
        let ranks = 0..<(topics.map(\.count).max() ?? 0)
        let inTurn = ranks.flatMap { rank in topics.filter { rank < $0.count }.map { $0[rank] } }
        return Array((inTurn + wholes).filter { asked.insert($0.text).inserted }.prefix(most))
    }
}

// Conversations, their messages and who answered, as the interface shows them.

extension Wire.Conversation {
    init(_ conversation: Conversation) {
        self.init(
            conversationID: conversation.id, title: conversation.title, systemPrompt: conversation.systemPrompt,
            messages: conversation.messageCount, createdAt: conversation.createdAt, updatedAt: conversation.updatedAt,
            isPinned: conversation.isPinned, folder: conversation.folder, etag: Self.tag(conversation))
    }

    /// Changes with title and system prompt; new messages, a pin and a folder leave it as it is.
    static func tag(_ conversation: Conversation) -> String {
        EntityTag.of(
            conversation.id, conversation.title, conversation.systemPrompt, conversation.promptLabel.rawValue)
    }
}

extension Wire.Message {
    /// - Parameter texts: The texts of passages that did not fit, where they are known.
    init(_ stored: ConversationMessage, texts: StoredTexts = StoredTexts()) {
        let message = stored.message
        self.init(
            id: Int(stored.id), role: message.role.rawValue, content: message.content,
            reasoning: message.reasoning.flatMap { $0.isEmpty ? nil : $0 }, createdAt: stored.createdAt,
            state: stored.state.rawValue, label: stored.label)
        guard let metadata = stored.metadata else { return }
        engine = metadata.engine
        onDevice = metadata.engine.map { engine in metadata.route.map(Wire.Route.isOnDevice) ?? !engine.isRemote }
        route = metadata.route.map(Wire.Route.init)
        unsupported = metadata.unsupported.flatMap { $0.isEmpty ? nil : $0 }
        model = metadata.model
        citations = metadata.citations?.map { CitationJSON($0) }
        abstained = metadata.abstained ?? false
        abstention = metadata.abstention?.rawValue
        nearest = metadata.nearest?.map { CitationJSON($0) }
        (usage, timings) = (metadata.usage, metadata.timings)
        finishReason = metadata.finishReason?.rawValue
        wasFallback = metadata.wasFallback ?? false
        fallbackReason = metadata.fallbackReason
        let passages = metadata.droppedPassages ?? []
        if metadata.dropped != nil || !passages.isEmpty {
            dropped = Wire.Dropped(
                passages: passages.map { Wire.Passage(texts.filling($0)) }, messages: metadata.dropped?.count ?? 0,
                tokens: metadata.dropped?.tokens ?? 0)
        }
        notes = metadata.notes
    }
}

extension Wire.Route {
    /// Which engine serves and why.
    init(_ decision: RoutingDecision) {
        self.init(
            task: decision.task, mode: decision.mode, label: decision.label, engine: decision.engine,
            model: decision.model, host: decision.host, onDevice: Self.isOnDevice(decision), reason: decision.reason,
            rejected: decision.rejected.map(Wire.Rejection.init), wasFallback: decision.wasFallback,
            fallbackReason: decision.fallbackReason, consentID: decision.consentID,
            ledgerRecord: decision.ledgerRecord)
    }

    /// Whether what is sent stays on this machine.
    static func isOnDevice(_ decision: RoutingDecision) -> Bool { isOnDevice(decision.engine, host: decision.host) }

    static func isOnDevice(_ engine: Engine, host: String?) -> Bool {
        host.map { HostAddress.isLoopback($0) } ?? !engine.isRemote
    }
}

/// The texts of passages that messages only refer to. A message keeps no copy, which would outlive the document.
struct StoredTexts: Sendable {
    private var texts: [Key: String] = [:]

    private struct Key: Hashable {
        var document: String
        var span: TextSpan

        init(_ passage: Passage) { (document, span) = (passage.documentID, passage.span) }
    }

    init(_ passages: [Passage] = []) {
        for passage in passages { texts[Key(passage)] = passage.text }
    }

    /// What the store still has of the passages that these messages refer to.
    init(for messages: [ConversationMessage], in documents: Hearth.Documents) async throws {
        self.init(try await documents.stillThere(messages.flatMap { $0.metadata?.droppedPassages ?? [] }))
    }

    /// The passage with its text; without it where it is not known.
    func filling(_ passage: Passage) -> Passage {
        var passage = passage
        passage.text = texts[Key(passage)] ?? passage.text
        return passage
    }
}
