import HearthCore

/// Reads `conversations.json` of Claude's export.
enum ClaudeReader {
    static func read(_ bytes: [UInt8], into writer: inout ConversationWriter) throws {
        try writer.append(conversationsOf: bytes, conversation)
    }

    private static func conversation(_ value: JSONValue, _ omissions: inout ChatOmissions) -> Conversation? {
        guard let messages = value["chat_messages"]?.arrayValue else { return nil }
        let title = value["name"]?.stringValue ?? value["title"]?.stringValue
        var conversation = Conversation(title: title, program: "Claude", isUTC: true, namesLanguages: true)
        for message in messages {
            if let read = read(message, &omissions) { conversation.messages.append(read) }
        }
        return conversation
    }

    private static func read(_ message: JSONValue, _ omissions: inout ChatOmissions) -> ChatMessage? {
        guard message.objectValue != nil else {
            omissions.damaged += 1
            return nil
        }
        var texts: [String] = []
        var others = 0
        for part in message["content"]?.arrayValue ?? [] {
            switch part["type"]?.stringValue {
            case "text": if let text = part["text"]?.stringValue { texts.append(text) }
            case "thinking", "tool_use", "tool_result", "token_budget":
                omissions.thoughts += 1
                others += 1
            default:
                omissions.media += 1
                others += 1
            }
        }
        // Older exports have the text alone, newer ones both.
        var text = texts.joined(separator: "\n\n")
        if text.allSatisfy(\.isWhitespace) { text = message["text"]?.stringValue ?? "" }
        let files = ["attachments", "files", "files_v2"].flatMap { key in
            (message[key]?.arrayValue ?? []).compactMap { $0["file_name"]?.stringValue }
        }
        // What was sent as a file may be in two of the lists.
        var named: [String] = []
        var seen: Set<String> = []
        for file in files where !file.isEmpty && seen.insert(file).inserted { named.append(file) }
        omissions.named += named.count
        let sender: String
        switch message["sender"]?.stringValue {
        case "human": sender = "You"
        case "assistant": sender = "Claude"
        case let other: sender = other ?? "Unknown"
        }
        let moment = message["created_at"]?.stringValue.flatMap { ChatMoment(iso: $0) }
        return omissions.unlessEmpty(
            ChatMessage(sender: sender, moment: moment, text: text, files: named), hadMore: others > 0)
    }
}
