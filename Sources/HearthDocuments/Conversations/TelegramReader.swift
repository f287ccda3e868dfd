import HearthCore

/// Reads `result.json` of Telegram Desktop: one chat, or all of an account.
enum TelegramReader {
    /// Whether a file begins with what Telegram writes: the keys of one chat, whose type is one of Telegram's, or of an account.
    static func begins(_ keys: JSONKeys) -> Bool {
        if keys.contain("name", "type", "messages"), keys.contain("date_unixtime") || keys.contain("from_id") {
            return true
        }
        return keys.contain("about")
            && (keys.contain("personal_information") || keys.contain("frequent_contacts")
                || keys.contain("chats", "list"))
    }

    static func read(_ bytes: [UInt8], into writer: inout ConversationWriter) throws {
        let whole = JSONSlice(bytes)
        if whole["messages"] != nil {
            try append(whole, &writer)
            return
        }
        var parts = whole.parts
        while let (key, slice) = parts.next() {
            guard ["chats", "left_chats"].contains(key), let list = slice["list"] else {
                if key != "about" { writer.omissions.others.append(key) }
                continue
            }
            var chats = list.parts
            while let (_, chat) = chats.next() { try append(chat, &writer) }
            if chats.isCutOff { writer.omissions.take(JSONFaults(isCutOff: true)) }
        }
        if parts.isCutOff { writer.omissions.take(JSONFaults(isCutOff: true)) }
    }

    private static func append(_ chat: JSONSlice, _ writer: inout ConversationWriter) throws {
        var conversation = Conversation(program: "Telegram")
        var parts = chat.parts
        while let (key, slice) = parts.next() {
            switch key {
            case "name": conversation.title = slice.value()?.stringValue
            case "type" where slice.value()?.stringValue == "saved_messages": conversation.title = "Saved messages"
            case "messages": conversation.messages += try writer.messages(of: slice, message)
            default: break
            }
        }
        if parts.isCutOff { writer.omissions.take(JSONFaults(isCutOff: true)) }
        try writer.append(conversation)
    }

    private static func message(
        _ value: JSONValue, _ replies: inout ConversationWriter.Replies, _ omissions: inout ChatOmissions
    ) -> ChatMessage? {
        guard value["type"]?.stringValue != "service" else {
            omissions.remarks += 1
            return nil
        }
        // Who deleted an account has no name any more.
        let sender = value["from"]?.stringValue ?? "Deleted account"
        let moment = value["date"]?.stringValue.flatMap { ChatMoment(iso: $0) }
        if let id = value["id"]?.wordValue { replies[id] = ChatMessage.Reply(sender: sender, moment: moment) }
        var text = plain(value["text"])
        if let question = value["poll"]?["question"].map(plain), !question.isEmpty {
            let answers = (value["poll"]?["answers"]?.arrayValue ?? []).map { plain($0["text"]) }
            text += (text.isEmpty ? "" : "\n") + question + " (" + answers.joined(separator: " / ") + ")"
        }
        if let place = value["location_information"], text.isEmpty {
            let figures = ["latitude", "longitude"].compactMap { place[$0]?.numberValue?.description }
            if !figures.isEmpty { text = "[\(figures.joined(separator: ", "))]" }
        }
        if let contact = value["contact_information"] {
            let words = ["first_name", "last_name", "phone_number"].compactMap { contact[$0]?.stringValue }
            let said = words.filter { !$0.isEmpty }.joined(separator: " ")
            if !said.isEmpty { text += (text.isEmpty ? "" : "\n") + "[\(said)]" }
        }
        if let from = value["forwarded_from"]?.stringValue, !text.isEmpty { text = "(from \(onOneLine(from))) " + text }
        if let sticker = value["sticker_emoji"]?.stringValue, text.isEmpty { text = sticker }
        let files = [value["file_name"]?.stringValue].compactMap(\.self).filter { !$0.isEmpty }
        let hasFile = ["photo", "file"].contains { value[$0]?.stringValue != nil }
        omissions.named += files.count
        if hasFile, files.isEmpty { omissions.media += 1 }
        let reactions = omissions.take(reactions: value["reactions"]) {
            $0["emoji"]?.stringValue
        } senders: {
            ($0["recent"]?.arrayValue ?? []).map { $0["from"]?.stringValue }
        }
        return omissions.unlessEmpty(
            ChatMessage(
                sender: sender, moment: moment, text: text,
                reply: value["reply_to_message_id"]?.wordValue.flatMap { replies[$0] }, files: files,
                reactions: reactions), hadMore: hasFile)
    }

    /// A text, or a list of texts and of parts with a form: links, mentions, bold words.
    private static func plain(_ value: JSONValue?) -> String {
        guard let parts = value?.arrayValue else { return value?.stringValue ?? "" }
        return parts.map { part in
            guard let text = part.stringValue ?? part["text"]?.stringValue else { return "" }
            if part["type"]?.stringValue == "pre" { return "\n\(MessageParts.fenced(text))\n" }
            guard let address = part["href"]?.stringValue, address != text else { return text }
            return "\(text) (\(address))"
        }.joined()
    }
}
