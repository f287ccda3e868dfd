package import HearthCore
package import HearthPrompts

/// Builds prompts from conversations that are in memory: what a prompt that is built from a store is held against.
///
/// The order is: the pinned system prompt, the turns that fit (the newest), the new message. It is pure and walks back from
/// the newest message, so the length of a conversation costs nothing. A conversation in a store is read page by page instead
/// (`context(ofConversation:…)`), with the same result.
package struct ContextBuilder: Sendable {
    package var budget: ContextBudget
    /// Counts as the model does; ``EstimatedTokenizer`` where the model's own cannot be had.
    package var tokenizer: any TextTokenizer

    package init(budget: ContextBudget, tokenizer: any TextTokenizer) {
        self.budget = budget
        self.tokenizer = tokenizer
    }

    /// A prompt from `history` (oldest first) and the new messages.
    ///
    /// - Parameter boundary: Messages up to it are left out, and its summary stands for them.
    /// - Throws: ``ContextError``.
    package func build(
        systemPrompt: String? = nil, history: [ConversationMessage], boundary: ContextBoundary? = nil, new: [Message],
        label: SensitivityLabel = .personal
    ) throws(ContextError) -> BuiltContext {
        var selector = try ContextSelector(
            budget: budget, tokenizer: tokenizer, systemPrompt: systemPrompt, boundary: boundary, new: new, label: label
        )
        // `taken` counts from the newest; the messages between were skipped, so the oldest taken one is found by position.
        var first = history.count
        for position in history.indices.reversed() {
            if let boundary, history[position].id <= boundary.upTo { break }
            let before = selector.takenCount
            guard selector.add(history[position]) else { break }
            if selector.takenCount > before { first = position }
        }
        var dropped = DroppedContext()
        if first == history.count { first = Self.unansweredEnd(of: history) }
        for message in history[..<first] {
            dropped.count += 1
            dropped.tokens += message.tokenCount?.usable ?? message.message.content.utf8.count / 4 + 1
        }
        return try selector.finish(dropped: dropped)
    }

    /// The same for messages of which nothing more is known.
    package func build(
        systemPrompt: String? = nil, history: [Message], new: [Message], label: SensitivityLabel = .personal
    ) throws(ContextError) -> BuiltContext {
        try build(
            systemPrompt: systemPrompt, history: history.map { ConversationMessage($0) }, new: new, label: label)
    }

    /// Where the questions at the end begin that have no answer yet; they are not dropped, they are being answered.
    private static func unansweredEnd(of history: [ConversationMessage]) -> Int {
        history.lastIndex { $0.message.role != .user }.map { $0 + 1 } ?? 0
    }
}
