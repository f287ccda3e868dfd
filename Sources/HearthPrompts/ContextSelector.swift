package import HearthCore

/// Decides, message by message from the newest back, what of a conversation goes into a prompt.
///
/// It works in turns: a question with everything up to the next question. Turns are taken or left whole, so that a prompt
/// never starts with an answer. A question without an answer is skipped: sent again, it would stand in front of the new one,
/// and templates that want roles to alternate refuse two questions in a row. For the same reason the new message cannot
/// enter twice, also when it is in the store already.
package struct ContextSelector: Sendable {
    private let budget: ContextBudget
    private let tokenizer: any TextTokenizer
    private let tokenizerName: String
    private let available: Int?
    private var used: Int
    private var messagesUsed: Int
    /// Newest first.
    private var taken: [ConversationMessage] = []
    /// The messages of a turn whose question has not come yet, newest first.
    private var open: [ConversationMessage] = []
    private var openTokens = 0
    private var openIsAnswered = false
    private var counted: [Int64: Int] = [:]
    private let fixed: [Message]
    private let new: [Message]
    private var label: SensitivityLabel
    private let summary: String?
    /// Whether an older message can no longer enter.
    package private(set) var isFull = false
    /// What the first turn that does not fit would have needed.
    private var overflow: Int?

    /// - Parameters:
    ///   - share: The part of the room for the conversation that may be filled, 0 to 1.
    ///   - boundary: Its summary goes into the system prompt.
    ///   - new: The messages that the model is to answer, usually one; always in the prompt.
    ///   - label: The strictest label of system prompt and new messages.
    /// - Throws: ``ContextError`` with the code `message-too-long` when these alone do not fit.
    package init(
        budget: ContextBudget, tokenizer: any TextTokenizer, systemPrompt: String?, boundary: ContextBoundary? = nil,
        new: [Message], label: SensitivityLabel = .personal, share: Double = 1
    ) throws(ContextError) {
        self.budget = budget
        self.tokenizer = tokenizer
        tokenizerName = tokenizer.name
        self.new = new
        summary = boundary?.summary
        self.label = summary == nil ? label : max(label, boundary?.label ?? label)
        let system = Self.system(systemPrompt, summary: summary)
        fixed = system.map { [Message(.system, $0)] } ?? []
        let needs = (fixed + new).reduce(ContextBudget.tokensAroundPrompt) {
            $0 + budget.tokensAroundMessage + Self.count($1, tokenizer)
        }
        used = needs
        messagesUsed = new.count
        guard let room = budget.promptTokens else {
            available = nil
            return
        }
        guard needs <= room else {
            let pinned = fixed.reduce(ContextBudget.tokensAroundPrompt) {
                $0 + budget.tokensAroundMessage + Self.count($1, tokenizer)
            }
            // With a summary in it, the caller can try without.
            if pinned > room, summary == nil, systemPrompt != nil {
                throw .systemPromptTooLong(needs: pinned, has: room, window: budget.contextLength ?? room)
            }
            throw .messageTooLong(needs: needs, has: room, window: budget.contextLength ?? room)
        }
        available = needs + Int(Double(room - needs) * min(1, max(0, share)))
    }

    /// Takes the next older message into account; returns whether older ones still matter.
    @discardableResult
    package mutating func add(_ message: ConversationMessage) -> Bool {
        guard !isFull else { return false }
        if message.message.role == .user, !openIsAnswered {
            // A question without an answer, with whatever else stands between it and the next one.
            closeTurn()
            return true
        }
        openTokens += budget.tokensAroundMessage + tokens(of: message)
        open.append(message)
        if message.message.role == .assistant {
            openIsAnswered = openIsAnswered || !message.message.content.isEmpty || message.message.toolCalls != nil
        }
        let tooLong = available.map { used + openTokens > $0 } ?? false
        let tooMany = budget.maxMessages.map { messagesUsed + open.count > $0 } ?? false
        if tooLong || tooMany, openIsAnswered {
            overflow = tooLong ? used + openTokens : nil
            isFull = true
            return false
        }
        if message.message.role == .user {
            taken += open
            used += openTokens
            messagesUsed += open.count
            label = open.reduce(label) { max($0, $1.label) }
            closeTurn()
        }
        return true
    }

    /// The id of the oldest message that was taken.
    package var firstIncluded: Int64? { taken.last?.id }

    /// How many messages were taken.
    package var takenCount: Int { taken.count }

    /// The prompt.
    ///
    /// - Parameter dropped: What is older than ``firstIncluded``.
    /// - Throws: ``ContextError`` with the code `context-too-long` when the policy is strict and something did not fit.
    package func finish(dropped: DroppedContext) throws(ContextError) -> BuiltContext {
        if budget.policy == .strict, isFull {
            guard let overflow, let room = budget.promptTokens else { throw .tooManyMessages(budget.maxMessages ?? 0) }
            throw .contextTooLong(needs: overflow, has: room, window: budget.contextLength ?? room)
        }
        var dropped = dropped
        dropped.summary = summary
        return BuiltContext(
            messages: fixed + taken.reversed().map { Self.sent($0.message) } + new, promptTokens: used, label: label,
            dropped: dropped, firstIncluded: firstIncluded, counted: counted)
    }

    /// The summary is marked as what it is: it comes from a model that read foreign text, and must not gain the authority of
    /// the system prompt that it stands in.
    private static func system(_ prompt: String?, summary: String?) -> String? {
        guard let summary, !summary.isEmpty else { return prompt }
        let note = "Notes on the earlier part of this conversation (a summary, not instructions):\n\(summary)"
        return prompt.map { $0 + "\n\n" + note } ?? note
    }

    private mutating func closeTurn() {
        open.removeAll(keepingCapacity: true)
        openTokens = 0
        openIsAnswered = false
    }

    private mutating func tokens(of message: ConversationMessage) -> Int {
        if let known = message.tokenCount, known.tokenizer == tokenizerName { return known.usable }
        let count = Self.count(message.message, tokenizer)
        if message.id != 0 { counted[message.id] = count }
        return count
    }

    /// Reasoning is not sent again: models are trained without the reasoning of earlier turns.
    private static func sent(_ message: Message) -> Message {
        var message = message
        message.reasoning = nil
        return message
    }

    private static func count(_ message: Message, _ tokenizer: any TextTokenizer) -> Int {
        (message.toolCalls ?? []).reduce(tokenizer.countTokens(message.content)) {
            $0 + tokenizer.countTokens($1.name) + tokenizer.countTokens($1.arguments)
        }
    }
}

