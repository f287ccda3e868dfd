/// The bytes of a response as they arrive: pieces of any size, cut anywhere, to be read once.
///
/// It ends without an error only when the body is complete. An `AsyncThrowingStream` would also end that way when the reading
/// task is cancelled, and half an answer would pass for a whole one.
public struct HTTPBody: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    private enum Source: Sendable {
        case pull(@Sendable () async throws -> [UInt8]?)
        case stream(AsyncThrowingStream<[UInt8], any Error>)
    }

    private let source: Source

    /// - Parameter pull: gives the next piece, or `nil` at the end. It is asked for one piece at a time, so that nothing has to
    ///   be kept for a slow reader; what it holds is let go with the body.
    public init(pull: @escaping @Sendable () async throws -> [UInt8]?) {
        source = .pull(pull)
    }

    public init(_ stream: AsyncThrowingStream<[UInt8], any Error>) {
        source = .stream(stream)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate enum Source {
            case pull(@Sendable () async throws -> [UInt8]?)
            case stream(AsyncThrowingStream<[UInt8], any Error>.Iterator)
        }

        fileprivate var source: Source

        /// - Throws: `CancellationError` when the task is cancelled; otherwise what went wrong.
        public mutating func next() async throws -> [UInt8]? {
            let piece: [UInt8]?
            switch source {
            case .pull(let pull): piece = try await pull()
            case .stream(var iterator):
                piece = try await iterator.next()
                source = .stream(iterator)
            }
            if piece == nil { try Task.checkCancellation() }
            return piece
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        switch source {
        case .pull(let pull): AsyncIterator(source: .pull(pull))
        case .stream(let stream): AsyncIterator(source: .stream(stream.makeAsyncIterator()))
        }
    }
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
