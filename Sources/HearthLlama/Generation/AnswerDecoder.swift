#if Llama
internal import CLlama
import HearthCore

/// Makes events of an answer's tokens: reasoning, text, and the end of both.
struct AnswerDecoder {
    private let vocabulary: Vocabulary
    private let isConstrained: Bool
    private var splitter: ReasoningSplitter
    private var thoughts: AnswerText
    private var answer: AnswerText
    /// Follows an answer under a schema, to see where its value ends.
    private var json: PartialJSON?
    /// Marks of reasoning that are tokens of their own, which may be ones without text.
    private let marks: [llama_token: [UInt8]]
    private let opening: Set<llama_token>

    init(_ prompt: Prompt, options: GenerationOptions, constraint: AnswerConstraint?, vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        isConstrained = constraint != nil
        splitter = ReasoningSplitter(prompt.reasoning, isInside: prompt.endsInReasoning)
        thoughts = AnswerText(stopSequences: prompt.stops)
        answer = AnswerText(stopSequences: options.stopSequences + prompt.stops)
        json = constraint?.schema == nil ? nil : PartialJSON()
        var marks: [llama_token: [UInt8]] = [:]
        var opening: Set<llama_token> = []
        if let style = prompt.reasoning {
            for special in vocabulary.specials where special.text == style.open || special.text == style.close {
                marks[special.id] = special.text
                if special.text == style.open { opening.insert(special.id) }
            }
        }
        self.marks = marks
        self.opening = opening
    }

    var text: String { answer.text }
    var reasoning: String? { thoughts.text.isEmpty ? nil : thoughts.text }
    var isReasoning: Bool { splitter.isReasoning }
    /// Whether a stop sequence came, or the value that a schema asks for is whole.
    var isDone: Bool { answer.isStopped || thoughts.isStopped || json?.isComplete == true }

    /// What the next token has to follow.
    var rule: TokenSampler.Rule {
        guard isConstrained, !splitter.isReasoning else { return .free }
        return splitter.isUndecided ? .grammar(orOneOf: opening) : .grammar(orOneOf: [])
    }

    mutating func append(_ token: llama_token) -> [ResponseEvent] {
        let wasReasoning = splitter.isReasoning
        var pieces = splitter.append(marks[token] ?? vocabulary.piece(token))
        // What a token has beyond the closing mark was chosen freely, and would stand before the first constrained one.
        if isConstrained, wasReasoning { pieces.answer = [] }
        return events(pieces)
    }

    mutating func closeReasoning() -> [ResponseEvent] { events(splitter.closeReasoning()) }

    mutating func finish() -> [ResponseEvent] {
        events(splitter.finish()) + event(thoughts.finish(), ResponseEvent.reasoning)
            + event(answer.finish(), ResponseEvent.text)
    }

    private mutating func events(_ pieces: ReasoningSplitter.Pieces) -> [ResponseEvent] {
        var events: [ResponseEvent] = []
        if !pieces.reasoning.isEmpty { events += event(thoughts.append(pieces.reasoning), ResponseEvent.reasoning) }
        if !splitter.isReasoning { events += event(thoughts.finish(), ResponseEvent.reasoning) }
        if !pieces.answer.isEmpty {
            events += event(answer.append(pieces.answer), ResponseEvent.text)
            try? json?.append(pieces.answer)
        }
        return events
    }

    private func event(_ text: String, _ make: (String) -> ResponseEvent) -> [ResponseEvent] {
        text.isEmpty ? [] : [make(text)]
    }
}
#endif