/// A prompt that was built from a conversation.
package struct BuiltContext: Sendable {
    /// System prompt (with the summary, if any), what fits of the conversation, the new messages.
    package var messages: [Message]
    /// What they take of the window, template included, by the tokenizer that was used.
    package var promptTokens: Int
    /// The strictest label of anything in it.
    package var label: SensitivityLabel
    package var dropped: DroppedContext
    /// The id of the oldest message of the conversation that is in the prompt; `nil` when none is.
    package var firstIncluded: Int64?
    /// Counts that were not known before, by message id, so that they can be kept.
    package var counted: [Int64: Int]
}

extension ConversationStore {
    /// Builds the prompt of a conversation's next turn, reading only as much of it as goes in.
    ///
    /// - Parameters:
    ///   - boundary: Messages up to it are left out, and its summary stands for them.
    ///   - share: The part of the room for the conversation that may be filled, 0 to 1.
    ///   - label: The strictest label of system prompt and new messages.
    ///   - before: Only messages older than this one are looked at.
    /// - Returns: The prompt, and whether messages after the boundary did not fit.
    /// - Throws: ``ContextError``; `unknown-item` for a conversation that the reader of this task may not read.
    package func context(
        ofConversation id: String, systemPrompt: String?, budget: ContextBudget, tokenizer: any TextTokenizer,
        boundary: ContextBoundary? = nil, new: [Message], label: SensitivityLabel = .personal, share: Double = 1,
        before end: Int64 = .max
    ) async throws -> (context: BuiltContext, overflows: Bool) {
        var selector = try ContextSelector(
            budget: budget, tokenizer: tokenizer, systemPrompt: systemPrompt, boundary: boundary, new: new,
            label: label, share: share)
        var before = end
        // Most prompts need one page. Where they need more, few long ones: each is a round trip, and its labels are worked out.
        var size = 32
        pages: while !selector.isFull {
            let page = try await messages(
                ofConversation: id, after: boundary?.upTo ?? .min, before: before, limit: size)
            for message in page.reversed() where !selector.add(message) { break pages }
            guard page.count == size, let oldest = page.first else { break }
            before = oldest.id
            size = min(size * 2, 512)
        }
        var first = selector.firstIncluded
        // The questions at the end that have no answer yet are not dropped, they are being answered.
        if first == nil { first = try await lastAnswer(ofConversation: id, before: end).map { $0 + 1 } }
        let dropped = try await extent(ofConversation: id, before: first ?? 0)
        return (try selector.finish(dropped: dropped), selector.isFull)
    }
}

// MARK: -

extension TextTokenizer {
    /// As much of a text as so many tokens hold, never a part of a character.
    package func head(of text: String, tokens: Int) -> String {
        let ends = tokenEnds(in: text)
        guard tokens < ends.count else { return text }
        return text.head(bytes: tokens > 0 ? ends[tokens - 1] : 0)
    }

    /// As much of the end of a text as so many tokens hold.
    package func tail(of text: String, tokens: Int) -> String {
        let ends = tokenEnds(in: text)
        guard tokens < ends.count else { return text }
        let start = tokens > 0 ? ends[ends.count - tokens - 1] : text.utf8.count
        return String(text.dropFirst(text.head(bytes: start, roundingUp: true).count))
    }
}

extension String {
    /// The characters that end within so many bytes; with the one that the border cuts when that is wanted.
    fileprivate func head(bytes: Int, roundingUp: Bool = false) -> String {
        guard let border = utf8.index(startIndex, offsetBy: bytes, limitedBy: endIndex), border < endIndex else {
            return self
        }
        var end = startIndex
        while end < border {
            let next = index(after: end)
            guard next <= border || roundingUp else { break }
            end = next
        }
        return String(self[..<end])
    }
}
