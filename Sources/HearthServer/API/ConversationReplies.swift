import Foundation
import Hearth
import HearthHTTP

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
