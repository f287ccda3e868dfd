import HearthCore

/// Reads the messages of Google Chat as Google Takeout exports them: `messages.json` in a folder for each conversation, with its name and its people
/// in `group_info.json` beside it.
enum GoogleChatReader {
    /// Whether the keys of a text are those of such a file.
    static func begins(_ keys: JSONKeys) -> Bool {
        keys.contain("messages", "creator", "created_date") && (keys.contain("topic_id") || keys.contain("message_id"))
    }

    /// - Parameter title: What the conversation is called; `nil` where its people say that.
    static func read(_ bytes: [UInt8], title: String?, into writer: inout ConversationWriter) throws {
        var conversation = Conversation(title: title, program: "Google Chat", isUTC: true)
        var parts = JSONSlice(bytes).parts
        while let (key, slice) = parts.next() {
            guard key == "messages" else { continue }
            conversation.messages += try writer.messages(of: slice) { message($0, &$1, &$2) }
        }
        if parts.isCutOff { writer.omissions.take(JSONFaults(isCutOff: true)) }
        try writer.append(conversation)
    }

    // MARK: - In an archive

    /// "Google Chat/Groups/DM abc/messages.json".
    private static func isConversation(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        return parts.count >= 3 && parts.last == "messages.json" && parts[parts.count - 3] == "Groups"
    }

    /// The files of such an export among those of an archive.
    static func own(_ names: [String]) -> [String] {
        let folders = Set(names.filter(isConversation).map(ArchiveName.folder))
        let files: Set<String> = ["messages.json", "group_info.json"]
        return names.filter { folders.contains(ArchiveName.folder($0)) && files.contains(ArchiveName.lastPart($0)) }
    }

    /// - Parameter contents: The bytes of a file, in UTF-8; `nil` where it cannot be read.
    static func read(
        _ names: [String], into writer: inout ConversationWriter, contents: (String) throws -> [UInt8]?
    ) throws {
        let known = Set(names)
        for name in names where isConversation(name) {
            try Task.checkCancellation()
            guard let bytes = try contents(name) else { continue }
            let folder = ArchiveName.folder(name)
            var title: String?
            if known.contains(folder + "group_info.json"), let info = try contents(folder + "group_info.json") {
                title = JSONSlice(info)["name"]?.value()?.stringValue
            }
            try read(bytes, title: title.flatMap { $0.isEmpty ? nil : $0 }, into: &writer)
        }
    }

    // MARK: - Messages

    private static func message(
        _ value: JSONValue, _ replies: inout ConversationWriter.Replies, _ omissions: inout ChatOmissions
    ) -> ChatMessage? {
        let creator = value["creator"]
        let sender = creator?["name"]?.stringValue ?? creator?["email"]?.stringValue
        let moment = value["created_date"]?.stringValue.flatMap(Self.moment)
        if let id = value["message_id"]?.wordValue {
            replies[id] = ChatMessage.Reply(sender: sender ?? "Unknown", moment: moment)
        }
        guard value["message_state"]?.stringValue != "DELETED" else {
            omissions.deleted += 1
            return nil
        }
        let sent = value["attached_files"]?.arrayValue ?? []
        let files = sent.compactMap { $0["original_name"]?.stringValue ?? $0["export_name"]?.stringValue }
        omissions.named += files.count
        omissions.media += sent.count - files.count
        omissions.revisions += value["previous_message_versions"]?.arrayValue?.count ?? 0
        let reactions = omissions.take(reactions: value["reactions"]) {
            $0["emoji"]?["unicode"]?.stringValue
        } senders: {
            ($0["reactor_emails"]?.arrayValue ?? []).map(\.stringValue)
        }
        let quoted = value["quoted_message_metadata"]
        let reply =
            quoted?["message_id"]?.wordValue.flatMap { replies[$0] }
            ?? quoted?["creator"]?["name"]?.stringValue.map { ChatMessage.Reply(sender: $0, moment: nil) }
        return omissions.unlessEmpty(
            ChatMessage(
                sender: sender, moment: moment, text: value["text"]?.stringValue ?? "", reply: reply, files: files,
                reactions: reactions), hadMore: sent.count > files.count)
    }

