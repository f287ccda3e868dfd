import Foundation
public import HearthCore

/// Hears speech with Silero VAD, a small recurrent network: right in noise and music too (frame F1 0.95 at 0 dB of pink noise),
/// for some 25 µs of work on each 32 ms of sound.
///
/// The network is computed here (`SileroNetwork`), so it needs no other library, and no thread but the caller's.
public final class SileroDetector: VoiceActivityDetector {
    public let name = "silero"

    private let network: SileroNetwork
    private var segmenter: SpeechSegmenter
    private var rest: [Float] = []
    private var heard = 0

    /// - Parameters:
    ///   - path: The network's file, which is checked before it is loaded.
    ///   - probability: From which a frame is speech: see ``VoiceThresholds``.
    ///   - pause: How long a silence must last to end a stretch of speech, in seconds.
    ///   - longest: The longest stretch, in seconds; what lasts longer is cut at its weakest moment.
    /// - Throws: ``VoiceError`` `speech-model-missing` or `speech-model-damaged`.
    public convenience init(
        path: String, probability: Float = VoiceThresholds.speechProbability, pause: Double = VoiceThresholds.pause,
        longest: Double = VoiceThresholds.longest
    ) throws {
        let weights = try SileroWeights(SileroFile.read(path))
        self.init(weights, probability: probability, pause: pause, longest: longest)
    }

    /// Several detectors can share their weights, one for each channel of a recording.
    init(
        _ weights: SileroWeights, probability: Float = VoiceThresholds.speechProbability,
        pause: Double = VoiceThresholds.pause, longest: Double = VoiceThresholds.longest
    ) {
        network = SileroNetwork(weights)
        segmenter = SpeechSegmenter(
            .init(
                frame: SileroNetwork.frame, threshold: probability, minimumSilence: pause, maximumSpeech: longest))
    }

    public var horizon: Int { segmenter.horizon }

    public func feed(_ samples: [Float]) -> [VoiceActivityEvent] {
        heard += samples.count
        let all = rest.isEmpty ? samples : rest + samples
        let whole = all.count / SileroNetwork.frame * SileroNetwork.frame
        rest = Array(all[whole...])
        return hear(all[..<whole])
    }

    public func finish() -> [VoiceActivityEvent] {
        var events: [VoiceActivityEvent] = []
        if !rest.isEmpty {
            events = hear((rest + [Float](repeating: 0, count: SileroNetwork.frame - rest.count))[...])
            rest = []
        }
        return events + segmenter.finish(at: heard)
    }

    /// Gives the network whole frames; it remembers what came before.
    private func hear(_ samples: ArraySlice<Float>) -> [VoiceActivityEvent] {
        samples.withUnsafeBufferPointer { samples in
            var events: [VoiceActivityEvent] = []
            var start = 0
            while start + SileroNetwork.frame <= samples.count {
                let frame = UnsafeBufferPointer(rebasing: samples[start..<(start + SileroNetwork.frame)])
                events += segmenter.feed(network.hear(frame))
                start += SileroNetwork.frame
            }
            return events
        }
    }
}

/// The file of the voice activity network that comes with Hearth.
public enum SileroFile {
    /// Its name in the folders of models.
    public static let name = "ggml-silero-v6.2.0.bin"
    /// All names that it has, the best first: 6.2.0 comes with set-up, 5.1.2 is the one that the registry names.
    public static let names = [name, "ggml-silero-v5.1.2.bin"]
    /// Files that are known to be good.
    private static let known: Set<String> = [
        "2aa269b785eeb53a82983a20501ddf7c1d9c48e33ab63a41391ac6c9f7fb6987",
        "29940d98d42b91fbd05ce489f3ecf7c72f0a42f027e4875919a28fb4c04ea2cf",
    ]
    private static let maximumBytes = 8_000_000

    /// Whether the file is there, and one that is known.
    ///
    /// - Throws: ``VoiceError`` `speech-model-missing` or `speech-model-damaged`.
    public static func check(_ path: String) throws { _ = try read(path) }

