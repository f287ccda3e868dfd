import HearthCore

/// One channel of a recording on its way through a detector: keeps only as much sound as may still be asked for.
struct SpeechLane {
    /// A stretch of speech with the sound around it.
    struct Clip {
        /// On the clock of the recording.
        var speech: Range<Int>
        var samples: [Float]
        var start: Int
    }

    enum Step {
        case began
        case cancelled
        case speech(Clip)
    }

    let channel: Int
    private var detector: any VoiceActivityDetector
    private var buffer: [Float] = []
    private var bufferStart = 0
    /// The end of the last clip; the next one does not repeat its sound.
    private var lastEnd = 0
    private let margin = AudioFormat.sample(VoiceThresholds.recognitionMargin)
    private let maximumClip: Int

    /// Samples of silence that stand in for a gap at once.
    private static let filling = 16_000

    /// - Parameter maximumClip: Samples that the recognizer takes at once.
    init(channel: Int, detector: any VoiceActivityDetector, maximumClip: Int) {
        self.channel = channel
        self.detector = detector
        self.maximumClip = maximumClip
    }

    /// Samples that are kept.
    var kept: Int { buffer.count }
    private var end: Int { bufferStart + buffer.count }

    /// Hears a chunk. A gap before it, where sound was dropped, is silence; a chunk that was heard before is left out.
    mutating func hear(_ chunk: AudioChunk) throws -> [Step] {
        var steps: [Step] = []
        while end < chunk.start {
            steps += try hear([Float](repeating: 0, count: min(Self.filling, chunk.start - end)))
        }
        let repeated = end - chunk.start
        guard repeated < chunk.samples.count else { return steps }
        return steps + (try hear(repeated == 0 ? chunk.samples : Array(chunk.samples[repeated...])))
    }

    mutating func finish() throws -> [Step] {
        let steps = take(try detector.finish())
        buffer = []
        bufferStart = end
        return steps
    }

    private mutating func hear(_ samples: [Float]) throws -> [Step] {
        buffer += samples
        let steps = take(try detector.feed(samples))
        let needed = max(bufferStart, min(end, detector.horizon - margin))
        // Moving the rest down costs as much as it saves where little is freed.
        if needed - bufferStart > 8_000 {
            buffer.removeFirst(needed - bufferStart)
            bufferStart = needed
        }
        return steps
    }

    private mutating func take(_ events: [VoiceActivityEvent]) -> [Step] {
        var steps: [Step] = []
        for (index, event) in events.enumerated() {
            switch event {
            case .began: steps.append(.began)
            case .cancelled: steps.append(.cancelled)
            case .ended(let range):
                var goesOn = false
                if index + 1 < events.count, case .began(let next) = events[index + 1] {
                    goesOn = next == range.upperBound
                }
                steps += clips(range, goesOn: goesOn).map { .speech($0) }
            }
        }
        return steps
    }

    /// A stretch with the sound around it; in pieces, if a detector gave one that is too long.
    private mutating func clips(_ range: Range<Int>, goesOn: Bool) -> [Clip] {
        let first = max(range.lowerBound - margin, lastEnd, bufferStart)
        let last = min(goesOn ? range.upperBound : range.upperBound + margin, end)
        guard last > first else { return [] }
        lastEnd = last
        return stride(from: first, to: last, by: maximumClip).map { start in
            let stop = min(start + maximumClip, last)
            let speech = min(max(range.lowerBound, start), stop)
            return Clip(
                speech: speech..<max(min(range.upperBound, stop), speech),
                samples: Array(buffer[(start - bufferStart)..<(stop - bufferStart)]), start: start)
        }
    }
}
