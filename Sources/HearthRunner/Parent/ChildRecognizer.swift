#if Llama
import Foundation
public import HearthCore
import HearthSystem
public import HearthVoice

/// Writes down speech with a Whisper model in a process of its own, as ``ChildHost`` runs models that write.
public actor ChildRecognizer: SpeechRecognizer {
    public nonisolated let engine = SpeechEngine.whisper
    public nonisolated let modelID: String
    /// The network reads 30 seconds at once.
    public nonisolated let maximumClip = 30.0
    public nonisolated var canTranslate: Bool { file.canTranslate }

    private let file: SpeechModelFile
    private let configuration: WhisperRecognizer.Configuration
    private let host: ChildHost
    /// Loading now, or loaded.
    private var loading: Task<ProcessHandle, any Error>?
    private var clips = 0

    /// - Parameters:
    ///   - model: Its file is checked and loaded by ``prepare()``, or by the first clip.
    ///   - host: Says which program runs it, and remembers files that ended their processes.
    public init(model: SpeechModelFile, configuration: WhisperRecognizer.Configuration, host: ChildHost) {
        file = model
        modelID = model.id
        self.configuration = configuration
        self.host = host
    }

    public func prepare() async throws { _ = try await running() }

    public func recognize(
        _ clip: [Float], options: RecognitionOptions, partial: @escaping @Sendable (String) -> Void
    ) async throws -> RecognizedSpeech {
        let handle = try await running()
        var writer = WireWriter()
        writer.put(try WireJSON.bytes(ClipMessage(options)))
        writer.put(clip.map { Int32(bitPattern: $0.bitPattern) })
        clips += 1
        defer { clips -= 1 }
        do {
            let bytes = try await ChildCall.result(.recognize, writer.bytes, of: handle.process, partial: partial)
            let speech: RecognizedSpeech = try WireJSON.value(bytes)
            guard speech.fits(AudioFormat.seconds(clip.count)) else {
                handle.process.violate()
                throw handle.process.error(.violated)
            }
            return speech
        } catch let error as CancellationError {
            // The library may hang, which no message ends; with its process it goes. Unless another one's clip is in it.
            if clips == 1 {
                handle.process.end()
                loading = nil
            }
            throw error
        }
    }

    private func running() async throws -> ProcessHandle {
        if let loading, let handle = try? await loading.value, !handle.process.isGone { return handle }
        let (file, configuration, host) = (file, configuration, host)
        // A bare task, because it belongs to all clips that wait for it.
        let made = Task {
            // Hundreds of megabytes are hashed.
            try await BlockingWork.run(on: "hearth.runner.check") { try file.check() }
            let (process, _, _) = try await host.start(file.path) { identity in
                LoadMessage(
                    purpose: .speech, path: file.path, identity: identity,
                    threads: configuration.threads ?? max(1, ThreadCount.recommended - 1),
                    beams: configuration.beams, usesGPU: configuration.usesGPU,
                    needsConfinement: host.program.needsConfinement)
            }
            return ProcessHandle(process)
        }
        loading = made
        do {
            return try await made.value
        } catch {
            if loading == made { loading = nil }
            throw error
        }
    }
}

extension ChildRecognizer {
    private static let all = SharedRecognizers<ChildRecognizer>()

    /// The recognizer for a model, the same one for all who want it at the same time, as
    /// ``WhisperRecognizer/shared(model:configuration:)``.
    public static func shared(
        model: SpeechModelFile, configuration: WhisperRecognizer.Configuration, host: ChildHost
    ) -> ChildRecognizer {
        all.recognizer(
            for: model, configuration,
            make: { ChildRecognizer(model: model, configuration: configuration, host: host) })
    }
}

extension RecognizedSpeech {
    /// Whether the times are those of a clip, and the texts no longer than speech is. It comes from a process that may be
    /// anyone's.
    fileprivate func fits(_ seconds: Double) -> Bool {
        segments.count <= 10_000
            && segments.allSatisfy { segment in
                segment.start.isFinite && segment.end.isFinite && segment.start >= -1 && segment.end <= seconds + 60
                    && segment.text.utf8.count <= 1 << 20 && (segment.words?.count ?? 0) <= 100_000
            }
    }
}
#endif
