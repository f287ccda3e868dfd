#if canImport(AVFoundation)
import AVFoundation
public import HearthCore

/// Speaks with the system's voice.
@MainActor
public final class AppleSpeechOutput: NSObject, SpeechOutput, AVSpeechSynthesizerDelegate {
    private let synthesizer = AVSpeechSynthesizer()
    private var waiting: CheckedContinuation<Void, Never>?

    override public init() {
        super.init()
        synthesizer.delegate = self
    }

    public func speak(_ sentence: String, language: String?) async throws {
        try Task.checkCancellation()
        let utterance = AVSpeechUtterance(string: sentence)
        if let language { utterance.voice = AVSpeechSynthesisVoice(language: language) }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting?.resume()
                waiting = continuation
                synthesizer.speak(utterance)
            }
        } onCancel: {
            // The delegate is told of the end, which lets the caller go.
            Task { @MainActor in synthesizer.stopSpeaking(at: .immediate) }
        }
        try Task.checkCancellation()
    }

    private func ended() {
        waiting?.resume()
        waiting = nil
    }

    public nonisolated func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance
    ) {
        Task { @MainActor in ended() }
    }

    public nonisolated func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance
    ) {
        Task { @MainActor in ended() }
    }
}
#endif
