import HearthCore

/// Tells what a model thinks from what it answers, wherever its tokens cut the marks between them.
struct ReasoningSplitter {
    private enum State {
        /// Nothing but what may become the opening mark has come.
        case beginning
        case reasoning
        /// White space between reasoning and answer, which belongs to neither.
        case between
        case answer
    }

    struct Pieces: Equatable {
        var reasoning: [UInt8] = []
        var answer: [UInt8] = []
    }

    private let style: ReasoningStyle?
    private var state: State
    private var held: [UInt8] = []

    /// Whether nothing has been written yet that decides between reasoning and answer.
    var isUndecided: Bool { state == .beginning }
    var isReasoning: Bool { state == .reasoning }

    /// - Parameters:
    ///   - style: `nil` for a model that does not mark reasoning: all is answer.
    ///   - isInside: Whether the prompt ends within reasoning.
    init(_ style: ReasoningStyle?, isInside: Bool = false) {
        self.style = style
        state = style == nil ? .answer : isInside ? .reasoning : .beginning
    }

    mutating func append(_ bytes: [UInt8]) -> Pieces {
        var pieces = Pieces()
        held += bytes
        while !held.isEmpty, step(&pieces) {}
        return pieces
    }

    /// What was held back, for a text that ends here.
    mutating func finish() -> Pieces {
        defer { held = [] }
        switch state {
        case .reasoning: return Pieces(reasoning: held)
        case .between: return Pieces()
        case .beginning, .answer: return Pieces(answer: held)
        }
    }

    /// Ends reasoning that the model did not end itself.
    mutating func closeReasoning() -> Pieces {
        guard state == .reasoning else { return Pieces() }
        let rest = finish()
        state = .between
        return rest
    }

    /// Decides about the first part of what is held; `false` when more has to come first.
    private mutating func step(_ pieces: inout Pieces) -> Bool {
        guard let style, state != .answer else {
            pieces.answer += held
            held = []
            state = .answer
            return false
        }
        switch state {
        case .beginning:
            let text = held.drop(while: \.isASCIISpace)
            if text.starts(with: style.open) {
                held = Array(text.dropFirst(style.open.count))
                state = .reasoning
                return true
            }
            if style.open.starts(with: text) { return false }
            state = .answer
            return true
        case .reasoning:
            if let end = held.firstRange(of: style.close) {
                pieces.reasoning += held[..<end.lowerBound]
                held.removeSubrange(..<end.upperBound)
                state = .between
                return true
            }
            var kept = min(style.close.count - 1, held.count)
            while kept > 0, !style.close.starts(with: held.suffix(kept)) { kept -= 1 }
            pieces.reasoning += held.dropLast(kept)
            held = Array(held.suffix(kept))
            return false
        case .between:
            held = Array(held.drop(while: \.isASCIISpace))
            if held.isEmpty { return false }
            state = .answer
            return true
        case .answer: return false
        }
    }
}

/// How a model marks what it thinks before it answers.
struct ReasoningStyle: Hashable {
    let open: [UInt8]
    let close: [UInt8]

    init(_ open: String, _ close: String) {
        self.open = Array(open.utf8)
        self.close = Array(close.utf8)
    }

    /// The marks of published models; those of the most models first.
    static let known = [
        ReasoningStyle("<think>", "</think>"),
        ReasoningStyle("<|START_THINKING|>", "<|END_THINKING|>"),
        ReasoningStyle("[THINK]", "[/THINK]"),
        ReasoningStyle("<seed:think>", "</seed:think>"),
        ReasoningStyle("<thinking>", "</thinking>"),
        ReasoningStyle("<reasoning>", "</reasoning>"),
    ]

    /// The marks that a chat template names; `nil` when it names none.
    init?(template: String?) {
        guard let template else { return nil }
        let source = Array(template.utf8)
        let named = Self.known.first { source.firstRange(of: $0.open) != nil || source.firstRange(of: $0.close) != nil }
        guard let named else { return nil }
        self = named
    }

    /// Whether a prompt ends within reasoning, because the template has opened it.
    func isOpened(byEndOf prompt: [UInt8]) -> Bool {
        var end = prompt[...]
        while let last = end.last, last.isASCIISpace { end.removeLast() }
        return end.count >= open.count && end.suffix(open.count).elementsEqual(open)
    }
}
