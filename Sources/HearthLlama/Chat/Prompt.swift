#if Llama
internal import CLlama
import HearthCore

/// A request as the model reads it.
struct Prompt {
    var tokens: [llama_token]
    /// Texts that end the answer besides those of the request.
    var stops: [String]
    var notes: [String]
    /// How the model marks its reasoning; `nil` when it does not, or writes on from a text.
    var reasoning: ReasoningStyle?
    /// Whether the template has opened the reasoning, so that the model's first token belongs to it.
    var endsInReasoning = false

    /// Lays out and tokenizes a request: a conversation by the chat template, a text to complete as it stands.
    ///
    /// - Throws: ``LlamaError`` with the code `empty-prompt` or `context-overflow`.
    init(_ request: ModelRequest, model: LlamaModel, layout: ChatLayout, context: Int) throws {
        guard request.messages.contains(where: { !$0.content.isEmpty }) else { throw LlamaError.emptyPrompt }
        // Tokens are at most as long as the longest piece of the vocabulary, so hopeless prompts need no tokenizing.
        let bytes = request.messages.reduce(0) { $0 + $1.content.utf8.count }
        let atLeast = bytes / max(1, model.vocabulary.longestPiece)
        guard atLeast < context else { throw LlamaError.contextOverflow(atLeast: atLeast, context: context) }

        let rendering: ChatTemplate.Rendering
        if request.task == .textCompletion {
            rendering = .init(parts: request.messages.map { .content(Array($0.content.utf8)) })
        } else {
            let vocabulary = model.vocabulary
            rendering = ChatTemplate(layout: layout, begin: vocabulary.beginText, end: vocabulary.endText)
                .render(request.messages)
            reasoning = ReasoningStyle(template: layout.source)
            if case .template(let end)? = rendering.parts.last {
                endsInReasoning = reasoning?.isOpened(byEndOf: end) ?? false
            }
        }
        if let refusal = rendering.refusal { throw LlamaError.template(refusal) }
        let written = rendering.parts.reduce(0) { $0 + $1.count }
        guard written / max(1, model.vocabulary.longestPiece) < context else {
            throw LlamaError.contextOverflow(atLeast: written / max(1, model.vocabulary.longestPiece), context: context)
        }
        var tokens = PromptTokens(vocabulary: model.vocabulary, template: layout.source)
        for part in rendering.parts { tokens.append(part) }
        self.tokens = tokens.finish()
        stops = rendering.stops
        notes = rendering.notes
        guard self.tokens.count < context else {
            throw LlamaError.contextOverflow(prompt: self.tokens.count, context: context)
        }
        guard !self.tokens.isEmpty else { throw LlamaError.emptyPrompt }
    }
}
#endif
