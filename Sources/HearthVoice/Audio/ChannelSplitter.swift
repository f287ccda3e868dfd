import HearthCore

/// Makes chunks on the 16 kHz clock out of interleaved samples: mixes or separates the channels and changes the rate.
struct ChannelSplitter {
    /// Half a second: long enough that the work around a chunk is nothing, short enough that what follows starts soon.
    private static let chunk = 8_192

    private let channels: Int
    private let layout: ChannelLayout
    private var resamplers: [Resampler]
    private var pending: [[Float]]
    private var odd: [Float] = []
    /// Samples that were given out, on the clock.
    private(set) var position = 0
    private let maximum: Int
    private(set) var isCut = false

    /// - Returns: `nil` for a rate that the resampler does not take.
    init?(channels: Int, rate: Int, layout: ChannelLayout, limits: AudioLimits) {
        let isSeparate = layout == .separate && channels > 1 && channels <= limits.maximumChannels
        self.channels = channels
        self.layout = isSeparate ? .separate : .mixed
        let lanes = isSeparate ? channels : 1
        maximum = AudioFormat.sample(limits.seconds)
        pending = Array(repeating: [], count: lanes)
        resamplers = []
        guard rate != AudioFormat.sampleRate else { return }
        guard let resampler = Resampler(from: rate) else { return nil }
        resamplers = Array(repeating: resampler, count: lanes)
    }

    /// Takes interleaved samples, and gives the chunks that are full.
    mutating func feed(_ interleaved: [Float]) -> [AudioChunk] {
        guard !isCut else { return [] }
        if channels == 1 {
            add(interleaved, lane: 0)
        } else {
            let all = odd.isEmpty ? interleaved : odd + interleaved
            let frames = all.count / channels
            odd = Array(all[(frames * channels)...])
            if layout == .separate {
                for channel in 0..<channels { add((0..<frames).map { all[$0 * channels + channel] }, lane: channel) }
            } else {
                let scale = 1 / Float(channels)
                add(
                    (0..<frames).map { frame in
                        var sum: Float = 0
                        for channel in 0..<channels { sum += all[frame * channels + channel] }
                        return sum * scale
                    }, lane: 0)
            }
        }
        return take(atLeast: Self.chunk)
    }

    /// Gives what is left.
    mutating func finish() -> [AudioChunk] {
        for lane in resamplers.indices { resamplers[lane].finish(into: &pending[lane]) }
        return take(atLeast: 1)
    }

    private mutating func add(_ samples: [Float], lane: Int) {
        if resamplers.isEmpty {
            pending[lane] += samples
        } else {
            resamplers[lane].feed(samples, into: &pending[lane])
        }
    }

    private mutating func take(atLeast least: Int) -> [AudioChunk] {
        var chunks: [AudioChunk] = []
        // All lanes hold the same number of samples.
        var count = pending[0].count
        while count >= least, !isCut {
            var size = min(count, Self.chunk)
            if position + size >= maximum {
                size = maximum - position
                isCut = true
                guard size > 0 else { break }
            }
            for lane in pending.indices {
                chunks.append(AudioChunk(start: position, samples: Array(pending[lane].prefix(size)), channel: lane))
                pending[lane].removeFirst(size)
            }
            position += size
            count -= size
        }
        return chunks
    }
}
