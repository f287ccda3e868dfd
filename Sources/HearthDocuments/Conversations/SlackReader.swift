import HearthCore

/// Reads Slack's exports: a folder for each channel with a file for each day, and lists of people and channels beside them.
struct SlackReader {
    /// What people are called, by their ids.
    private var people: [String: String] = [:]
    private var channels: [String: String] = [:]

    /// Reads the messages of one day, which stand alone: people who are not named with their messages have their ids as names.
    static func read(day bytes: [UInt8], name: String, into writer: inout ConversationWriter) throws {
        var reader = SlackReader()
        var conversation = Conversation(program: "Slack", isUTC: true)
        // The folder of the file is called like the channel.
        let path = name.split(separator: "/")
        if path.count > 1 { conversation.title = "#\(path[path.count - 2])" }
        try reader.append(bytes, to: &conversation, &writer)
        try writer.append(conversation)
    }

    /// The folder of an export among the files of an archive, with the list of people in it and the days of channels below it.
    ///
    /// `nil` where there is none.
    static func root(of names: [String]) -> String? {
        let roots = Set(names.filter(isDay).map { String(ArchiveName.folder($0).dropLast()) }.map(ArchiveName.folder))
        let people = names.first { ArchiveName.lastPart($0) == "users.json" && roots.contains(ArchiveName.folder($0)) }
        return people.map(ArchiveName.folder)
    }

    /// The files of the export in a folder: its lists, and what is in the folders of its channels.
    static func own(_ names: [String], in root: String) -> [String] {
        let below = names.filter { $0.hasPrefix(root) && FormatDetector.fileExtension($0) == "json" }
        let channels = Set(
            below.filter(isDay).map(ArchiveName.folder).filter { ArchiveName.folder(String($0.dropLast())) == root })
        return below.filter { name in
            let folder = ArchiveName.folder(name)
            return channels.contains(folder) || folder == root && lists.contains(ArchiveName.lastPart(name))
        }
    }

    private static let lists: Set<String> = [
        "canvases.json", "channels.json", "dms.json", "external_users.json", "file_conversations.json", "groups.json",
        "huddle_transcripts.json", "integration_logs.json", "lists.json", "mpims.json", "org_users.json", "users.json",
    ]

    /// Reads a whole export.
    ///
    /// - Parameters:
    ///   - names: Its files, in their order.
    ///   - contents: The bytes of a file, in UTF-8; `nil` where it cannot be read.
    static func read(
        _ names: [String], into writer: inout ConversationWriter, contents: (String) throws -> [UInt8]?
    ) throws {
        var reader = SlackReader()
        for name in names where ["users.json", "org_users.json"].contains(ArchiveName.lastPart(name)) {
            if let bytes = try contents(name) { writer.omissions.note(try reader.readPeople(bytes)) }
        }
        var titles: [String: String] = [:]
        let lists = ["channels.json", "groups.json", "mpims.json", "dms.json"]
        for name in names where lists.contains(ArchiveName.lastPart(name)) {
            if let bytes = try contents(name) { writer.omissions.note(try reader.readChannels(bytes, &titles)) }
        }
        let days = Dictionary(grouping: names.filter(isDay)) { name in
            name.split(separator: "/").dropLast().joined(separator: "/")
        }
        for (folder, files) in days.sorted(by: { $0.key < $1.key }) {
            let channel = String(folder.split(separator: "/").last ?? "")
            let title = titles[channel] ?? "#\(channel)"
            var conversation = Conversation(title: title, program: "Slack", isUTC: true)
            for file in files {
                if let bytes = try contents(file) { try reader.append(bytes, to: &conversation, &writer) }
            }
            try writer.append(conversation)
        }
    }

    /// "general/2024-03-05.json".
    static func isDay(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        guard parts.count >= 2, let file = parts.last, file.hasSuffix(".json") else { return false }
        return CivilDate(String(file.dropLast(5))) != nil
    }

    // MARK: - People and channels

    private mutating func readPeople(_ bytes: [UInt8]) throws -> JSONFaults {
        try JSONSlice(bytes).forEachObject { person in
            if let id = person["id"]?.stringValue, let name = Self.name(of: person) { people[id] = name }
        }
    }

    /// Whom others see: the name for show, else the whole one, else that of the account.
    private static func name(of person: JSONValue) -> String? {
        let profile = person["profile"] ?? person
        let names = [
            profile["display_name"], profile["real_name"], person["real_name"], person["name"],
        ].compactMap { $0?.stringValue }
        return names.first { !$0.allSatisfy(\.isWhitespace) }
    }

    private mutating func readChannels(_ bytes: [UInt8], _ titles: inout [String: String]) throws -> JSONFaults {
        try JSONSlice(bytes).forEachObject { channel in
            guard let id = channel["id"]?.stringValue else { return }
            let members = (channel["members"]?.arrayValue ?? []).compactMap(\.stringValue)
            if let name = channel["name"]?.stringValue, !name.hasPrefix("mpdm-") {
                channels[id] = name
                titles[name] = "#\(name)"
            } else if !members.isEmpty {
                // Messages between people have no name, and their folder is called by their id.
                let title = members.prefix(8).map { people[$0] ?? $0 }.joined(separator: ", ")
                titles[channel["name"]?.stringValue ?? id] = title
            }
        }
    }

