import HearthCore

/// Puts originals back into the events of an answer.
struct AnswerRestorer {
    private let isNeeded: Bool
    private var text: PlaceholderRestorer
    private var reasoning: PlaceholderRestorer
    private let plain: PlaceholderRestorer
    private let json: PlaceholderRestorer

    /// - Parameter schema: With one, the answer is JSON, and what is put back has to be escaped.
    init(_ replacements: [RedactedPrompt.Replacement], schema: GenerationSchema?) {
        isNeeded = !replacements.isEmpty
        plain = PlaceholderRestorer(replacements)
        json = PlaceholderRestorer(replacements, form: .json)
        text = schema == nil ? plain : json
        reasoning = plain
    }

    /// `nil` when nothing of the piece is certain yet.
    mutating func restore(_ event: ResponseEvent) -> ResponseEvent? {
        guard isNeeded else { return event }
        switch event {
        case .text(let piece):
            let restored = text.push(piece)
            return restored.isEmpty ? nil : .text(restored)
        case .reasoning(let piece):
            let restored = reasoning.push(piece)
            return restored.isEmpty ? nil : .reasoning(restored)
        // Tokens of what stands for the originals.
        case .logprobs: return nil
        case .final: return event
        }
    }

    /// What was held back.
    mutating func finish() -> [ResponseEvent] {
        var events: [ResponseEvent] = []
        let (thought, said) = (reasoning.finish(), text.finish())
        if !thought.isEmpty { events.append(.reasoning(thought)) }
        if !said.isEmpty { events.append(.text(said)) }
        return events
    }

    func restore(_ response: ModelResponse) -> ModelResponse {
        guard isNeeded else { return response }
        var response = response
        response.text = text.restore(response.text)
        response.logprobs = nil
        response.reasoning = response.reasoning.map(plain.restore)
        if let structured = response.structured {
            response.structured = GeneratedContent(plain.restore(structured.value), isComplete: structured.isComplete)
        }
        // Arguments are JSON as the model wrote it.
        for index in response.toolCalls.indices {
            response.toolCalls[index].arguments = json.restore(response.toolCalls[index].arguments)
        }
        return response
    }
}
