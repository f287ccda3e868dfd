import HearthCore
import HearthSchema

/// How OpenAI's interfaces ask how likely tokens were, and tell it.
enum OpenAILogprobs {
    /// What OpenAI says of tokens that are too unlikely for a number.
    private static let least = -9999.0

    // MARK: - In

    /// How many alternatives a chat asks for: `logprobs` turns them on, `top_logprobs` says how many.
    static func asked(inChat fields: RequestFields) throws -> Int? {
        let isAsked = try fields.bool("logprobs") ?? false
        let count = try fields.integer("top_logprobs", in: GenerationOptions.sensibleLogprobs)
        guard isAsked || count ?? 0 == 0 else {
            throw fields.unsupported("top_logprobs", "it needs `logprobs` to be true.")
        }
        return isAsked ? count ?? 0 : nil
    }

    /// The same for completions, where one field is both.
    static func asked(inCompletions fields: RequestFields) throws -> Int? {
        if let value = fields["top_logprobs"], value != 0 {
            throw fields.unsupported("top_logprobs", "here `logprobs` says how many.")
        }
        return try fields.integer("logprobs", in: 0...5)
    }

    /// The same for responses, where they are one of the things to `include`.
    static func asked(inResponses fields: RequestFields) throws -> Int? {
        if let value = fields["logprobs"], value != false {
            throw fields.unsupported("logprobs", "here it is `include`: [\"\(included)\"].")
        }
        let isAsked = try fields.array("include", most: 100)?.contains(.string(included)) ?? false
        let count = try fields.integer("top_logprobs", in: GenerationOptions.sensibleLogprobs)
        guard isAsked || count ?? 0 == 0 else {
            throw fields.unsupported("top_logprobs", "it needs `include` to have \"\(included)\".")
        }
        return isAsked ? count ?? 0 : nil
    }

    static let included = "message.output_text.logprobs"

    // MARK: - Out

    /// `choices[].logprobs` of a chat.
    static func chat(_ tokens: [TokenLogprob]) -> OpenAIWire.ChatLogprobs {
        OpenAIWire.ChatLogprobs(content: tokens.map { token($0, withoutBytes: nil) })
    }

    /// The `logprobs` of a response's text.
    static func responsePart(_ tokens: [TokenLogprob]) -> [OpenAIWire.Logprob] {
        tokens.map { token($0, withoutBytes: []) }
    }

    /// The `logprobs` of a response's events.
    static func responseEvent(_ tokens: [TokenLogprob]) -> [OpenAIWire.EventLogprob] {
        tokens.map { token in
            OpenAIWire.EventLogprob(
                token: token.text, logprob: number(token.logprob),
                alternatives: token.alternatives.map { .init(token: $0.text, logprob: number($0.logprob)) })
        }
    }

    /// `choices[].logprobs` of a completion.
    ///
    /// - Parameter offset: Characters (Unicode scalars) before these tokens; is moved behind them. A token that begins within
    ///   a character has the place of that.
    static func completion(_ tokens: [TokenLogprob], offset: inout Int) -> OpenAIWire.TextLogprobs {
        let likeliest = tokens.map { token in
            // The token itself is told of too when it is none of the likeliest.
            let all = token.alternatives.map { (name($0.text, $0.bytes), $0.logprob) } + [(name(token), token.logprob)]
            var object = JSONObject()
            for (name, logprob) in all where object[name] == nil { object[name] = number(logprob).json() }
            return object
        }
        return OpenAIWire.TextLogprobs(
            tokens: tokens.map(name), tokenLogprobs: tokens.map { number($0.logprob) }, likeliest: likeliest,
            textOffset: offsets(of: tokens, from: &offset))
    }

    private static func token(_ token: TokenLogprob, withoutBytes none: [Int]?) -> OpenAIWire.Logprob {
        func bytes(_ bytes: [UInt8]) -> [Int]? { bytes.isEmpty ? none : bytes.map(Int.init) }
        return OpenAIWire.Logprob(
            token: token.text, logprob: number(token.logprob), bytes: bytes(token.bytes),
            alternatives: token.alternatives.map {
                .init(token: $0.text, logprob: number($0.logprob), bytes: bytes($0.bytes))
            })
    }

    private static func number(_ logprob: Double) -> Double {
        // Not a number is not at least anything.
        logprob >= least ? logprob : least
    }

    // MARK: - Completions

    private static func name(_ token: TokenLogprob) -> String { name(token.text, token.bytes) }

    /// A token as that interface names it: a part of a character by its bytes.
    private static func name(_ text: String, _ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self) == nil ? "bytes:" + TokenLogprob.text(of: bytes) : text
    }

    private static func offsets(of tokens: [TokenLogprob], from start: inout Int) -> [Int] {
        var starts: [Int] = []
        var next = 0
        for token in tokens {
            starts.append(next)
            next += token.bytes.count
        }
        var places: [Int] = []
        places.reserveCapacity(starts.count)
        var position = 0
        var parser = Unicode.UTF8.ForwardParser()
        var bytes = tokens.lazy.flatMap(\.bytes).makeIterator()
        characters: while true {
            let length =
                switch parser.parseScalar(from: &bytes) {
                case .valid(let scalar): scalar.count
                case .error(let length): length
                case .emptyInput: 0
                }
            if length == 0 { break characters }
            position += length
            while places.count < starts.count, starts[places.count] < position { places.append(start) }
            start += 1
        }
        return places
    }
}
