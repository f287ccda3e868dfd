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
    /// The most bytes of the response's body; a longer one ends in an error.
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
    /// The text before the key in the header's value, such as `Bearer `.
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

    /// A body whose chunks come from a stream; starts the stream's producer.
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

// MARK: -

/// Questions about a host as ``LanguageModel/host`` writes it: a name or an address, perhaps with a port.
package enum HostAddress {
    /// Whether a host is this machine itself.
    ///
    /// Only the written forms that every resolver reads alike count: `localhost`, `127.0.0.0/8` with four decimal parts, and
    /// `::1`. Other spellings (`127.1`, `2130706433`, `printer.localhost`) are left to be another host, which errs to the
    /// safe side: what is not plainly local must use TLS, and is refused offline. No name is looked up for it.
    package static func isLoopback(_ host: String) -> Bool {
        let name = withoutPort(host).lowercased()
        if name == "localhost" || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "127" else { return false }
        return parts.allSatisfy { part in
            (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
                && (part.utf8.count == 1 || part.utf8.first != 0x30) && (Int(part) ?? 256) < 256
        }
    }

    /// Hosts are compared without regard to case, and with their port: another port is another program.
    package static func isSame(_ a: String, _ b: String) -> Bool {
        a == b || a.utf8.count == b.utf8.count && a.lowercased() == b.lowercased()
    }

    private static func withoutPort(_ host: String) -> Substring {
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            let rest = host[host.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return host[...] }
            return host[host.index(after: host.startIndex)..<end]
        }
        // A bare IPv6 address has several colons and no port.
        guard let colon = host.firstIndex(of: ":"), colon == host.lastIndex(of: ":") else { return host[...] }
        return host[..<colon]
    }
}

// MARK: -

/// The wait that a server asks for in the header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date.
package enum RetryAfter {
    /// A year and more is all the same, and does not overflow.
    private static let longest = 366 * 86_400

    /// In whole seconds; `nil` when the header is not there or says neither. A date that has passed is no wait.
    package static func wait(_ header: String?, now: Date) -> Duration? {
        guard let text = header?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return .seconds(min(Int(text) ?? .max, longest))
        }
        guard let date = HTTPDate.parse(text) else { return nil }
        return .seconds(Int(min(max(0, date.timeIntervalSince(now)), Double(longest)).rounded(.up)))
    }
}

/// A date in a header: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7). The two obsolete forms are not read; no server in use
/// writes them, and a date that is not read only means the usual wait.
private enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func parse(_ text: String) -> Date? {
        let words = text.split(separator: " ", maxSplits: 6)
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
            let day = number(words[1], digits: 2), (1...31).contains(day),
            let month = months.firstIndex(of: String(words[2])),
            let year = number(words[3], digits: 4)
        else { return nil }
        let time = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, let hour = number(time[0], digits: 2), hour < 24,
            let minute = number(time[1], digits: 2), minute < 60,
            let second = number(time[2], digits: 2), second <= 60
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(
            from: DateComponents(
                year: year, month: month + 1, day: day, hour: hour, minute: minute, second: min(second, 59)))
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }
}

/// What a response says of the file that it carries, or of the part of one.
extension HTTPResponse {
    /// The first byte, the last byte and the length of the whole, of `Content-Range: bytes 0-99/1234` (RFC 9110, 14.4); the
    /// length is `nil` for `*`. A range that contradicts itself counts as none.
    package var contentRange: (first: Int, last: Int, total: Int?)? {
        guard let text = header("content-range")?.trimmingCharacters(in: .whitespaces).lowercased(),
            text.hasPrefix("bytes ")
        else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 0, last >= first,
            last < Int.max
        else {
            return nil
        }
        let total = Int(parts[1])
        if let total, last >= total { return nil }
        guard total != nil || parts[1] == "*" else { return nil }
        return (first, last, total)
    }

    /// The length of the whole after a range that cannot be served: `Content-Range: bytes */1234`.
    package var unsatisfiedTotal: Int? {
        guard let text = header("content-range")?.lowercased(), text.hasPrefix("bytes */") else { return nil }
        return Int(text.dropFirst(8)).flatMap { $0 >= 0 ? $0 : nil }
    }

    package var contentLength: Int? {
        header("content-length").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Whether the body says itself where it ends. One that ends with its connection may have been cut off anywhere, and nobody can
    /// tell (RFC 9112, 6.3; the transport speaks HTTP/1.1 alone).
    package var saysItsEnd: Bool {
        contentLength != nil || header("transfer-encoding")?.lowercased().contains("chunked") == true
    }

    /// What a request with `If-Range` may name: a strong entity tag, else the date of the last change (RFC 9110, 13.1.5). It is sent
    /// back as it is, or not at all.
    package var rangeValidator: String? {
        func usable(_ text: String, most: Int) -> Bool {
            !text.isEmpty && text.utf8.count <= most && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }
        if let tag = header("etag") { return tag.hasPrefix("\"") && usable(tag, most: 512) ? tag : nil }
        return header("last-modified").flatMap { usable($0, most: 64) ? $0 : nil }
    }
}
