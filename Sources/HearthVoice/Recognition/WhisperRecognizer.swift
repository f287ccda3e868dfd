#if Whisper
import Foundation
public import HearthCore

/// Writes down speech with a Whisper model, through whisper.cpp.
///
/// The library blocks for seconds, so the actor has a thread of its own; cancelling a task ends the work between two steps of
/// the network.
public actor WhisperRecognizer: SpeechRecognizer {
    /// Whether this build has whisper.cpp.
    public static let isBuilt = true

    public nonisolated let engine = SpeechEngine.whisper
    public nonisolated var modelID: String { file.id }
    /// The network reads 30 seconds at once.
    public nonisolated let maximumClip = 30.0

    /// How the library works.
    public struct Configuration: Sendable, Hashable {
        /// `nil` leaves one core for everything else.
        public var threads: Int?
        /// Sentences that are followed at once: 1 takes the likeliest word each time, 5 is what OpenAI's own program does
        /// and takes about twice as long.
        public var beams: Int
        /// Whether a graphics processor may be used, where the build has code for one.
        public var usesGPU: Bool

        public init(threads: Int? = nil, beams: Int = 1, usesGPU: Bool = true) {
            self.threads = threads
            self.beams = beams
            self.usesGPU = usesGPU
        }
    }

    private let file: SpeechModelFile
    private let opened: OpenedSpeechModel?
    private let configuration: Configuration
    private var context: WhisperContext?
    private nonisolated let abandoned = AbandonedWork()
    /// Whether the library still works on a clip that nobody waits for; when it hangs, for ever.
    nonisolated var isStuck: Bool { !abandoned.isEmpty }
    private let executor = ThreadExecutor(name: "whisper")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter model: Its file is checked and loaded by ``prepare()``, or by the first clip.
    public init(model: SpeechModelFile, configuration: Configuration = Configuration()) {
        self.init(model: model, opened: nil, configuration: configuration)
    }

    /// - Parameter opened: The model's file, for a process that can open none; who opened it has compared its hash.
    package init(model: SpeechModelFile, opened: OpenedSpeechModel?, configuration: Configuration) {
        file = model
        self.opened = opened
        self.configuration = configuration
    }

    /// Checks the file, byte by byte where its hash is known, and loads it.
    public func prepare() async throws { _ = try loaded() }

    /// Gives the model's memory back; the next clip loads it again.
    public func unload() { context = nil }

    public nonisolated func recognize(
        _ clip: [Float], options: RecognitionOptions, partial: @escaping @Sendable (String) -> Void
    ) async throws -> RecognizedSpeech {
        let flag = CancellationFlag()
        return try await abandoned.watch { begin in
            try await run(clip, options: options, flag: flag, partial: partial, begin: begin)
        } onCancel: {
            flag.set()
        }
    }

    private func run(
        _ clip: [Float], options: RecognitionOptions, flag: CancellationFlag,
        partial: @escaping @Sendable (String) -> Void, begin: @Sendable () -> Void
    ) throws -> RecognizedSpeech {
        begin()
        // The task may have waited here for another one's clip.
        if flag.isSet { throw CancellationError() }
        return try loaded().recognize(clip, options: options, flag: flag, partial: partial)
    }

    private func loaded() throws -> WhisperContext {
        if let context { return context }
        let made: WhisperContext
        if let opened {
            let handle = FileHandle(fileDescriptor: opened.descriptor, closeOnDealloc: false)
            let shape = try WhisperModelFile.check(handle, file.path)
            made = try WhisperContext(
                path: file.path, stream: opened.stream, shape: shape, configuration: configuration)
        } else {
            try file.check()
            let shape = try WhisperModelFile.check(file.path)
            made = try WhisperContext(path: file.path, shape: shape, configuration: configuration)
        }
        context = made
        return made
    }
}
#else
public import HearthCore

/// A recognizer that is not in this build: every use throws `speech-engine-unavailable`.
public actor WhisperRecognizer: SpeechRecognizer {
    /// Whether this build has whisper.cpp.
    public static let isBuilt = false

    public nonisolated let engine = SpeechEngine.whisper
    public nonisolated let modelID: String
    nonisolated var isStuck: Bool { false }
    public nonisolated let maximumClip = 30.0

    public struct Configuration: Sendable, Hashable {
        public var threads: Int?
        public var beams: Int
        public var usesGPU: Bool

        public init(threads: Int? = nil, beams: Int = 1, usesGPU: Bool = true) {
            self.threads = threads
            self.beams = beams
            self.usesGPU = usesGPU
        }
    }

    public init(model: SpeechModelFile, configuration: Configuration = Configuration()) { modelID = model.id }

    package init(model: SpeechModelFile, opened: OpenedSpeechModel?, configuration: Configuration) {
        modelID = model.id
    }

    public func prepare() async throws { throw WhisperNotBuilt.error }

    public func unload() {}

    public func recognize(
        _ clip: [Float], options: RecognitionOptions, partial: @escaping @Sendable (String) -> Void
    ) async throws -> RecognizedSpeech { throw WhisperNotBuilt.error }
}
#endif
