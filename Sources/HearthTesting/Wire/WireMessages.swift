/// A request as it came over the wire.
public struct ReceivedRequest: Sendable {
    public var method: String
    /// Path and query, or `host:port` after `CONNECT`.
    public var target: String
    /// In their order and spelling.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// The number of its connection; see ``WireConnection/id``.
    public var connection: Int

    /// The first header of that name, in whatever case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// A connection that a client opened.
public struct WireConnection: Sendable {
    public enum End: Hashable, Sendable {
        case client
        case server
    }

    /// Counted from 0, in the order of opening.
    public let id: Int
    /// `nil` while it is open.
    public internal(set) var closedBy: End?
    public internal(set) var bytesReceived = 0
    /// Bytes that the system has taken; with a client that does not read, that ends at the size of its buffers.
    public internal(set) var bytesSent = 0
}

/// Reads requests from the bytes of one connection.
///
/// Only what clients in tests send: a head of at most 1 MiB, a body by `Content-Length` or in chunks.
struct WireRequestParser {
    struct Malformed: Error {}

    private static let maximumHeadBytes = 1 << 20
    private var buffer: [UInt8] = []
    /// Where the search for the head's end goes on.
    private var searched = 0
    private let connection: Int

    init(connection: Int) {
        self.connection = connection
    }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
    }

    /// - Returns: the next complete request, or `nil` when more bytes are needed.
    mutating func next() throws(Malformed) -> ReceivedRequest? {
        guard let headEnd = findHeadEnd() else {
            guard buffer.count <= Self.maximumHeadBytes else { throw Malformed() }
            return nil
        }
        let lines = String(decoding: buffer[..<headEnd], as: UTF8.self).split(separator: "\r\n")
        let first = lines.first?.split(separator: " ") ?? []
        guard first.count == 3 else { throw Malformed() }
        var request = ReceivedRequest(
            method: String(first[0]), target: String(first[1]), headers: [], body: [], connection: connection)
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw Malformed() }
            request.headers.append(
                (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })))
        }
        let start = headEnd + 4
        if request.header("transfer-encoding")?.lowercased() == "chunked" {
            guard let (body, end) = try chunkedBody(from: start) else { return nil }
            request.body = body
            consume(upTo: end)
        } else {
            guard let length = Int(request.header("content-length") ?? "0"), length >= 0 else { throw Malformed() }
            guard buffer.count - start >= length else { return nil }
            request.body = Array(buffer[start..<start + length])
            consume(upTo: start + length)
        }
        return request
    }

    private mutating func consume(upTo end: Int) {
        buffer.removeFirst(end)
        searched = 0
    }

    private mutating func findHeadEnd() -> Int? {
        var index = searched
        while index + 4 <= buffer.count {
            if buffer[index] == 13, buffer[index + 1] == 10, buffer[index + 2] == 13, buffer[index + 3] == 10 {
                searched = index
                return index
            }
            index += 1
        }
        searched = index
        return nil
    }

    private func chunkedBody(from start: Int) throws(Malformed) -> (body: [UInt8], end: Int)? {
        var body: [UInt8] = []
        var index = start
        while true {
            guard let lineEnd = buffer[index...].firstIndex(of: 13) else { return nil }
            guard let size = Int(String(decoding: buffer[index..<lineEnd], as: UTF8.self), radix: 16), size >= 0 else {
                throw Malformed()
            }
            let (end, overflow) = (lineEnd + 4).addingReportingOverflow(size)
            guard !overflow else { throw Malformed() }
            guard buffer.count >= end else { return nil }
            body += buffer[lineEnd + 2..<lineEnd + 2 + size]
            index = end
            if size == 0 { return (body, end) }
        }
    }
}

// MARK: - Responses

/// What ``WireServer`` does after a request, byte by byte.
///
/// ```swift
/// let plain = WireResponse.http(body: Array("hello".utf8))
/// let stream = WireResponse.http(body: events, framing: .chunked(size: 20)).cut(pieces: 50, seed: 7)
/// let broken = WireResponse.http(body: events).dropping(after: 100, reset: true)
/// ```
public struct WireResponse: Sendable {
    public enum Step: Hashable, Sendable {
        /// Written and flushed together.
        case bytes([UInt8])
        /// That many bytes of zero, made while they are sent: a large file that takes no memory.
        case zeros(Int)
        case pause(Duration)
        /// Ends the connection in the usual way.
        case close
        /// Ends the connection with a TCP reset; what the client has not read yet is lost.
        case reset
        /// Does nothing more, until the client closes.
        case hold
    }

