import HearthCore

/// Which failures another engine could cure.
///
/// Everything else ends the request: a policy refusal, a bad request, an exhausted budget or a bug would only be hidden, or
/// repeated elsewhere, and text would reach one more engine for nothing. The list is closed, so that a new error code of an
/// engine does not silently widen who sees a prompt.
enum FallbackRule {
    /// The error's code when it is curable, else `nil`.
    static func curableCode(of error: any Error) -> String? {
        guard !(error is CancellationError), let code = (error as? any ReadableError)?.code else { return nil }
        return curable.contains(code) ? code : nil
    }

    static let curable: Set<String> = [
        // The engine became unable between decision and work, or is not set up after all.
        "unavailable", "not-configured",
        // It does not do this kind of work.
        "unsupported-task", "no-logprobs",
        // Its model file is missing, damaged or of the wrong kind, or the system is still preparing it.
        "model-not-found", "model-damaged", "model-unreadable", "not-a-gguf", "wrong-kind-of-model", "model-not-ready",
        // The provider is down, overloaded, or has had enough of us for now.
        "provider-failed", "provider-timeout", "overloaded", "server-busy", "rate-limited", "quota-exceeded",
        "cooling-down",
        // It cannot be reached.
        "cannot-connect", "name-not-found", "tls-failed", "proxy-failed", "timed-out", "connection-lost",
        // What answers there is not what was expected.
        "bad-response", "malformed-response", "wrong-address", "too-many-redirects",
        // What it wrote is not of the form that was asked for, also when it was asked again.
        "invalid-structured-output",
        // The system, a firewall for one, does not let this process reach it: an engine that is here still can serve.
        "refused-by-system",
        // Its key does not open it, or it does not know the model: the user's other engines have their own.
        "invalid-key", "forbidden", "unknown-model",
        // Its own rules are against the content; another one's need not be.
        "guardrail", "refused-by-model",
        // The prompt is longer than it takes; another one may take more.
        "context-too-long", "request-too-large",
        // It ended in the middle without a word; curable only as long as nothing was given out.
        "incomplete-response",
    ]
}
