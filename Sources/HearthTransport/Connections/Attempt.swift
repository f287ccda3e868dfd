import Crypto
import Foundation
import HearthCore
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
        entry.duration = (clock.uptime() - start).inSeconds
        entry.errorCode = errorCode
        // Begun before the place is given back: whoever waits for the transport to be idle then waits for the record too.
        let writing = recorder.record(entry)
        release()
        return writing
    }

    /// SHA-256 of a body, hexadecimal; `nil` when there is none.
    static func hash(of body: [UInt8]) -> String? {
        guard !body.isEmpty else { return nil }
        return SHA256.hash(data: body).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }
}
