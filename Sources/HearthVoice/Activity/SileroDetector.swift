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
