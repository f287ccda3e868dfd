import HearthCore

/// Reads the exports of messengers and of assistants: who wrote what and when, a page for each conversation.
///
/// Which program an export comes from is told by its contents. Records are read one by one, so that a damaged one spoils no other.
enum ChatReader {
    /// The exports that are told apart.
    enum Export {
        case whatsApp, telegram, telegramPage, slack, discord, discordPackage, signal, meta, x, googleChat, hangouts,
            chatGPT
        case claude
    }

    /// The export that a file begins as; `nil` for other texts.
    static func export(_ head: [UInt8]) -> Export? {
        guard let first = head.first(where: { !isSpace($0) }) else { return nil }
        if XArchiveFile.begins(head) { return .x }
        if first == UInt8(ascii: "<") { return TelegramPage.begins(head) ? .telegramPage : nil }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            return WrittenChat.begins(head) ? .whatsApp : nil
        }
        let keys = JSONKeys(head)
        let isList = first == UInt8(ascii: "[")
        if keys.contain("mapping", "title", "parent", "children") { return .chatGPT }
        if keys.contain("chat_messages", "uuid") { return .claude }
        if keys.contain("ID", "Timestamp", "Contents"), isList { return .discordPackage }
        if isList, keys.contain("ts", "type", "text"), keys.contain("user") || keys.contain("bot_id"),
            head.firstIndex(of: "\"message\"", in: head.indices) != nil
        {
            return .slack
        }
        if !isList {
            if keys.contain("guild", "channel"), keys.contain("dateRange") || keys.contain("exportedAt") {
                return .discord
            }
            if keys.contain("backupTimeMs") || keys.contain("chatItem", "chatId") { return .signal }
            if MetaReader.begins(keys) { return .meta }
            if GoogleChatReader.begins(keys) { return .googleChat }
            if HangoutsReader.begins(keys) { return .hangouts }
            if TelegramReader.begins(keys) { return .telegram }
        }
        // "[01.02.24, 10:15:30] Ann: words" begins as a list does.
        return isList && WrittenChat.begins(head) ? .whatsApp : nil
    }

    /// - Parameters:
    ///   - bytes: The whole file, in UTF-8.
    ///   - name: The file's name, which says whose conversation it is where the contents do not.
    static func read(
        _ bytes: [UInt8], name: String, warnings: [ExtractionWarning], maximumTextBytes: Int
    ) throws -> ExportReading {
        guard let export = export(Array(bytes.prefix(FormatDetector.headSize))) else {
            return .nothing(isDamaged: false)
        }
        var writer = ConversationWriter(maximumTextBytes: maximumTextBytes)
        var notes = warnings
        switch export {
        case .whatsApp: try WhatsAppReader.read(bytes, name: name, into: &writer, warnings: &notes)
        case .telegram: try TelegramReader.read(bytes, into: &writer)
        case .telegramPage: try TelegramPage.read(bytes, into: &writer)
        case .slack: try SlackReader.read(day: bytes, name: name, into: &writer)
        case .discord: try DiscordReader.read(bytes, into: &writer)
        case .discordPackage: try DiscordPackageReader.read(bytes, title: nil, into: &writer)
        case .signal: try SignalReader.read(bytes, into: &writer)
        case .meta: try MetaReader.read(bytes, name: name, into: &writer)
        case .x: try XReader.read(bytes, into: &writer)
        case .googleChat: try GoogleChatReader.read(bytes, title: nil, into: &writer)
        case .hangouts: try HangoutsReader.read(bytes, into: &writer)
        case .chatGPT: try ChatGPTReader.read(bytes, into: &writer)
        case .claude: try ClaudeReader.read(bytes, into: &writer)
        }
        guard writer.isEmpty else { return .document(writer.finish(warnings: notes)) }
        return .nothing(isDamaged: writer.omissions.isBroken)
    }
}

/// The keys that stand at the beginning of a JSON text, at any depth.
struct JSONKeys {
    private let bytes: [UInt8]

    init(_ head: [UInt8]) { bytes = head }

    func contain(_ keys: StaticString...) -> Bool { keys.allSatisfy { holds($0) } }

    /// Whether a key stands there: in quotation marks, with a colon behind them.
    private func holds(_ key: StaticString) -> Bool {
        var start = 0
        let count = key.utf8CodeUnitCount
        while let found = bytes.firstIndex(of: key, in: start..<bytes.count) {
            start = found + 1
            guard found > 0, bytes[found - 1] == UInt8(ascii: "\""), found + count < bytes.count,
                bytes[found + count] == UInt8(ascii: "\"")
            else { continue }
            let next = bytes[(found + count + 1)...].first { !isSpace($0) }
            if next == UInt8(ascii: ":") { return true }
        }
        return false
    }
}
