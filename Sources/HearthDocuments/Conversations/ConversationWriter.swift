import Foundation
import HearthCore

/// Lays conversations out as a document: a page for each, its title and dates as heading, a heading for each day, and the messages as what somebody
/// says: "[10:15] Ann: words".
struct ConversationWriter {
    static let mostConversations = 100_000
    /// Names that are shown of those who take part.
    private static let mostNames = 12
    private static let longestName = 60

    private(set) var builder = DocumentBuilder()
    var omissions = ChatOmissions()
    private let room: Int
    private var count = 0
    private var leftOut = 0
    private var cutMessages = 0
    /// Names as they are shown, by those of the export.
    private var shownNames: [String: String] = [:]

    /// - Parameter maximumTextBytes: The most bytes of text; messages beyond it are left out, and counted.
    init(maximumTextBytes: Int) { room = maximumTextBytes }

    var isEmpty: Bool { count == 0 }

    mutating func append(_ conversation: Conversation) throws {
        guard !conversation.messages.isEmpty else {
            omissions.emptyConversations += 1
            return
        }
        guard count < Self.mostConversations, builder.bytes.count < room else {
            leftOut += 1
            return
        }
        count += 1
        let messages = Self.inOrder(conversation.messages)
        for message in messages where shownNames[message.sender ?? ""] == nil {
            shownNames[message.sender ?? ""] = Self.name(message.sender)
        }
        builder.beginPage()
        builder.written()
        builder.append(.heading(level: 2), heading(conversation, messages))
        builder.append(.paragraph, summary(conversation, messages))
        for line in conversation.foreword { builder.append(.paragraph, line) }
        var day: CivilDate?
        for (index, message) in messages.enumerated() {
            if index & 0x3FF == 0 { try Task.checkCancellation() }
            guard builder.bytes.count < room else {
                cutMessages += messages.count - index
                break
            }
            if let moment = message.moment, moment.day != day {
                day = moment.day
                builder.written()
                builder.append(.heading(level: 3), "\(moment.day)")
            }
            append(message, of: conversation)
        }
    }

    /// Some programs write the latest message first.
    private static func inOrder(_ messages: [ChatMessage]) -> [ChatMessage] {
        guard let first = messages.first(where: { $0.moment != nil })?.moment,
            let last = messages.last(where: { $0.moment != nil })?.moment, last < first
        else { return messages }
        let turned = Array(messages.reversed())
        let pairs = zip(turned, turned.dropFirst())
        let falls = pairs.count { a, b in
            if let former = a.moment, let latter = b.moment { latter < former } else { false }
        }
        return falls * 2 < turned.count ? turned : messages
    }

    private mutating func append(_ message: ChatMessage, of conversation: Conversation) {
        let sender = shownNames[message.sender ?? ""] ?? Self.name(message.sender)
        builder.written(
            message.moment.map { $0.date(in: conversation.isUTC ? .gmt : .current) },
            by: message.sender == nil ? nil : sender)
        let day = conversation.tellsDays ? message.moment.map { "\($0.day)" } : nil
        var text = Array(ChatLine.label(day: day, clock: message.moment?.clock, speaker: sender).utf8)
        if let reply = message.reply {
            let isEarlier = reply.moment.map { $0.day != message.moment?.day } ?? false
            let day = isEarlier ? reply.moment.map { ", \($0.day)" } ?? "" : ""
            text += Array("(to \(Self.name(reply.sender))\(day)) ".utf8)
        }
        var parts = MessageParts.parts(of: message.text, namesLanguages: conversation.namesLanguages)
        let more = message.files.map { "[\(onOneLine($0))]" } + Self.words(of: message.reactions)
        if !more.isEmpty {
            let words = Array(more.joined(separator: " ").utf8)
            // Behind the last words; a program has none but its own.
            if let last = parts.last, !last.isCode {
                parts[parts.count - 1].text = (last.text + [space] + words)[...]
            } else {
                parts.append(MessageParts.Part(text: words[...], isCode: false))
            }
        }
        for part in parts {
            if part.isCode {
                // Who shows a program is named before it.
                if !text.isEmpty { builder.append(.utterance, text, speaker: sender) }
                builder.append(.code, part.text)
            } else {
                builder.append(.utterance, text + part.text, speaker: sender)
            }
            text = []
        }
    }

    /// "(👍 Bob, ❤️ Ann and 3 more)"
    private static func words(of reactions: [ChatMessage.Reaction]) -> [String] {
        guard !reactions.isEmpty else { return [] }
        let shown = reactions.prefix(mostNames).map { "\($0.sign) \(name($0.sender))" }.joined(separator: ", ")
        let rest = reactions.count - mostNames
        return ["(\(shown)\(rest > 0 ? " and \(rest) more" : ""))"]
    }

    // MARK: - Who and when

    /// Its title, the program and the day; of several days each has a heading of its own, and this one must not stand above them as one of them.
    private func heading(_ conversation: Conversation, _ messages: [ChatMessage]) -> String {
        var words = [onOneLine(String((conversation.title ?? "").prefix(300)))]
        if words[0].isEmpty { words = [names(messages, most: 4)] }
        if !words[0].lowercased().contains(conversation.program.lowercased()) { words.append(conversation.program) }
        if let days = Self.days(messages), days.first == days.last { words.append("\(days.first)") }
        return words.joined(separator: " · ")
    }

    /// Who takes part, and from when to when.
    private func summary(_ conversation: Conversation, _ messages: [ChatMessage]) -> String {
        var words = [names(messages, most: Self.mostNames)]
        if let days = Self.days(messages), days.first != days.last { words.append("\(days.first) to \(days.last)") }
        if conversation.isUTC { words.append("times in UTC") }
        return words.joined(separator: " · ")
    }

    private static func days(_ messages: [ChatMessage]) -> (first: CivilDate, last: CivilDate)? {
        var days: (first: CivilDate, last: CivilDate)?
        for case let day? in messages.lazy.map({ $0.moment?.day }) {
            days = (min(days?.first ?? day, day), max(days?.last ?? day, day))
        }
        return days
    }

    /// Those who wrote, in the order of their first messages.
    private func names(_ messages: [ChatMessage], most: Int) -> String {
        var seen: Set<String> = []
        var names: [String] = []
        for message in messages {
            let name = shownNames[message.sender ?? ""] ?? ""
            if seen.insert(name).inserted, names.count < most { names.append(name) }
        }
        let rest = seen.count - names.count
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// A name on one line, without the marks that set the direction of writing around numbers.
    static func name(_ name: String?) -> String {
        let scalars = (name ?? "").unicodeScalars.filter { !isDirectionMark($0) }
        let line = onOneLine(String(String.UnicodeScalarView(scalars)))
        return line.isEmpty ? "Unknown" : String(line.prefix(longestName))
    }

    static func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    // MARK: - The end

    consuming func finish(warnings: [ExtractionWarning] = []) -> ExtractedDocument {
        builder.warnings = warnings
        builder.warn(
            leftOut, .truncated, "1 conversation at the end was not read, beyond what is kept.",
            "conversations at the end were not read, beyond what is kept.")
        builder.warn(
            cutMessages, .truncated, "1 message was not read, beyond what is kept.",
            "messages were not read, beyond what is kept.")
        omissions.warn(in: &builder)
        return builder.finish(format: .chat)
    }
}
