/// Decides, message by message from the newest back, what of a conversation goes into a prompt.
///
/// It works in turns: a question with everything up to the next question. Turns are taken or left whole, so that a prompt
/// never starts with an answer. A question without an answer is skipped: sent again, it would stand in front of the new one,
/// and templates that want roles to alternate refuse two questions in a row. For the same reason the new message cannot
/// enter twice, also when it is in the store already.
public struct ContextSelector: Sendable {
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
    private(set) var counted: [Int64: Int] = [:]
    private let fixed: [Message]
    private let new: [Message]
    private var label: SensitivityLabel
    private let summary: String?
    /// Whether an older message can no longer enter.
    public private(set) var isFull = false
    /// What the first turn that does not fit would have needed.
    private var overflow: Int?

    /// - Parameters:
    ///   - share: The part of the room for the conversation that may be filled, 0 to 1.
    ///   - boundary: Its summary goes into the system prompt.
    ///   - new: The messages that the model is to answer, usually one; always in the prompt.
    ///   - label: The strictest label of system prompt and new messages.
    /// - Throws: ``ContextError`` with the code `message-too-long` when these alone do not fit.
    public init(
        budget: ContextBudget, tokenizer: any TextTokenizer, systemPrompt: String?, boundary: ContextBoundary? = nil,
        new: [Message], label: SensitivityLabel = .personal, share: Double = 1
    ) throws(ContextError) {
        self.budget = budget
        self.tokenizer = tokenizer
        tokenizerName = tokenizer.name
        self.new = new
        summary = boundary?.summary
        self.label = summary == nil ? label : max(label, boundary?.label ?? label)
        let system = ContextBuilder.system(systemPrompt, summary: summary)
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
    public mutating func add(_ message: ConversationMessage) -> Bool {
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
    public var firstIncluded: Int64? { taken.last?.id }

    /// How many messages were taken.
    public var takenCount: Int { taken.count }

    /// The prompt.
    ///
    /// - Parameter dropped: What is older than ``firstIncluded``.
    /// - Throws: ``ContextError`` with the code `context-too-long` when the policy is strict and something did not fit.
    public func finish(dropped: DroppedContext) throws(ContextError) -> BuiltContext {
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

    static func count(_ message: Message, _ tokenizer: any TextTokenizer) -> Int {
        (message.toolCalls ?? []).reduce(tokenizer.countTokens(message.content)) {
            $0 + tokenizer.countTokens($1.name) + tokenizer.countTokens($1.arguments)
        }
    }
}
