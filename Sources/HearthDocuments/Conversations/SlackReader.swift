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
        try reader.append(bytes, to: &conversation, &writer.omissions)
        try writer.append(conversation)
    }

    /// Whether the files of an archive are those of an export.
    static func isExport(_ names: some Collection<String>) -> Bool {
        var hasPeople = false
        var days = 0
        for name in names {
            if lastPart(name) == "users.json" { hasPeople = true }
            if isDay(name) { days += 1 }
        }
        return hasPeople && days > 0
    }

    /// Reads a whole export.
    ///
    /// - Parameter contents: The bytes of a file, in UTF-8; `nil` where it cannot be read.
    static func read(
        _ names: some Collection<String>, into writer: inout ConversationWriter, contents: (String) throws -> [UInt8]?
    ) throws {
        var reader = SlackReader()
        for name in names where ["users.json", "org_users.json"].contains(lastPart(name)) {
            if let bytes = try contents(name) { reader.readPeople(bytes) }
        }
        var titles: [String: String] = [:]
        let lists = ["channels.json", "groups.json", "mpims.json", "dms.json"]
        for name in names where lists.contains(lastPart(name)) {
            if let bytes = try contents(name) { reader.readChannels(bytes, &titles) }
        }
        let days = Dictionary(grouping: names.filter(isDay)) { name in
            name.split(separator: "/").dropLast().joined(separator: "/")
        }
        for (folder, files) in days.sorted(by: { $0.key < $1.key }) {
            let channel = String(folder.split(separator: "/").last ?? "")
            let title = titles[channel] ?? "#\(channel)"
            var conversation = Conversation(title: title, program: "Slack", isUTC: true)
            for file in files.sorted() {
                if let bytes = try contents(file) { try reader.append(bytes, to: &conversation, &writer.omissions) }
            }
            try writer.append(conversation)
        }
    }

    private static func lastPart(_ name: String) -> String { String(name.split(separator: "/").last ?? "") }

    /// "general/2024-03-05.json".
    static func isDay(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        guard parts.count >= 2, let file = parts.last, file.hasSuffix(".json") else { return false }
        return CivilDate(String(file.dropLast(5))) != nil
    }

    // MARK: - People and channels

    private mutating func readPeople(_ bytes: [UInt8]) {
        var parts = JSONSlice(bytes).parts
        while let (_, slice) = parts.next() {
            guard let person = slice.value(), let id = person["id"]?.stringValue, let name = Self.name(of: person)
            else {
                continue
            }
            people[id] = name
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

    private mutating func readChannels(_ bytes: [UInt8], _ titles: inout [String: String]) {
        var parts = JSONSlice(bytes).parts
        while let (_, slice) = parts.next() {
            guard let channel = slice.value(), let id = channel["id"]?.stringValue else { continue }
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
        _ bytes: [UInt8], to conversation: inout Conversation, _ omissions: inout ChatOmissions
    ) throws {
        var parts = JSONSlice(bytes).parts
        var count = 0
        while let (_, slice) = parts.next() {
            count += 1
            if count & 0x3FF == 0 { try Task.checkCancellation() }
            guard let value = slice.value(), value["type"]?.stringValue == "message" else {
                omissions.damaged += 1
                continue
            }
            if let message = read(value, &omissions) { conversation.messages.append(message) }
        }
        if parts.isCutOff { omissions.isCutOff = true }
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
        var text = plain(value["text"]?.stringValue ?? "")
        for shared in value["attachments"]?.arrayValue ?? [] {
            let words = ["pretext", "title", "text"].compactMap { shared[$0]?.stringValue }.filter { !$0.isEmpty }
            let said = words.isEmpty ? shared["fallback"]?.stringValue ?? "" : words.joined(separator: ": ")
            if !said.isEmpty { text += (text.isEmpty ? "" : "\n") + "[\(onOneLine(plain(said)))]" }
        }
        let files = (value["files"]?.arrayValue ?? []).compactMap { file in
            file["name"]?.stringValue ?? file["title"]?.stringValue
        }
        omissions.named += files.count
        guard !text.isEmpty || !files.isEmpty else { return nil }
        var reply: ChatMessage.Reply?
        if let thread = value["thread_ts"], thread.wordValue != value["ts"]?.wordValue {
            let parent = value["parent_user_id"]?.stringValue.map { people[$0] ?? $0 }
            reply = ChatMessage.Reply(
                sender: parent ?? "the thread", moment: thread.doubleValue.flatMap { ChatMoment(epoch: $0) })
        }
        return ChatMessage(sender: sender, moment: moment, text: text, reply: reply, files: files)
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
