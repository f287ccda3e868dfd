import Foundation
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

// MARK: - Rates

/// Brings a stream of samples to another rate, 16 kHz unless it is said: a low-pass filter of windowed sinc form, evaluated only where a sample is wanted.
///
/// The filter passes up to 0.92 of the lower of the two limits (7.4 kHz for 44.1 kHz input) and is 16 zero crossings wide on
/// either side, with a Kaiser window of β = 8.6, which keeps what is folded back some 80 dB below the sound.
struct Resampler {
    private static let zeroCrossings = 16.0
    private static let beta = 8.6
    /// Coefficients of all phases together, as a bound for absurd rates.
    private static let maximumCoefficients = 400_000

    /// Output samples are at multiples of `step / phases` input samples.
    private let phases: Int
    private let step: Int
    /// Input samples under the filter.
    private let taps: Int
    private let coefficients: [Float]
    private var input: [Float]
    /// Where the next output lies, in units of 1/phases of an input sample from the start of `input`.
    private var position: Int
    /// Samples that came and went: the end is where the input ends, whatever the filter still holds.
    private var received = 0
    private var given = 0

    /// - Returns: `nil` when the rates have so little in common that the filter would be huge; 16 kHz itself needs none.
    init?(from rate: Int, to target: Int = AudioFormat.sampleRate) {
        let common = Self.greatestCommonDivisor(rate, target)
        phases = target / common
        step = rate / common
        let limit = min(1, Double(target) / Double(rate)) * 0.92
        let half = (Self.zeroCrossings / limit).rounded(.up)
        // Whole groups of eight, which is how they are multiplied.
        taps = (2 * Int(half) + 7) / 8 * 8
        guard phases * taps <= Self.maximumCoefficients else { return nil }
        var coefficients: [Float] = []
        coefficients.reserveCapacity(phases * taps)
        for phase in 0..<phases {
            var row: [Double] = []
            for tap in 0..<taps {
                let distance = Double(tap) - (half - 1) - Double(phase) / Double(phases)
                row.append(limit * Self.sinc(limit * distance) * Self.kaiser(distance / half))
            }
            // Each phase passes a constant unchanged.
            let sum = row.reduce(0, +)
            coefficients += row.map { Float($0 / sum) }
        }
        self.coefficients = coefficients
        // So that the first output lies on the first input sample.
        input = [Float](repeating: 0, count: Int(half) - 1)
        position = 0
    }

    /// Appends what can be said by now.
    mutating func feed(_ samples: [Float], into output: inout [Float]) {
        received += samples.count
        extend(samples, into: &output, limit: Int.max)
    }

    private mutating func extend(_ samples: [Float], into output: inout [Float], limit: Int) {
        input += samples
        let width = MemoryLayout<Float>.stride
        coefficients.withUnsafeBytes { table in
            input.withUnsafeBytes { samples in
                let count = samples.count / width
                while true {
                    let first = position / phases
                    guard first + taps <= count, given < limit else { break }
                    let row = position % phases * taps
                    var sum = SIMD8<Float>(repeating: 0)
                    for tap in stride(from: 0, to: taps, by: 8) {
                        let weight = table.loadUnaligned(fromByteOffset: (row + tap) * width, as: SIMD8<Float>.self)
                        let sample = samples.loadUnaligned(fromByteOffset: (first + tap) * width, as: SIMD8<Float>.self)
                        sum += weight * sample
                    }
                    output.append(min(max(sum.sum(), -1), 1))
                    position += step
                    given += 1
                }
            }
        }
        let used = min(position / phases, input.count)
        input.removeFirst(used)
        position -= used * phases
    }

    /// Appends the end, for which silence is taken to follow.
    mutating func finish(into output: inout [Float]) {
        extend([Float](repeating: 0, count: taps), into: &output, limit: (received * phases + step - 1) / step)
    }

    private static func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }

    /// The Kaiser window at -1 to 1.
    private static func kaiser(_ x: Double) -> Double {
        abs(x) >= 1 ? 0 : bessel(beta * (1 - x * x).squareRoot()) / bessel(beta)
    }

    /// The modified Bessel function of order 0, by its power series.
    private static func bessel(_ x: Double) -> Double {
        var (sum, term, index) = (1.0, 1.0, 1.0)
        while term > sum * 1e-12 {
            term *= (x / (2 * index)) * (x / (2 * index))
            sum += term
            index += 1
        }
        return sum
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