    /// How the end of a body is told.
    public enum Framing: Hashable, Sendable {
        /// By a `Content-Length` header.
        case length
        /// By `Transfer-Encoding: chunked`, in chunks of that many bytes.
        case chunked(size: Int)
        /// By the end of the connection.
        case untilClose
        /// As the given headers say; nothing is added.
        case asGiven
    }

    public var steps: [Step]

    public init(steps: [Step]) {
        self.steps = steps
    }

    /// A response with its framing.
    public static func http(
        _ status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        framing: Framing = .length
    ) -> WireResponse {
        var head = "HTTP/1.1 \(status) Scripted\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        var bytes: [UInt8] = []
        var end: [Step] = []
        switch framing {
        case .length:
            head += "content-length: \(body.count)\r\n\r\n"
            bytes = body
        case .chunked(let size):
            head += "transfer-encoding: chunked\r\n\r\n"
            var rest = body[...]
            while !rest.isEmpty {
                let chunk = rest.prefix(max(1, size))
                rest = rest.dropFirst(chunk.count)
                bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
            }
            bytes += Array("0\r\n\r\n".utf8)
        case .untilClose:
            head += "connection: close\r\n\r\n"
            bytes = body
            end = [.close]
        case .asGiven:
            head += "\r\n"
            bytes = body
        }
        return WireResponse(steps: [.bytes(Array(head.utf8) + bytes)] + end)
    }

    /// A request that is never answered.
    public static let silence = WireResponse(steps: [.hold])

    /// A connection that is closed without an answer.
    public static let hangUp = WireResponse(steps: [.close])

    /// All bytes that are sent, pauses and zeros left out.
    public var bytes: [UInt8] {
        steps.flatMap { if case .bytes(let bytes) = $0 { bytes } else { [] as [UInt8] } }
    }

    /// The same bytes, flushed apart at these places, with a pause at each.
    public func cut(at places: [Int], pause: Duration = .zero) -> WireResponse {
        let bytes = bytes
        var steps: [Step] = []
        var start = 0
        for place in Set(places).sorted() + [bytes.count] where place > start && place <= bytes.count {
            if start > 0, pause > .zero { steps.append(.pause(pause)) }
            steps.append(.bytes(Array(bytes[start..<place])))
            start = place
        }
        return WireResponse(steps: steps + ending)
    }

    /// The same bytes in that many pieces, cut at places that the seed decides.
    public func cut(pieces: Int, seed: UInt64, pause: Duration = .zero) -> WireResponse {
        let count = bytes.count
        guard count > 1, pieces > 1 else { return self }
        var generator = SeededGenerator(seed: seed)
        return cut(at: (1..<pieces).map { _ in Int.random(in: 1..<count, using: &generator) }, pause: pause)
    }

    /// The first `count` bytes, and then the end of the connection.
    public func dropping(after count: Int, reset: Bool = false) -> WireResponse {
        WireResponse(steps: upTo(count) + [reset ? .reset : .close])
    }

    /// The first `count` bytes, and then silence.
    public func stalling(after count: Int) -> WireResponse {
        WireResponse(steps: upTo(count) + [.hold])
    }

    /// The same after a pause.
    public func delayed(by pause: Duration) -> WireResponse {
        WireResponse(steps: [.pause(pause)] + steps)
    }

    /// What comes after the last bytes.
    private var ending: [Step] {
        guard let last = steps.last else { return [] }
        switch last {
        case .close, .reset, .hold: return [last]
        case .bytes, .zeros, .pause: return []
        }
    }

    private func upTo(_ count: Int) -> [Step] {
        var left = count
        var result: [Step] = []
        for step in steps {
            switch step {
            case .bytes(let bytes):
                result.append(.bytes(Array(bytes.prefix(left))))
                left -= bytes.count
                if left <= 0 { return result }
            case .zeros(let count):
                result.append(.zeros(min(count, left)))
                left -= count
                if left <= 0 { return result }
            case .pause: result.append(step)
            case .close, .reset, .hold: return result
            }
        }
        return result
    }
}
