import HearthCore

/// Reads `conversations.json` of Claude's export.
enum ClaudeReader {
    static func read(_ bytes: [UInt8], into writer: inout ConversationWriter) throws {
        let whole = JSONSlice(bytes)
        if whole.isObject {
            if let conversation = conversation(whole, &writer) { try writer.append(conversation) }
            return
        }
        var parts = whole.parts
        while let (_, slice) = parts.next() {
            try Task.checkCancellation()
            if let conversation = conversation(slice, &writer) { try writer.append(conversation) }
        }
        writer.omissions.isCutOff = parts.isCutOff
    }

    private static func conversation(_ slice: JSONSlice, _ writer: inout ConversationWriter) -> Conversation? {
        guard let value = slice.value() else {
            writer.omissions.damaged += 1
            return nil
        }
        guard let messages = value["chat_messages"]?.arrayValue else { return nil }
        let title = value["name"]?.stringValue ?? value["title"]?.stringValue
        var conversation = Conversation(title: title, program: "Claude", isUTC: true)
        for message in messages {
            if let read = read(message, &writer.omissions) { conversation.messages.append(read) }
        }
        return conversation
    }

    private static func read(_ message: JSONValue, _ omissions: inout ChatOmissions) -> ChatMessage? {
        guard message.objectValue != nil else {
            omissions.damaged += 1
            return nil
        }
        var texts: [String] = []
        for part in message["content"]?.arrayValue ?? [] {
            switch part["type"]?.stringValue {
            case "text": if let text = part["text"]?.stringValue { texts.append(text) }
            case "thinking", "tool_use", "tool_result", "token_budget": omissions.thoughts += 1
            default: omissions.media += 1
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
        for file in files.prefix(1_000) where !file.isEmpty && !named.contains(file) { named.append(file) }
        omissions.named += named.count
        guard !text.allSatisfy(\.isWhitespace) || !named.isEmpty else { return nil }
        let sender: String
        switch message["sender"]?.stringValue {
        case "human": sender = "You"
        case "assistant": sender = "Claude"
        case let other: sender = other ?? "Unknown"
        }
        return ChatMessage(
            sender: sender, moment: message["created_at"]?.stringValue.flatMap { ChatMoment(iso: $0) }, text: text,
            files: named)
    }
}
