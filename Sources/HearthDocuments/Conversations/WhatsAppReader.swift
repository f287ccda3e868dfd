import HearthCore

/// Reads the chats that WhatsApp writes as text, and those that `sigexport` writes of Signal's in the same form.
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

    /// Lines of the beginning that are looked at.
    private static let sample = 400

    /// Whether a file begins as a chat does: its first line is a message, and somebody is named among the first.
    static func begins(_ head: [UInt8]) -> Bool {
        // Most files are none, which their first byte tells.
        guard let first = head.first(where: { !isSpace($0) }),
            isDigit(first) || first == UInt8(ascii: "[") || first >= 0x80
        else { return false }
        let bytes = Array(TextDecoder.decode(head).text.utf8)
        var lines = 0
        var senders: Set<String> = []
        var found = 0
        var logged = 0
        // Logs of programs write a date like ISO 8601, with seconds, and no comma.
        var isLog = true
        var isBracketed = true
        for line in Lines(bytes) {
            let content = bytes.trimmed(line.range)
            guard !content.isEmpty else { continue }
            lines += 1
            guard lines <= sample else { break }
            if let opening = WhatsAppLine(Substring(bytes.string(content)).unicodeScalars) {
                found += 1
                if opening.date.firstWidth < 4 || !opening.hasSeconds { isLog = false }
                if !opening.isBracketed { isBracketed = false }
                if let sender = split(opening.rest).sender {
                    senders.insert(sender)
                    if isLevel(sender) { logged += 1 }
                }
            } else if lines == 1 {
                return false
            }
        }
        // A line like that may head the minutes of a meeting, or each of some.
        guard !senders.isEmpty, found > 1 || lines <= 2, logged * 2 < found else { return false }
        // A chat marks what it says itself.
        if bytes.firstIndex(of: "\u{200E}", in: bytes.indices) != nil { return true }
        // Several people, written as names are, talk; the parts of a program are written small.
        if isLog, isBracketed, senders.count > 1, senders.allSatisfy({ $0.first?.isLowercase == false }) {
            isLog = false
        }
        return !isLog && (senders.count > 1 ? found * 12 >= lines : found * 2 > lines)
    }

    /// Whether a log of a program writes so where chats have a name: "WARN", "[error] main", "INFO main".
    private static func isLevel(_ sender: String) -> Bool {
        guard let word = sender.split(separator: " ").first else { return false }
        let bare = word.filter { $0.isLetter }
        guard levels.contains(bare.lowercased()) else { return false }
        // "Info Kita" is somebody.
        return word.count == sender.count || word != bare || bare == bare.uppercased()
    }

    /// What logs of programs have where chats have names.
    private static let levels: Set<String> = [
        "info", "warn", "warning", "error", "debug", "trace", "fatal", "notice", "critical", "verbose",
    ]

    /// Who writes, and the words; nobody where the program does.
    private static func split(_ rest: Substring.UnicodeScalarView) -> (sender: String?, words: String) {
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
        let (messages, opening) = try messages(in: bytes)
        guard let first = messages.first, let opening else { return }
        let (order, isGuess) = DateOrder.decide(
            messages.lazy.map(\.date), separator: opening.separator, isTwelveHours: opening.isTwelveHours)
        if isGuess {
            warnings.append(
                ExtractionWarning(
                    .damaged, "Its dates can be read in two ways; they were read with the \(order.rawValue) first."))
        }
        // Signal's tools write the same form, without seconds.
        let isSignal = opening.isBracketed && first.date.firstWidth == 4 && !opening.hasSeconds
        var conversation = Conversation(program: isSignal ? "Signal" : "WhatsApp")
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
        conversation.title = title(name)
        try writer.append(conversation)
    }

    /// The messages, and the line that begins the first of them.
    private static func messages(in bytes: [UInt8]) throws -> (messages: [Message], first: WhatsAppLine?) {
        var messages: [Message] = []
        var first: WhatsAppLine?
        // A name is kept once, however often it stands there.
        var senders: [String: String] = [:]
        var count = 0
        for line in Lines(bytes) {
            count += 1
            if count & 0x3FF == 0 { try Task.checkCancellation() }
            let text = bytes.string(line.range)
            if mayBegin(bytes[line.range]), let opening = WhatsAppLine(Substring(text).unicodeScalars) {
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
            }
        }
        return (messages, first)
    }

    /// Whether a line begins with a digit, a bracket, or what is not of ASCII, as messages do.
    private static func mayBegin(_ line: ArraySlice<UInt8>) -> Bool {
        line.first.map { isDigit($0) || $0 == UInt8(ascii: "[") || $0 >= 0x80 } ?? false
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
