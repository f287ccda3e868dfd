import HearthCore

/// Reads the JSON of DiscordChatExporter (https://github.com/Tyrrrz/DiscordChatExporter): a channel or direct messages.
enum DiscordReader {
    static func read(_ bytes: [UInt8], into writer: inout ConversationWriter) throws {
        let whole = JSONSlice(bytes)
        var conversation = Conversation(program: "Discord", namesLanguages: true)
        var guild: String?
        // Times are written with what they are ahead of UTC; of clocks that changed in between nothing is to be said.
        var clocks: Set<Bool> = []
        var parts = whole.parts
        while let (key, slice) = parts.next() {
            switch key {
            case "guild": guild = slice.value()?["name"]?.stringValue
            case "channel":
                let channel = slice.value()
                let words = [guild, channel?["category"]?.stringValue, channel?["name"]?.stringValue]
                conversation.title = words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " / ")
            case "messages":
                conversation.messages += try writer.messages(of: slice) { value, replies, omissions in
                    if let time = value["timestamp"]?.stringValue { clocks.insert(ChatMoment.isUTC(time)) }
                    return message(value, &replies, &omissions)
                }
            default: break
            }
        }
        if parts.isCutOff { writer.omissions.take(JSONFaults(isCutOff: true)) }
        conversation.isUTC = clocks == [true]
        try writer.append(conversation)
    }

    private static func message(
        _ value: JSONValue, _ replies: inout ConversationWriter.Replies, _ omissions: inout ChatOmissions
    ) -> ChatMessage? {
        let author = value["author"]
        let nickname = author?["nickname"]?.stringValue ?? ""
        let sender = nickname.isEmpty ? author?["name"]?.stringValue : nickname
        let moment = value["timestamp"]?.stringValue.flatMap { ChatMoment(iso: $0) }
        if let id = value["id"]?.wordValue {
            replies[id] = ChatMessage.Reply(sender: sender ?? "Unknown", moment: moment)
        }
        // Pins, calls and who came or went.
        let kind = value["type"]?.stringValue ?? "Default"
        guard ["Default", "Reply", "ThreadStarterMessage", "ApplicationCommand", "19", "0"].contains(kind) else {
            omissions.remarks += 1
            return nil
        }
        var text = value["content"]?.stringValue ?? ""
        for embed in value["embeds"]?.arrayValue ?? [] {
            // A link that stands in the text says what its page is called.
            let words = [embed["title"]?.stringValue, embed["description"]?.stringValue].compactMap(\.self)
            let said = words.filter { !$0.isEmpty }.joined(separator: ": ")
            if !said.isEmpty { text += (text.isEmpty ? "" : "\n") + "[\(onOneLine(said))]" }
        }
        let files = (value["attachments"]?.arrayValue ?? []).compactMap { $0["fileName"]?.stringValue }
        let stickers = value["stickers"]?.arrayValue?.count ?? 0
        omissions.named += files.count
        omissions.media += stickers
        let reactions = omissions.take(reactions: value["reactions"]) {
            $0["emoji"]?["name"]?.stringValue
        } senders: {
            ($0["users"]?.arrayValue ?? []).map { user in
                [user["nickname"], user["name"]].lazy.compactMap { $0?.stringValue }.first { !$0.isEmpty }
            }
        }
        return omissions.unlessEmpty(
            ChatMessage(
                sender: sender, moment: moment, text: text,
                reply: value["reference"]?["messageId"]?.wordValue.flatMap { replies[$0] }, files: files,
                reactions: reactions),
            hadMore: stickers > 0)
    }
}

/// Reads `messages.json` of Discord's own data package: what its owner wrote in a channel.
enum DiscordPackageReader {
    /// - Parameter title: What the package's index calls the channel.
    static func read(_ bytes: [UInt8], title: String?, into writer: inout ConversationWriter) throws {
        var conversation = Conversation(title: title, program: "Discord", isUTC: true, namesLanguages: true)
        conversation.messages = try writer.messages(of: JSONSlice(bytes)) { value, _, omissions in
            let files = (value["Attachments"]?.stringValue ?? "").split(separator: " ").map(fileName)
            omissions.named += files.count
            let moment = value["Timestamp"]?.stringValue.flatMap { ChatMoment(iso: $0) }
            let text = value["Contents"]?.stringValue ?? ""
            return omissions.unlessEmpty(
                ChatMessage(sender: "You", moment: moment, text: text, files: files), hadMore: false)
        }
        try writer.append(conversation)
    }

    /// The last part of an address, without what follows the name.
    private static func fileName(_ address: Substring) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return String(path.split(separator: "/").last ?? path)
    }
}
