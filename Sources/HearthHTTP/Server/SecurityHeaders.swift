import HTTPTypes

/// Headers that go with every answer.
enum SecurityHeaders {
    /// The page loads only what this server serves, runs no script that stands in it, and is shown in no other page.
    static let contentPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        + "media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'; frame-src 'self' blob:; object-src 'none'"

    static let all: [(HTTPField.Name, String)] = [
        ("content-security-policy", contentPolicy),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(self), payment=(), usb=()"),
        // Answers are private: no cache that others may read keeps them. Assets say otherwise for themselves.
        ("cache-control", "no-store"),
    ].compactMap { pair in HTTPField.Name(pair.0).map { ($0, pair.1) } }
}
