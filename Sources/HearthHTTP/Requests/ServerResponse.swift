import HTTPTypes
public import HearthCore

/// What a route answers.
public struct ServerResponse: Sendable {
    /// The content of an answer.
    public enum Content: Sendable {
        case none
        case bytes([UInt8])
        /// Written while it is made. The head goes out with the first thing that the producer sends, so that a failure
        /// before it is answered with a status of its own.
        case stream(StreamStyle, @Sendable (EventSink) async throws -> Void)
    }

    public var status: ServerStatus
    public var headers: [(name: String, value: String)]
    public var content: Content

    public init(
        _ status: ServerStatus = .ok, headers: [(name: String, value: String)] = [], content: Content = .none
    ) {
        self.status = status
        self.headers = headers
        self.content = content
    }

    /// An answer in JSON.
    public static func json(
        _ value: JSONValue, status: ServerStatus = .ok, headers: [(name: String, value: String)] = []
    ) -> ServerResponse {
        json(text: value.description, status: status, headers: headers)
    }

    /// An answer in JSON that was written already.
    public static func json(
        text: String, status: ServerStatus = .ok, headers: [(name: String, value: String)] = []
    ) -> ServerResponse {
        ServerResponse(
            status, headers: [("content-type", "application/json")] + headers, content: .bytes(Array(text.utf8)))
    }

    /// An answer in plain text.
    public static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: ServerStatus = .ok
    ) -> ServerResponse {
        ServerResponse(status, headers: [("content-type", type)], content: .bytes(Array(text.utf8)))
    }

    /// Server-sent events.
    public static func events(
        _ style: StreamStyle = .plain, headers: [(name: String, value: String)] = [],
        _ produce: @escaping @Sendable (EventSink) async throws -> Void
    ) -> ServerResponse {
        ServerResponse(.ok, headers: headers, content: .stream(style, produce))
    }
}

// MARK: - Headers of every answer

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
