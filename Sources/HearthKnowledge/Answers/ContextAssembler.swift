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
    /// What a chat template adds around each message, at most, in the families we know (ChatML, Llama 3, Phi-3).
    static let tokensAroundMessage = 12

    func assemble(question: String, passages: [Passage], history: [Message]) -> AnswerContext {
        guard let contextLength else {
            return AnswerContext(
                included: passages,
                messages: AnswerPrompt.messages(question: question, passages: passages, history: history))
        }
        let frame = AnswerPrompt.messages(question: question, passages: [], history: history)
        let fixed = frame.reduce(0) { $0 + tokenizer.countTokens($1.content) + Self.tokensAroundMessage }
        var left = contextLength - reserved - fixed
        var included: [Passage] = []
        for passage in passages {
            let cost = tokenizer.countTokens(AnswerPrompt.source(number: included.count + 1, passage)) + 4
            guard cost <= left else { break }
            left -= cost
            included.append(passage)
        }
        return AnswerContext(
            included: included, dropped: Array(passages[included.count...]),
            messages: AnswerPrompt.messages(question: question, passages: included, history: history))
    }
}
