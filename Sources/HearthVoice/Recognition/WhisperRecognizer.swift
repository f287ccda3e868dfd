import Foundation
public import HearthCore
import Synchronization

#if Whisper
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
    public nonisolated var canTranslate: Bool { file.canTranslate }

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
        let flag = Latch()
        return try await abandoned.watch { begin in
            try await run(clip, options: options, flag: flag, partial: partial, begin: begin)
        } onCancel: {
            flag.set()
        }
    }

    private func run(
        _ clip: [Float], options: RecognitionOptions, flag: Latch,
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
/// A recognizer that is not in this build: every use throws `speech-engine-unavailable`.
public actor WhisperRecognizer: SpeechRecognizer {
    /// Whether this build has whisper.cpp.
    public static let isBuilt = false

    public nonisolated let engine = SpeechEngine.whisper
    public nonisolated let modelID: String
    nonisolated var isStuck: Bool { false }
    public nonisolated let maximumClip = 30.0

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

/// What is said where whisper.cpp is wanted and not in this build.
package enum WhisperNotBuilt {
    package static let error = VoiceError(
        .engineUnavailable, "This build has no whisper.cpp.", help: [.rebuild])
}

extension WhisperRecognizer {
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

    /// The recognizer for a model, the same one for all who want it at the same time: a model is hundreds of megabytes, and
    /// takes seconds to be checked and loaded. It goes when the last of them lets go of it.
    public static func shared(model: SpeechModelFile, configuration: Configuration = Configuration())
        -> WhisperRecognizer
    {
        // One that hangs is left to those whom it keeps waiting.
        all.recognizer(for: model, configuration, isUsable: { !$0.isStuck }) {
            WhisperRecognizer(model: model, configuration: configuration)
        }
    }

    private static let all = SharedRecognizers<WhisperRecognizer>()
}

/// The recognizers of one kind that somebody holds, by their models and how they are run (a cache of weak references).
package final class SharedRecognizers<Recognizer: SpeechRecognizer & AnyObject>: Sendable {
    private struct Key: Hashable {
        var model: SpeechModelFile
        var configuration: WhisperRecognizer.Configuration
        /// A file that was replaced is another one.
        var size: UInt64
        var changed: Date?
    }

    private struct Entry: Sendable {
        weak var recognizer: Recognizer?
    }

    private let all = Mutex<[Key: Entry]>([:])

    package init() {}

    /// The recognizer that somebody holds, or a new one.
    package func recognizer(
        for model: SpeechModelFile, _ configuration: WhisperRecognizer.Configuration,
        isUsable: (Recognizer) -> Bool = { _ in true }, make: () -> Recognizer
    ) -> Recognizer {
        let place = URL(fileURLWithPath: model.path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: place)
        let key = Key(
            model: model, configuration: configuration, size: (attributes?[.size] as? NSNumber)?.uint64Value ?? 0,
            changed: attributes?[.modificationDate] as? Date)
        return all.withLock { all in
            if let found = all[key]?.recognizer, isUsable(found) { return found }
            let made = make()
            all = all.filter { $0.value.recognizer != nil }
            all[key] = Entry(recognizer: made)
            return made
        }
    }
}

/// Knows of work that was cancelled and still goes on: code in C that does not react, or has not yet.
final class AbandonedWork: Sendable {
    private enum Stage {
        case waiting, running, abandoned, finished
    }

    private let count = Mutex(0)

    /// Whether everything that was cancelled has ended.
    var isEmpty: Bool { count.withLock { $0 == 0 } }

    /// Does the work, and counts it from the moment in which it is cancelled to its end.
    ///
    /// - Parameter work: Says by its argument that it begins now. What is cancelled while it waits for its turn is not
    ///   counted: it keeps nobody waiting.
    func watch<Value>(
        _ work: (_ begin: @Sendable () -> Void) async throws -> Value, onCancel: @Sendable () -> Void
    ) async throws -> Value {
        let stage = Mutex(Stage.waiting)
        return try await withTaskCancellationHandler {
            defer {
                let wasAbandoned = stage.withLock { stage in
                    defer { stage = .finished }
                    return stage == .abandoned
                }
                if wasAbandoned { count.withLock { $0 -= 1 } }
            }
            return try await work { stage.withLock { if $0 == .waiting { $0 = .running } } }
        } onCancel: {
            // First, so that work that begins after this was looked at knows of it.
            onCancel()
            // Counted under the stage's lock: the end of the work waits for it.
            stage.withLock { stage in
                guard stage == .running else { return }
                stage = .abandoned
                count.withLock { $0 += 1 }
            }
        }
    }
}

/// A speech model's file that somebody opened for a process that can open none itself. Whoever made it keeps it open.
///
/// `@unchecked Sendable`: the stream is set once, and read by the one actor that loads the model.
package struct OpenedSpeechModel: @unchecked Sendable {
    let descriptor: Int32
    let stream: UnsafeMutablePointer<FILE>

    package init(descriptor: Int32, handle: UnsafeMutableRawPointer) {
        self.descriptor = descriptor
        stream = handle.assumingMemoryBound(to: FILE.self)
    }
}

/// What the library reads of the system when it is first used; before a process gives up looking at it.
package enum WhisperBackEnd {
    package static func start() {
        #if Whisper
        WhisperLog.start()
        #endif
    }
}
