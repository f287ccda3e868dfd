import HearthCore

/// Reads what somebody wrote on X, formerly Twitter: posts as a page, and direct messages, a page for each conversation.
///
/// The archive names others by their numbers. Who is mentioned or answered in a post is called by name there.
struct XReader {
    private struct Talk {
        var title: String?
        var messages: [ChatMessage] = []
    }

    private static let program = "X (Twitter)"

    private var owner: (id: String, name: String)?
    private var account: String?
    /// How others are called, by their numbers.
    private var names: [String: String] = [:]
    private var posts: [ChatMessage] = []
    private var longPosts: [ChatMessage] = []
    private var talks: [Talk] = []

    /// A single file.
    ///
    /// - Throws: ``DocumentError`` for a list of something else than words of somebody's.
    static func read(_ bytes: [UInt8], into writer: inout ConversationWriter) throws {
        guard let file = XArchiveFile(bytes) else { return }
        var reader = XReader()
        guard file.kind != .account, try reader.take(file, &writer) else {
            throw DocumentError(
                .unsupportedFormat,
                "The file is a list of X's archive (\(onOneLine(String(file.name.prefix(60))))) that holds no posts and no messages."
            )
        }
        try reader.finish(&writer)
    }

    /// The files of an archive.
    ///
    /// - Parameter contents: The bytes of a file, in UTF-8; `nil` where it cannot be read.
    static func read(
        _ files: [String], into writer: inout ConversationWriter, contents: (String) throws -> [UInt8]?
    ) throws {
        var reader = XReader()
        var others: Set<String> = []
        let isRead: (String) -> Bool = { XArchiveFile.list(ofFile: $0).flatMap(XArchiveFile.kind) != nil }
        let folder = files.first(where: isRead).map(ArchiveName.folder)
        for name in files where ArchiveName.folder(name) == folder {
            guard let list = XArchiveFile.list(ofFile: name) else { continue }
            guard XArchiveFile.kind(ofList: list) != nil else {
                if list != "manifest" { others.insert(list.replacing("_", with: " ")) }
                continue
            }
            guard let bytes = try contents(name) else { continue }
            guard let file = XArchiveFile(bytes), try reader.take(file, &writer) else {
                writer.omissions.take(JSONFaults(damaged: 1), areConversations: true)
                continue
            }
        }
        guard reader.hasWords else { return }
        writer.omissions.others += others.sorted()
        try reader.finish(&writer)
    }

    private var hasWords: Bool { !posts.isEmpty || !longPosts.isEmpty || !talks.isEmpty }

    /// - Returns: Whether it is a list of what is read.
    private mutating func take(_ file: XArchiveFile, _ writer: inout ConversationWriter) throws -> Bool {
        var omissions = writer.omissions
        defer { writer.omissions = omissions }
        switch file.kind {
        case .account:
            _ = try file.list.forEachObject { value in
                let account = value["account"]
                guard let id = account?["accountId"]?.wordValue else { return }
                self.account = account?["username"]?.stringValue
                let shown = account?["accountDisplayName"]?.stringValue ?? ""
                owner = (id, shown.isEmpty ? self.account.map { "@" + $0 } ?? "You" : shown)
            }
        case .posts:
            let faults = try file.list.forEachObject { value in
                if let post = post(value["tweet"] ?? value, &omissions) { posts.append(post) }
            }
            omissions.take(faults)
        case .longPosts:
            let faults = try file.list.forEachObject { value in
                if let post = longPost(value["noteTweet"] ?? value, &omissions) { longPosts.append(post) }
            }
            omissions.take(faults)
        case .deletedPosts:
            let faults = try file.list.forEachObject { _ in omissions.deleted += 1 }
            omissions.take(faults)
        case .messages:
            let faults = try file.list.forEachObject { value in
                if let found = value["dmConversation"] {
                    talks.append(talk(found, &omissions))
                } else {
                    omissions.damagedConversations += 1
                }
            }
            omissions.take(faults, areConversations: true)
        case nil: return false
        }
        return true
    }

    // MARK: - Posts

    private mutating func post(_ value: JSONValue, _ omissions: inout ChatOmissions) -> ChatMessage? {
        for mention in value["entities"]?["user_mentions"]?.arrayValue ?? [] {
            note(mention["id_str"]?.wordValue ?? mention["id"]?.wordValue, mention["screen_name"]?.stringValue)
        }
        let answered = value["in_reply_to_screen_name"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        note(value["in_reply_to_user_id_str"]?.wordValue ?? value["in_reply_to_user_id"]?.wordValue, answered)
        var text = value["full_text"]?.stringValue ?? value["text"]?.stringValue ?? ""
        let media = value["extended_entities"]?["media"]?.arrayValue ?? value["entities"]?["media"]?.arrayValue ?? []
        // The address of a picture leads to the post itself.
        for picture in media {
            if let address = picture["url"]?.stringValue, !address.isEmpty { text = text.replacing(address, with: "") }
        }
        omissions.media += media.count
        text = Self.plain(Self.expanded(text, value["entities"]?["urls"], "expanded_url"))
        return omissions.unlessEmpty(
            ChatMessage(
                sender: Self.ownerKey, moment: value["created_at"]?.stringValue.flatMap(Self.moment), text: text,
                reply: answered.map { ChatMessage.Reply(sender: "@" + $0, moment: nil) }), hadMore: !media.isEmpty)
    }

    /// A post of more than 280 characters, whose beginning is among the others.
    private func longPost(_ value: JSONValue, _ omissions: inout ChatOmissions) -> ChatMessage? {
        let core = value["core"]
        let text = Self.expanded(core?["text"]?.stringValue ?? "", core?["urls"], "expandedUrl")
        let moment = value["createdAt"]?.stringValue.flatMap { ChatMoment(iso: $0) }
        return omissions.unlessEmpty(
            ChatMessage(sender: Self.ownerKey, moment: moment, text: text), hadMore: false)
    }

    /// What a long post and its beginning have in common.
    private static func opening(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).prefix(12)
        return words.count == 12 ? words.joined(separator: " ") : nil
    }

