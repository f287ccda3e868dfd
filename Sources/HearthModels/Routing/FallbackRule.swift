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
        // The engine became unable between decision and work.
        "unavailable",
        // It does not do this after all.
        "unsupported-task", "unsupported-tools", "unsupported-schema",
        // Its model file is missing, damaged, or needs more memory than there is.
        "model-missing", "model-damaged", "bad-model", "no-model", "not-built", "out-of-memory", "model-not-ready",
        "load-failed",
        // The provider is down, overloaded, or has had enough of us for now.
        "provider-error", "provider-overloaded", "overloaded", "server-error", "rate-limited", "quota-exceeded",
        "cooling-down",
        // It cannot be reached.
        "connection-failed", "connect-timeout", "connection-refused", "host-not-found", "timeout", "first-byte-timeout",
        // Its key does not open it: the user's other engines have keys of their own.
        "unauthorized", "forbidden", "missing-key",
        // It does not have that model any more.
        "model-not-found", "not-found",
        // Its own rules are against the content; another one's need not be.
        "guardrail-refused", "content-filtered",
        // The prompt is longer than its window; another one's may be wider.
        "context-exceeded", "context-too-long",
        // It ended in the middle without a word; only curable as long as nothing was given out.
        "incomplete-response", "connection-lost",
    ]
}
