import Foundation
public import HearthCore

/// Conversations in open formats.
public enum ConversationExport {
    public enum Format: String, Sendable, CaseIterable { case markdown, json }

    /// A conversation with its messages, as text in one of the formats.
    public static func text(of conversation: Conversation, as format: Format) throws -> String {
        switch format {
        case .markdown: return markdown(conversation)
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            return String(decoding: try encoder.encode(Record(conversation)), as: UTF8.self) + "\n"
        }
    }

    /// What is written of a conversation; the names are part of the format.
    public struct Record: Encodable, Sendable {
        public struct Line: Encodable, Sendable {
            var role: String
            var content: String
            var reasoning: String?
            var toolCalls: [ToolCall]?
            var toolCallID: String?
            var createdAt: Date
            var state: String
            var label: String
            var metadata: ConversationMessage.Metadata?

            init(_ message: ConversationMessage) {
                role = message.message.role.rawValue
                content = message.message.content
                reasoning = message.message.reasoning
                toolCalls = message.message.toolCalls
                toolCallID = message.message.toolCallID
                createdAt = message.createdAt
                state = message.state.rawValue
                label = message.label.rawValue
                metadata = message.metadata
            }
        }

        var id: String
        var title: String?
        var systemPrompt: String?
        var createdAt: Date
        var updatedAt: Date
        var messages: [Line]

        public init(_ conversation: Conversation) {
            id = conversation.id
            title = conversation.title
            systemPrompt = conversation.systemPrompt
            createdAt = conversation.createdAt
            updatedAt = conversation.updatedAt
            messages = conversation.messages.map(Line.init)
        }
    }

    private static func markdown(_ conversation: Conversation) -> String {
        var text = "# \(conversation.title ?? "Conversation")\n\n"
        if let prompt = conversation.systemPrompt { text += "**system**\n\n\(prompt)\n\n" }
        for message in conversation.messages {
            let state = message.state == .complete ? "" : " (\(message.state.rawValue))"
            text += "**\(message.message.role.rawValue)**\(state)\n\n\(message.message.content)\n\n"
            let citations = message.metadata?.citations ?? []
            for citation in citations {
                let page = citation.page.map { ", page \($0)" } ?? ""
                let quote = citation.quote.split(whereSeparator: \.isNewline).joined(separator: " ")
                text += "- [\(citation.index)] \(citation.path)\(page): “\(quote)”\n"
            }
            if !citations.isEmpty { text += "\n" }
        }
        return text
    }
}
