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
