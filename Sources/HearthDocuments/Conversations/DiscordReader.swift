import HearthCore

/// Reads the JSON of DiscordChatExporter (https://github.com/Tyrrrz/DiscordChatExporter): a channel or direct messages.
enum DiscordReader {
    static func read(_ bytes: [UInt8], into writer: inout ConversationWriter) throws {
        let whole = JSONSlice(bytes)
        var conversation = Conversation(program: "Discord")
        var replies: [String: ChatMessage.Reply] = [:]
        var guild: String?
        var parts = whole.parts
        while let (key, slice) = parts.next() {
            switch key {
            case "guild": guild = slice.value()?["name"]?.stringValue
            case "channel":
                let channel = slice.value()
                let words = [guild, channel?["category"]?.stringValue, channel?["name"]?.stringValue]
                conversation.title = words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " / ")
            case "messages":
                var messages = slice.parts
                var count = 0
                while let (_, message) = messages.next() {
                    count += 1
                    if count & 0x3FF == 0 { try Task.checkCancellation() }
                    guard let value = message.value(), value.objectValue != nil else {
                        writer.omissions.damaged += 1
                        continue
                    }
                    if let time = value["timestamp"]?.stringValue, ChatMoment.isUTC(time) { conversation.isUTC = true }
                    if let read = read(value, &replies, &writer.omissions) { conversation.messages.append(read) }
                }
                if messages.isCutOff { writer.omissions.isCutOff = true }
            default: break
            }
        }
        if parts.isCutOff { writer.omissions.isCutOff = true }
        try writer.append(conversation)
    }

    private static func read(
        _ value: JSONValue, _ replies: inout [String: ChatMessage.Reply], _ omissions: inout ChatOmissions
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
        omissions.named += files.count
        omissions.media += value["stickers"]?.arrayValue?.count ?? 0
        guard !text.isEmpty || !files.isEmpty else { return nil }
        return ChatMessage(
            sender: sender, moment: moment, text: text,
            reply: value["reference"]?["messageId"]?.wordValue.flatMap { replies[$0] }, files: files)
    }
}

/// Reads `messages.json` of Discord's own data package: what its owner wrote in a channel.
enum DiscordPackageReader {
    /// - Parameter title: What the package's index calls the channel.
    static func read(_ bytes: [UInt8], title: String?, into writer: inout ConversationWriter) throws {
        var conversation = Conversation(title: title, program: "Discord", isUTC: true)
        var parts = JSONSlice(bytes).parts
        var count = 0
        while let (_, slice) = parts.next() {
            count += 1
            if count & 0x3FF == 0 { try Task.checkCancellation() }
            guard let value = slice.value(), value.objectValue != nil else {
                writer.omissions.damaged += 1
                continue
            }
            let files = (value["Attachments"]?.stringValue ?? "").split(separator: " ").map(fileName)
            let text = value["Contents"]?.stringValue ?? ""
            writer.omissions.named += files.count
            guard !text.isEmpty || !files.isEmpty else { continue }
            let moment = value["Timestamp"]?.stringValue.flatMap { ChatMoment(iso: $0) }
            conversation.messages.append(ChatMessage(sender: "You", moment: moment, text: text, files: files))
        }
        if parts.isCutOff { writer.omissions.isCutOff = true }
        try writer.append(conversation)
    }

    /// The last part of an address, without what follows the name.
    private static func fileName(_ address: Substring) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return String(path.split(separator: "/").last ?? path)
    }
}
