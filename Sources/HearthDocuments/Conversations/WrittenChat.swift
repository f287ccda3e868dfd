import HearthCore

/// Tells chats that programs write as text, a line for each message, from the other texts whose lines begin with a date and a time: logs
/// of programs, minutes, diaries.
enum WrittenChat {
    /// Lines of the beginning that are looked at.
    private static let sample = 400
    /// Lines above the first message, and bytes of each: a title, a date, what a program says of its export. More is a text that quotes a chat.
    private static let mostAbove = 6
    private static let longestAbove = 200
    /// Messages that have to follow such lines.
    private static let fewestBelow = 3

    /// Whether a file begins as a chat does: its first line is a message, and somebody is named among the first. Below other lines it has
    /// to be plainer.
    static func begins(_ head: [UInt8]) -> Bool {
        // Most files are none, which the first bytes of their first lines tell.
        guard mayHoldMessages(head) else { return false }
        let bytes = Array(TextDecoder.decode(head).text.utf8)
        var found = Count()
        for line in Lines(bytes) {
            let content = bytes.trimmed(line.range)
            guard !content.isEmpty else { continue }
            guard found.lines + found.above < sample else { break }
            let text = bytes.string(content)
            if let opening = mayBegin(bytes[content]) ? WhatsAppLine(Substring(text).unicodeScalars) : nil {
                found.lines += 1
                found.note(opening)
            } else if found.messages > 0 {
                found.lines += 1
                if text.contains("?") { found.asks = true }
            } else {
                found.above += 1
                guard found.above <= mostAbove, content.count <= longestAbove else { return false }
            }
        }
        guard !found.senders.isEmpty else { return false }
        return found.above == 0 ? found.isChat(bytes) : found.isPlainly
    }

    /// Whether one of the first lines may begin a message.
    private static func mayHoldMessages(_ head: [UInt8]) -> Bool {
        var lines = 0
        for line in Lines(head) {
            let content = head.trimmed(line.range)
            guard !content.isEmpty else { continue }
            if mayBegin(head[content]) { return true }
            lines += 1
            guard lines <= mostAbove, content.count <= longestAbove else { return false }
        }
        return false
    }

    /// Whether a line begins with a digit, a bracket, or what is not of ASCII, as messages do.
    static func mayBegin(_ line: ArraySlice<UInt8>) -> Bool {
        line.first.map { isDigit($0) || $0 == UInt8(ascii: "[") || $0 >= 0x80 } ?? false
    }

    /// A line above a chat as its title: without the mark of a heading. "#garden" is a channel.
    static func title(_ line: String) -> String {
        let bare = line.drop { $0 == "#" }
        return bare.first == " " ? String(bare.dropFirst()) : line
    }

    /// What the first lines of a file are.
    private struct Count {
        var above = 0
        /// From the first message on.
        var lines = 0
        var messages = 0
        /// By who writes, how many.
        var senders: [String: Int] = [:]
        var logged = 0
        var labelled = 0
        /// Logs of programs write a date like ISO 8601, with seconds, and no comma.
        var isLog = true
        var isBracketed = true
        /// Whether anybody asks anything.
        var asks = false

        mutating func note(_ opening: WhatsAppLine) {
            messages += 1
            if opening.date.firstWidth < 4 || !opening.hasSeconds { isLog = false }
            if !opening.isBracketed { isBracketed = false }
            let (sender, words) = WhatsAppReader.split(opening.rest)
            if words.contains("?") { asks = true }
            guard let sender else { return }
            senders[sender, default: 0] += 1
            if ChatLine.isLogLevel(sender) { logged += 1 }
            if TranscriptEvidence.isLabel(sender) { labelled += 1 }
        }

        private var named: Int { senders.values.reduce(0, +) }

        /// Several people, written as names are, talk; the parts of a program are written small.
        private var haveCapitals: Bool { senders.keys.allSatisfy { $0.first?.isLowercase == false } }

        /// Whether a file whose first line is a message is a chat.
        func isChat(_ bytes: [UInt8]) -> Bool {
            // A line like that may head the minutes of a meeting, or each of some.
            guard messages > 1 || lines <= 2, logged * 2 < messages else { return false }
            // A chat marks what it says itself.
            if bytes.firstIndex(of: "\u{200E}", in: bytes.indices) != nil { return true }
            let isLog = self.isLog && !(isBracketed && senders.count > 1 && haveCapitals)
            return !isLog && (senders.count > 1 ? messages * 12 >= lines : messages * 2 > lines)
        }

        /// Whether messages below other lines are a chat, and not the minutes or the log that these are the title of: people talk who come
        /// back, nearly every message is somebody's, and there are not many lines beside.
        var isPlainly: Bool {
            guard messages >= WrittenChat.fewestBelow, messages * 3 >= lines, named * 4 >= messages * 3,
                senders.count > 1, senders.values.contains(where: { $0 > 1 }),
                logged * 4 < messages, labelled * 4 < messages, senders.keys.allSatisfy(WrittenChat.isName)
            else { return false }
            guard isLog else { return true }
            // "[2026-01-01 10:00:00] Database: started" has no surname, and asks nothing.
            return isBracketed && haveCapitals && (asks || senders.keys.contains { $0.split(separator: " ").count > 1 })
        }
    }

    private static let mostWords = 5

    /// Whether it may be what somebody is called, or a number to call.
    private static func isName(_ sender: String) -> Bool {
        sender.split(separator: " ").count <= mostWords
            && !sender.contains { "/\\=<>{}[]|;!?\"".contains($0) }
            && (sender.contains(where: \.isLetter) || sender.hasPrefix("+"))
    }
}
