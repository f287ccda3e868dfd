import Foundation
import HearthCore
import NIOCore
import Synchronization

/// One try to get a response, from its place in the queue to the last byte: what has to be given back and recorded once when
/// it ends, however it ends.
final class Attempt: Sendable {
    private let entry: LedgerEntry
    private let start: Duration
    private let upload: UploadBody.Progress
    private let clock: TransportClock
    private let recorder: ConnectionRecorder
    private let release: @Sendable () -> Void
    private let isFinished = Mutex(false)

    /// - Parameter release: gives back the place in the queue; called once.
    init(
        _ entry: LedgerEntry, upload: UploadBody.Progress, clock: TransportClock, recorder: ConnectionRecorder,
        release: @escaping @Sendable () -> Void
    ) {
        self.entry = entry
        self.upload = upload
        self.clock = clock
        self.recorder = recorder
        self.release = release
        start = clock.uptime()
    }

    var bytesOut: Int { upload.taken }

    /// Ends the attempt; later calls do nothing.
    ///
    /// - Returns: the writing of the record, or `nil` when the attempt had ended before.
    @discardableResult
    func finish(bytesIn: Int, errorCode: String?) -> Task<Void, any Error>? {
        let isFirst = isFinished.withLock { isFinished in
            defer { isFinished = true }
            return !isFinished
        }
        guard isFirst else { return nil }
        var entry = entry
        entry.bytesOut = upload.taken
        entry.bytesIn = bytesIn
        entry.duration = (clock.uptime() - start).seconds
        entry.errorCode = errorCode
        // Begun before the place is given back: whoever waits for the transport to be idle then waits for the record too.
        let writing = recorder.record(entry)
        release()
        return writing
    }

    /// SHA-256 of a body, hexadecimal; `nil` when there is none.
    static func hash(of body: [UInt8]) -> String? {
        body.isEmpty ? nil : ContentHash(of: body).hex
    }
}

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
