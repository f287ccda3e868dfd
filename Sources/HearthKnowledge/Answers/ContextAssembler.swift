import HearthCore

/// Chooses the passages that fit an engine's window.
///
/// Passages are taken in order of rank until the next one does not fit; what is left out is reported, never lost silently.
struct ContextAssembler {
    /// Tokens that the engine takes, prompt and answer together; `nil` when it has no bound.
    var contextLength: Int?
    /// Tokens kept free for the answer.
    var reserved: Int
    var tokenizer: any TextTokenizer

    /// Earlier turns may take this part of the room beside the question: an answer stands on its sources, and the turns
    /// before only say what the question is about.
    static let shareOfHistory = 0.25

    /// - Throws: `ContextError` with the code `message-too-long` when the question alone does not fit.
    func assemble(question: String, passages: [Passage], history: [Message]) throws -> AnswerContext {
        let budget = ContextBudget(contextLength: contextLength, reservedForOutput: reserved)
        let frame = AnswerPrompt.messages(question: question, passages: [])
        var selector = try ContextSelector(
            budget: budget, tokenizer: tokenizer, systemPrompt: AnswerPrompt.system, new: Array(frame.dropFirst()),
            share: Self.shareOfHistory)
        // By position, because these messages have no ids.
        let numbered = history.enumerated().map { ConversationMessage(id: Int64($0.offset) + 1, $0.element) }
        for message in numbered.reversed() {
            guard selector.add(message) else { break }
        }
        let cut = Int(selector.firstIncluded ?? Int64(history.count) + 1) - 1
        let dropped = DroppedContext(
            count: selector.isFull ? cut : 0,
            tokens: selector.isFull ? history[..<cut].reduce(0) { $0 + $1.content.utf8.count / 4 + 1 } : 0)
        let built = try selector.finish(dropped: dropped)
        let turns = Array(built.messages.dropFirst().dropLast())

        var included: [Passage] = []
        var left = budget.promptTokens.map { $0 - built.promptTokens }
        for passage in passages {
            if let room = left {
                let cost = tokenizer.countTokens(AnswerPrompt.source(number: included.count + 1, passage)) + 4
                guard cost <= room else { break }
                left = room - cost
            }
            included.append(passage)
        }
        return AnswerContext(
            included: included, dropped: Array(passages[included.count...]), droppedHistory: dropped,
            messages: AnswerPrompt.messages(question: question, passages: included, history: turns))
    }
}
