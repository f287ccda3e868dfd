public import HearthCore

/// Sound in, transcript out: finds speech, writes it down stretch by stretch, and tells who spoke where that can be told.
///
/// ```swift
/// let pipeline = try await VoicePipeline.createPipeline(.init(recognizer: recognizer, detector: .automatic(silero: path)))
/// let result = try await pipeline.transcribe(AudioFile.open("talk.m4a"))
/// ```
///
/// A pipeline holds no state of a recording; it can work on several, one after the other.
public struct VoicePipeline: Sendable {
    public let configuration: Configuration
    let makeDetector: @Sendable () throws -> any VoiceActivityDetector
    /// Why speakers cannot be told apart, where that was clear from the start.
    let diarizationProblem: String?
    let notices: [String]

    /// Makes a pipeline that is ready to work.
    ///
    /// Everything that can be wrong with engines and models is found here. What the user can do without (the better
    /// detector, speakers) is replaced, logged and said in the result; what they cannot is thrown.
    ///
    /// - Throws: A ``ReadableError``, or `CancellationError`.
    public static func createPipeline(_ configuration: Configuration) async throws -> VoicePipeline {
        var notices: [String] = []
        // What the recognizer takes at once, less the sound around it.
        let longest = configuration.recognizer.maximumClip - 2 * VoiceThresholds.recognitionMargin
        let makeDetector = try configuration.detector.resolve(
            pause: configuration.pause, longest: min(VoiceThresholds.longest, max(longest, 1))
        ) { notices.append($0) }
        var problem: String?
        do {
            try configuration.diarization.examine()
        } catch {
            problem = (error as? any ReadableError)?.message ?? String(describing: error)
            notices.append("Speakers are not told apart: \(problem ?? "")")
        }
        try await configuration.recognizer.prepare()
        for notice in notices { configuration.log(notice) }
        return VoicePipeline(
            configuration: configuration, makeDetector: makeDetector, diarizationProblem: problem, notices: notices)
    }

    /// Writes down a recording.
    ///
    /// - Parameter onEvent: Is told what happens, in order; the pipeline waits for it.
    /// - Throws: What the source, the detector or the recognizer throws: as ``InterruptedTranscription`` when something was
    ///   written down before. `CancellationError` when the task is cancelled; nothing of the work is left then.
    public func transcribe(
        _ source: any AudioSource, onEvent: @Sendable (VoiceEvent) async throws -> Void = { _ in }
    ) async throws -> VoiceTranscription {
        let channel = BoundedChannel<VoiceEvent>(capacity: Self.eventCapacity)
        return try await withThrowingTaskGroup(of: VoiceTranscription.self) { group in
            group.addTask {
                do {
                    var run = VoiceRun(self, channel)
                    let result = try await run.run(source)
                    channel.finish()
                    return result
                } catch {
                    // What was told before is still delivered; the error itself is the task's.
                    channel.finish()
                    throw error
                }
            }
            while let event = try await channel.next() { try await onEvent(event) }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }

    /// The same as a sequence of events. It ends with ``VoiceEvent/finished(_:)`` or throws; a slow reader slows the work
    /// down, and dropping the iterator stops it.
    public func events(of source: any AudioSource) -> VoiceEvents { VoiceEvents(pipeline: self, source: source) }

    static let eventCapacity = 16
}

/// The events of one recording. Each iterator works through the source anew.
public struct VoiceEvents: AsyncSequence, Sendable {
    public typealias Element = VoiceEvent

    let pipeline: VoicePipeline
    let source: any AudioSource

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let work: Work

        public mutating func next() async throws -> VoiceEvent? { try await work.channel.next() }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(work: Work(pipeline, source)) }

    fileprivate final class Work: Sendable {
        let channel = BoundedChannel<VoiceEvent>(capacity: VoicePipeline.eventCapacity)
        private let task: Task<Void, Never>

        init(_ pipeline: VoicePipeline, _ source: any AudioSource) {
            // A sequence is pulled from outside, so the work needs a task of its own; it ends with the iterator.
            task = Task { [channel] in
                do {
                    var run = VoiceRun(pipeline, channel)
                    _ = try await run.run(source)
                    channel.finish()
                } catch {
                    channel.finish(throwing: error)
                }
            }
        }

        deinit {
            task.cancel()
            channel.close()
        }
    }
}
