import HTTPTypes
public import HearthCore
import Synchronization

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

    /// An answer in JSON that tells in a header what of the request had no effect.
    package static func json(_ value: JSONValue, notes: [String]) -> ServerResponse {
        let text = GenerationResult.header(notes.joined(separator: " "))
        return json(value, headers: text.isEmpty ? [] : [("hearth-notes", text)])
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

// MARK: - Streams

/// How a stream says that it ends with an error.
public enum StreamStyle: Sendable {
    /// Hearth's own: `event: error` with the error as its data.
    case plain
    /// OpenAI's: an `error` object as data.
    case openAI
    /// Anthropic's: `event: error`.
    case anthropic
    /// JSON-RPC over server-sent events. What went wrong was answered by a message already.
    case jsonRPC
    /// Lines of JSON, of which the last one is an `error`; Ollama's.
    case lines
    /// No events at all, but a file. It just ends.
    case raw

    /// Whether comments may stand between what is sent.
    var hasComments: Bool {
        switch self {
        case .raw, .lines: false
        case .plain, .openAI, .anthropic, .jsonRPC: true
        }
    }

    func closing(_ error: ServerError, id: String) -> [UInt8] {
        switch self {
        case .plain: EventSink.bytes(event: "error", data: ErrorStyle.plain.value(of: error).description)
        case .openAI: EventSink.bytes(event: nil, data: ErrorStyle.openAI.value(of: error).description)
        case .anthropic:
            EventSink.bytes(event: "error", data: ErrorStyle.anthropic.value(of: error, id: id).description)
        case .lines: Array((ErrorStyle.ollama.value(of: error).description + "\n").utf8)
        case .jsonRPC, .raw: []
        }
    }
}

/// Where a stream's producer puts what is to be sent. It waits when the client is slow (backpressure), and sends nothing to one
/// that left.
public final class EventSink: Sendable {
    enum Item: Sendable {
        case head([(name: String, value: String)])
        case bytes([UInt8])
        case failed(any Error)
        case end
    }

    fileprivate struct State {
        var items: [Item] = []
        /// The next item; those before it are gone.
        var position = 0
        var pending = 0
        var check: (@Sendable () async throws -> Void)?
        var hasStarted = false
        var isClosed = false
        var reader: CheckedContinuation<Void, Never>?
        /// Those who wait for room, by a number of their own.
        var writers: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextWriter: UInt64 = 0
    }

    /// Bytes that may wait for a slow client before the producer waits too (backpressure): some hundred events of an answer.
    static let highWater = 64 << 10

    private let state = Mutex(State())

    init() {}

    // MARK: The producer's side

    /// Has something asked before each piece, the comments too that keep a connection in use; what it throws ends the stream.
    public func check(_ check: @escaping @Sendable () async throws -> Void) { state.withLock { $0.check = check } }

    /// Sends the head, with further headers. What is sent first does so, when nobody has.
    public func start(headers: [(name: String, value: String)] = []) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.hasStarted, !state.isClosed else { return nil }
            state.hasStarted = true
            state.items.append(.head(headers))
            return state.takeReader()
        }
        reader?.resume()
    }

    /// Sends one event.
    ///
    /// - Parameter data: May hold several lines.
    public func send(event: String? = nil, id: String? = nil, data: String) async throws {
        try await write(Self.bytes(event: event, id: id, data: data))
    }

    /// Sends bytes as they are, for a stream that is no stream of events.
    public func send(raw bytes: [UInt8]) async throws { try await write(bytes) }

    /// Sends a comment, which clients leave out; it keeps a connection in use and finds out whether it still stands.
    public func keepAlive() async throws { try await write(Array(": \n\n".utf8)) }

    /// Bytes in memory, of what waits and of what was sent.
    var heldBytes: Int {
        state.withLock { state in
            state.items.reduce(0) { if case .bytes(let bytes) = $1 { $0 + bytes.count } else { $0 } }
        }
    }

    /// Whether the head went out.
    var hasStarted: Bool { state.withLock { $0.hasStarted } }

    private func write(_ bytes: [UInt8]) async throws {
        try Task.checkCancellation()
        try await state.withLock { $0.check }?()
        start()
        let (reader, mustWait) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Bool) in
            guard !state.isClosed else { return (nil, false) }
            state.items.append(.bytes(bytes))
            state.pending += bytes.count
            return (state.takeReader(), state.pending > Self.highWater)
        }
        reader?.resume()
        if mustWait { try await room() }
    }

    /// - Throws: `CancellationError`: whoever stops an answer need not wait for a client that does not read.
    private func room() async throws {
        let id = state.withLock { state in
            state.nextWriter += 1
            return state.nextWriter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    if state.isClosed || state.pending <= Self.highWater || Task.isCancelled { return true }
                    state.writers[id] = continuation
                    return false
                }
                if isFree { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.writers.removeValue(forKey: id) }?.resume()
        }
        try Task.checkCancellation()
    }

    /// Whether a producer waits for the client.
    var isHoldingBack: Bool { state.withLock { !$0.writers.isEmpty } }

    // MARK: The connection's side

    /// The next thing to write.
    func next() async -> Item {
        while true {
            let (item, writers) = state.withLock { state -> (Item?, [CheckedContinuation<Void, Never>]) in
                guard let item = state.takeItem() else { return (nil, []) }
                if case .bytes(let bytes) = item { state.pending -= bytes.count }
                guard state.pending <= Self.highWater else { return (item, []) }
                return (item, state.takeWriters())
            }
            for writer in writers { writer.resume() }
            if let item { return item }
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.position < state.items.count { return true }
                    state.reader = continuation
                    return false
                }
                if isThere { continuation.resume() }
            }
        }
    }

    /// The producer is done, or has failed. What comes later is dropped.
    func finish(_ error: (any Error)?) {
        let (reader, writers) = state.withLock {
            state -> (CheckedContinuation<Void, Never>?, [CheckedContinuation<Void, Never>]) in
            guard !state.isClosed else { return (nil, []) }
            state.isClosed = true
            state.items.append(error.map(Item.failed) ?? .end)
            return (state.takeReader(), state.takeWriters())
        }
        reader?.resume()
        for writer in writers { writer.resume() }
    }

    /// An event as it is sent (HTML Standard, 9.2).
    static func bytes(event: String?, id: String? = nil, data: String) -> [UInt8] {
        var text = ""
        if let event { text += "event: \(event)\n" }
        if let id { text += "id: \(id)\n" }
        if data.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            let lines = data.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            for line in lines.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
                text += "data: \(Substring(line))\n"
            }
        } else {
            text += "data: \(data)\n"
        }
        return Array((text + "\n").utf8)
    }
}

extension EventSink.State {
    fileprivate mutating func takeItem() -> EventSink.Item? {
        guard position < items.count else { return nil }
        let item = items[position]
        // Let go of at once: a client that is always a little behind would otherwise keep all of a long stream in memory.
        items[position] = .end
        position += 1
        if position == items.count {
            items.removeAll(keepingCapacity: true)
            position = 0
        } else if position >= 256, position * 2 >= items.count {
            items.removeFirst(position)
            position = 0
        }
        return item
    }

    fileprivate mutating func takeWriters() -> [CheckedContinuation<Void, Never>] {
        defer { writers = [:] }
        return Array(writers.values)
    }

    fileprivate mutating func takeReader() -> CheckedContinuation<Void, Never>? {
        defer { reader = nil }
        return reader
    }
}
