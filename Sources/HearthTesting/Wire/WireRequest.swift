/// A request as it came over the wire.
public struct WireRequest: Sendable {
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
