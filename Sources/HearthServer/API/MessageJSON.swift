import Foundation
import HearthCore
import HearthKnowledge
import HearthModels

/// Conversations and their messages, as the interface shows them.
enum MessageJSON {
    static func conversation(_ conversation: Conversation) -> JSONValue {
        [
            "conversationID": .string(conversation.id), "title": JSONEncoding.optional(conversation.title),
            "systemPrompt": JSONEncoding.optional(conversation.systemPrompt),
            "messages": JSONEncoding.number(conversation.messageCount),
            "createdAt": JSONEncoding.date(conversation.createdAt),
            "updatedAt": JSONEncoding.date(conversation.updatedAt), "etag": .string(tag(conversation)),
        ]
    }

    /// Changes with what a person may change; new messages leave it as it is.
    static func tag(_ conversation: Conversation) -> String {
        EntityTag.of(
            .string(conversation.id), JSONEncoding.optional(conversation.title),
            JSONEncoding.optional(conversation.systemPrompt), .string(conversation.promptLabel.rawValue))
    }

    /// - Parameter texts: The texts of passages that did not fit, where they are known.
    static func message(_ stored: ConversationMessage, texts: StoredTexts = StoredTexts()) -> JSONValue {
        let message = stored.message
        var object: JSONObject = [
            "id": JSONEncoding.number(Int(stored.id)), "role": .string(message.role.rawValue),
            "content": .string(message.content), "createdAt": JSONEncoding.date(stored.createdAt),
            "state": .string(stored.state.rawValue), "label": .string(stored.label.rawValue),
        ]
        if let reasoning = message.reasoning, !reasoning.isEmpty { object["reasoning"] = .string(reasoning) }
        guard let metadata = stored.metadata else { return .object(object) }
        if let engine = metadata.engine {
            object["engine"] = .string(engine.rawValue)
            object["onDevice"] = .bool(metadata.route.map { isOnDevice($0) } ?? !engine.isRemote)
        }
        if let route = metadata.route { object["route"] = self.route(route) }
        if let spans = metadata.unsupported, !spans.isEmpty {
            object["unsupported"] = .array(
                spans.map { ["start": JSONEncoding.number($0.start), "end": JSONEncoding.number($0.end)] })
        }
        if let model = metadata.model { object["model"] = .string(model) }
        if let citations = metadata.citations { object["citations"] = .array(citations.map(DocumentJSON.citation)) }
        object["abstained"] = .bool(metadata.abstained ?? false)
        if let abstention = metadata.abstention { object["abstention"] = .string(abstention.rawValue) }
        if let usage = metadata.usage { object["usage"] = self.usage(usage) }
        if let timings = metadata.timings {
            object["timings"] = [
                "prompt": JSONEncoding.number(timings.prompt), "generation": JSONEncoding.number(timings.generation),
            ]
        }
        if let reason = metadata.finishReason { object["finishReason"] = .string(reason.rawValue) }
        object["wasFallback"] = .bool(metadata.wasFallback ?? false)
        if let reason = metadata.fallbackReason { object["fallbackReason"] = .string(reason) }
        let passages = metadata.droppedPassages ?? []
        if metadata.dropped != nil || !passages.isEmpty {
            object["dropped"] = [
                "passages": .array(passages.map { DocumentJSON.passage(texts.filling($0)) }),
                "messages": JSONEncoding.number(metadata.dropped?.count ?? 0),
                "tokens": JSONEncoding.number(metadata.dropped?.tokens ?? 0),
            ]
        }
        if let notes = metadata.notes { object["notes"] = JSONEncoding.strings(notes) }
        return .object(object)
    }

    static func usage(_ usage: TokenUsage) -> JSONValue {
        [
            "promptTokens": JSONEncoding.number(usage.promptTokens),
            "completionTokens": JSONEncoding.number(usage.completionTokens),
            "cachedTokens": JSONEncoding.number(usage.cachedTokens),
        ]
    }

    /// Which engine serves and why.
    static func route(_ decision: RoutingDecision) -> JSONValue {
        [
            "task": .string(decision.task.rawValue), "mode": .string(decision.mode.rawValue),
            "label": .string(decision.label.rawValue), "engine": .string(decision.engine.rawValue),
            "model": .string(decision.model), "host": JSONEncoding.optional(decision.host),
            "onDevice": .bool(isOnDevice(decision)), "reason": .string(decision.reason),
            "rejected": .array(decision.rejected.map(rejection)), "wasFallback": .bool(decision.wasFallback),
            "fallbackReason": JSONEncoding.optional(decision.fallbackReason),
            "consentID": JSONEncoding.optional(decision.consentID),
            "ledgerRecord": JSONEncoding.optional(decision.ledgerRecord),
        ]
    }

    static func rejection(_ rejection: RoutingDecision.Rejection) -> JSONValue {
        [
            "engine": .string(rejection.engine.rawValue), "reason": .string(rejection.reason),
            "byPolicy": .bool(rejection.byPolicy),
        ]
    }

    /// Whether what is sent stays on this machine.
    private static func isOnDevice(_ decision: RoutingDecision) -> Bool {
        isOnDevice(decision.engine, host: decision.host)
    }

    static func isOnDevice(_ engine: Engine, host: String?) -> Bool {
        host.map { HostAddress.isLoopback($0) } ?? !engine.isRemote
    }
}
