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
}

/// A conversation as a messenger or an assistant exports it.
struct Conversation {
    /// `nil` where it has none of its own.
    var title: String?
    /// The program that it comes from: "WhatsApp".
    var program: String
    /// Whether its times are those of UTC, and not of anybody's clock.
    var isUTC = false
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
    /// What else an export has: contacts, sessions.
    var others: [String] = []
    /// Records that could not be read.
    var damaged = 0
    /// Whether the file ends in the middle.
    var isCutOff = false

    func warn(in builder: inout DocumentBuilder) {
        if isCutOff {
            builder.warnings.append(
                ExtractionWarning(.damaged, "The export ends in the middle or is damaged; what follows is not there."))
        }
        builder.warn(damaged, .damaged, "1 message could not be read.", "messages could not be read.")
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
