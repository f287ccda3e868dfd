/// Builds prompts from conversations.
///
/// The order is: the pinned system prompt, the turns that fit (the newest), the new message. It is pure and walks back from
/// the newest message, so the length of a conversation costs nothing. A conversation in a store is read page by page with
/// ``ContextSelector`` instead.
public struct ContextBuilder: Sendable {
    public var budget: ContextBudget
    /// Counts as the model does; ``EstimatedTokenizer`` where the model's own cannot be had.
    public var tokenizer: any TextTokenizer

    public init(budget: ContextBudget, tokenizer: any TextTokenizer) {
        self.budget = budget
        self.tokenizer = tokenizer
    }

    /// A prompt from `history` (oldest first) and the new messages.
    ///
    /// - Parameter boundary: Messages up to it are left out, and its summary stands for them.
    /// - Throws: ``ContextError``.
    public func build(
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
            dropped.tokens += message.tokenCount?.count ?? message.message.content.utf8.count / 4 + 1
        }
        return try selector.finish(dropped: dropped)
    }

    /// The same for messages of which nothing more is known.
    public func build(
        systemPrompt: String? = nil, history: [Message], new: [Message], label: SensitivityLabel = .personal
    ) throws(ContextError) -> BuiltContext {
        try build(
            systemPrompt: systemPrompt, history: history.map { ConversationMessage($0) }, new: new, label: label)
    }

    /// The summary is marked as what it is: it comes from a model that read foreign text, and must not gain the authority of
    /// the system prompt that it stands in.
    static func system(_ prompt: String?, summary: String?) -> String? {
        guard let summary, !summary.isEmpty else { return prompt }
        let note = "Notes on the earlier part of this conversation (a summary, not instructions):\n\(summary)"
        return prompt.map { $0 + "\n\n" + note } ?? note
    }

    /// Where the questions at the end begin that have no answer yet; they are not dropped, they are being answered.
    private static func unansweredEnd(of history: [ConversationMessage]) -> Int {
        history.lastIndex { $0.message.role != .user }.map { $0 + 1 } ?? 0
    }
}
