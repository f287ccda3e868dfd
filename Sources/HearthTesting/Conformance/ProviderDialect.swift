public import HearthCore

/// How a provider writes what a model says, so that the same checks run against every provider.
///
/// Bodies are what stands after the head of the response.
public protocol ProviderDialect: Sendable {
    /// For messages of failed checks.
    var name: String { get }
    /// Of a streamed body.
    var contentType: String { get }

    /// A streamed answer in those pieces.
    func text(_ pieces: [String], usage: TokenUsage, finish: FinishReason) -> [UInt8]
    /// The first piece of a streamed answer and nothing after it: no end mark, no reason.
    func unfinished(_ piece: String) -> [UInt8]
    /// A streamed answer that calls tools, the arguments in several pieces.
    func toolCalls(_ calls: [ToolCall], usage: TokenUsage) -> [UInt8]
    /// A streamed answer to a schema, the value in several pieces.
    func structured(_ value: JSONValue, schema: GenerationSchema, usage: TokenUsage) -> [UInt8]
    /// A streamed answer after some thinking; `nil` where the provider shows none.
    func reasoned(_ reasoning: String, _ text: String, usage: TokenUsage) -> [UInt8]?
    /// A streamed answer with which the model declines; `nil` where the provider has no form for it.
    func refusal(_ words: String) -> [UInt8]?
    /// A streamed answer that fails after some text because the provider is overloaded; `nil` where there is none.
    func overloaded(after piece: String) -> [UInt8]?
    /// The answer of a server that does not stream; `nil` where that is an error.
    func whole(_ text: String, usage: TokenUsage) -> [UInt8]?
    /// The body of a refused request.
    func failure(_ failure: ProviderFailure, words: String) -> (status: Int, body: [UInt8])
}

/// The ways in which providers refuse a request.
public enum ProviderFailure: String, Hashable, Sendable, CaseIterable {
    case badRequest, contextTooLong, invalidKey, forbidden, unknownModel, timeout, tooLarge, rateLimit, quota
    case serverError, overloaded

    /// The code of the error that a model must throw for it.
    public var code: String {
        switch self {
        case .badRequest: "bad-request"
        case .contextTooLong: "context-too-long"
        case .invalidKey: "invalid-key"
        case .forbidden: "forbidden"
        case .unknownModel: "unknown-model"
        case .timeout: "provider-timeout"
        case .tooLarge: "request-too-large"
        case .rateLimit: "rate-limited"
        case .quota: "quota-exceeded"
        case .serverError: "provider-failed"
        case .overloaded: "overloaded"
        }
    }

    /// Whether a transport may try again by itself.
    public var isTransient: Bool {
        switch self {
        case .timeout, .rateLimit, .serverError, .overloaded: true
        default: false
        }
    }
}

/// Lays out a `text/event-stream`.
public enum EventStreamText {
    /// An event of one line of data; JSON values hold no line ends.
    public static func event(_ data: String, type: String? = nil) -> String {
        (type.map { "event: \($0)\n" } ?? "") + "data: \(data)\n\n"
    }

    /// A text in `count` pieces of about the same size, cut between characters.
    public static func pieces(_ text: String, _ count: Int) -> [String] {
        let characters = Array(text)
        let size = max(1, (characters.count + count - 1) / max(1, count))
        return stride(from: 0, to: characters.count, by: size).map { start in
            String(characters[start..<min(characters.count, start + size)])
        }
    }
}
