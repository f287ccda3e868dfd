public import HearthCore

/// What can go wrong with a remote model.
public struct ProviderError: PassingError, ReasonedError, Hashable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// No key, no model or no usable address is set.
        case notConfigured = "not-configured"
        /// A request came without the ledger's record of the decision that allows it.
        case notRouted = "not-routed"
        /// The request is wrong and was not sent.
        case badOption = "bad-option"
        case emptyPrompt = "empty-prompt"
        case badMessage = "bad-message"
        case badTool = "bad-tool"
        /// The model does not tell how likely its tokens were, and was asked for it.
        case noLogprobs = "no-logprobs"
        /// The provider refused the form of the request (400, 422).
        case badRequest = "bad-request"
        /// Prompt and answer do not fit the model's window.
        case contextTooLong = "context-too-long"
        /// 401.
        case invalidKey = "invalid-key"
        /// 403.
        case forbidden
        /// 404 with a provider's own words.
        case unknownModel = "unknown-model"
        /// 404 without them; redirects and web pages.
        case wrongAddress = "wrong-address"
        /// 408.
        case providerTimeout = "provider-timeout"
        /// 413.
        case requestTooLarge = "request-too-large"
        /// 429: come back later.
        case rateLimited = "rate-limited"
        /// 429 and 402: pay.
        case quotaExceeded = "quota-exceeded"
        /// 5xx.
        case providerFailed = "provider-failed"
        /// 529 and its like.
        case overloaded
        /// The answer cannot be read.
        case malformedResponse = "malformed-response"
        /// The answer ended before its end.
        case incompleteResponse = "incomplete-response"
        /// The model declined to answer.
        case refusedByModel = "refused-by-model"
        /// The file of model facts cannot be used.
        case malformedCatalogue = "malformed-catalogue"
    }

    public let reason: Reason
    public let message: String
    public let help: [Failure.Help]
    /// The status of the response; `nil` when there was none, or the error came inside a stream.
    public let status: Int?
    /// Seconds after which the provider wants to be asked again; `nil` when it did not say.
    public let retryAfter: Double?
    public var secondsToWait: Double? { retryAfter }

    init(
        _ reason: Reason, _ message: String, help: [Failure.Help] = [], status: Int? = nil, retryAfter: Double? = nil
    ) {
        self.reason = reason
        self.message = message
        self.help = help
        self.status = status
        self.retryAfter = retryAfter
    }
}

extension ProviderError {
    static func noKey(_ engine: Engine) -> ProviderError {
        ProviderError(
            .notConfigured, "No key is set for \(engine.rawValue).", help: [.giveKey(service: engine.rawValue)]
        )
    }

    static func noModel(_ engine: Engine) -> ProviderError {
        ProviderError(.notConfigured, "No model is chosen for \(engine.rawValue). Name one in the settings.")
    }

    static func badAddress(_ engine: Engine) -> ProviderError {
        ProviderError(
            .notConfigured,
            "The base URL of \(engine.rawValue) must be http or https with a host and without a password in it. "
                + "Correct it in the settings.")
    }

    static func notRouted(_ engine: Engine) -> ProviderError {
        ProviderError(
            .notRouted,
            "The request to \(engine.rawValue) has no record in the ledger and was not sent. Send it through the router."
        )
    }

    static let emptyPrompt = ProviderError(
        .emptyPrompt, "The request has no text to answer. Send at least one message that is not empty.")

    static func badOption(_ what: String) -> ProviderError {
        ProviderError(.badOption, "\(what). Correct the generation options.")
    }

    static func badMessage(_ what: String) -> ProviderError {
        ProviderError(.badMessage, "\(what). Correct the messages of the request.")
    }

    static func badTool(_ what: String) -> ProviderError {
        ProviderError(.badTool, "\(what). Correct the tools of the request.")
    }

    static let noLogprobs = ProviderError(
        .noLogprobs, "The model does not tell how likely its tokens were. Leave `logprobs` out, or ask a local model.")

    static func malformed(_ engine: Engine, _ what: String) -> ProviderError {
        ProviderError(
            .malformedResponse,
            "The answer of \(engine.rawValue) cannot be read: \(what). Ask again; if it happens each time, check the base URL "
                + "and the version of the server.")
    }

    static func incomplete(_ engine: Engine) -> ProviderError {
        ProviderError(.incompleteResponse, "The answer of \(engine.rawValue) broke off before its end. Ask again.")
    }

    static func refused(_ engine: Engine, _ words: String) -> ProviderError {
        ProviderError(
            .refusedByModel,
            "The model of \(engine.rawValue) declined to answer\(words.isEmpty ? "" : ": “\(words)”"). Put the request "
                + "differently, or choose another engine.")
    }
}

extension ProviderError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .notConfigured: .notConfigured
        case .notRouted: .internal
        case .badOption, .emptyPrompt, .badMessage, .badTool, .badRequest: .badRequest
        case .noLogprobs: .noLogprobs
        case .contextTooLong, .requestTooLarge: .contextTooLong
        case .invalidKey, .forbidden: .badKey
        case .unknownModel: .unknownModel
        case .wrongAddress: .wrongAddress
        case .providerTimeout: .timedOut
        case .rateLimited: .rateLimited
        case .quotaExceeded: .quotaExceeded
        case .providerFailed: .providerFailed
        case .overloaded: .overloaded
        case .malformedResponse: .badResponse
        case .incompleteResponse: .incompleteResponse
        case .refusedByModel: .refusedByModel
        case .malformedCatalogue: .badSettings
        }
    }
}
