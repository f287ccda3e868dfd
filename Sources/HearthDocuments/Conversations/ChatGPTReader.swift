import HearthCore

/// Reads `conversations.json` of ChatGPT's export: of each conversation the branch that was chosen in the end.
///
/// A conversation is a tree of messages, because questions are edited and answers made again; `current_node` names the last message of the branch
/// that is shown.
enum ChatGPTReader {
    static func read(_ bytes: [UInt8], into writer: inout ConversationWriter) throws {
        try writer.append(conversationsOf: bytes, conversation)
    }

    private static func conversation(_ value: JSONValue, _ omissions: inout ChatOmissions) -> Conversation? {
        guard let nodes = value["mapping"]?.objectValue else { return nil }
        var conversation = Conversation(
            title: value["title"]?.stringValue, program: "ChatGPT", isUTC: true, namesLanguages: true)
        let branch = branch(value, nodes)
        for id in branch.reversed() {
            guard let message = nodes[id]?["message"], message.objectValue != nil else { continue }
            if let read = read(message, &omissions) { conversation.messages.append(read) }
        }
        let chosen = Set(branch.map { JSONKey($0) })
        omissions.versions += zip(nodes.keys, nodes.values).count { key, node in
            guard !chosen.contains(JSONKey(key)), let message = node["message"] else { return false }
            let role = message["author"]?["role"]?.stringValue
            return role == "user" || role == "assistant"
        }
        return conversation
    }

    /// The ids from the last message back to the first.
    private static func branch(_ value: JSONValue, _ nodes: JSONObject) -> [String] {
        var next = value["current_node"]?.stringValue
        if next.flatMap({ nodes[$0] }) == nil {
            // Without a word of which branch it is: that of the last message without an answer.
            let last = nodes.values.lastIndex { $0["children"]?.arrayValue?.isEmpty ?? true }
            next = last.map { nodes.keys[$0] }
        }
        var branch: [String] = []
        var seen: Set<JSONKey> = []
        while let id = next, let node = nodes[id], seen.insert(JSONKey(id)).inserted {
            branch.append(id)
            next = node["parent"]?.stringValue
        }
        return branch
    }

    private static func read(_ message: JSONValue, _ omissions: inout ChatOmissions) -> ChatMessage? {
        let role = message["author"]?["role"]?.stringValue
        let metadata = message["metadata"]
        if role == "system" || metadata?["is_visually_hidden_from_conversation"]?.boolValue == true {
            let (text, _) = words(message["content"])
            if !text.isEmpty { omissions.remarks += 1 }
            return nil
        }
        let sender: String
        switch role {
        case "user": sender = "You"
        case "assistant": sender = "ChatGPT"
        case "tool": sender = message["author"]?["name"]?.stringValue.map { "Tool \($0)" } ?? "Tool"
        default: sender = role ?? "Unknown"
        }
        switch message["content"]?["content_type"]?.stringValue {
        case "thoughts", "reasoning_recap", "tether_browsing_display", "system_error":
            omissions.thoughts += 1
            return nil
        case "user_editable_context", "model_editable_context":
            omissions.remarks += 1
            return nil
        default: break
        }
        let (text, media) = words(message["content"])
        let files = (metadata?["attachments"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
        omissions.named += files.count
        // A picture that has a name is among the attachments, too.
        omissions.media += max(0, media - files.count)
        let moment = message["create_time"]?.doubleValue.flatMap { ChatMoment(epoch: $0) }
        return omissions.unlessEmpty(
            ChatMessage(sender: sender, moment: moment, text: text, files: files), hadMore: media > 0)
    }

    /// What a message says, and how many pictures and recordings it has.
    private static func words(_ content: JSONValue?) -> (text: String, media: Int) {
        guard let content else { return ("", 0) }
        var media = 0
        var texts: [String] = []
        switch content["content_type"]?.stringValue {
        case "code", "execution_output":
            let text = content["text"]?.stringValue ?? ""
            if !text.isEmpty { texts = [MessageParts.fenced(text)] }
        case "tether_quote":
            texts = ["title", "url", "text"].compactMap { content[$0]?.stringValue }.filter { !$0.isEmpty }
        default:
            for part in content["parts"]?.arrayValue ?? [] {
                if let text = part.stringValue {
                    texts.append(text)
                } else if let text = part["text"]?.stringValue {
                    // What was said aloud.
                    texts.append(text)
                } else if part.objectValue != nil {
                    media += 1
                }
            }
            if let text = content["text"]?.stringValue, texts.isEmpty { texts = [text] }
        }
        let text = withoutMarks(texts.joined(separator: "\n\n"))
        return (text.allSatisfy(\.isWhitespace) ? "" : text, media)
    }

    /// Drops what stands for a link to a source, between characters of private use (U+E200 and U+E201), which nobody sees.
    private static func withoutMarks(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value == 0xE200 }) else { return text }
        var kept = String.UnicodeScalarView()
        var waiting = String.UnicodeScalarView()
        var isInside = false
        for scalar in text.unicodeScalars {
            if scalar.value == 0xE200 {
                kept.append(contentsOf: waiting)
                waiting = String.UnicodeScalarView()
                isInside = true
            } else if scalar.value == 0xE201 {
                waiting = String.UnicodeScalarView()
                isInside = false
            } else if isInside {
                waiting.append(scalar)
            } else {
                kept.append(scalar)
            }
        }
        // A mark that does not end is none.
        kept.append(contentsOf: waiting)
        return String(kept)
    }
}
