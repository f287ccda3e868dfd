#if canImport(AVFoundation)
import AVFoundation
import Foundation
public import HearthCore
import Synchronization

/// Says texts with the system's voices, without playing them.
public struct AppleSpeechRenderer: SpeechRenderer {
    public let name = "AVSpeechSynthesizer"

    public init() {}

    /// Samples of one text: half an hour at the usual rate.
    private static let mostSamples = 48_000 * 1_800

    public func voices() async throws -> [SpeechVoice] {
        AVSpeechSynthesisVoice.speechVoices()
            .map { SpeechVoice(id: $0.identifier, name: $0.name, language: $0.language) }
            .sorted { ($0.language, $0.id) < ($1.language, $1.id) }
    }

    public func render(_ text: String, as manner: SpeechManner) async throws -> SpokenSound {
        try Task.checkCancellation()
        let gathered = Mutex(SpokenSound(samples: [], rate: 0))
        let holder = await Speaker()
        await withTaskCancellationHandler {
            await holder.write(text, manner) { buffer in
                gathered.withLock { Self.append(buffer, to: &$0) }
            }
        } onCancel: {
            Task { @MainActor in holder.stop() }
        }
        try Task.checkCancellation()
        return gathered.withLock { $0 }
    }

    private static func append(_ buffer: AVAudioPCMBuffer, to sound: inout SpokenSound) {
        let count = Int(buffer.frameLength)
        guard sound.samples.count + count <= mostSamples else { return }
        sound.rate = Int(buffer.format.sampleRate)
        if let samples = buffer.int16ChannelData {
            sound.samples += (0..<count).map { samples[0][$0] }
        } else if let samples = buffer.floatChannelData {
            sound.samples += (0..<count).map { Int16(max(-32_768, min(32_767, (samples[0][$0] * 32_768).rounded()))) }
        }
    }

    /// A synthesizer, and who waits for it.
    @MainActor
    private final class Speaker {
        private let synthesizer = AVSpeechSynthesizer()
        private var waiting: CheckedContinuation<Void, Never>?

        func write(
            _ text: String, _ manner: SpeechManner, _ take: @escaping @Sendable (AVAudioPCMBuffer) -> Void
        ) async {
            let utterance = AVSpeechUtterance(string: text)
            if let id = manner.voice {
                utterance.voice = AVSpeechSynthesisVoice(identifier: id)
            } else if let language = manner.language {
                utterance.voice = AVSpeechSynthesisVoice(language: language)
            }
            let usual = AVSpeechUtteranceDefaultSpeechRate
            utterance.rate = min(
                max(usual * Float(manner.speed), AVSpeechUtteranceMinimumSpeechRate), AVSpeechUtteranceMaximumSpeechRate
            )
            await withCheckedContinuation { continuation in
                waiting = continuation
                // Called on a thread of the system's own.
                synthesizer.write(utterance) { @Sendable [weak self] buffer in
                    guard let buffer = buffer as? AVAudioPCMBuffer else { return }
                    // An empty one is the end.
                    guard buffer.frameLength > 0 else {
                        Task { @MainActor in self?.end() }
                        return
                    }
                    take(buffer)
                }
            }
        }

        func stop() {
            synthesizer.stopSpeaking(at: .immediate)
            end()
        }

        private func end() {
            waiting?.resume()
            waiting = nil
        }
    }
}
#endif
