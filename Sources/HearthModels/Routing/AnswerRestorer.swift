public import HearthCore

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
        // What stands for an original may be cut anywhere; the response has the calls whole.
        case .toolCall: return nil
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
        response.stopSequence = response.stopSequence.map(plain.restore)
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

/// Puts the originals back into an answer that arrives in pieces, whatever way it is cut.
///
/// Only placeholders that were really given out are restored; anything else of that look is the text's own. Placeholders
/// begin with `[`, end with `]` and have neither inside, so two of them cannot overlap and one pass finds them all.
public struct PlaceholderRestorer: Sendable {
    /// The syntax of the text around a placeholder.
    public enum Form: Sendable {
        case plain
        /// Inside JSON strings: what is put back is escaped.
        case json
    }

    private let originals: [[UInt8]: [UInt8]]
    private let longest: Int
    /// What may be the beginning of a placeholder: `[` and what follows it.
    private var pending: [UInt8] = []

    public init(_ replacements: [RedactedPrompt.Replacement], form: Form = .plain) {
        var originals: [[UInt8]: [UInt8]] = [:]
        for replacement in replacements {
            let original = form == .json ? Self.escaped(replacement.original) : replacement.original
            originals[Array(replacement.placeholder.utf8)] = Array(original.utf8)
        }
        self.originals = originals
        longest = originals.keys.map(\.count).max() ?? 0
    }

    /// The text that is certain after the next piece; at most one unfinished placeholder is held back.
    public mutating func push(_ piece: String) -> String {
        guard longest > 0 else { return piece }
        var out: [UInt8] = []
        out.reserveCapacity(piece.utf8.count + pending.count)
        for byte in piece.utf8 {
            if byte == UInt8(ascii: "[") {
                out += pending
                pending = [byte]
            } else if pending.isEmpty {
                out.append(byte)
            } else {
                pending.append(byte)
                if byte == UInt8(ascii: "]") {
                    out += originals[pending] ?? pending
                    pending = []
                } else if pending.count >= longest || byte >= 0x80 {
                    out += pending
                    pending = []
                }
            }
        }
        // What is held back is ASCII, so that a piece never ends inside a character that was whole in the input.
        return String(decoding: out, as: UTF8.self)
    }

    /// The text that was still held back at the end of the answer.
    public mutating func finish() -> String {
        defer { pending = [] }
        return String(decoding: pending, as: UTF8.self)
    }

    /// A whole text at once.
    public func restore(_ text: String) -> String {
        var copy = self
        copy.pending = []
        return copy.push(text) + copy.finish()
    }

    /// The strings of a value, its keys among them.
    public func restore(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool, .number: value
        case .string(let text): .string(restore(text))
        case .array(let items): .array(items.map(restore))
        case .object(let members): .object(JSONObject(members.map { (restore($0.0), restore($0.1)) }))
        }
    }

    private static func escaped(_ text: String) -> String {
        // The quotation marks around it are already there.
        String(JSONValue.string(text).description.dropFirst().dropLast())
    }
}
