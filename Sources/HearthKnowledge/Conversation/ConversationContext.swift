public import HearthCore
public import HearthStore

/// Builds the prompts of a stored conversation, turn after turn.
///
/// The part that goes in begins at a boundary that moves seldom, so that an engine can go on from what it evaluated before;
/// see `ContextBoundary`. With the policy `summarizeDropped` a model sums up what lies before it; the summary is kept with the
/// conversation and made anew only when the boundary moves, from the last one and what was dropped since.
public struct ConversationContext: Sendable {
    /// The room for the conversation that is filled after the boundary has moved. The rest is for turns to come: half the
    /// room, and the window slides once every so many turns instead of at each one.
    static let shareAfterMoving = 0.5
    /// The longest summary, in tokens, and the most of a window that it may take.
    static let summaryTokens = 256
    static let shareOfSummary = 8

    private let database: HearthDatabase

    public init(database: HearthDatabase) {
        self.database = database
    }

    /// The prompt for the next turn of a conversation.
    ///
    /// - Parameters:
    ///   - new: The messages that the model is to answer.
    ///   - label: The strictest label of the system prompt and the new messages.
    ///   - summarize: Writes a summary of at most so many tokens of the messages, given their strictest label; called only
    ///     under the policy `summarizeDropped`. When it throws, the messages are dropped without a summary.
    /// - Throws: ``ContextError``, or what the store throws.
    public func build(
        _ conversation: Conversation, new: [Message], budget: ContextBudget, tokenizer: any TextTokenizer,
        label: SensitivityLabel = .personal,
        summarize: (@Sendable ([Message], Int, SensitivityLabel) async throws -> String)? = nil
    ) async throws -> BuiltContext {
        func select(_ boundary: ContextBoundary?, share: Double = 1) async throws -> (BuiltContext, Bool) {
            try await database.context(
                ofConversation: conversation.id, systemPrompt: conversation.systemPrompt, budget: budget,
                tokenizer: tokenizer, boundary: boundary, new: new, label: label, share: share)
        }
        // A strict budget drops nothing, also nothing that was dropped before.
        let known = budget.policy == .strict ? nil : try await database.contextBoundary(ofConversation: conversation.id)
        var boundary = known.flatMap { $0.serves(budget) ? $0 : nil }
        if budget.policy == .dropOldest { boundary?.summary = nil }
        // Where even the summary has no room beside a long question, the question goes first.
        let first: (BuiltContext, Bool)
        do {
            first = try await select(boundary)
        } catch let error as ContextError where error.code == "message-too-long" && boundary?.summary != nil {
            boundary?.summary = nil
            first = try await select(boundary)
        }
        var (context, overflows) = first
        if overflows {
            // A short bound on messages is the caller's wish, not a matter of room: no slack for it.
            let (moved, _) = try await select(boundary, share: Self.shareAfterMoving)
            if let start = moved.firstIncluded ?? context.firstIncluded {
                var next = ContextBoundary(
                    upTo: start - 1, summary: boundary?.summary, label: boundary?.label ?? .public,
                    promptTokens: budget.promptTokens, maxMessages: budget.maxMessages)
                if budget.policy == .summarizeDropped, let summarize {
                    next = await extend(
                        boundary, to: next, of: conversation, budget: budget, summarize: summarize)
                    try Task.checkCancellation()
                }
                try await database.setContextBoundary(next, ofConversation: conversation.id)
                // The new summary may be longer than the one before, so what fits is looked at again.
                (context, _) = try await select(next)
            }
        }
        try await database.setTokenCounts(context.counted, tokenizer: tokenizer.name)
        return context
    }

    private func extend(
        _ boundary: ContextBoundary?, to next: ContextBoundary, of conversation: Conversation, budget: ContextBudget,
        summarize: @Sendable ([Message], Int, SensitivityLabel) async throws -> String
    ) async -> ContextBoundary {
        do {
            let older = try await database.messages(ofConversation: conversation.id, before: next.upTo + 1)
            let dropped = older.filter { $0.id > boundary?.upTo ?? 0 }
            var messages = dropped.map(\.message)
            if let summary = boundary?.summary {
                messages.insert(Message(.system, "Notes on what came before:\n" + summary), at: 0)
            }
            guard !messages.isEmpty else { return next }
            let label = dropped.reduce(boundary?.label ?? .public) { max($0, $1.label) }
            let limit = min(Self.summaryTokens, max(1, (budget.contextLength ?? .max) / Self.shareOfSummary))
            var result = next
            result.summary = try await summarize(messages, limit, label)
            result.label = label
            return result
        } catch {
            // Without a summary the conversation still goes on; the response says how much was dropped.
            return next
        }
    }
}
