import HearthCore

/// Reads the plaintext export of Signal (`main.jsonl`): a record a line, in the form of its backups
/// (https://github.com/signalapp/libsignal, `backup.proto`), with people and chats by their numbers.
struct SignalReader {
    private var names: [String: String] = [:]
    /// Whom or which group a chat is with.
    private var recipients: [String: String] = [:]
    private var order: [String] = []
    private var messages: [String: [ChatMessage]] = [:]

    static func read(_ bytes: [UInt8], into writer: inout ConversationWriter) throws {
        var reader = SignalReader()
        var count = 0
        for line in Lines(bytes) {
            let content = bytes.trimmed(line.range)
            guard !content.isEmpty else { continue }
            count += 1
            if count & 0x3FF == 0 { try Task.checkCancellation() }
            guard let value = JSONSlice(bytes: bytes, range: content).value(), value.objectValue != nil else {
                writer.omissions.take(JSONFaults(damaged: 1))
                continue
            }
            if let recipient = value["recipient"] {
                reader.add(recipient)
            } else if let chat = value["chat"], let id = chat["id"]?.wordValue {
                reader.recipients[id] = chat["recipientId"]?.wordValue
            } else if let item = value["chatItem"] {
                reader.append(item, &writer.omissions)
            }
        }
        for chat in reader.order {
            let title = reader.recipients[chat].flatMap { reader.names[$0] }
            try writer.append(
                Conversation(
                    title: title == "You" ? "Note to self" : title, program: "Signal", isUTC: true,
                    messages: reader.messages[chat] ?? []))
        }
    }

    private mutating func add(_ recipient: JSONValue) {
        guard let id = recipient["id"]?.wordValue else { return }
        if recipient["self"] != nil {
            names[id] = "You"
        } else if let contact = recipient["contact"] {
            names[id] = Self.name(of: contact)
        } else if let group = recipient["group"] {
            names[id] = group["snapshot"]?["title"]?["title"]?.stringValue ?? "Group"
        } else if recipient["releaseNotes"] != nil {
            names[id] = "Signal"
        }
    }

    /// What the owner calls somebody, else what is in the address book, else what they call themselves.
    private static func name(of contact: JSONValue) -> String? {
        let nickname = contact["nickname"]
        let pairs = [
            (nickname?["given"], nickname?["family"]), (contact["systemGivenName"], contact["systemFamilyName"]),
            (contact["profileGivenName"], contact["profileFamilyName"]), (contact["username"], nil),
        ]
        for (first, second) in pairs {
            let words = [first?.stringValue, second?.stringValue].compactMap(\.self).filter { !$0.isEmpty }
            if !words.isEmpty { return words.joined(separator: " ") }
        }
        guard let number = contact["e164"]?.wordValue else { return nil }
        return number.hasPrefix("+") ? number : "+" + number
    }

    private mutating func append(_ item: JSONValue, _ omissions: inout ChatOmissions) {
        guard let chat = item["chatId"]?.wordValue else {
            omissions.damaged += 1
            return
        }
        guard item["updateMessage"] == nil else {
            omissions.remarks += 1
            return
        }
        guard item["remoteDeletedMessage"] == nil, item["adminDeletedMessage"] == nil else {
            omissions.deleted += 1
            return
        }
        let message = item["standardMessage"] ?? item["directStoryReplyMessage"]?["textReply"]
        var text = message?["text"]?["body"]?.stringValue ?? ""
        if let poll = item["poll"], let question = poll["question"]?.stringValue {
            let options = (poll["options"]?.arrayValue ?? []).compactMap { $0["option"]?.stringValue }
            text = question + (options.isEmpty ? "" : " (" + options.joined(separator: " / ") + ")")
        }
        var files: [String] = []
        var unnamed = 0
        for attachment in message?["attachments"]?.arrayValue ?? [] {
            if let name = attachment["pointer"]?["fileName"]?.stringValue, !name.isEmpty {
                files.append(name)
            } else {
                unnamed += 1
            }
        }
        // What is too long for a message goes on in a file.
        if message?["longText"] != nil { unnamed += 1 }
        // Stickers, pictures to be seen once, gifts, payments.
        if message == nil, item["poll"] == nil { unnamed += 1 }
        omissions.named += files.count
        omissions.media += unnamed
        omissions.revisions += item["revisions"]?.arrayValue?.count ?? 0
        var reactions: [ChatMessage.Reaction] = []
        for key in Self.kinds {
            reactions += omissions.take(reactions: item[key]?["reactions"]) {
                $0["emoji"]?.stringValue
            } senders: {
                [$0["authorId"]?.wordValue.flatMap { names[$0] }]
            }
        }
        let quoted = message?["quote"]?["authorId"]?.wordValue.flatMap { names[$0] }
        let sent = item["dateSent"]?.doubleValue.flatMap { ChatMoment(epoch: $0 / 1_000) }
        let author = item["outgoing"] != nil ? "You" : item["authorId"]?.wordValue.flatMap { names[$0] }
        let read = ChatMessage(
            sender: author, moment: sent, text: text,
            reply: quoted.map { ChatMessage.Reply(sender: $0, moment: nil) }, files: files, reactions: reactions)
        guard let read = omissions.unlessEmpty(read, hadMore: unnamed > 0) else { return }
        if messages[chat] == nil { order.append(chat) }
        messages[chat, default: []].append(read)
    }

    /// What an item may be that people react to.
    private static let kinds = [
        "standardMessage", "directStoryReplyMessage", "stickerMessage", "contactMessage", "viewOnceMessage",
        "paymentNotification", "giftBadge", "poll",
    ]
}
