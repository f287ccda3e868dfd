public import HearthCore

/// Hears speech by its loudness: above a fixed level, and well above the background, which it learns as it goes.
///
/// It needs no model. In quiet recordings it is as good as one; music and clicks it takes for speech, and in loud noise it
/// hears little (frame F1 0.98 clean, 0.96 at 10 dB, 0.81 at 5 dB of pink noise).
public struct EnergyDetector: VoiceActivityDetector {
    public let name = "energy"
    /// 20 ms.
    private static let frame = 320
    /// The share of the present frame in the loudness that counts.
    private static let smoothing: Float = 0.5
    /// The background is taken to rise by this factor a frame (about 1.7 dB a second), and to fall at once.
    private static let rise: Float = 1.004

    private let level: Float
    private var segmenter: SpeechSegmenter
    private var rest: [Float] = []
    private var heard = 0
    private var loudness: Float = 0
    private var background: Float

    /// - Parameters:
    ///   - level: The least loudness of a voice, as a root mean square: see ``VoiceThresholds``.
    ///   - pause: How long a silence must last to end a stretch of speech, in seconds.
    ///   - longest: The longest stretch, in seconds; what lasts longer is cut at its weakest moment.
    public init(
        level: Float = VoiceThresholds.transcriptionEnergy, pause: Double = VoiceThresholds.pause,
        longest: Double = VoiceThresholds.longest
    ) {
        self.level = max(level, 0.000_1)
        // The measure is loudness over what a voice needs, so that 1 is the threshold whatever the background.
        segmenter = SpeechSegmenter(
            .init(frame: Self.frame, threshold: 1, minimumSilence: pause, maximumSpeech: longest))
        background = self.level
    }

    public var horizon: Int { segmenter.horizon }

    public mutating func feed(_ samples: [Float]) -> [VoiceActivityEvent] {
        heard += samples.count
        let all = rest.isEmpty ? samples : rest + samples
        var events: [VoiceActivityEvent] = []
        var index = 0
        while index + Self.frame <= all.count {
            events += hear(all[index..<(index + Self.frame)])
            index += Self.frame
        }
        rest = Array(all[index...])
        return events
    }

    public mutating func finish() -> [VoiceActivityEvent] {
        var events = rest.isEmpty ? [] : hear(rest[...])
        rest = []
        events += segmenter.finish(at: heard)
        return events
    }

    private mutating func hear(_ frame: ArraySlice<Float>) -> [VoiceActivityEvent] {
        var sum: Float = 0
        var power: Float = 0
        for sample in frame {
            sum += sample
            power += sample * sample
        }
        // Without its mean: a constant offset of the recording is no sound.
        let count = Float(frame.count)
        let present = max(0, power / count - (sum / count) * (sum / count)).squareRoot()
        loudness += Self.smoothing * (present - loudness)
        background = min(background * Self.rise, max(loudness, 0.000_01))
        return segmenter.feed(loudness / max(level, background * VoiceThresholds.overBackground))
    }
}
