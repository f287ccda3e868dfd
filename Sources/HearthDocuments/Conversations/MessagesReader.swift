import HearthCore

/// Reads the database of Apple's Messages (`chat.db`): conversations by iMessage, SMS and RCS.
///
/// People are named by their numbers and addresses: what they are called is in another database, of which this one knows nothing.
struct MessagesReader {
    /// Seconds from 1970 to 2001, from which Apple counts.
    private static let epoch = 978_307_200.0

    private struct Chat {
        /// What it is kept under: of one person's numbers by iMessage and by SMS each has a chat.
        var key: String
        var title: String?
        /// Whom it is with, where it is one alone.
        var other: String?
    }

    private struct Reaction {
        var target: String
        var sender: String
        var sign: String
        var isTakenBack: Bool
        var order: (Int64, Int64)
    }

    private struct Found {
        var guid: String
        var chat: String
        var order: (Int64, Int64)
        var answered: String?
        var message: ChatMessage
    }

    /// Bytes of a name: any number of messages may refer to one.
    private static let longestName = 255
    /// Files of one message that are named.
    private static let mostFiles = 100

    private let file: SQLiteFile
    private var omissions = ChatOmissions()
    private var handles: [Int64: String] = [:]
    private var chats: [Int64: Chat] = [:]
    private var chatOfMessage: [Int64: Int64] = [:]
    private var files: [Int64: [String]] = [:]
    private var found: [Found] = []
    private var reactions: [Reaction] = []

    /// Whether a file is such a database.
    static func isOne(_ bytes: [UInt8]) throws -> Bool {
        guard SQLiteFile.begins(bytes), let file = try SQLiteFile(bytes) else { return false }
        return isOne(file)
    }

    private static func isOne(_ file: SQLiteFile) -> Bool {
        file.tables["message"]?.holds("guid", "text", "date", "handle_id", "is_from_me") == true
            && file.tables["handle"]?.holds("id") == true && file.tables["chat"]?.holds("guid") == true
    }

    /// - Returns: Whether it is such a database.
    static func read(
        _ bytes: [UInt8], into writer: inout ConversationWriter, warnings: inout [ExtractionWarning]
    ) throws -> Bool {
        guard let file = try SQLiteFile(bytes), isOne(file) else { return false }
        var reader = MessagesReader(file: file)
        try reader.read()
        writer.omissions = reader.omissions
        if file.hasLog {
            warnings.append(
                ExtractionWarning(
                    .skipped,
                    "What Messages wrote last may be in a file beside it (chat.db-wal), which was not read: it is not there, does not fit, or has nothing in it. Copy both files together, or quit Messages before you copy."
                ))
        }
        for conversation in try reader.conversations(&writer.omissions) { try writer.append(conversation) }
        return true
    }

    // MARK: Tables

    private init(file: SQLiteFile) { self.file = file }

    /// Gives the rows of a table; none where the file has none of that name.
    private mutating func rows(
        of table: String, _ body: (inout MessagesReader, SQLiteRow) throws -> Void
    ) throws -> Int {
        guard let known = file.tables[table] else { return 0 }
        return try file.forEachRow(of: known) { try body(&self, $0) }
    }

    private mutating func read() throws {
        var lists = 0
        lists += try rows(of: "handle") { $0.handles[$1.number] = $1.text("id").map(Self.short) }
        lists += try rows(of: "chat") { $0.add(chat: $1) }
        lists += try rows(of: "chat_message_join") { reader, row in
            guard let message = row.integer("message_id"), let chat = row.integer("chat_id") else { return }
            if reader.chatOfMessage[message] == nil { reader.chatOfMessage[message] = chat }
        }
        var names: [Int64: String] = [:]
        lists += try rows(of: "attachment") { _, row in
            let path = row.text("transfer_name") ?? row.text("filename") ?? ""
            names[row.number] = path.split(separator: "/").last.map { Self.short(String($0)) } ?? ""
        }
        lists += try rows(of: "message_attachment_join") { reader, row in
            guard let message = row.integer("message_id"), let name = row.integer("attachment_id") else { return }
            guard reader.files[message, default: []].count < Self.mostFiles else { return }
            reader.files[message, default: []].append(names[name] ?? "")
        }
        if lists > 0 { omissions.note(JSONFaults(damaged: lists)) }
        let damaged = try rows(of: "message") { $0.add(message: $1) }
        omissions.take(JSONFaults(damaged: damaged))
    }

    private mutating func add(chat row: SQLiteRow) {
        let name = row.text("display_name").flatMap { $0.isEmpty ? nil : $0 }
        let identifier = Self.short(row.text("chat_identifier") ?? row.text("guid") ?? "\(row.number)")
        // 43 is a group, whose identifier says nothing to anybody; 45 one person.
        let isGroup = row.integer("style") == 43
        chats[row.number] = Chat(
            key: isGroup ? "group \(row.number)" : "one \(identifier)", title: name ?? (isGroup ? nil : identifier),
            other: isGroup ? nil : identifier)
    }

