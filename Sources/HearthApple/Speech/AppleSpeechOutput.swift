#if canImport(AVFoundation)
import AVFoundation
import Foundation
public import HearthCore

/// Speaks with the system's voice.
@MainActor
public final class AppleSpeechOutput: SpeechOutput {
    private let speaker = AppleSpeaker()

    public init() {}

    public func speak(_ sentence: String, language: String?) async throws {
        try Task.checkCancellation()
        await withTaskCancellationHandler {
            await speaker.speak(sentence, language: language)
        } onCancel: {
            // The delegate is told of the end, which lets the caller go.
            Task { @MainActor in speaker.stop() }
        }
        try Task.checkCancellation()
    }
}

/// A synthesizer, and who waits for it.
@MainActor
private final class AppleSpeaker: NSObject, AVSpeechSynthesizerDelegate {
    private let synthesizer = AVSpeechSynthesizer()
    private var waiting: CheckedContinuation<Void, Never>?

    override init() {
        super.init()
        synthesizer.delegate = self
    }

    func speak(_ sentence: String, language: String?) async {
        let utterance = AVSpeechUtterance(string: sentence)
        if let language { utterance.voice = AVSpeechSynthesisVoice(language: language) }
        await withCheckedContinuation { continuation in
            waiting?.resume()
            waiting = continuation
            synthesizer.speak(utterance)
        }
    }

    func stop() { synthesizer.stopSpeaking(at: .immediate) }

    private func ended() {
        waiting?.resume()
        waiting = nil
    }

    nonisolated func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {
        Task { @MainActor in ended() }
    }

    nonisolated func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {
        Task { @MainActor in ended() }
    }
}
#endif
