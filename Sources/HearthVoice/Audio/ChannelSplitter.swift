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

/// Turns the bytes of a stream of samples into Floats, whatever pieces they come in.
///
/// What is no number becomes silence, and what is louder than full scale becomes full scale: neither a detector nor a
/// recognizer must ever see an infinity.
struct SampleDecoder {
    let encoding: WAVHeader.Encoding
    /// Samples that were no numbers.
    private(set) var repaired = 0
    private var rest: [UInt8] = []

    init(_ encoding: WAVHeader.Encoding) { self.encoding = encoding }

    /// Appends the samples in these bytes; a sample that is not complete yet waits for the next call.
    mutating func decode(_ bytes: [UInt8], into samples: inout [Float]) {
        let all = rest.isEmpty ? bytes : rest + bytes
        let width = encoding.bytes
        let count = all.count / width
        samples.reserveCapacity(samples.count + count)
        all.withUnsafeBytes { raw in
            for index in 0..<count { samples.append(sample(raw, at: index * width)) }
        }
        rest = Array(all[(count * width)...])
    }

    private mutating func sample(_ raw: UnsafeRawBufferPointer, at offset: Int) -> Float {
        switch encoding {
        case .unsigned8: return (Float(raw[offset]) - 128) / 128
        case .signed16:
            return Float(Int16(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int16.self))) / 32_768
        case .signed24:
            let low = UInt32(raw[offset]) << 8 | UInt32(raw[offset + 1]) << 16 | UInt32(raw[offset + 2]) << 24
            return Float(Int32(bitPattern: low)) / 2_147_483_648
        case .signed32:
            let value = Int32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int32.self))
            return Float(value) / 2_147_483_648
        case .float32:
            let bits = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            return checked(Float(bitPattern: bits))
        case .float64:
            let bits = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            return checked(Float(Double(bitPattern: bits)))
        }
    }

    private mutating func checked(_ value: Float) -> Float {
        guard value.isFinite else {
            repaired += 1
            return 0
        }
        return min(max(value, -1), 1)
    }
}
