import Foundation
public import HearthCore

/// Conversations in open formats.
public enum ConversationExport {
    /// `html` is one file that opens anywhere and loads nothing, to be given to people.
    public enum Format: String, Sendable, CaseIterable { case markdown, json, html }

    /// A conversation with its messages, as text in one of the formats.
    public static func text(of conversation: Conversation, as format: Format) throws -> String {
        let writer = Writer(conversation, format)
        var text = try writer.beginning()
        for (index, message) in conversation.messages.enumerated() {
            text += try writer.message(message, isFirst: index == 0)
        }
        return text + (try writer.end(isEmpty: conversation.messages.isEmpty))
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
}

extension ConversationExport {
    /// Writes a conversation piece by piece: its beginning, each message, its end.
    struct Writer {
        private let conversation: Conversation
        private let format: Format

        /// - Parameter conversation: Its own messages are not looked at.
        init(_ conversation: Conversation, _ format: Format) {
            self.conversation = conversation
            self.format = format
        }

        func beginning() throws -> String {
            switch format {
            case .markdown:
                let prompt = conversation.systemPrompt.map { "**system**\n\n\($0)\n\n" } ?? ""
                return "# \(conversation.title ?? "Conversation")\n\n" + prompt
            case .json:
                let fields = [try field("createdAt", conversation.createdAt), try field("id", conversation.id)]
                return "{\n" + fields.compactMap { $0 }.map { $0 + ",\n" }.joined() + "  \"messages\" : ["
            case .html: return ConversationPage.beginning(conversation)
            }
        }

        func message(_ message: ConversationMessage, isFirst: Bool) throws -> String {
            switch format {
            case .markdown: return Self.markdown(message)
            case .json:
                // A line's end in a text is written as an escape, so each of these is one of the form.
                let lines = try json(Record.Line(message)).replacing("\n", with: "\n    ")
                return (isFirst ? "\n    " : ",\n    ") + lines
            case .html: return ConversationPage.message(message)
            }
        }

        func end(isEmpty: Bool) throws -> String {
            switch format {
            case .markdown: return ""
            case .json:
                let fields = [
                    try field("systemPrompt", conversation.systemPrompt), try field("title", conversation.title),
                    try field("updatedAt", conversation.updatedAt),
                ]
                return (isEmpty ? "]" : "\n  ]") + fields.compactMap { $0 }.map { ",\n" + $0 }.joined() + "\n}\n"
            case .html: return ConversationPage.end(conversation)
            }
        }

        /// A line of the object; `nil` where there is no value.
        private func field(_ name: String, _ value: (some Encodable)?) throws -> String? {
            guard let value else { return nil }
            return try "  \"\(name)\" : " + json(value)
        }

        private func json(_ value: some Encodable) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        }

        private static func markdown(_ message: ConversationMessage) -> String {
            let state = message.state == .complete ? "" : " (\(message.state.rawValue))"
            var text = "**\(message.message.role.rawValue)**\(state)\n\n\(message.message.content)\n\n"
            let citations = message.metadata?.citations ?? []
            for citation in citations {
                let page = citation.page.map { ", page \($0)" } ?? ""
                let quote = citation.quote.split(whereSeparator: \.isNewline).joined(separator: " ")
                text += "- [\(citation.index)] \(citation.path)\(page): “\(quote)”\n"
            }
            return citations.isEmpty ? text : text + "\n"
        }
    }
}