    /// The bytes of a file that is known.
    static func read(_ path: String) throws -> [UInt8] {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard !isFolder.boolValue, let file = FileHandle(forReadingAtPath: path) else {
            throw VoiceError(
                .modelMissing,
                "The voice activity model is not at \(path).", help: [.fetchModel(id: "silero-vad")])
        }
        defer { try? file.close() }
        let data = try file.read(upToCount: maximumBytes) ?? Data()
        guard known.contains(SpeechModelFile.hash(of: data)) else {
            throw VoiceError(
                .modelDamaged, "The voice activity model \(path) is damaged, or is another one. Fetch it again.")
        }
        return Array(data)
    }
}

// MARK: - The network

/// Silero VAD at work on one stream: a spectrum, four convolutions and a recurrent cell, 0.7 million multiplications for each
/// 32 ms of sound.
///
/// The network is that of Silero VAD 5 and 6 as whisper.cpp computes it (`whisper_vad_build_graph`), which is the measure of
/// our answers. whisper.cpp spends most of its time on moving such small matrices about; this keeps everything in place and
/// takes a quarter of it.
final class SileroNetwork {
    /// Samples that are heard at once.
    static let frame = 512
    /// Samples of a window of the spectrum, of which there are four, each 128 after the other.
    static let window = 256
    private static let hop = 128
    private static let windows = 4
    /// Frequencies of the spectrum.
    static let bins = 129
    /// Numbers that the recurrent cell is given, and that it remembers.
    static let width = 128

    /// A convolution over three frames; `taps` are those that meet a frame, and not only the silence beside it.
    struct Convolution {
        var inputs: Int
        var outputs: Int
        var taps: Range<Int>
        /// Rows that come out, and how far apart they look.
        var rows: Int
        var stride: Int
    }

    static let convolutions = [
        Convolution(inputs: bins, outputs: 128, taps: 0..<3, rows: 4, stride: 1),
        Convolution(inputs: 128, outputs: 64, taps: 0..<3, rows: 2, stride: 2),
        Convolution(inputs: 64, outputs: 64, taps: 1..<3, rows: 1, stride: 1),
        Convolution(inputs: 64, outputs: 128, taps: 1..<2, rows: 1, stride: 1),
    ]

