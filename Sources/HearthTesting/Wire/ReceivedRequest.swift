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
