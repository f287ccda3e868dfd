import HearthCore

/// Reads the chats that WhatsApp writes as text, and those that other programs write in the same form, as `sigexport` does of Signal's.
/// Of these some have a title or a few other lines above the first message, see ``WrittenChat``.
///
/// The form of dates and times is that of the telephone's language; it is told by the whole file (``DateOrder``).
struct WhatsAppReader {
    private struct Message {
        var date: DateFigures
        /// Since midnight.
        var seconds: Int32
        var sender: String?
        /// The lines of its text, with the mark of writing's direction that what the program says begins with.
        var text: String
    }

    /// Who writes, and the words; nobody where the program does.
    static func split(_ rest: Substring.UnicodeScalarView) -> (sender: String?, words: String) {
        // A name has no colon and a space behind it; a sentence of the program may.
        var index = rest.startIndex
        var count = 0
        while index < rest.endIndex, count < 100 {
            let next = rest.index(after: index)
            if rest[index] == ":", count > 0, next == rest.endIndex || WhatsAppLine.isBlank(rest[next]) {
                var words = rest[next...]
                if !words.isEmpty { words.removeFirst() }
                return (name(rest[..<index]), String(words))
            }
            index = next
            count += 1
        }
        return (nil, String(rest))
    }

    /// Who is not in the telephone's address book has a "~" before the name.
    private static func name(_ scalars: Substring.UnicodeScalarView) -> String {
        let bare = scalars.drop { $0 == "~" || WhatsAppLine.isBlank($0) || ConversationWriter.isDirectionMark($0) }
        return ConversationWriter.name(String(bare))
    }

    /// A year of the Buddhist era, as telephones in Thai write it, is 543 ahead.
    private static func gregorian(_ day: CivilDate) -> CivilDate {
        guard (2500...2700).contains(day.year) else { return day }
        return CivilDate(year: day.year - 543, month: day.month, day: day.day) ?? day
    }

    // MARK: - Reading

    static func read(
        _ bytes: [UInt8], name: String, into writer: inout ConversationWriter, warnings: inout [ExtractionWarning]
    ) throws {
        let (messages, opening, above) = try messages(in: bytes)
        guard let first = messages.first, let opening else { return }
        let (order, isGuess) = DateOrder.decide(
            messages.lazy.map(\.date), separator: opening.separator, isTwelveHours: opening.isTwelveHours)
        if isGuess {
            warnings.append(
                ExtractionWarning(
                    .damaged, "Its dates can be read in two ways; they were read with the \(order.rawValue) first."))
        }
        let isOfOther = opening.isBracketed && first.date.firstWidth == 4 && !opening.hasSeconds || !above.isEmpty
        let program = isOfOther ? Self.program(name, above, messages) : "WhatsApp"
        var conversation = Conversation(program: program)
        conversation.tellsDays = program == Self.unknown
        for message in messages {
            guard let sender = message.sender else {
                writer.omissions.remarks += 1
                continue
            }
            let moment = order.date(message.date).map {
                ChatMoment(day: Self.gregorian($0), seconds: Int(message.seconds))
            }
            if let text = words(of: message, &writer.omissions) {
                conversation.messages.append(
                    ChatMessage(sender: sender, moment: moment, text: text.words, files: text.files))
            }
        }
        conversation.title = title(name) ?? above.first.map(WrittenChat.title)
        conversation.foreword = title(name) == nil ? Array(above.dropFirst()) : above
        try writer.append(conversation)
    }

    /// What a chat is called of which nothing says which program it comes from.
    private static let unknown = "Chat"

    /// The program that wrote a chat in a form that several have, as far as its name or the lines above it say.
    private static func program(_ name: String, _ above: [String], _ messages: [Message]) -> String {
        let told = ([name] + above).joined(separator: "\n").lowercased()
        if told.contains("whatsapp") { return "WhatsApp" }
        if told.contains("signal") { return "Signal" }
        // `sigexport` writes such a file for each chat, and calls its owner so.
        let file = (name.split(separator: "/").last ?? "").lowercased()
        let isOfSigexport = ["chat.md", "index.md"].contains(file) && messages.contains { $0.sender == "Me" }
        return isOfSigexport && above.isEmpty ? "Signal" : unknown
    }

