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
