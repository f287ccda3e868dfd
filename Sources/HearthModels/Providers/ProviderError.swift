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
        ProviderError(
            .notConfigured, "No model is chosen for \(engine.rawValue).",
            help: [.set(setting: engine.setting("model"))])
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

// MARK: - What services say

/// What a provider says about a failure, in whichever of the known forms.
///
/// OpenAI, llama-server and Anthropic: `{"error":{"message","type","code"}}`; Ollama and LM Studio: `{"error":"…"}`; vLLM:
/// `{"message","type","code"}`; servers made with FastAPI: `{"detail":"…"}`.
struct ProviderFault: Sendable, Hashable {
    var message = ""
    var type = ""
    var code = ""
    /// The status that `code` stands for, where the server put it there as a number.
    var numericCode: Int?

    init() {}

    /// - Returns: `nil` when the value is no report of a failure.
    init?(_ value: JSONValue) {
        if let text = value["error"]?.stringValue ?? value["detail"]?.stringValue {
            message = text
        } else {
            let isError = value["object"]?.stringValue == "error" || value["type"]?.stringValue == "error"
            guard let object = value["error"]?.objectValue ?? (isError ? value.objectValue : nil) else { return nil }
            message = object["message"]?.stringValue ?? ""
            type = object["type"]?.stringValue ?? ""
            code = object["code"]?.stringValue ?? ""
            numericCode = object["code"]?.numberValue?.intValue
        }
    }

    init?(body: [UInt8]) {
        guard let value = try? JSONValue(parsing: body) else { return nil }
        self.init(value)
    }

    private static let quotaNames: Set<String> = [
        "insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error", "quota_exceeded",
    ]

    /// Whether money or a monthly allowance has run out, which no waiting cures.
    var isQuota: Bool {
        // Anthropic reports an empty account as `invalid_request_error`; only its words tell.
        Self.quotaNames.contains(code) || Self.quotaNames.contains(type) || says("credit balance is too low")
    }

    /// Whether the prompt does not fit the window.
    var isContext: Bool {
        if code == "context_length_exceeded" || type == "exceed_context_size_error" { return true }
        // Anthropic and vLLM have no code for it; only their words tell.
        return says("prompt is too long") || says("maximum context length") || says("context window")
            || says("context length") || says("context size")
    }

    private func says(_ words: String) -> Bool { message.lowercased().contains(words) }

    /// The status that an error inside a stream would have had as a response.
    var impliedStatus: Int {
        switch type {
        case "invalid_request_error", "exceed_context_size_error", "BadRequestError": return 400
        case "authentication_error": return 401
        case "billing_error": return 402
        case "permission_error": return 403
        case "not_found_error", "NotFoundError": return 404
        case "request_too_large": return 413
        case "rate_limit_error", "rate_limit_exceeded", "tokens", "requests", "insufficient_quota": return 429
        case "overloaded_error": return 529
        default: break
        }
        switch code {
        case "rate_limit_exceeded", "insufficient_quota": return 429
        case "model_not_found": return 404
        default: return numericCode.flatMap { (400..<600).contains($0) ? $0 : nil } ?? 500
        }
    }
}

extension ProviderError {
    /// Whether a refused attempt may succeed when it is repeated.
    static func isWorthRetrying(status: Int, body: [UInt8]) -> Bool {
        switch status {
        case 408, 500, 502, 503, 504, 529: true
        case 429: !(ProviderFault(body: body)?.isQuota ?? false)
        default: false
        }
    }

