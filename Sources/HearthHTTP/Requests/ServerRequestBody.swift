import HearthCore

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
                    try await Work.current?.take(bytes: more)
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
        ServerError(
            .contentTooLarge, "too-large", "The body is larger than the \(limit) bytes that are taken here.")
    }

    static let tooSlow = ServerError(
        .requestTimeout, "too-slow", "The body did not arrive in time. Send it again, or in smaller parts.")
}