    // MARK: - Messages

    private mutating func append(
        _ bytes: [UInt8], to conversation: inout Conversation, _ writer: inout ConversationWriter
    ) throws {
        conversation.messages += try writer.messages(of: JSONSlice(bytes)) { value, _, omissions in
            guard value["type"]?.stringValue == "message" else {
                omissions.damaged += 1
                return nil
            }
            return read(value, &omissions)
        }
    }

    /// What a line of the program itself is called, where it is one.
    private static let remarks: Set<String> = [
        "channel_join", "channel_leave", "channel_topic", "channel_purpose", "channel_name", "channel_archive",
        "channel_unarchive", "group_join", "group_leave", "group_topic", "group_purpose", "group_name", "pinned_item",
        "unpinned_item", "bot_add", "bot_remove", "channel_convert_to_private", "channel_posting_permissions",
        "huddle_thread", "reminder_add", "joiner_notification", "sh_room_created",
    ]

    private mutating func read(_ value: JSONValue, _ omissions: inout ChatOmissions) -> ChatMessage? {
        let kind = value["subtype"]?.stringValue ?? ""
        if kind == "tombstone" || kind == "message_deleted" {
            omissions.deleted += 1
            return nil
        }
        guard !Self.remarks.contains(kind) else {
            omissions.remarks += 1
            return nil
        }
        let sender = sender(of: value)
        let moment = value["ts"]?.doubleValue.flatMap { ChatMoment(epoch: $0) }
        var text = MessageParts.fencingInline(plain(value["text"]?.stringValue ?? ""))
        // What people write has the same words once more in a block; apps put theirs in blocks of other kinds.
        let blocks = value["blocks"]?.arrayValue ?? []
        if text.allSatisfy(\.isWhitespace) {
            text = MessageParts.fencingInline(plain(SlackBlocks.words(blocks)))
        } else {
            omissions.layouts += blocks.count { $0["type"]?.stringValue != "rich_text" }
        }
        for shared in value["attachments"]?.arrayValue ?? [] {
            let words = ["pretext", "title", "text"].compactMap { shared[$0]?.stringValue }.filter { !$0.isEmpty }
            let said = words.isEmpty ? shared["fallback"]?.stringValue ?? "" : words.joined(separator: ": ")
            if !said.isEmpty { text += (text.isEmpty ? "" : "\n") + "[\(onOneLine(plain(said)))]" }
        }
        let files = (value["files"]?.arrayValue ?? []).compactMap { file in
            file["name"]?.stringValue ?? file["title"]?.stringValue
        }
        omissions.named += files.count
        let reactions = omissions.take(reactions: value["reactions"]) { reaction in
            reaction["name"]?.stringValue.map { ":\($0):" }
        } senders: { reaction in
            (reaction["users"]?.arrayValue ?? []).map { user in user.stringValue.map { people[$0] ?? $0 } }
        }
        var reply: ChatMessage.Reply?
        if let thread = value["thread_ts"], thread.wordValue != value["ts"]?.wordValue {
            let parent = value["parent_user_id"]?.stringValue.map { people[$0] ?? $0 }
            reply = ChatMessage.Reply(
                sender: parent ?? "the thread", moment: thread.doubleValue.flatMap { ChatMoment(epoch: $0) })
        }
        return omissions.unlessEmpty(
            ChatMessage(sender: sender, moment: moment, text: text, reply: reply, files: files, reactions: reactions),
            hadMore: false)
    }

    private mutating func sender(of value: JSONValue) -> String? {
        if let id = value["user"]?.stringValue {
            if let name = people[id] { return name }
            // Messages may bring their writer's names.
            guard let profile = value["user_profile"], let name = Self.name(of: profile) else { return id }
            people[id] = name
            return name
        }
        return value["username"]?.stringValue ?? value["bot_profile"]?["name"]?.stringValue
            ?? value["bot_id"]?.stringValue
    }

    // MARK: - Words

    /// A text as it is shown (https://api.slack.com/reference/surfaces/formatting): people, channels and links by their names.
    private func plain(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return text }
        var output: [UInt8] = []
        var index = 0
        // Where the next mark ends, looked for once.
        var close = -1
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else {
                output.append(bytes[index])
                index += 1
                continue
            }
            if close < index { close = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count }
            // One that does not end soon is none.
            if close < bytes.count, close - index <= Self.longestMark {
                output += Array(shown(Substring(bytes.string((index + 1)..<close))).utf8)
                index = close + 1
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&amp;", with: "&")
    }

    private static let longestMark = 3_000

    private func shown(_ mark: Substring) -> String {
        let halves = mark.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let target = halves.first ?? ""
        let label = halves.count > 1 ? String(halves[1]) : nil
        switch target.first {
        case "@":
            let id = String(target.dropFirst())
            return "@" + (people[id] ?? label ?? id)
        case "#":
            let id = String(target.dropFirst())
            return "#" + (channels[id] ?? label ?? id)
        case "!":
            let word = label ?? String(target.dropFirst().prefix { $0 != "^" })
            return word.hasPrefix("@") ? word : "@" + word
        default:
            let address = target.hasPrefix("mailto:") ? target.dropFirst(7) : target
            guard let label, label != address, !address.hasSuffix("//" + label) else { return String(address) }
            return "\(label) (\(address))"
        }
    }
}
