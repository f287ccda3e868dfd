public import HearthCore
import HearthModels

/// Why a request was not served. The message says what happened and what to do; it never holds secrets or text of a prompt.
public struct ServerError: ReadableError {
    public let status: ServerStatus
    public let code: String
    public let message: String
    /// The part of the request that is wrong, such as `messages`; `nil` when it is not a single one.
    public let parameter: String?
    /// Whole seconds after which it is worth to try again.
    public let retryAfter: Int?
    /// The engines that could not serve, with reasons, where an error of the router is told.
    var rejected: [RoutingDecision.Rejection] = []
    /// The methods that the place takes, where it does not take the one of the request.
    var allowed: [HTTPMethod] = []

    public init(
        _ status: ServerStatus, _ code: String, _ message: String, parameter: String? = nil, retryAfter: Int? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.parameter = parameter
        self.retryAfter = retryAfter
    }

    /// A field of a request that cannot be taken as it is.
    public static func invalid(_ parameter: String, _ message: String) -> ServerError {
        ServerError(.badRequest, "invalid-input", message, parameter: parameter)
    }

    /// Nobody that the request could go to tells how likely its tokens were.
    ///
    /// - Parameter reason: What the engine says that was asked; `nil` when none was.
    static func noLogprobs(_ parameter: String, _ reason: String? = nil) -> ServerError {
        let usual =
            "no engine that could serve here tells how likely its tokens were. A local model does (`hearth models` installs "
            + "one), and so do OpenAI's models that do not reason, and most servers that are set as `custom`."
        return ServerError(
            .badRequest, "unsupported-value", "`\(parameter)`: \(reason ?? usual)", parameter: parameter)
    }

    /// How an error from anywhere is told to a client.
    ///
    /// Errors that were not made to be read stay inside: their text may hold anything.
    public static func telling(_ error: any Error) -> ServerError {
        switch error {
        case let error as ServerError: error
        case is CancellationError:
            ServerError(.unavailable, "cancelled", "The request was stopped before it was done.")
        case let error as RoutingError:
            ServerError(status(ofCode: error.code), error)
        case let error as any ReadableError:
            ServerError(
                status(ofCode: error.code), error.code, error.message,
                retryAfter: wait(ofCode: error.code, (error as? any PassingError)?.secondsToWait))
        default:
            ServerError(.internalError, "internal-error", "Something went wrong here; the server's log names it.")
        }
    }

    private init(_ status: ServerStatus, _ error: RoutingError) {
        self.init(status, error.code, error.message)
        rejected = error.rejected
    }

    /// Whole seconds after which it is worth to try again: what the error says, else what is usual for such a one; `nil` where
    /// waiting cures nothing.
    private static func wait(ofCode code: String, _ seconds: Double?) -> Int? {
        let usual: Int? =
            switch code {
            case "rate-limited", "overloaded", "server-busy", "cooling-down", "busy": 5
            case "model-not-ready": 10
            default: nil
            }
        guard let usual else { return nil }
        guard let seconds, seconds.isFinite else { return usual }
        return Int(min(86_400, max(1, seconds.rounded(.up))))
    }

    /// Whether the same request may succeed a moment later, without anybody having changed anything. Clients that repeat what
    /// ends with 409, 429 or a 5xx are told when it is not so.
    var isWorthRepeating: Bool {
        switch code {
        // Somebody has to pay, to set a key or an address, to install a model, to make room, or to choose another engine.
        case "quota-exceeded", "invalid-key", "forbidden", "wrong-address", "wrong-origin", "too-many-redirects",
            "tls-failed", "needs-tls", "bad-url", "unavailable", "no-engine", "response-too-large", "service-failed",
            "bad-registry", "unsupported-task", "unsupported", "tool-missing", "disk-full", "folder-not-writable",
            "read-only", "key-unavailable", "secret-store", "policy-unreadable", "setting-overridden", "set-elsewhere",
            "no-host", "stale":
            return false
        case "model-not-found", "model-truncated", "model-damaged", "model-doubtful", "model-load-failed", "not-a-gguf",
            "gguf-missing", "gguf-unreadable", "not-gguf", "gguf-truncated", "gguf-malformed", "gguf-unsupported-type",
            "model-unreadable", "unsupported-architecture", "unsupported-embedding-model", "malformed-embedding-model",
            "invalid-encoder-configuration", "wrong-kind-of-model", "not-built", "not-enough-memory",
            "runner-unavailable", "not-confined", "context-failed", "speech-model-missing", "speech-model-damaged",
            "speech-engine-unavailable":
            return false
        // A program that repeats it by itself makes a model doubtful that a person would have looked at.
        case "model-crashed", "model-killed": return false
        default:
            return status != .notImplemented && (status != .conflict || code == "busy")
        }
    }

