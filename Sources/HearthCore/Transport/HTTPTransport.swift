public import Foundation

/// The one way by which bytes leave for another process or host.
///
/// An implementation checks the policy of hosts and TLS, writes the ledger's `connection` record when a connection ends,
/// well or badly, and closes the connection when the body's stream is dropped or the task is cancelled. Before each time that it
/// sends the request, the first and each repetition, it asks ``HTTPRequest/mayLeave``.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns once the response's head is there; the body is still coming.
    ///
    /// - Throws: A ``ReadableError`` of the transport's module; `CancellationError` when the task was cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A request to another host or process.
public struct HTTPRequest: Sendable {
    public enum Method: String, Sendable { case get = "GET", head = "HEAD", post = "POST", delete = "DELETE" }

    public var method: Method
    public var url: URL
    /// Without the credential.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// Sent only to the host that it is bound to.
    public var credential: Credential?
    /// The ledger's record of the decision that allows this request.
    public var ledgerRecord: Int
    /// Copied into the `connection` record.
    public var purpose: String
    /// Copied into the `connection` record, where a list by engine finds it; `nil` for what no engine asks.
    public var engine: Engine?
    public var model: String?
    /// The most bytes of the body that are taken; more is an error.
    public var maximumResponseBytes: Int
    /// Whether a failed attempt may be repeated. Attempts end when the first byte of a successful body has been given out.
    public var mayRetry: Bool
    /// Decides from the status and the start of the body whether a refused attempt is worth repeating; `nil` goes by the
    /// status alone. A spent quota, for one, has the status of a rate limit.
    public var isWorthRetrying: (@Sendable (_ status: Int, _ body: [UInt8]) -> Bool)?
    /// Asked right before each attempt, the first one too: what was allowed to leave may have become private while an attempt
    /// waited to be repeated, or for room among the connections. What it throws ends the request, and nothing more is sent.
    /// `nil` where nothing of the user's is in the request.
    public var mayLeave: (@Sendable () async throws -> Void)?
    /// Whether redirects are followed; the credential never goes along to another host.
    public var followsRedirects: Bool
    /// For everything from the first attempt to the last byte; `nil` is the transport's own limit. A download takes longer
    /// than an answer.
    public var timeLimit: Duration?
    /// The longest silence within the body; `nil` is the transport's own limit. A model may think for minutes, a file that
    /// is being sent does not pause.
    public var silenceLimit: Duration?

    public init(
        _ method: Method, _ url: URL, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        credential: Credential? = nil, ledgerRecord: Int, purpose: String,
        maximumResponseBytes: Int = 64 << 20, mayRetry: Bool = true,
        isWorthRetrying: (@Sendable (_ status: Int, _ body: [UInt8]) -> Bool)? = nil, followsRedirects: Bool = false
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.credential = credential
        self.ledgerRecord = ledgerRecord
        self.purpose = purpose
        self.maximumResponseBytes = maximumResponseBytes
        self.mayRetry = mayRetry
        self.isWorthRetrying = isWorthRetrying
        self.followsRedirects = followsRedirects
    }
}

/// A key, and the only place it may be sent to.
public struct Credential: Sendable {
    /// `Authorization` or `x-api-key`.
    public var header: String
    /// What stands before the key in the header, such as `Bearer `.
    public var prefix: String
    public var key: Secret
    /// Scheme, host and port, such as `https://api.openai.com:443`; see ``Origin``.
    public var origin: Origin

    public init(header: String, prefix: String, key: Secret, origin: Origin) {
        self.header = header
        self.prefix = prefix
        self.key = key
        self.origin = origin
    }
}

/// The scheme, host and port of a URL, in one normal form.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    public var scheme: String
    public var host: String
    public var port: Int

    /// - Returns: `nil` when the URL has no host or is neither `http` nor `https`.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    public var description: String { "\(scheme)://\(host):\(port)" }
}

/// The head of a response, and its body as it arrives.
public struct HTTPResponse: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    /// Dropping it closes the connection.
    public var body: HTTPBody

    public init(status: Int, headers: [(name: String, value: String)], body: HTTPBody) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first header of that name, in whatever case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// The bytes of a response as they arrive: pieces of any size, cut anywhere, to be read once.
///
/// It ends without an error only when the body is complete, so that half an answer cannot pass for a whole one.
public struct HTTPBody: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    private let pull: @Sendable () async throws -> [UInt8]?

    /// - Parameter pull: gives the next piece, or `nil` at the end. It is asked for one piece at a time, so that nothing has to
    ///   be kept for a slow reader; what it holds is let go with the body.
    public init(pull: @escaping @Sendable () async throws -> [UInt8]?) {
        self.pull = pull
    }

    /// The pieces that some work gives, which begins now.
    public init(_ stream: EventStream<[UInt8]>) {
        let iterator = stream.makeAsyncIterator()
        self.init {
            // All copies read from the same place.
            var iterator = iterator
            return try await iterator.next()
        }
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let pull: @Sendable () async throws -> [UInt8]?

        /// - Throws: `CancellationError` when the task is cancelled; otherwise what went wrong.
        public mutating func next() async throws -> [UInt8]? {
            let piece = try await pull()
            if piece == nil { try Task.checkCancellation() }
            return piece
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pull: pull) }
}

extension HTTPBody {
    /// Reads what is left, so that the connection ends well and can serve again. Gives up after a short while: what does not
    /// end by itself is closed when the body is let go.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that are worth waiting for.
    ///   - patience: A server that is done sends its last bytes at once; a slow line takes a round trip.
    public func discardRest(limit: Int = 64 << 10, patience: Duration = .milliseconds(250)) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var left = limit
                var iterator = makeAsyncIterator()
                while left > 0, let piece = try? await iterator.next() { left -= piece.count }
            }
            group.addTask { try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
    }
}
