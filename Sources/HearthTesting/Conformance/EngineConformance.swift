public import HearthCore

/// What every engine inside the process must do: the counterpart of ``LanguageModelConformance`` for models that no wire
/// leads to.
///
/// ```swift
/// let conformance = EngineConformance(name: "local") { LlamaEngine(path: path) }
/// for check in EngineConformance.Check.allCases { try await conformance.run(check) }
/// ```
public struct EngineConformance: Sendable {
    public enum Check: String, Hashable, Sendable, CaseIterable {
        case identity, availability, everyTask, answer, usage, repeatability, lengthLimit, stopSequence
        case structuredOutput, badOptions, emptyPrompt, tooLongPrompt
        case cancellation, cancelledTask, concurrentCancellation
    }

    /// A check that failed, and how.
    public struct Failure: Error, CustomStringConvertible, Sendable {
        public let check: Check
        public let engine: String
        public let what: String

        public var description: String { "\(engine), \(check.rawValue): \(what)" }
    }

    let name: String
    let streams: Int
    private let make: @Sendable () async throws -> any LanguageModel

    /// - Parameters:
    ///   - streams: How many answers are asked for at once.
    ///   - make: A new engine, ready to serve.
    public init(
        name: String, streams: Int = 100,
        make: @escaping @Sendable () async throws -> any LanguageModel
    ) {
        self.name = name
        self.streams = streams
        self.make = make
    }

    /// - Throws: ``Failure``, or what kept the check from being made.
    public func run(_ check: Check) async throws {
        let run = EngineRun(check: check, suite: self, model: try await make())
        switch check {
        case .identity: try run.identity()
        case .availability: try await run.availability()
        case .everyTask: try await run.everyTask()
        case .answer: try await run.answer()
        case .usage: try await run.usage()
        case .repeatability: try await run.repeatability()
        case .lengthLimit: try await run.lengthLimit()
        case .stopSequence: try await run.stopSequence()
        case .structuredOutput: try await run.structuredOutput()
        case .badOptions: try await run.badOptions()
        case .emptyPrompt: try await run.emptyPrompt()
        case .tooLongPrompt: try await run.tooLongPrompt()
        case .cancellation: try await run.cancellation()
        case .cancelledTask: try await run.cancelledTask()
        case .concurrentCancellation: try await run.concurrentCancellation()
        }
    }
}