    /// Puts long posts in place of their beginnings; those without one stand for themselves.
    private mutating func joinLongPosts() {
        var places: [String: Int] = [:]
        for (index, post) in posts.enumerated() {
            if let opening = Self.opening(post.text), places[opening] == nil { places[opening] = index }
        }
        for long in longPosts {
            if let index = Self.opening(long.text).flatMap({ places[$0] }), posts[index].text.count < long.text.count {
                posts[index].text = long.text
            } else {
                posts.append(long)
            }
        }
        longPosts = []
    }

    /// Short addresses as those that they stand for.
    private static func expanded(_ text: String, _ urls: JSONValue?, _ key: String) -> String {
        var text = text
        for url in urls?.arrayValue ?? [] {
            let short = url["url"]?.stringValue ?? url["shortUrl"]?.stringValue ?? ""
            guard !short.isEmpty, let long = url[key]?.stringValue, !long.isEmpty else { continue }
            text = text.replacing(short, with: long)
        }
        return text
    }

    /// Posts have `&amp;`, `&lt;` and `&gt;` for the signs.
    private static func plain(_ text: String) -> String {
        guard text.contains("&") else { return text }
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    /// "Wed Oct 10 20:19:24 +0000 2018", always in UTC.
    static func moment(_ text: String) -> ChatMoment? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, let month = MailDate.months.firstIndex(of: parts[1].lowercased()),
            let day = Int(parts[2]),
            let year = Int(parts[5]), parts[4] == "+0000"
        else { return ChatMoment(iso: text) }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return ChatMoment(iso: "\(year)-\(two(month + 1))-\(two(day))T\(parts[3])")
    }

    // MARK: - Messages

    private func talk(_ value: JSONValue, _ omissions: inout ChatOmissions) -> Talk {
        var talk = Talk()
        for event in value["messages"]?.arrayValue ?? [] {
            if let message = event["messageCreate"] ?? event["welcomeMessageCreate"] {
                if let read = directMessage(message, &omissions) { talk.messages.append(read) }
            } else {
                // The latest stands first.
                if talk.title == nil { talk.title = event["conversationNameUpdate"]?["name"]?.stringValue }
                omissions.remarks += 1
            }
        }
        return talk
    }

    private func directMessage(_ value: JSONValue, _ omissions: inout ChatOmissions) -> ChatMessage? {
        let media = value["mediaUrls"]?.arrayValue?.count ?? 0
        omissions.media += media
        let reactions = omissions.take(reactions: value["reactions"]) {
            $0["reactionKey"]?.stringValue
        } senders: {
            [$0["senderId"]?.wordValue]
        }
        return omissions.unlessEmpty(
            ChatMessage(
                sender: value["senderId"]?.wordValue,
                moment: value["createdAt"]?.stringValue.flatMap { ChatMoment(iso: $0) },
                text: Self.expanded(value["text"]?.stringValue ?? "", value["urls"], "expanded"),
                reactions: reactions), hadMore: media > 0)
    }

    private mutating func note(_ id: String?, _ name: String?) {
        guard let id, let name, !name.isEmpty, names.count < 100_000 else { return }
        names[id] = "@" + name
    }

    // MARK: - The end

    /// Stands for the owner of the archive until that one's name is known.
    private static let ownerKey = ""

    private func shown(_ id: String?) -> String? {
        guard let id else { return nil }
        guard id != Self.ownerKey, id != owner?.id else { return owner?.name ?? "You" }
        return names[id] ?? "User \(id)"
    }

    private mutating func finish(_ writer: inout ConversationWriter) throws {
        joinLongPosts()
        if !posts.isEmpty {
            try append(posts, account.map { "Posts of @\($0)" } ?? "Posts", &writer)
        }
        for talk in talks { try append(talk.messages, talk.title, &writer) }
    }

    private func append(_ messages: [ChatMessage], _ title: String?, _ writer: inout ConversationWriter) throws {
        // The archive has them in no order that could be relied upon.
        let order = messages.indices.sorted {
            switch (messages[$0].moment, messages[$1].moment) {
            case (let a?, let b?) where a != b: a < b
            case (_?, nil): true
            case (nil, _?): false
            default: $0 < $1
            }
        }
        var conversation = Conversation(title: title, program: Self.program, isUTC: true)
        conversation.messages = order.map { index in
            var message = messages[index]
            message.sender = shown(message.sender)
            message.reactions = message.reactions.map {
                ChatMessage.Reaction(sender: shown($0.sender) ?? $0.sender, sign: $0.sign)
            }
            return message
        }
        try writer.append(conversation)
    }
}
