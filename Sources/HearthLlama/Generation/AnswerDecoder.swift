import HearthCore
import HearthTemplates

#if Llama
internal import CLlama

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
    /// Finds calls of tools in the answer; `nil` where the model has none.
    private(set) var calls: ToolCallReader?
    /// Marks of reasoning that are tokens of their own, which may be ones without text.
    private let marks: [llama_token: [UInt8]]
    private let opening: Set<llama_token>

    init(
        _ prompt: Prompt, options: GenerationOptions, constraint: AnswerConstraint?, tools: ToolGrammars?,
        vocabulary: Vocabulary
    ) {
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
        if let tools, var format = prompt.calls {
            // Under a constraint an object is the answer, also where it has a tool's name; only a mark opens a call.
            if constraint != nil { format.takesBareObjects = false }
            calls = ToolCallReader(format, names: tools.names, choice: tools.choice)
            let texts = format.fixedTexts.map { Array($0.utf8) }
            for special in vocabulary.specials where texts.contains(where: { $0.firstRange(of: special.text) != nil }) {
                marks[special.id] = special.text
            }
        }
        self.marks = marks
        self.opening = opening
    }

    var text: String { answer.text }
    var reasoning: String? { thoughts.text.isEmpty ? nil : thoughts.text }
    var isReasoning: Bool { splitter.isReasoning }
    /// The text that ended the answer: one of the request's, or one that the model's template ends with; `nil` where none did.
    var stop: String? { answer.stop }
    /// Whether a stop sequence came, or the value that a schema asks for is whole.
    var isDone: Bool {
        answer.isStopped || thoughts.isStopped || json?.isComplete == true || calls?.isDone == true
    }
    /// What the engine writes itself next, instead of letting the model choose.
    var settled: [UInt8]? { splitter.isReasoning ? nil : calls?.settled }
    /// Whether all that the answer may be is a call.
    var hasToCall: Bool { calls.map { $0.isInCall } ?? false }

    /// What the next token has to follow.
    var rule: TokenSampler.Rule {
        if let calls, !splitter.isReasoning, calls.rule != nil { return .grammar(orOneOf: []) }
        guard isConstrained, !splitter.isReasoning else { return .free }
        return splitter.isUndecided ? .grammar(orOneOf: opening) : .grammar(orOneOf: [])
    }

    /// - Parameter logprob: Tells how likely the token with these bytes was; asked only for what may be shown, where
    ///   ``GenerationOptions/logprobs`` wants it.
    mutating func append(
        _ token: llama_token, logprob: (_ bytes: [UInt8]) throws -> TokenLogprob
    ) rethrows -> [ResponseEvent] {
        let wasReasoning = splitter.isReasoning
        let bytes = bytes(of: token)
        var pieces = splitter.append(bytes)
        // What a token has beyond the closing mark was chosen freely, and would stand before the first constrained one.
        if isConstrained || hasToCall, wasReasoning { pieces.answer = [] }
        if logprobs != nil {
            if splitter.isUndecided || !pieces.answer.isEmpty {
                undecided.append(try logprob(bytes))
            } else {
                undecided = TokenQueue()
            }
        }
        return events(pieces)
    }

    /// The bytes that the token adds to the answer, also of a mark that has no text.
    func bytes(of token: llama_token) -> [UInt8] { marks[token] ?? vocabulary.piece(token) }

    /// Takes bytes that no token was chosen for: what is settled in a call, or what is kept of a token.
    mutating func append(settled bytes: [UInt8]) -> [ResponseEvent] { events(splitter.append(bytes)) }

    /// How many of a token's bytes belong to the answer: those up to the end of a mark that opens a call, since what follows a
    /// mark is not free; `nil` where that is all of them.
    func countUpToCall(_ bytes: [UInt8]) -> Int? {
        guard var calls, !calls.isInCall else { return nil }
        var splitter = splitter
        for (index, byte) in bytes.enumerated() {
            _ = calls.append(splitter.append([byte]).answer)
            if calls.isInCall { return index + 1 < bytes.count ? index + 1 : nil }
        }
        return nil
    }

    mutating func closeReasoning() -> [ResponseEvent] { events(splitter.closeReasoning()) }

    mutating func finish() -> [ResponseEvent] {
        var last = events(splitter.finish()) + event(thoughts.finish().text, ResponseEvent.reasoning)
        if let rest = calls?.finish() { last += events(rest) }
        return last + shown(answer.finish())
    }

    private mutating func events(_ pieces: ReasoningSplitter.Pieces) -> [ResponseEvent] {
        var events: [ResponseEvent] = []
        if !pieces.reasoning.isEmpty {
            events += event(thoughts.append(pieces.reasoning).text, ResponseEvent.reasoning)
        }
        if !splitter.isReasoning { events += event(thoughts.finish().text, ResponseEvent.reasoning) }
        if !pieces.answer.isEmpty, let output = calls?.append(pieces.answer) {
            events += self.events(output)
        } else if !pieces.answer.isEmpty {
            // Once there is an answer nothing is undecided any more, and the last bytes are its own.
            let tokens = logprobs == nil ? [] : undecided.takeLast(pieces.answer.count)
            events += shown(answer.append(pieces.answer, of: tokens))
            try? json?.append(pieces.answer)
        }
        return events
    }

    private mutating func events(_ output: ToolCallReader.Output) -> [ResponseEvent] {
        output.parts.flatMap { part -> [ResponseEvent] in
            switch part {
            case .text(let bytes):
                try? json?.append(bytes)
                return shown(answer.append(bytes))
            case .call(let call):
                // What comes before a call is not held back any longer.
                return shown(answer.finish()) + [.toolCall(call)]
            }
        }
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

/// Puts the bytes of tokens together to text that may be shown: whole characters only, and nothing of a stop sequence.
///
/// A token may end inside a character, and a stop sequence may begin in one token and end in another; such bytes are
/// held back until the next tokens settle what they are.
struct AnswerText {
    /// What can be shown at once.
    struct Piece: Equatable {
        var text = ""
        /// The tokens of the text, where they are followed.
        var tokens: [TokenLogprob] = []
    }

    /// Everything that was given out, and after ``finish()`` all of the answer.
    private(set) var text = ""
    /// The stop sequence that ended it; `nil` as long as none did.
    private(set) var stop: String?
    var isStopped: Bool { stop != nil }
    private let stops: [[UInt8]]
    private let longestStop: Int
    private var held: [UInt8] = []
    /// The tokens of ``held``; `nil` where they are not followed.
    private var tokens: TokenQueue?

    /// - Parameter followsTokens: Lets each piece consist of whole tokens, and say which.
    init(stopSequences: [String], followsTokens: Bool = false) {
        tokens = followsTokens ? TokenQueue() : nil
        stops = stopSequences.map { Array($0.utf8) }.filter { !$0.isEmpty }
        longestStop = stops.map(\.count).max() ?? 0
    }

    /// Takes the bytes of one token and returns what can be shown now; empty when all of it must wait.
    ///
    /// - Parameter tokens: What the bytes are of, where tokens are followed: several where what began like a mark was none.
    mutating func append(_ bytes: [UInt8], of tokens: [TokenLogprob] = []) -> Piece {
        guard !isStopped else { return Piece() }
        held += bytes
        for token in tokens { self.tokens?.append(token) }
        var found: (start: Int, stop: [UInt8])?
        for stop in stops {
            // Of two that begin at the same place, the one that was named first.
            guard let start = held.firstRange(of: stop)?.lowerBound, start < found?.start ?? .max else { continue }
            found = (start: start, stop: stop)
        }
        if let found {
            stop = String(decoding: found.stop, as: UTF8.self)
            held.removeSubrange(found.start...)
            self.tokens?.truncate(to: found.start)
            return release(held.count)
        }
        let settled = held.count - beginningOfStop()
        guard let ends = self.tokens?.ends else { return release(min(settled, wholeCharacters(of: held.count))) }
        return release(ends.last { $0 <= settled && wholeCharacters(of: $0) == $0 } ?? 0)
    }

    /// Returns what was held back, for an answer that ended another way.
    mutating func finish() -> Piece { release(held.count) }

    private mutating func release(_ count: Int) -> Piece {
        guard count > 0 else { return Piece() }
        let piece = Piece(text: String(decoding: held[..<count], as: UTF8.self), tokens: tokens?.take(count) ?? [])
        held.removeFirst(count)
        text += piece.text
        return piece
    }

    /// The length of the longest end of `held` with which a stop sequence begins.
    private func beginningOfStop() -> Int {
        guard longestStop > 1, !held.isEmpty else { return 0 }
        for length in stride(from: min(longestStop - 1, held.count), to: 0, by: -1) {
            let end = held[(held.count - length)...]
            if stops.contains(where: { $0.count > length && $0.starts(with: end) }) { return length }
        }
        return 0
    }

    /// How many of the first `count` bytes of `held` end with a whole character. Bytes that cannot become a character count
    /// as whole.
    private func wholeCharacters(of count: Int) -> Int {
        for back in 1...3 where back <= count {
            let byte = held[count - back]
            if byte & 0xC0 == 0x80 { continue }
            let width =
                byte >= 0xF0 && byte <= 0xF4 ? 4 : byte >= 0xE0 && byte < 0xF0 ? 3 : byte >= 0xC2 && byte < 0xE0 ? 2 : 1
            return width > back ? count - back : count
        }
        return count
    }
}

// MARK: - Tokens that wait

/// Tokens whose bytes wait for being shown, in their order.
struct TokenQueue: Sendable {
    private var tokens: [TokenLogprob] = []
    /// The bytes of all of them.
    private(set) var byteCount = 0

    init() {}

    /// Takes a token in; one without bytes shows nothing, and is left out.
    mutating func append(_ token: TokenLogprob) {
        guard !token.bytes.isEmpty else { return }
        tokens.append(token)
        byteCount += token.bytes.count
    }

    /// Where tokens end, in bytes from the beginning.
    var ends: [Int] {
        var end = 0
        return tokens.map { token in
            end += token.bytes.count
            return end
        }
    }

    /// Takes out what the first `count` bytes are of. A token that goes on behind them is taken with the bytes it has there,
    /// and stays with the rest.
    mutating func take(_ count: Int) -> [TokenLogprob] {
        var taken: [TokenLogprob] = []
        var left = min(max(0, count), byteCount)
        byteCount -= left
        var whole = 0
        while left > 0 {
            let token = tokens[whole]
            if token.bytes.count > left {
                taken.append(token.keeping(token.bytes[..<left]))
                tokens[whole] = token.keeping(token.bytes[left...])
                break
            }
            taken.append(token)
            left -= token.bytes.count
            whole += 1
        }
        tokens.removeFirst(whole)
        return taken
    }

    /// Leaves out what comes after the first `count` bytes.
    mutating func truncate(to count: Int) {
        guard count < byteCount else { return }
        let kept = take(count)
        self = TokenQueue()
        for token in kept { append(token) }
    }

    /// Takes out everything, of which only the last `count` bytes are given.
    mutating func takeLast(_ count: Int) -> [TokenLogprob] {
        _ = take(byteCount - count)
        return take(byteCount)
    }
}