    /// The status for the codes that the modules below use. Of what a client, a model, a file or another host did, none is an
    /// error of this program: 500 is left for what nobody foresaw.
    static func status(ofCode code: String) -> ServerStatus {
        switch code {
        case "usage", "malformed-json", "bad-settings", "invalid-input", "not-a-url", "bad-address", "not-empty",
            "empty-query":
            .badRequest
        case "context-too-long", "message-too-long", "request-too-large", "not-expressible", "invalid-schema",
            "malformed-schema", "malformed-pattern", "malformed-grammar", "unsatisfiable", "too-costly",
            "unsupported-schema", "unsupported-draft", "unresolved-reference", "bad-request", "bad-message", "bad-tool",
            "context-overflow", "bad-option", "bad-grammar", "grammar-dead-end", "empty-prompt", "no-logprobs":
            .badRequest
        case "refused-by-policy", "not-allowed", "redaction-unsure": .forbidden
        // The request is well formed, and what it asks cannot be had until the caller asks another engine, or sets one up.
        case "no-engine", "not-configured", "no-key", "key-of-another-host", "bad-header", "malformed-catalogue",
            "needs-token", "no-source", "invalid-structured-output", "refused-by-model", "guardrail",
            "window-too-small", "empty-transcript", "no-documents", "no-progress", "failed-parts",
            "incompatible-model", "model-in-parts", "model-too-large", "wrong-size", "wrong-hash",
            "bad-date", "bad-time", "bad-zone", "no-times",
            "unknown-language", "unsupported-language":
            .unprocessable
        // A model's own template that cannot be used, or not for this conversation.
        case "template-syntax", "template-raised", "template-undefined", "template-type", "template-unsupported",
            "template-limit", "unknown-template-family", "unknown-template":
            .unprocessable
        // What a file is.
        case "empty-file", "unsupported-format", "not-text", "not-readable", "encrypted-pdf", "encrypted-document",
            "damaged-pdf", "damaged-zip", "damaged-document", "no-cues", "empty-audio", "not-audio", "damaged-audio":
            .unprocessable
        case "too-large": .contentTooLarge
        case "unknown-item", "unknown-document", "unknown-model", "no-transcript", "unknown-environment": .notFound
        case "ambiguous-item", "ambiguous-document", "conflict", "name-taken", "model-in-use": .conflict
        case "unsupported-task", "unsupported", "tool-missing": .notImplemented
        case "rate-limited", "quota-exceeded", "overloaded", "server-busy", "cooling-down", "busy": .tooManyRequests
        // A model, or what runs it, does not work on this machine.
        case "unavailable", "model-not-found", "model-not-ready", "not-enough-memory", "model-truncated",
            "model-damaged", "model-doubtful", "model-crashed", "model-killed", "model-stuck", "model-load-failed",
            "not-a-gguf", "gguf-missing", "gguf-unreadable", "not-gguf", "gguf-truncated", "gguf-malformed",
            "gguf-unsupported-type", "model-unreadable", "unsupported-architecture", "unsupported-embedding-model",
            "malformed-embedding-model", "invalid-encoder-configuration", "wrong-kind-of-model", "not-built",
            "runner-unavailable", "not-confined", "context-failed", "decode-failed", "apple-model-failed",
            "recognition-failed", "speech-model-damaged", "audio-device":
            .unavailable
        // Nor does the machine: its disk is full, its folder is locked, a key is not at its place.
        case "disk-full", "folder-not-writable", "read-only", "ledger-unwritable", "ledger-failed", "policy-unreadable",
            "key-unavailable", "secret-store", "shut-down":
            .unavailable
        case "invalid-key", "forbidden", "provider-failed", "bad-response", "malformed-response", "cannot-connect",
            "name-not-found", "tls-failed", "proxy-failed", "connection-lost", "incomplete-response",
            "wrong-address", "wrong-origin", "too-many-redirects", "needs-tls", "refused-by-system",
            "incomplete-answer", "response-too-large", "service-failed", "unfit-scores", "invalid-vector",
            "bad-registry", "download-interrupted":
            .badGateway
        case "timed-out", "provider-timeout", "timeout": .gatewayTimeout
        default: .internalError
        }
    }
}
