import HearthCore
import Synchronization

/// Keeps live sound for a reader that is busy, and drops the newest when it has kept enough (a bounded queue, tail drop): what
/// was said first is answered first, and a gap has a place on the clock.
final class LiveBuffer: Sendable {
    fileprivate struct State {
        var samples: [Float] = []
        /// Samples at the front of `samples` that the reader has taken: moving the rest down each time would be quadratic.
        var taken = 0
        /// The clock at the first sample that waits.
        var start = 0
        /// Samples that came, dropped ones included.
        var heard = 0
        var dropped = 0
        /// After how many waiting samples a gap comes, and how long it is.
        var gap: (at: Int, length: Int)?
        var isFinished = false
        var reader: CheckedContinuation<Void, any Error>?
    }

    private let state = Mutex(State())
    private let maximum: Int

    init(maximum: Int) { self.maximum = maximum }

    /// - Returns: How many samples were heard so far.
    func add(_ new: [Float]) -> Int {
        let (heard, reader) = state.withLock { state in
            state.passGap()
            let room = max(0, maximum - state.waiting)
            // Once there is a gap, nothing is added before the reader has come to it: there is one gap at a time.
            let kept = state.gap == nil ? min(room, new.count) : 0
            state.samples += new.prefix(kept)
            let lost = new.count - kept
            if lost > 0 {
                state.dropped += lost
                state.gap = (state.gap?.at ?? state.waiting, (state.gap?.length ?? 0) + lost)
            }
            state.heard += new.count
            defer { state.reader = nil }
            return (state.heard, state.reader)
        }
        reader?.resume()
        return heard
    }

    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }

    /// What comes next; `nil` at the end.
    func next(atMost count: Int) async throws -> AudioChunk? {
        while true {
            try Task.checkCancellation()
            let (chunk, isFinished) = state.withLock { state in (state.take(count), state.isFinished) }
            if let chunk { return chunk }
            if isFinished { return nil }
            try await wait()
        }
    }

    private func wait() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isReady = state.withLock { state in
                    guard state.waiting == 0, !state.isFinished, !Task.isCancelled else { return true }
                    state.reader = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }?.resume(throwing: CancellationError())
        }
    }

    var report: AudioReport {
        state.withLock { state in
            var warnings: [ExtractionWarning] = []
            if state.dropped > 0 {
                let seconds = AudioWarnings.seconds(AudioFormat.seconds(state.dropped))
                warnings.append(ExtractionWarning(.skipped, "\(seconds) were not heard: the machine was too busy."))
            }
            return AudioReport(duration: AudioFormat.seconds(state.heard), warnings: warnings)
        }
    }
}

extension LiveBuffer.State {
    fileprivate var waiting: Int { samples.count - taken }

    /// A gap that the reader has come to is behind it.
    fileprivate mutating func passGap() {
        guard let gap, gap.at == 0 else { return }
        start += gap.length
        self.gap = nil
    }

    fileprivate mutating func take(_ count: Int) -> AudioChunk? {
        passGap()
        guard waiting > 0 else { return nil }
        let size = min(count, gap?.at ?? waiting)
        let chunk = AudioChunk(start: start, samples: Array(samples[taken..<(taken + size)]))
        taken += size
        if taken * 2 > samples.count {
            samples.removeFirst(taken)
            taken = 0
        }
        start += size
        if let gap { self.gap = (gap.at - size, gap.length) }
        return chunk
    }
}
