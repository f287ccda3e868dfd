import HearthCore

/// Reads how likely tokens were from a choice of a chat completion.
struct LogprobReader {
    /// A piece with more tokens than any answer has is a mistake.
    static let mostTokens = GenerationOptions.sensibleTokens.upperBound

    let engine: Engine
    /// How many alternatives were asked for; servers may tell of more.
    let alternatives: Int

    /// - Returns: `nil` where the choice does not say.
    /// - Throws: ``ProviderError`` `malformed-response`.
    func tokens(of choice: JSONValue) throws -> [TokenLogprob]? {
        guard let items = choice["logprobs"]?["content"]?.arrayValue else { return nil }
        guard items.count <= Self.mostTokens else { throw malformed() }
        return try items.map { item in
            let token = try part(item)
            let best = item["top_logprobs"]?.arrayValue?.prefix(alternatives) ?? []
            return TokenLogprob(
                text: token.text, bytes: token.bytes.isEmpty ? Array(token.text.utf8) : token.bytes,
                logprob: token.logprob, alternatives: try best.map(part))
        }
    }

    private func part(_ value: JSONValue) throws -> TokenLogprob.Alternative {
        guard let text = value["token"]?.stringValue,
            let logprob = value["logprob"]?.numberValue.flatMap({ Double($0.description) })
        else { throw malformed() }
        // Services leave the bytes out, or send null, for what is no text.
        let bytes = try (value["bytes"]?.arrayValue ?? []).map { item in
            guard let byte = item.numberValue?.intValue.flatMap(UInt8.init(exactly:)) else { throw malformed() }
            return byte
        }
        return .init(text: text, bytes: bytes, logprob: logprob)
    }

    private func malformed() -> ProviderError { .malformed(engine, "its `logprobs` are none") }
}
