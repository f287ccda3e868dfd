public import HearthCore

/// What can go wrong with a remote model. Callers branch on ``code``.
///
/// | Code | What happened |
/// |---|---|
/// | `not-configured` | no key, no model or no usable address is set |
/// | `not-routed` | a request came without the ledger's record of the decision that allows it |
/// | `bad-option`, `empty-prompt`, `bad-message`, `bad-tool` | the request is wrong and was not sent |
/// | `no-logprobs` | the model does not tell how likely its tokens were, and was asked for it |
/// | `bad-request` | the provider refused the form of the request (400, 422) |
/// | `context-too-long` | prompt and answer do not fit the model's window |
/// | `invalid-key`, `forbidden` | 401, 403 |
/// | `unknown-model`, `wrong-address` | 404 with and without a provider's own words; redirects and web pages |
/// | `provider-timeout`, `request-too-large` | 408, 413 |
/// | `rate-limited`, `quota-exceeded` | 429: come back later, or pay; only the first is worth a repetition |
/// | `provider-failed`, `overloaded` | 5xx; 529 and its like |
/// | `malformed-response`, `incomplete-response` | the answer cannot be read, or ended before its end |
/// | `refused-by-model` | the model declined to answer |
/// | `malformed-catalogue` | the file of model facts cannot be used |
public struct ProviderError: PassingError, Hashable {
    public let code: String
    public let message: String
    /// The status of the response; `nil` when there was none, or the error came inside a stream.
    public let status: Int?
    /// Seconds after which the provider wants to be asked again; `nil` when it did not say.
    public let retryAfter: Double?
    public var secondsToWait: Double? { retryAfter }

    init(_ code: String, _ message: String, status: Int? = nil, retryAfter: Double? = nil) {
        self.code = code
        self.message = message
        self.status = status
        self.retryAfter = retryAfter
    }
}

extension ProviderError {
    static func noKey(_ engine: Engine) -> ProviderError {
        ProviderError(
            "not-configured", "No key is set for \(engine.rawValue). Set one with `hearth keys set \(engine.rawValue)`."
        )
    }

    static func noModel(_ engine: Engine) -> ProviderError {
        ProviderError("not-configured", "No model is chosen for \(engine.rawValue). Name one in the settings.")
    }

    static func badAddress(_ engine: Engine) -> ProviderError {
        ProviderError(
            "not-configured",
            "The base URL of \(engine.rawValue) must be http or https with a host and without a password in it. "
                + "Correct it in the settings.")
    }

    static func notRouted(_ engine: Engine) -> ProviderError {
        ProviderError(
            "not-routed",
            "The request to \(engine.rawValue) has no record in the ledger and was not sent. Send it through the router."
        )
    }

    static let emptyPrompt = ProviderError(
        "empty-prompt", "The request has no text to answer. Send at least one message that is not empty.")

    static func badOption(_ what: String) -> ProviderError {
        ProviderError("bad-option", "\(what). Correct the generation options.")
    }

    static func badMessage(_ what: String) -> ProviderError {
        ProviderError("bad-message", "\(what). Correct the messages of the request.")
    }

    static func badTool(_ what: String) -> ProviderError {
        ProviderError("bad-tool", "\(what). Correct the tools of the request.")
    }

    static let noLogprobs = ProviderError(
        "no-logprobs",
        "The model does not tell how likely its tokens were. Leave `logprobs` out, or ask a local model.")

    static func malformed(_ engine: Engine, _ what: String) -> ProviderError {
        ProviderError(
            "malformed-response",
            "The answer of \(engine.rawValue) cannot be read: \(what). Ask again; if it happens each time, check the base URL "
                + "and the version of the server.")
    }

    static func incomplete(_ engine: Engine) -> ProviderError {
        ProviderError(
            "incomplete-response",
            "The answer of \(engine.rawValue) broke off before its end. Ask again.")
    }

    static func refused(_ engine: Engine, _ words: String) -> ProviderError {
        ProviderError(
            "refused-by-model",
            "The model of \(engine.rawValue) declined to answer\(words.isEmpty ? "" : ": “\(words)”"). Put the request "
                + "differently, or choose another engine.")
    }
}