    /// The messages, the line that begins the first of them, and the lines above that.
    private static func messages(
        in bytes: [UInt8]
    ) throws -> (messages: [Message], first: WhatsAppLine?, above: [String]) {
        var messages: [Message] = []
        var above: [String] = []
        var first: WhatsAppLine?
        // A name is kept once, however often it stands there.
        var senders: [String: String] = [:]
        var count = 0
        for line in Lines(bytes) {
            count += 1
            if count & 0x3FF == 0 { try Task.checkCancellation() }
            let text = bytes.string(line.range)
            if WrittenChat.mayBegin(bytes[line.range]), let opening = WhatsAppLine(Substring(text).unicodeScalars) {
                if first == nil { first = opening }
                var (sender, words) = split(opening.rest)
                if let name = sender {
                    sender = senders[name] ?? name
                    senders[name] = sender
                }
                messages.append(
                    Message(date: opening.date, seconds: Int32(opening.seconds), sender: sender, text: words))
            } else if let last = messages.indices.last {
                messages[last].text += "\n"
                messages[last].text += text
            } else if text.contains(where: { $0.isLetter || $0.isNumber }) {
                above.append(onOneLine(text))
            }
        }
        return (messages, first, above)
    }

    /// What the file's name says: "WhatsApp Chat with Roof.txt". A name that every chat has says nothing; its folder or its archive may.
    private static func title(_ name: String) -> String? {
        let path = name.split(separator: "/")
        let file = path.last ?? ""
        let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
        let names = [stem] + (stem.lowercased() == "_chat" ? path.dropLast().suffix(1) : [])
        return names.first { $0.lowercased().contains("whatsapp") }.map { onOneLine($0) }
    }

    // MARK: - Words

    /// The words of a message and the names of files sent with it; `nil` where it has none, which is counted.
    private static func words(
        of message: Message, _ omissions: inout ChatOmissions
    ) -> (words: String, files: [String])? {
        // What the program puts into a message begins with a mark of writing's direction.
        let isMarked = message.text.unicodeScalars.first?.value == 0x200E
        var text = message.text
        var marksFile = false
        if text.utf8.contains(where: { $0 >= 0x80 }) {
            let bytes = Array(text.utf8)
            marksFile = bytes.firstIndex(of: "\u{200E}<", in: bytes.line(from: 0).range) != nil
            // Arabic and Hebrew may need theirs.
            text.unicodeScalars.removeAll { $0.value != 0x200F && ConversationWriter.isDirectionMark($0) }
        }
        text = WhatsAppRemark.withoutEdited(text)
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = lines.count > 1 ? String(lines[1]) : ""
        // What the program says is short, the name of a file included.
        guard let head = lines.first, head.utf8.count < 400 else { return (text, []) }
        let first = onOneLine(head)
        if let (name, words) = WhatsAppRemark.file(first, isMarked: marksFile) {
            omissions.named += 1
            return ([words, rest].filter { !$0.isEmpty }.joined(separator: "\n"), [name])
        }
        if WhatsAppRemark.isPlaceholder(first, isMarked: isMarked) || first == "null" && rest.isEmpty {
            omissions.media += 1
            return rest.allSatisfy(\.isWhitespace) ? nil : (rest, [])
        }
        if rest.isEmpty, WhatsAppRemark.isDeletion(first) {
            omissions.deleted += 1
            return nil
        }
        if isMarked, rest.isEmpty, !first.contains("https://") {
            // "Messages and calls are end-to-end encrypted", missed calls, who joined; a place has an address.
            omissions.remarks += 1
            return nil
        }
        guard !text.allSatisfy(\.isWhitespace) else {
            omissions.media += 1
            return nil
        }
        return (text, [])
    }
}
