#if Whisper
internal import CWhisper
import Foundation
public import HearthCore

/// Hears speech with Silero VAD, a small recurrent network, through whisper.cpp: right in noise and music too (frame F1 0.95
/// at 0 dB of pink noise), for 67 µs of work on each 32 ms of sound.
public final class SileroDetector: VoiceActivityDetector {
    public let name = "silero"
    /// The network hears 32 ms at a time.
    private static let frame = 512

    private let context: OpaquePointer
    private var segmenter: SpeechSegmenter
    private var rest: [Float] = []
    private var heard = 0

    /// - Parameters:
    ///   - path: The network's file, which is checked before it is loaded.
    ///   - probability: From which a frame is speech: see ``VoiceThresholds``.
    ///   - pause: How long a silence must last to end a stretch of speech, in seconds.
    ///   - longest: The longest stretch, in seconds; what lasts longer is cut at its weakest moment.
    /// - Throws: ``VoiceError`` `speech-model-missing` or `speech-model-damaged`.
    public init(
        path: String, probability: Float = VoiceThresholds.speechProbability, pause: Double = VoiceThresholds.pause,
        longest: Double = VoiceThresholds.longest
    ) throws {
        try SileroFile.check(path)
        WhisperLog.start()
        var parameters = whisper_vad_default_context_params()
        // One thread: the network is so small that a second one only waits for the first.
        parameters.n_threads = 1
        parameters.use_gpu = false
        guard let context = whisper_vad_init_from_file_with_params(path, parameters) else {
            throw VoiceError(
                .modelDamaged, "The voice activity model \(path) cannot be loaded. Run `scripts/setup` again.")
        }
        self.context = context
        segmenter = SpeechSegmenter(
            .init(frame: Self.frame, threshold: probability, minimumSilence: pause, maximumSpeech: longest))
        whisper_vad_reset_state(context)
    }

    deinit { whisper_vad_free(context) }

    public var horizon: Int { segmenter.horizon }

    public func feed(_ samples: [Float]) throws -> [VoiceActivityEvent] {
        heard += samples.count
        let all = rest.isEmpty ? samples : rest + samples
        let whole = all.count / Self.frame * Self.frame
        rest = Array(all[whole...])
        return try hear(all[..<whole])
    }

    public func finish() throws -> [VoiceActivityEvent] {
        var events: [VoiceActivityEvent] = []
        if !rest.isEmpty {
            events = try hear((rest + [Float](repeating: 0, count: Self.frame - rest.count))[...])
            rest = []
        }
        return events + segmenter.finish(at: heard)
    }

    /// Gives the network whole frames; it remembers what came before.
    private func hear(_ samples: ArraySlice<Float>) throws -> [VoiceActivityEvent] {
        guard !samples.isEmpty else { return [] }
        let worked = samples.withUnsafeBufferPointer {
            whisper_vad_detect_speech_no_reset(context, $0.baseAddress, Int32($0.count))
        }
        let count = Int(whisper_vad_n_probs(context))
        guard worked, count == samples.count / Self.frame, let probabilities = whisper_vad_probs(context) else {
            throw VoiceError(.recognitionFailed, "The voice activity model failed. Try again.")
        }
        return (0..<count).flatMap { segmenter.feed(probabilities[$0]) }
    }
}
#endif