    private let weights: SileroWeights
    /// A frame with its ends mirrored to both sides.
    private var padded = [Float](repeating: 0, count: frame + 2 * (window / 4))
    /// Rows of what comes into a product, and of what comes out.
    private var input = [Float](repeating: 0, count: 4 * 3 * bins)
    private var output = [Float](repeating: 0, count: 4 * 2 * bins)
    /// Frames for a convolution, one of silence before and one after them.
    private var frames = [Float](repeating: 0, count: 6 * bins)
    /// The cell's input, then what it said last.
    private var cellInput = [Float](repeating: 0, count: 2 * width)
    private var memory = [Float](repeating: 0, count: width)
    private let scratch = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)

    private let rounds: Bool

    /// - Parameter rounds: Whether what goes into convolutions is rounded to 16 bits first. whisper.cpp does that, and it
    ///   changes probabilities by up to 0.005; only the comparison with it wants the same.
    init(_ weights: SileroWeights, rounds: Bool = false) {
        self.weights = weights
        self.rounds = rounds
    }

    deinit { scratch.deallocate() }

    /// Hears the next frame; what came before it is remembered.
    ///
    /// - Returns: The probability that somebody speaks, 0 to 1.
    func hear(_ samples: UnsafeBufferPointer<Float>) -> Float {
        spectrum(samples)
        for index in Self.convolutions.indices { convolve(index) }
        return remember()
    }

    /// Magnitudes of the spectrum of four windows, into `frames`.
    private func spectrum(_ samples: UnsafeBufferPointer<Float>) {
        let margin = Self.window / 4
        padded.withUnsafeMutableBufferPointer { padded in
            // What is no number, or beyond full scale, would stay in the memory for ever.
            for index in 0..<Self.frame {
                let sample = samples[index]
                padded[margin + index] = sample >= -1 && sample <= 1 ? sample : sample > 1 ? 1 : sample < -1 ? -1 : 0
            }
            for index in 0..<margin {
                padded[index] = padded[2 * margin - index]
                padded[margin + Self.frame + index] = padded[margin + Self.frame - 2 - index]
            }
        }
        for row in 0..<Self.windows {
            copy(padded, from: row * Self.hop, to: &input, at: row * Self.window, count: Self.window)
        }
        multiply(weights.spectrum, input, rows: Self.windows)
        let bins = Self.bins
        output.withUnsafeBufferPointer { output in
            frames.withUnsafeMutableBufferPointer { frames in
                for row in 0..<Self.windows {
                    let (real, imaginary, to) = (row * 2 * bins, row * 2 * bins + bins, (row + 1) * bins)
                    for bin in 0..<bins {
                        let (x, y) = (output[real + bin], output[imaginary + bin])
                        frames[to + bin] = (x * x + y * y).squareRoot()
                    }
                }
            }
        }
        silence(around: Self.windows, of: bins)
    }

    /// One convolution of what is in `frames`, and its rectified answer into `frames` again, or into the cell's input.
    private func convolve(_ index: Int) {
        let shape = Self.convolutions[index]
        let length = shape.taps.count * shape.inputs
        for row in 0..<shape.rows {
            // `frames` begins with a row of silence, which is what the first tap of the first row meets.
            let from = (row * shape.stride + shape.taps.lowerBound) * shape.inputs
            copy(frames, from: from, to: &input, at: row * length, count: length)
        }
        multiply(weights.encoder[index], input, rows: shape.rows)
        let count = shape.rows * shape.outputs
        if index + 1 == Self.convolutions.count {
            rectify(count, into: &cellInput, at: 0)
        } else {
            rectify(count, into: &frames, at: shape.outputs)
            silence(around: shape.rows, of: shape.outputs)
        }
    }

    /// Sets the row of `frames` before some rows, and the one after them, to zero.
    private func silence(around rows: Int, of width: Int) {
        frames.withUnsafeMutableBufferPointer { frames in
            frames[..<width].update(repeating: 0)
            frames[((rows + 1) * width)..<((rows + 2) * width)].update(repeating: 0)
        }
    }

    /// The recurrent cell (LSTM): what it keeps, what it adds, what it says; and the probability that follows.
    private func remember() -> Float {
        multiply(weights.cell, cellInput, rows: 1)
        let width = Self.width
        var sum = weights.bias
        output.withUnsafeBufferPointer { gates in
            for index in 0..<width {
                let add = Self.sigmoid(gates[index]) * Self.tanh(gates[2 * width + index])
                let kept = Self.sigmoid(gates[width + index]) * memory[index] + add
                let said = Self.sigmoid(gates[3 * width + index]) * Self.tanh(kept)
                memory[index] = kept
                cellInput[width + index] = said
                let heard = max(said, 0)
                sum += (rounds ? Self.rounded(heard) : heard) * weights.weights[index]
            }
        }
        return Self.sigmoid(sum)
    }

    private func multiply(_ layer: SileroWeights.Layer, _ source: [Float], rows: Int) {
        source.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { output in
                guard let from = source.baseAddress, let to = output.baseAddress else { return }
                weights.multiply(layer, from, rows: rows, into: to, scratch: scratch)
            }
        }
    }

    private func rectify(_ count: Int, into target: inout [Float], at offset: Int) {
        output.withUnsafeBufferPointer { output in
            target.withUnsafeMutableBufferPointer { target in
                for index in 0..<count { target[offset + index] = max(output[index], 0) }
            }
        }
    }

    private func copy(_ source: [Float], from: Int, to target: inout [Float], at offset: Int, count: Int) {
        source.withUnsafeBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                _ = target[offset..<(offset + count)].update(fromContentsOf: source[from..<(from + count)])
                guard rounds else { return }
                for index in offset..<(offset + count) { target[index] = Self.rounded(target[index]) }
            }
        }
    }

    private static func sigmoid(_ x: Float) -> Float { 1 / (1 + exp(-x)) }

    /// By way of `exp`, which takes a third of the time that the library's `tanh` does, and is right to 1e-7.
    private static func tanh(_ x: Float) -> Float { 1 - 2 / (exp(2 * x) + 1) }

    /// The nearest number of 16 bits (IEEE 754, binary16), ties to even.
    private static func rounded(_ x: Float) -> Float {
        // Below 2^-14 they are as far apart as the smallest two; above it, a fraction has 10 bits.
        if abs(x) < 0x1p-14 { return (x * 0x1p24).rounded(.toNearestOrEven) * 0x1p-24 }
        let bits = x.bitPattern
        return Float(bitPattern: (bits &+ 0xFFF &+ (bits >> 13 & 1)) & ~0x1FFF)
    }
}