    /// The error for a status that is not a success.
    ///
    /// - Parameters:
    ///   - fault: `nil` when the body says nothing in a known form.
    ///   - successor: What may be used instead when the model is unknown.
    static func response(
        status: Int, fault: ProviderFault?, isInStream: Bool = false, retryAfter: Double? = nil, engine: Engine,
        model: String, host: String, successor: String? = nil, text: ErrorText
    ) -> ProviderError {
        let words = text.cleaned(fault?.message ?? "")
        let said = words.isEmpty ? "" : " It says: “\(words)”"
        let name = engine.rawValue
        func error(_ reason: Reason, _ message: String, help: [Failure.Help] = []) -> ProviderError {
            ProviderError(reason, message + said, help: help, status: isInStream ? nil : status, retryAfter: retryAfter)
        }
        if fault?.isQuota == true || status == 402 {
            return error(
                .quotaExceeded,
                "The account at \(name) has no credit or quota left. Check its billing, or choose another engine.")
        }
        if fault?.isContext == true, (400..<500).contains(status) {
            return error(
                .contextTooLong,
                "The prompt and the answer asked for do not fit the window of \(model). Send less text, or choose a model "
                    + "with a longer window.")
        }
        switch status {
        case 300..<400:
            return error(
                .wrongAddress,
                "\(host) answered with a redirect (\(status)), which is not followed with a key. Set the base URL to where it "
                    + "leads.")
        case 401:
            return error(.invalidKey, "\(host) does not accept the key.", help: [.giveKey(service: name)])
        case 403:
            return error(
                .forbidden,
                "\(host) does not permit this request: the model, the region or the rights of the key may be why. Check them with "
                    + "the provider."
            )
        case 404 where fault == nil || fault?.message.isEmpty == true:
            return error(.wrongAddress, "\(host) has no such interface. Check the base URL of \(name) in the settings.")
        case 404:
            let advice = successor.map { "It may have been retired; try `\($0)`." } ?? "Check the name of the model."
            return error(.unknownModel, "\(host) does not know the model \(model). \(advice)")
        case 408:
            return error(.providerTimeout, "\(host) gave up waiting for the request. Ask again.")
        case 413:
            return error(.requestTooLarge, "The request is larger than \(host) accepts. Send less text.")
        case 429:
            let wait = retryAfter.map { "in \(Int($0.rounded(.up))) seconds" } ?? "in a while"
            return error(.rateLimited, "\(host) is asked more often than it allows. Ask again \(wait).")
        case 529:
            return error(.overloaded, "\(host) is overloaded. Ask again in a while, or choose another engine.")
        case 500...:
            return error(.providerFailed, "\(host) failed with status \(status). Ask again in a while.")
        default:
            return error(
                .badRequest, "\(host) refused the request with status \(status). Check the model and the options.")
        }
    }
}

/// A provider's own words, made fit to be shown and logged: short, without control characters, and without anything that is
/// or looks like a key.
struct ErrorText: Sendable {
    private static let limit = 300
    /// As many bytes of the key as must stand together to count as a part of it.
    private static let partLength = 8
    private static let keyPrefixes = ["sk-", "sk_", "pk-", "gsk_", "xai-", "bearer"]

    /// The key that the request carried.
    private let key: Secret?

    init(key: Secret?) { self.key = key }

    func cleaned(_ text: String) -> String {
        // What lies beyond was never going to be shown; cut first so that a long body costs nothing.
        let visible = text.unicodeScalars.prefix(4 * Self.limit).map { Self.isShown($0) ? Character($0) : " " }
        let parts = keyParts()
        let words = String(visible).split(separator: " ").map { word in
            Self.looksLikeKey(word) || holdsPart(word, of: parts) ? "<redacted>" : String(word)
        }
        let line = words.joined(separator: " ")
        return line.count <= Self.limit ? line : line.prefix(Self.limit) + "…"
    }

    /// No control characters, no characters that change the direction of text or are invisible.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
            .spaceSeparator:
            false
        default: true
        }
    }

    private static func looksLikeKey(_ word: Substring) -> Bool {
        let lower = word.lowercased()
        if lower.contains("***") || keyPrefixes.contains(where: { lower.contains($0) }) { return true }
        // Long runs of letters and digits without a dash or a dot: no model id or word of a language is one.
        return lower.split(whereSeparator: { !($0.isLetter || $0.isNumber) }).contains { run in
            run.count >= 24 && run.contains(where: \.isNumber) && run.contains(where: \.isLetter)
        }
    }

    private func keyParts() -> Set<ArraySlice<UInt8>> {
        // A placeholder such as `x`, which servers without keys are given, would redact half of every sentence.
        guard let bytes = key?.exposedBytes(), bytes.count >= 4 else { return [] }
        let length = min(Self.partLength, bytes.count)
        return Set((0...(bytes.count - length)).map { bytes[$0..<($0 + length)] })
    }

    private func holdsPart(_ word: Substring, of parts: Set<ArraySlice<UInt8>>) -> Bool {
        guard let length = parts.first?.count else { return false }
        let bytes = Array(word.utf8)
        guard bytes.count >= length else { return false }
        return (0...(bytes.count - length)).contains { parts.contains(bytes[$0..<($0 + length)]) }
    }
}
