import HearthCore

/// Pieces of an answer as frames. They are what is sent most often, so they are not put into JSON.
enum EventCoding {
    /// `nil` for the end, which is a message of its own.
    static func frame(_ event: ResponseEvent, _ number: UInt32) -> Frame? {
        switch event {
        case .reasoning(let text): return Frame(kind: .reasoning, number: number, payload: Array(text.utf8))
        case .text(let text): return Frame(kind: .text, number: number, payload: Array(text.utf8))
        case .logprobs(let tokens):
            var writer = WireWriter()
            writer.put(UInt64(tokens.count))
            for token in tokens {
                writer.put(token.text)
                writer.put(token.bytes)
                writer.put(token.logprob)
                writer.put(UInt64(token.alternatives.count))
                for other in token.alternatives {
                    writer.put(other.text)
                    writer.put(other.bytes)
                    writer.put(other.logprob)
                }
            }
            return Frame(kind: .logprobs, number: number, payload: writer.bytes)
        case .final: return nil
        }
    }

    /// - Throws: ``WireError`` for what is no piece.
    static func event(_ frame: Frame) throws -> ResponseEvent {
        switch frame.kind {
        case .reasoning: return .reasoning(String(decoding: frame.payload, as: UTF8.self))
        case .text: return .text(String(decoding: frame.payload, as: UTF8.self))
        case .logprobs:
            var reader = WireReader(frame.payload)
            // Lengths and a number: no less than 32 bytes each.
            let tokens = try (0..<reader.length(of: 32)).map { _ in
                var token = TokenLogprob(
                    text: try reader.text(), bytes: try reader.content(), logprob: try reader.double())
                token.alternatives = try (0..<reader.length(of: 24)).map { _ in
                    TokenLogprob.Alternative(
                        text: try reader.text(), bytes: try reader.content(), logprob: try reader.double())
                }
                return token
            }
            return .logprobs(tokens)
        default: throw WireError()
        }
    }
}
