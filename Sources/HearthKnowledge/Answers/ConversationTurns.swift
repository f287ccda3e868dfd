import HearthCore
import HearthExtractive
import HearthText

/// Who says what in a passage of a conversation: what stands on lines that begin with a time and a name, `[10:15] Ann: words`, and on those below
/// them.
///
/// Such a passage has the words of several people. What one of them said is not to be told as another's, and not without a name.
struct ConversationTurns {
    struct Turn {
        var speaker: String
        /// Bytes of the passage's text: from the label to the last word, and the label alone.
        var span: TextSpan
        var label: MessageLabel
    }

    private(set) var turns: [Turn] = []

    /// A message of more bytes is no talk: who wrote it is said before it once.
    private static let longestTold = 1_000
    /// Messages that a text has at least which no program exported as a conversation, each with its date.
    private static let fewest = 2

    /// - Parameter isChat: Whether the passage is of a conversation that was exported; any other text has to show that it is one.
    init(_ text: String, isChat: Bool) {
        guard text.utf8.contains(UInt8(ascii: "[")) else { return }
        text.withBytes { bytes in
            var line = 0
            while line < bytes.count {
                let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
                if let label = MessageLabel(in: bytes, at: line, end: end), isChat || label.date != nil {
                    close(at: line, bytes)
                    turns.append(
                        Turn(speaker: label.speaker, span: TextSpan(start: line, end: bytes.count), label: label))
                }
                line = end + 1
            }
            close(at: bytes.count, bytes)
        }
        // Logs of programs have lines like that.
        if !isChat, turns.count < Self.fewest || turns.contains(where: { ChatLine.isLogLevel($0.speaker) }) {
            turns = []
        }
    }

    private mutating func close(at end: Int, _ bytes: UTF8Bytes) {
        guard let last = turns.indices.last else { return }
        var end = end
        while end > turns[last].label.span.end, bytes[end - 1] <= 0x20 { end -= 1 }
        turns[last].span.end = end
    }

    /// The turn in which a sentence stands as a whole.
    func turn(holding span: TextSpan) -> Turn? {
        turns.first { $0.span.start <= span.start && span.end <= $0.span.end }
    }

    /// A sentence of it as it is told: with who says it.
    func told(_ line: String, of turn: Turn) -> String {
        turn.span.count > Self.longestTold || line.hasPrefix("\(turn.speaker):") ? line : "\(turn.speaker): \(line)"
    }

    // MARK: - As a text to look for answers in

    /// The text of a passage in which the answer to a question is looked for, of as many bytes, and who wrote it.
    ///
    /// Where others wrote in it as well, it is not all of somebody's: what they said is left out where it is asked what that one said, and else
    /// it is under nobody's name.
    ///
    /// - Parameters:
    ///   - text: Of the passage.
    ///   - writer: Of whom the question speaks, and who wrote some of it; `nil` where nobody is.
    func read(
        _ text: String, for asked: FollowUp, by writer: String?, known contacts: Contacts
    ) -> (text: String, writer: String?) {
        guard !turns.isEmpty else { return (text, writer) }
        let keepsDates = Self.asksForTimes(asked.query)
        guard let writer else { return (readable(text, keepsDates: keepsDates) { _ in true }, nil) }
        let isOfWriter = { (speaker: String) in (contacts.contact(speaker)?.name ?? speaker) == writer }
        let own = turns.count { isOfWriter($0.speaker) }
        if own == turns.count { return (readable(text, keepsDates: keepsDates) { _ in true }, writer) }
        guard own > 0, ExtractiveAnswerer.asksWhatWasSaid(asked.question) else {
            return (readable(text, keepsDates: keepsDates) { _ in true }, nil)
        }
        return (readable(text, keepsDates: keepsDates, saidBy: isOfWriter), writer)
    }

    /// - Parameters:
    ///   - keepsDates: Whether the date before the clock of a message says anything of what is asked. Else each message would seem to tell when
    ///     something is.
    ///   - isAsked: Whether what somebody said is looked at.
    private func readable(_ text: String, keepsDates: Bool, saidBy isAsked: (String) -> Bool) -> String {
        var bytes = Array(text.utf8)
        for turn in turns {
            if !isAsked(turn.speaker) {
                for place in turn.span.range where bytes[place] != 0x0A { bytes[place] = 0x20 }
            } else if !keepsDates, let date = turn.label.date, date.count > 1 {
                for place in date.range { bytes[place] = 0x20 }
                bytes[date.end - 1] = UInt8(ascii: "[")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a question names a time, or asks for one that is over: then the times of messages say something of it.
    static func asksForTimes(_ question: String) -> Bool {
        question.contains(where: \.isNumber)
            || question.lowercased().split { !$0.isLetter }.contains { past.contains(String($0)) }
    }

    /// Kept here by hand; no script makes the list.
    private static let past: Set<String> = [
        "did", "was", "were", "had", "has", "have", "last", "latest", "first", "yesterday", "ago", "january",
        "february",
        "march", "april", "june", "july", "august", "september", "october", "november", "december", "war", "waren",
        "wurde", "wurden", "hat", "haben", "hatte", "gestern", "zuletzt", "januar", "februar", "märz", "mai", "juni",
        "juli", "oktober", "dezember", "était", "ont", "fut", "hier", "fue", "fueron", "ayer", "foi", "ontem", "ieri",
        "werd", "heeft", "gisteren",
    ]
}
