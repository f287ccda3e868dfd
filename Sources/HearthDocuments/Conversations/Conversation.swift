import HearthCore

/// A message of a conversation.
struct ChatMessage {
    /// Whom a message answers.
    struct Reply {
        var sender: String
        var moment: ChatMoment?
    }

    /// As the export spells it; `nil` where it names nobody.
    var sender: String?
    var moment: ChatMoment?
    var text: String
    var reply: Reply?
    /// The names of files that were sent with it.
    var files: [String] = []
    var reactions: [Reaction] = []

    /// What somebody answered a message with instead of words.
    struct Reaction: Hashable {
        var sender: String
        /// "👍", or a word.
        var sign: String
    }
}

/// A conversation as a messenger or an assistant exports it.
struct Conversation {
    /// `nil` where it has none of its own.
    var title: String?
    /// The program that it comes from: "WhatsApp".
    var program: String
    /// Lines above the first message, which nobody said: what the file calls itself, which days it is of.
    var foreword: [String] = []
    /// Whether each message tells its day, as the file writes it.
    var tellsDays = false
    /// Whether its times are those of UTC, and not of anybody's clock.
    var isUTC = false
    /// Whether the programs in its messages may begin with the name of their language.
    var namesLanguages = false
    var messages: [ChatMessage] = []
}

/// What was left out of an export, so that nothing is without a word.
struct ChatOmissions {
    /// Pictures, recordings and other files without a name.
    var media = 0
    /// Files whose names stand with their messages.
    var named = 0
    var deleted = 0
    /// What the program says itself: who joined, that it encrypts.
    var remarks = 0
    /// Messages of other versions of a conversation, of which one was chosen in the end.
    var versions = 0
    /// What an assistant thought, and what it asked of tools and got back.
    var thoughts = 0
    /// Messages without words or files, and conversations without messages.
    var empty = 0
    var emptyConversations = 0
    /// What people reacted to messages with.
    var reactions = 0
    /// What messages were before they were changed.
    var revisions = 0
    /// What apps laid out beside the words of their messages.
    var layouts = 0
    /// What else an export has: contacts, sessions.
    var others: [String] = []
    /// Messages that could not be read, and whole conversations.
    var damaged = 0
    var damagedConversations = 0
    /// Lists of people and of conversations of which parts could not be read.
    private var damagedLists = 0
    /// Whether the file ends in the middle.
    var isCutOff = false
    /// Whether something was there that may have been messages.
    private(set) var isBroken = false

    /// Notes what of a list of messages could not be read.
    mutating func take(_ faults: JSONFaults, areConversations: Bool = false) {
        if areConversations { damagedConversations += faults.damaged } else { damaged += faults.damaged }
        if faults.isCutOff { isCutOff = true }
        if faults.isCutOff || faults.damaged > 0 { isBroken = true }
    }

    /// Notes what of the lists beside the messages could not be read: who has no name then is shown by an id.
    mutating func note(_ faults: JSONFaults) {
        if faults.isCutOff || faults.damaged > 0 { damagedLists += 1 }
    }

    /// Reactions to one message that are kept.
    static let mostReactions = 100

    /// What people reacted to a message with, as far as the export names them; how many it does not name is noted.
    ///
    /// - Parameters:
    ///   - reactions: A list with how often each.
    ///   - sign: Of one of them.
    ///   - senders: Those whom it names.
    mutating func take(
        reactions: JSONValue?, sign: (JSONValue) -> String?, senders: (JSONValue) -> [String?]
    ) -> [ChatMessage.Reaction] {
        var found: [ChatMessage.Reaction] = []
        for reaction in reactions?.arrayValue ?? [] {
            let word = String(onOneLine(sign(reaction) ?? "").prefix(40))
            let room = word.isEmpty ? 0 : Self.mostReactions - found.count
            let names = senders(reaction).compactMap(\.self).prefix(room)
            found += names.map { ChatMessage.Reaction(sender: $0, sign: word) }
            // No number of people is so large that it were none.
            let count = min(max(1, reaction["count"]?.numberValue?.intValue ?? 1), 1_000_000)
            self.reactions += max(0, count - names.count)
        }
        return found
    }

    /// A message, unless there is nothing of it to show; then it is counted, where nothing else that it had was.
    mutating func unlessEmpty(_ message: ChatMessage, hadMore: Bool) -> ChatMessage? {
        if !message.files.isEmpty || !message.text.allSatisfy(\.isWhitespace) { return message }
        if !hadMore { empty += 1 }
        return nil
    }

    func warn(in builder: inout DocumentBuilder) {
        if isCutOff { builder.warnings.append(JSONFaults.cutOff) }
        builder.warn(
            damagedConversations, .damaged, "1 conversation could not be read.", "conversations could not be read.")
        builder.warn(damaged, .damaged, "1 message could not be read.", "messages could not be read.")
        builder.warn(
            damagedLists, .damaged, "1 list of names is damaged; who has none in it is shown by an id.",
            "lists of names are damaged; who has none in them is shown by an id.")
        builder.warn(
            media, .skipped, "1 picture, recording or other file without a name was left out.",
            "pictures, recordings and other files without names were left out.")
        builder.warn(
            named, .skipped, "1 file is named and was left out.", "files are named and were left out.")
        builder.warn(
            deleted, .skipped, "1 message was deleted by its sender.", "messages were deleted by their senders.")
        builder.warn(
            remarks, .skipped, "1 line that the program wrote itself was left out.",
            "lines that the program wrote itself were left out.")
        builder.warn(
            empty, .skipped, "1 message without words was left out.", "messages without words were left out.")
        builder.warn(
            emptyConversations, .skipped, "1 conversation without messages was left out.",
            "conversations without messages were left out.")
        builder.warn(reactions, .skipped, "1 reaction was left out.", "reactions were left out.")
        builder.warn(
            revisions, .skipped, "1 former version of a message was left out.",
            "former versions of messages were left out.")
        builder.warn(
            layouts, .skipped, "1 part of a message that an app laid out was left out.",
            "parts of messages that apps laid out were left out.")
        builder.warn(
            versions, .skipped, "1 message of another version of a conversation was left out.",
            "messages of other versions of conversations were left out.")
        builder.warn(
            thoughts, .skipped, "1 step of an assistant's thinking or use of tools was left out.",
            "steps of an assistant's thinking and use of tools were left out.")
        ExportParts.warn(others, in: &builder)
    }
}

/// The parts of an export that are not read.
enum ExportParts {
    private static let named = 8

    static func warn(_ names: [String], in builder: inout DocumentBuilder) {
        guard !names.isEmpty else { return }
        let some = names.prefix(named).map { onOneLine(String($0.prefix(60))) }.joined(separator: ", ")
        builder.warnings.append(
            ExtractionWarning(
                .skipped, "Other parts of the export were left out: \(some)\(names.count > named ? ", …" : ".")"))
    }
}
