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

/// The statuses that are answered (RFC 9110, 15).
public struct ServerStatus: Sendable, Hashable {
    public let code: Int

    public init(_ code: Int) { self.code = code }

    public static let ok = ServerStatus(200)
    public static let created = ServerStatus(201)
    public static let accepted = ServerStatus(202)
    public static let noContent = ServerStatus(204)
    public static let seeOther = ServerStatus(303)
    public static let notModified = ServerStatus(304)
    public static let badRequest = ServerStatus(400)
    public static let unauthorized = ServerStatus(401)
    public static let forbidden = ServerStatus(403)
    public static let notFound = ServerStatus(404)
    public static let methodNotAllowed = ServerStatus(405)
    public static let requestTimeout = ServerStatus(408)
    public static let conflict = ServerStatus(409)
    public static let preconditionFailed = ServerStatus(412)
    public static let contentTooLarge = ServerStatus(413)
    public static let unsupportedMediaType = ServerStatus(415)
    public static let misdirected = ServerStatus(421)
    public static let unprocessable = ServerStatus(422)
    public static let preconditionRequired = ServerStatus(428)
    public static let tooManyRequests = ServerStatus(429)
    public static let internalError = ServerStatus(500)
    public static let insufficientStorage = ServerStatus(507)
    public static let notImplemented = ServerStatus(501)
    public static let badGateway = ServerStatus(502)
    public static let unavailable = ServerStatus(503)
    public static let gatewayTimeout = ServerStatus(504)
}