    /// "Tuesday, March 5, 2024 at 9:56:00 AM UTC", with narrow spaces in newer exports, and with 24 hours in some languages of the account, which
    /// keep their names of months: those are read where they are English.
    static func moment(_ text: String) -> ChatMoment? {
        let words = text.split { $0.isWhitespace || $0 == "," }
        guard let place = words.firstIndex(where: { months.contains($0.lowercased()) }),
            let month = months.firstIndex(of: words[place].lowercased()),
            let clock = words.first(where: { $0.contains(":") })
        else { return nil }
        // "March 5, 2024" and "5 March 2024".
        let before = place > 0 ? Int(words[place - 1]) : nil
        let after = words[(place + 1)...].compactMap { Int($0) }
        guard let day = before ?? after.first, let year = before == nil ? after.dropFirst().first : after.first,
            let date = CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        let figures = clock.split(separator: ":").compactMap { Int($0) }
        guard (2...3).contains(figures.count), var hours = figures.first, (0...23).contains(hours),
            figures.dropFirst().allSatisfy({ (0...59).contains($0) })
        else { return nil }
        if words.contains("PM"), hours < 12 { hours += 12 }
        if words.contains("AM"), hours == 12 { hours = 0 }
        return ChatMoment(
            day: date, seconds: hours * 3_600 + figures[1] * 60 + (figures.count > 2 ? figures[2] : 0))
    }

    private static let months = EnglishCalendar.months.map { $0.lowercased() }
}

/// Reads `Hangouts.json`, in which Google Takeout exported the messages of Hangouts.
enum HangoutsReader {
    /// Whether the keys of a text are those of such a file.
    static func begins(_ keys: JSONKeys) -> Bool {
        keys.contain("conversations", "conversation_id") && keys.contain("participant_data", "gaia_id")
    }

    static func read(_ bytes: [UInt8], into writer: inout ConversationWriter) throws {
        guard let list = JSONSlice(bytes)["conversations"] else { return }
        let faults = try list.forEachObject { value in
            let talk = value["conversation"]?["conversation"]
            var names: [String: String] = [:]
            for person in talk?["participant_data"]?.arrayValue ?? [] {
                if let id = person["id"]?["gaia_id"]?.wordValue { names[id] = person["fallback_name"]?.stringValue }
            }
            var conversation = Conversation(title: talk?["name"]?.stringValue, program: "Hangouts", isUTC: true)
            for event in value["events"]?.arrayValue ?? [] {
                if let read = message(event, names, &writer.omissions) { conversation.messages.append(read) }
            }
            try writer.append(conversation)
        }
        writer.omissions.take(faults, areConversations: true)
    }

    private static func message(
        _ event: JSONValue, _ names: [String: String], _ omissions: inout ChatOmissions
    ) -> ChatMessage? {
        // Calls, and who came or went.
        guard let content = event["chat_message"]?["message_content"] else {
            omissions.remarks += 1
            return nil
        }
        var text = ""
        for segment in content["segment"]?.arrayValue ?? [] {
            text += segment["type"]?.stringValue == "LINE_BREAK" ? "\n" : segment["text"]?.stringValue ?? ""
        }
        let media = content["attachment"]?.arrayValue?.count ?? 0
        omissions.media += media
        let id = event["sender_id"]?["gaia_id"]?.wordValue ?? event["sender_id"]?["chat_id"]?.wordValue
        return omissions.unlessEmpty(
            ChatMessage(
                sender: id.map { names[$0] ?? "User \($0)" },
                moment: event["timestamp"]?.doubleValue.flatMap { ChatMoment(epoch: $0 / 1_000_000) }, text: text),
            hadMore: media > 0)
    }
}
