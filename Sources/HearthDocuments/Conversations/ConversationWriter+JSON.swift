import HearthCore

/// The way from the records of an export in JSON to its conversations, which all of them share.
extension ConversationWriter {
    /// Who wrote which message, by the ids of messages.
    typealias Replies = [String: ChatMessage.Reply]

    /// Adds the conversations of a list, or the one that a file is.
    ///
    /// - Parameter conversation: Makes one of a record; `nil` where it is none.
    mutating func append(
        conversationsOf bytes: [UInt8],
        _ conversation: (JSONValue, inout ChatOmissions) -> Conversation?
    ) throws {
        let faults = try JSONSlice(bytes).forEachObject { value in
            if let found = conversation(value, &omissions) {
                try append(found)
            } else {
                omissions.damagedConversations += 1
            }
        }
        omissions.take(faults, areConversations: true)
    }

    /// The messages of a list.
    ///
    /// - Parameter message: Makes one of a record, and notes who wrote it; `nil` where there is nothing of it to show.
    mutating func messages(
        of list: JSONSlice, _ message: (JSONValue, inout Replies, inout ChatOmissions) throws -> ChatMessage?
    ) throws -> [ChatMessage] {
        var messages: [ChatMessage] = []
        var replies: Replies = [:]
        let faults = try list.forEachObject { value in
            if let found = try message(value, &replies, &omissions) { messages.append(found) }
        }
        omissions.take(faults)
        return messages
    }
}