    private mutating func add(message row: SQLiteRow) {
        let chat = chatOfMessage[row.number].flatMap { chats[$0] }
        let handle = row.integer("handle_id").flatMap { handles[$0] }
        let sender = row.integer("is_from_me") == 1 ? "You" : handle ?? chat?.other
        let date = row.integer("date") ?? 0
        let order = (date, row.number)
        let kind = row.integer("associated_message_type") ?? 0
        if (2_000..<4_000).contains(kind) {
            guard let target = row.text("associated_message_guid"), let sender else {
                omissions.reactions += 1
                return
            }
            reactions.append(
                Reaction(
                    target: Self.guid(target), sender: sender, sign: Self.sign(kind % 1_000, row),
                    isTakenBack: kind >= 3_000, order: order))
            return
        }
        guard (row.integer("item_type") ?? 0) == 0, (row.integer("is_system_message") ?? 0) == 0 else {
            omissions.remarks += 1
            return
        }
        guard (row.integer("date_retracted") ?? 0) == 0 else {
            omissions.deleted += 1
            return
        }
        if (row.integer("date_edited") ?? 0) != 0 { omissions.revisions += 1 }
        var unnamed = 0
        var named: [String] = []
        for name in files[row.number] ?? [] {
            if name.hasSuffix(".pluginPayloadAttachment") {
                // The picture beside an address.
                omissions.layouts += 1
            } else if name.isEmpty {
                unnamed += 1
            } else {
                named.append(name)
            }
        }
        omissions.named += named.count
        omissions.media += unnamed
        let message = ChatMessage(sender: sender, moment: Self.moment(date), text: Self.words(row), files: named)
        guard let message = omissions.unlessEmpty(message, hadMore: unnamed > 0) else { return }
        found.append(
            Found(
                guid: row.text("guid") ?? "", chat: chat?.key ?? "one \(sender ?? "")", order: order,
                answered: row.text("thread_originator_guid").map(Self.guid), message: message))
    }

    private static func short(_ name: String) -> String {
        String(name.unicodeScalars.prefix(longestName))
    }

    /// What a message says; later versions of the system write it with its attributes alone. A mark stands where a file does.
    private static func words(_ row: SQLiteRow) -> String {
        var text = row.text("text") ?? ""
        if text.isEmpty { text = row.blob("attributedbody").flatMap(TypedStream.string) ?? "" }
        return text.contains("\u{FFFC}") ? text.replacing("\u{FFFC}", with: "") : text
    }

    /// Nanoseconds since 2001; seconds before macOS 10.13.
    private static func moment(_ date: Int64) -> ChatMoment? {
        guard date != 0 else { return nil }
        let seconds = date.magnitude > 100_000_000_000 ? Double(date) / 1e9 : Double(date)
        return ChatMoment(epoch: epoch + seconds)
    }

    /// Of "p:0/GUID" and "bp:GUID", which say to which part of a message.
    private static func guid(_ text: String) -> String {
        text.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? text
    }

    private static func sign(_ kind: Int64, _ row: SQLiteRow) -> String {
        switch kind {
        case 0: "❤️"
        case 1: "👍"
        case 2: "👎"
        case 3: "😂"
        case 4: "‼️"
        case 5: "❓"
        default: row.text("associated_message_emoji").flatMap { $0.isEmpty ? nil : String($0.prefix(8)) } ?? "sticker"
        }
    }

    // MARK: Conversations

    private mutating func conversations(_ omissions: inout ChatOmissions) throws -> [Conversation] {
        found.sort { $0.order < $1.order }
        var places: [String: Int] = [:]
        for (place, item) in found.enumerated() where !item.guid.isEmpty { places[item.guid] = place }
        for reaction in reactions.sorted(by: { $0.order < $1.order }) {
            guard let place = places[reaction.target],
                found[place].message.reactions.count < ChatOmissions.mostReactions || reaction.isTakenBack
            else {
                omissions.reactions += 1
                continue
            }
            let sign = ChatMessage.Reaction(sender: reaction.sender, sign: reaction.sign)
            if reaction.isTakenBack {
                found[place].message.reactions.removeAll { $0 == sign }
            } else {
                // One has one of them at a time.
                found[place].message.reactions.removeAll { $0.sender == sign.sender }
                found[place].message.reactions.append(sign)
            }
        }
        let titles = Dictionary(chats.values.map { ($0.key, $0.title) }) { $0 ?? $1 }
        var order: [String] = []
        var messages: [String: [ChatMessage]] = [:]
        for item in found {
            var message = item.message
            if let answered = item.answered.flatMap({ places[$0] }), let sender = found[answered].message.sender {
                message.reply = ChatMessage.Reply(sender: sender, moment: found[answered].message.moment)
            }
            if messages[item.chat] == nil { order.append(item.chat) }
            messages[item.chat, default: []].append(message)
        }
        return order.map { key in
            Conversation(
                title: titles[key] ?? nil, program: "Messages", isUTC: true, messages: messages[key] ?? [])
        }
    }
}
