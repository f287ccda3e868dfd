import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthStore

/// `/api/conversations`
struct ConversationRoutes: Sendable {
    let hearth: Hearth
    let answers: AnswerBoard
    let edits: EditGate

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/conversations", work: .long) { try await list($0) },
            ServerRoute(.post, "/api/conversations", bodyLimit: 1 << 20) { try await create($0) },
            ServerRoute(.get, "/api/conversations/:id") { try await show($0) },
            ServerRoute(.patch, "/api/conversations/:id", bodyLimit: 1 << 20) { try await change($0) },
            ServerRoute(.delete, "/api/conversations/:id") { try await remove($0) },
            ServerRoute(.get, "/api/conversations/:id/export") { try await export($0) },
            ServerRoute(.post, "/api/conversations/:id/messages", work: .long, bodyLimit: 4 << 20) { request in
                try await ChatAnswers(hearth: hearth, answers: answers).respond(to: request)
            },
            ServerRoute(.post, "/api/conversations/:id/stop", bodyLimit: 4096) { try await stop($0) },
        ]
    }

    private func found(_ request: ServerRequest) async throws -> Conversation {
        try await Self.conversation(request.parameter("id"), hearth)
    }

    /// By its whole id: what a program sends is no abbreviation.
    static func conversation(_ id: String, _ hearth: Hearth) async throws -> Conversation {
        let conversation = try await hearth.database().conversation(matching: id)
        guard conversation.id == id else {
            throw ServerError(.notFound, "unknown-item", "There is no such conversation.\(Reader.hint)")
        }
        return conversation
    }

    private func list(_ request: ServerRequest) async throws -> ServerResponse {
        let limit = try request.integer("limit", in: 1...500, otherwise: 50)
        let offset = try request.integer("offset", in: 0...Int.max, otherwise: 0)
        let page = try await hearth.database().conversations(
            holding: try request.text("query", most: 500), limit: limit, offset: offset)
        try await hearth.willName(page.conversations.map { .conversation($0.id) })
        return .json([
            "conversations": .array(page.conversations.map(MessageJSON.conversation)),
            "total": JSONEncoding.number(page.total),
        ])
    }

    private func create(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        let conversation = try await hearth.startConversation(
            title: try title(fields), systemPrompt: try prompt(fields),
            label: try fields.choice("label", SensitivityLabel.self))
        return .json(MessageJSON.conversation(conversation), status: .created)
    }

    private func title(_ fields: RequestFields) throws -> String? {
        guard let title = try fields.string("title") else { return nil }
        guard title.unicodeScalars.count <= 500 else { throw fields.wrong("title", "at most 500 characters long") }
        return title.isEmpty ? nil : title
    }

    private func prompt(_ fields: RequestFields) throws -> String? {
        guard let prompt = try fields.string("systemPrompt") else { return nil }
        guard prompt.unicodeScalars.count <= 20_000 else {
            throw fields.wrong("systemPrompt", "at most 20000 characters long")
        }
        return prompt.isEmpty ? nil : prompt
    }

    private func show(_ request: ServerRequest) async throws -> ServerResponse {
        let conversation = try await found(request)
        let limit = try request.integer("limit", in: 1...1000, otherwise: 200)
        let before = try request.integer("before", in: 0...Int.max, otherwise: .max)
        let database = try await hearth.database()
        // Before the messages: an answer that ends meanwhile is among them.
        let isBeingAnswered = await answers.isRunning(conversation.id)
        let messages = try await database.messages(
            ofConversation: conversation.id, before: Int64(before), limit: limit + 1)
        if !messages.isEmpty { try await hearth.willGive([.conversation(conversation.id)]) }
        let texts = try await StoredTexts(for: messages, in: database)
        return .json(
            [
                "conversation": MessageJSON.conversation(conversation),
                "messages": .array(messages.suffix(limit).map { MessageJSON.message($0, texts: texts) }),
                "hasEarlier": .bool(messages.count > limit), "isBeingAnswered": .bool(isBeingAnswered),
            ], headers: [("etag", MessageJSON.tag(conversation))])
    }

    private func change(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        let (title, prompt) = (try title(fields), try prompt(fields))
        let label = try fields.choice("label", SensitivityLabel.self)
        let (hasTitle, hasPrompt) = (fields.has("title"), fields.has("systemPrompt"))
        return try await edits.run {
            let conversation = try await found(request)
            try EntityTag.check(request, MessageJSON.tag(conversation))
            let database = try await hearth.database()
            if hasTitle { try await database.renameConversation(id: conversation.id, to: title) }
            if hasPrompt || label != nil {
                // A prompt that is written anew stays as private as it was called, where nothing else is said.
                let text = hasPrompt ? prompt : conversation.systemPrompt
                let earlier = text == nil ? nil : conversation.systemPromptLabel
                try await database.setSystemPrompt(text, label: label ?? earlier, ofConversation: conversation.id)
            }
            let changed = try await found(request)
            return .json(MessageJSON.conversation(changed), headers: [("etag", MessageJSON.tag(changed))])
        }
    }

    private func remove(_ request: ServerRequest) async throws -> ServerResponse {
        let conversation = try await found(request)
        _ = await answers.stop(conversation.id)
        let count = try await hearth.database().removeConversation(id: conversation.id)
        return .json([
            "conversationID": .string(conversation.id), "messages": JSONEncoding.number(count ?? 0),
        ])
    }

    private func export(_ request: ServerRequest) async throws -> ServerResponse {
        let format = try request.choice("format", ConversationExport.Format.self) ?? .markdown
        let conversation = try await hearth.wholeConversation(try await found(request).id)
        try await hearth.willGive([.conversation(conversation.id)])
        let text = try ConversationExport.text(of: conversation, as: format)
        let name = "conversation-\(conversation.id.prefix(8).filter { $0.isLetter || $0.isNumber })"
        switch format {
        case .json: return .attachment(text, name: name + ".json", type: "application/json")
        case .markdown: return .attachment(text, name: name + ".md", type: "text/markdown; charset=utf-8")
        }
    }

    private func stop(_ request: ServerRequest) async throws -> ServerResponse {
        let conversation = try await found(request)
        let database = try await hearth.database()
        guard await answers.stop(conversation.id),
            let last = try await database.messages(ofConversation: conversation.id, limit: 1).last
        else { throw ServerError(.conflict, "not-running", "Nothing is being written in this conversation.") }
        try await hearth.willGive([.conversation(conversation.id)])
        // It may be an answer of before, which the stopped one was to replace.
        return .json(MessageJSON.message(last, texts: try await StoredTexts(for: [last], in: database)))
    }
}
