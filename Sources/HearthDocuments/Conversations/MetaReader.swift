import HearthCore

/// Reads `message_1.json` of what Facebook, Messenger and Instagram export of a conversation.
///
/// Their exports write each byte of a text in UTF-8 as a character of its own ("ZoÃ«" for "Zoë"); what was written is put together again.
enum MetaReader {
    /// Whether the keys of a text are those of such an export.
    static func begins(_ keys: JSONKeys) -> Bool {
        keys.contain("participants", "messages", "sender_name", "timestamp_ms")
    }

    /// - Parameter name: The file's, with its folders where they are known: the contents do not say which program wrote it.
    static func read(_ bytes: [UInt8], name: String, into writer: inout ConversationWriter) throws {
        let program = name.lowercased().contains("instagram") ? "Instagram" : "Facebook"
        var conversation = Conversation(program: program, isUTC: true)
        var parts = JSONSlice(bytes).parts
        while let (key, slice) = parts.next() {
            switch key {
            case "title": conversation.title = slice.value()?.stringValue.map(restored)
            case "messages": conversation.messages += try writer.messages(of: slice) { message($0, &$2) }
            default: break
            }
        }
        if parts.isCutOff { writer.omissions.take(JSONFaults(isCutOff: true)) }
        try writer.append(conversation)
    }

    private static func message(_ value: JSONValue, _ omissions: inout ChatOmissions) -> ChatMessage? {
        if value["is_unsent"]?.boolValue == true {
            omissions.deleted += 1
            return nil
        }
        // Calls, and who came or went.
        if let type = value["type"]?.stringValue, !["Generic", "Share"].contains(type) {
            omissions.remarks += 1
            return nil
        }
        var lines = [value["content"]?.stringValue.map(restored) ?? ""]
        for key in ["link", "share_text"] {
            guard let said = value["share"]?[key]?.stringValue.map(restored), !lines[0].contains(said) else { continue }
            lines.append(said)
        }
        let kinds = ["photos", "videos", "audio_files", "gifs", "files"]
        let sent = kinds.flatMap { value[$0]?.arrayValue ?? [] }
        let files = sent.compactMap { $0["uri"]?.stringValue.flatMap { $0.split(separator: "/").last } }
        let media = sent.count - files.count + (value["sticker"] == nil ? 0 : 1)
        omissions.named += files.count
        omissions.media += media
        let reactions = omissions.take(reactions: value["reactions"]) {
            $0["reaction"]?.stringValue.map(restored)
        } senders: {
            [$0["actor"]?.stringValue.map(restored)]
        }
        return omissions.unlessEmpty(
            ChatMessage(
                sender: value["sender_name"]?.stringValue.map(restored),
                moment: value["timestamp_ms"]?.doubleValue.flatMap { ChatMoment(epoch: $0 / 1_000) },
                text: lines.filter { !$0.isEmpty }.joined(separator: "\n"), files: files.map { restored(String($0)) },
                reactions: reactions),
            hadMore: media > 0)
    }

    /// What the bytes say that the characters of a text are; the text itself where they are no UTF-8.
    static func restored(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return text }
            bytes.append(byte)
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }
}
