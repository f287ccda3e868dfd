@_exported public import HTTPTypes
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
    public let headers: HTTPFields
    public let caller: Caller
    /// The address at which the server was asked, such as `http://127.0.0.1:8427`.
    public let origin: String
    /// The network that it comes from, as ``ClientNetwork`` has it; `nil` for this machine itself.
    public let network: String?
    public let body: ServerRequestBody
    /// Whether whoever sent it would still be let in: asked by what goes on when the request has been answered, since a token can be
    /// revoked, and a session end, meanwhile.
    public let callerHolds: @Sendable () -> Bool

    public init(
        id: String = "", method: HTTPMethod, path: String, parameters: [String: String] = [:],
        query: QueryString = QueryString(), headers: HTTPFields = [:], caller: Caller = .nobody,
        origin: String = "", network: String? = nil, body: ServerRequestBody = ServerRequestBody([]),
        callerHolds: @escaping @Sendable () -> Bool = { true }
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.parameters = parameters
        self.query = query
        self.headers = headers
        self.caller = caller
        self.origin = origin
        self.network = network
        self.body = body
        self.callerHolds = callerHolds
    }

    /// The same request with a body that was read already.
    func with(body: ServerRequestBody) -> ServerRequest {
        ServerRequest(
            id: id, method: method, path: path, parameters: parameters, query: query, headers: headers, caller: caller,
            origin: origin, network: network, body: body, callerHolds: callerHolds)
    }

    /// What stood in the place of `:name` in the route's pattern; empty when the pattern has no such name.
    public func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// Whether whoever sent it sits at this machine, as far as can be told: it came by the loopback, was asked of an address of it, and no
    /// proxy says that it stands for somebody else.
    package var isFromThisMachine: Bool {
        let host = origin.split(separator: "/").last.map(String.init) ?? ""
        return network == nil && !headers.areForwarded && HostAddress.isLoopback(host)
    }

    /// The body as JSON.
    ///
    /// - Throws: ``ServerError`` `bad-request`, `too-large`, `too-slow` or `unsupported-media`.
    public func json() async throws -> JSONValue {
        let bytes = try await jsonBytes()
        guard !bytes.isEmpty else { throw ServerError.emptyBody("it has to be a JSON object.") }
        do {
            return try JSONValue(parsing: bytes)
        } catch let error as JSONSyntaxError {
            throw ServerError(.badRequest, error.message)
        }
    }

    /// The bytes of a body that has to be JSON, for an interface that tells in a way of its own of what is none. They are none where
    /// nothing was sent, of whatever type that would have been.
    ///
    /// - Throws: ``ServerError`` `too-large`, `too-slow` or `unsupported-media`.
    package func jsonBytes() async throws -> [UInt8] {
        guard headers["content-type"].map(mayBeJSON) ?? true else {
            if try await body.isEmpty() { return [] }
            throw ServerError(
                .unsupportedMedia,
                "The body has to be JSON, and its content-type is something else. Send the header Content-Type: "
                    + "application/json.")
        }
        return try await body.collect()
    }

    private func mayBeJSON(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        if name == "application/json" || name.hasSuffix("+json") { return true }
        // What curl's `-d` calls whatever it sends, so that examples of other servers leave it so. It is also what a page's form is
        // sent as, to whomever and without asking first: from a page it is no JSON here, wherever else it would be refused.
        return name == "application/x-www-form-urlencoded" && isOfNoPage
    }

    /// Whether nothing tells that a browser sent it for a page: with what is posted browsers send the page's `Origin`, and whatever they
    /// send to this machine has `Sec-Fetch-Site`. Neither can be left out by the page.
    private var isOfNoPage: Bool { headers["origin"] == nil && headers["sec-fetch-site"] == nil }
}

/// Who sent a request.
public enum Caller: Sendable, Hashable {
    /// Nobody in particular: only what is open to all may be served.
    case nobody
    /// A client that knows the server's token, with which its owner signs in.
    case token
    /// A client that knows the token for programs, which signs nobody in.
    case program
    /// A browser that was signed in: its session, and until when that holds, in seconds since 1970.
    case session(id: String, until: Int)
    /// Somebody with an account, by a browser or by a program of theirs.
    case person(PersonCaller)

    /// The session of the browser that sent it; `nil` where no browser did.
    public var sessionID: String? {
        switch self {
        case .session(let id, _): id
        case .person(let caller): if case .session(let id, _) = caller.way { id } else { nil }
        case .nobody, .token, .program: nil
        }
    }

    /// Whose share of the server's budgets its work takes.
    var client: String {
        switch self {
        case .nobody: "nobody"
        case .token, .program: "token"
        case .session(let id, _): id
        // All that somebody has open is one client.
        case .person(let caller): "person \(caller.person.id)"
        }
    }

    /// Whose it is what is kept for a client to be read again: each token has its own, for it may have a ceiling of its own, and what was sent
    /// with one is not told to whoever has another.
    var keeper: String {
        switch self {
        case .program: "program"
        case .nobody, .token, .session: client
        case .person(let caller):
            if case .token(let id, _, _) = caller.way { "\(client) token \(id)" } else { client }
        }
    }

    /// The name that the log uses.
    public var logName: String {
        switch self {
        case .nobody: "nobody"
        case .token: "token"
        case .program: "program"
        case .session: "session"
        case .person: "person"
        }
    }
}

/// The part of an address after the question mark, decoded.
public struct QueryString: Sendable {
    private var items: [(name: String, value: String)] = []

    /// More is left out: a query is never a way to send much.
    private static let mostItems = 100

    /// Whether all of it was read. What was left out may have narrowed a list, so that without it more is shown than was asked
    /// for: the server refuses such a request.
    public private(set) var isWhole = true

    public init() {}

