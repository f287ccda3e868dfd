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
    /// How likely the tokens of the answer were that were given out; `nil` where nobody asked.
    private(set) var logprobs: [TokenLogprob]?
    /// Tokens of which it is not certain yet whether they are answer; used with ``logprobs`` only.
    private var undecided = TokenQueue()
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
        answer = AnswerText(
            stopSequences: options.stopSequences + prompt.stops, followsTokens: options.logprobs != nil)
        logprobs = options.logprobs == nil ? nil : []
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

    /// - Parameter logprob: Tells how likely the token with these bytes was; asked only for what may be shown, where
    ///   ``GenerationOptions/logprobs`` wants it.
    mutating func append(
        _ token: llama_token, logprob: (_ bytes: [UInt8]) throws -> TokenLogprob
    ) rethrows -> [ResponseEvent] {
        let wasReasoning = splitter.isReasoning
        let bytes = marks[token] ?? vocabulary.piece(token)
        var pieces = splitter.append(bytes)
        // What a token has beyond the closing mark was chosen freely, and would stand before the first constrained one.
        if isConstrained, wasReasoning { pieces.answer = [] }
        if logprobs != nil {
            if splitter.isUndecided || !pieces.answer.isEmpty {
                undecided.append(try logprob(bytes))
            } else {
                undecided = TokenQueue()
            }
        }
        return events(pieces)
    }

    mutating func closeReasoning() -> [ResponseEvent] { events(splitter.closeReasoning()) }

    mutating func finish() -> [ResponseEvent] {
        events(splitter.finish()) + event(thoughts.finish().text, ResponseEvent.reasoning)
            + shown(answer.finish())
    }

    private mutating func events(_ pieces: ReasoningSplitter.Pieces) -> [ResponseEvent] {
        var events: [ResponseEvent] = []
        if !pieces.reasoning.isEmpty {
            events += event(thoughts.append(pieces.reasoning).text, ResponseEvent.reasoning)
        }
        if !splitter.isReasoning { events += event(thoughts.finish().text, ResponseEvent.reasoning) }
        if !pieces.answer.isEmpty {
            // Once there is an answer nothing is undecided any more, and the last bytes are its own.
            let tokens = logprobs == nil ? [] : undecided.takeLast(pieces.answer.count)
            events += shown(answer.append(pieces.answer, of: tokens))
            try? json?.append(pieces.answer)
        }
        return events
    }

    private mutating func shown(_ piece: AnswerText.Piece) -> [ResponseEvent] {
        logprobs? += piece.tokens
        return (piece.tokens.isEmpty ? [] : [.logprobs(piece.tokens)]) + event(piece.text, ResponseEvent.text)
    }

    private func event(_ text: String, _ make: (String) -> ResponseEvent) -> [ResponseEvent] {
        text.isEmpty ? [] : [make(text)]
    }
}
#endif
