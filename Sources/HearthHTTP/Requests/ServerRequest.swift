public import HearthCore

/// One request as a route sees it: it was let in, its head is complete, its body may still be on the way.
public struct ServerRequest: Sendable {
    /// Names the request in the log and in the header `x-request-id`; says nothing about what it holds.
    public let id: String
    public let method: HTTPMethod
    /// The path without its query, still percent-encoded, as it was sent.
    public let path: String
    /// What stood in the place of `:name` in the route's pattern, decoded.
    public let parameters: [String: String]
    public let query: QueryString
    public let headers: HeaderList
    public let caller: Caller
    /// The address at which the server was asked, such as `http://127.0.0.1:8427`.
    public let origin: String
    public let body: ServerRequestBody

    public init(
        id: String = "", method: HTTPMethod, path: String, parameters: [String: String] = [:],
        query: QueryString = QueryString(), headers: HeaderList = HeaderList(), caller: Caller = .nobody,
        origin: String = "", body: ServerRequestBody = ServerRequestBody([])
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.parameters = parameters
        self.query = query
        self.headers = headers
        self.caller = caller
        self.origin = origin
        self.body = body
    }

    /// The same request with a body that was read already.
    func with(body: ServerRequestBody) -> ServerRequest {
        ServerRequest(
            id: id, method: method, path: path, parameters: parameters, query: query, headers: headers, caller: caller,
            origin: origin, body: body)
    }

    /// What stood in the place of `:name` in the route's pattern; empty when the pattern has no such name.
    public func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// The body as JSON.
    ///
    /// - Throws: ``ServerError`` `bad-request`, `too-large`, `too-slow` or `unsupported-media`.
    public func json() async throws -> JSONValue {
        if let type = headers["content-type"], !Self.isJSON(type) {
            throw ServerError(
                .unsupportedMediaType, "unsupported-media",
                "The body has to be JSON, and its content-type is something else.")
        }
        let bytes = try await body.collect()
        do {
            return try JSONValue(parsing: bytes)
        } catch let error as JSONSyntaxError {
            throw ServerError(.badRequest, "bad-request", error.message)
        }
    }

    private static func isJSON(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        return name == "application/json" || name.hasSuffix("+json")
    }
}

/// The methods that routes are made for.
public enum HTTPMethod: String, Sendable, CaseIterable {
    case get = "GET", head = "HEAD", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    case options = "OPTIONS"

    /// Whether a request with it changes nothing (RFC 9110, 9.2.1).
    public var isSafe: Bool { self == .get || self == .head || self == .options }
}

/// Who sent a request.
public enum Caller: Sendable, Hashable {
    /// Nobody in particular: only what is open to all may be served.
    case nobody
    /// A client that knows the server's token.
    case token
    /// A browser that was signed in: its session, and until when that holds, in seconds since 1970.
    case session(id: String, until: Int)

    /// Whose share of the server's budgets its work takes.
    var client: String {
        switch self {
        case .nobody: "nobody"
        case .token: "token"
        case .session(let id, _): id
        }
    }

    /// The name that the log uses.
    public var logName: String {
        switch self {
        case .nobody: "nobody"
        case .token: "token"
        case .session: "session"
        }
    }
}

/// The headers of a request, found without regard to case.
public struct HeaderList: Sendable {
    private let fields: [(name: String, value: String)]

    public init(_ fields: [(name: String, value: String)] = []) {
        self.fields = fields.map { ($0.name.lowercased(), $0.value) }
    }

    /// The first value; `nil` when there is none.
    public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Every value, in order.
    public func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}