    /// - Parameter text: Without the question mark. Parts that are not valid percent-encoded UTF-8 are left out, as ``isWhole`` tells.
    public init(_ text: Substring) {
        let parts = text.split(separator: "&")
        isWhole = parts.count <= Self.mostItems
        for part in parts.prefix(Self.mostItems) {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decoded(halves[0], plusIsSpace: true),
                let value = halves.count > 1 ? PercentCoding.decoded(halves[1], plusIsSpace: true) : ""
            else {
                isWhole = false
                continue
            }
            items.append((name, value))
        }
    }

    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    public func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// The names that were given, to tell which are unknown.
    public var names: [String] { items.map(\.name) }
}

// Methods, statuses and headers are those of swift-http-types, of which the framework below is made. Handlers get them with this
// module, so that they need not know of it.

/// HearthCore has a request of its own, which our clients send; so the server's words have names that cannot be taken for its.
public typealias HTTPMethod = HTTPTypes.HTTPRequest.Method
public typealias ServerStatus = HTTPTypes.HTTPResponse.Status

extension HTTPTypes.HTTPRequest.Method {
    /// Those that routes are made for.
    static let served: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]

    /// Whether a request with it changes nothing (RFC 9110, 9.2.1).
    var changesNothing: Bool { self == .get || self == .head || self == .options }
}

extension HTTPTypes.HTTPResponse.Status {
    /// RFC 4918, 11.5.
    public static let insufficientStorage = HTTPTypes.HTTPResponse.Status(
        code: 507, reasonPhrase: "Insufficient Storage")
}

extension HTTPFields {
    /// The value of a header, found without regard to case; several are joined by commas (RFC 9110, 5.3). `nil` where there is none. What
    /// cannot be a name is that of no header, and never stands in for another: a key that was read in an origin's place would be
    /// compared, and logged, as one.
    public subscript(name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }

    /// Whether a proxy or tunnel says that it passes on what somebody else asks.
    var areForwarded: Bool { contains { Self.forwarding.contains($0.name.canonicalName) } }

    /// What proxies and tunnels add.
    private static let forwarding: Set<String> = [
        "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
    ]
}

// MARK: - Bodies

/// The body of a request, read once, within limits of size and time.
public struct ServerRequestBody: Sendable {
    /// The most bytes that are taken.
    public let limit: Int
    /// What the sender announced; `nil` when it said nothing.
    public let announced: Int?
    private let timeout: Duration
    /// Bytes for which there is room already.
    private let room: Int
    private let start: @Sendable () -> Pieces

    /// One reader of a body.
    public struct Pieces {
        let next: () async throws -> [UInt8]?
    }

    package init(
        limit: Int, announced: Int?, timeout: Duration, room: Int = .max, start: @escaping @Sendable () -> Pieces
    ) {
        self.limit = limit
        self.announced = announced
        self.timeout = timeout
        self.room = room
        self.start = start
    }

    /// A body that is there already.
    public init(_ bytes: [UInt8]) {
        self.init(limit: .max, announced: bytes.count, timeout: .seconds(60)) {
            var rest: [UInt8]? = bytes.isEmpty ? nil : bytes
            return Pieces {
                defer { rest = nil }
                return rest
            }
        }
    }

    /// Whether nothing was sent. A body that did not say how long it is is read up to its first byte, and can be read no more.
    func isEmpty() async throws -> Bool {
        if let announced { return announced == 0 }
        return try await TimeLimit.run(timeout, error: Self.tooSlow) {
            let pieces = start()
            while let piece = try await pieces.next() {
                if !piece.isEmpty { return false }
            }
            return true
        }
    }

    /// The whole body.
    ///
    /// - Throws: ``ServerError`` `too-large`, or `too-slow` when it is not there in time.
    public func collect() async throws -> [UInt8] {
        if let announced, announced == 0 { return [] }
        try checkAnnounced()
        // Not where large bodies are worked on: there what has come would wait for what is being read, and seem late.
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { try await collected() }
    }

    private func collected() async throws -> [UInt8] {
        try await TimeLimit.run(timeout, error: Self.tooSlow) {
            var bytes: [UInt8] = []
            if let announced { bytes.reserveCapacity(min(announced, limit)) }
            var room = room
            let pieces = start()
            while let piece = try await pieces.next() {
                guard piece.count <= limit - bytes.count else { throw Self.tooLarge(limit) }
                if bytes.count + piece.count > room {
                    // Of a body that did not say how long it is: in steps that grow with it.
                    let more = max(room, piece.count)
                    try await Reservation.current?.take(bytes: more)
                    room += more
                }
                bytes += piece
            }
            try Task.checkCancellation()
            return bytes
        }
    }

    /// Gives the body piece by piece. A body may take as long as it likes, as long as it keeps coming.
    ///
    /// - Throws: As ``collect()``, and what `body` throws.
    public func forEachPiece(_ body: @escaping @Sendable ([UInt8]) async throws -> Void) async throws {
        try checkAnnounced()
        let heartbeat = Heartbeat()
        try await TimeLimit.run(silence: timeout, of: heartbeat, error: Self.tooSlow) {
            var count = 0
            let pieces = start()
            while let piece = try await pieces.next() {
                guard piece.count <= limit - count else { throw Self.tooLarge(limit) }
                count += piece.count
                try await body(piece)
                heartbeat.beat()
            }
            try Task.checkCancellation()
        }
    }

    private func checkAnnounced() throws {
        if let announced, announced > limit { throw Self.tooLarge(limit) }
    }

    static func tooLarge(_ limit: Int) -> ServerError {
        ServerError(.tooLarge, "The body is larger than the \(limit) bytes that are taken here.")
    }

    static let tooSlow = ServerError(.tooSlow, "The body did not arrive in time. Send it again, or in smaller parts.")
}
