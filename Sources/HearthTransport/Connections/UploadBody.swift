import NIOCore
import Synchronization

/// A request's body in pieces, which knows how much of it was taken: what has not been taken cannot have been sent.
struct UploadBody: AsyncSequence, Sendable {
    /// Shared by the copies of one body.
    final class Progress: Sendable {
        private let count = Mutex(0)
        /// Bytes that the connection has taken.
        var taken: Int { count.withLock { $0 } }
        func add(_ bytes: Int) { count.withLock { $0 += bytes } }
    }

    struct Iterator: AsyncIteratorProtocol {
        var rest: ByteBuffer
        let progress: Progress

        mutating func next() async -> ByteBuffer? {
            guard let piece = rest.readSlice(length: Swift.min(rest.readableBytes, UploadBody.pieceSize)),
                piece.readableBytes > 0
            else { return nil }
            progress.add(piece.readableBytes)
            return piece
        }
    }

    private static let pieceSize = 64 << 10
    let buffer: ByteBuffer
    let progress = Progress()

    init(_ bytes: [UInt8]) {
        buffer = ByteBuffer(bytes: bytes)
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: buffer, progress: progress) }
}
