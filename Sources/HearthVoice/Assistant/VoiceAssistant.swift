public import HearthCore

/// Talks: hears a question, has it answered, and says the answer sentence by sentence while the rest is still being written.
///
/// It does not listen while it speaks into the same room; while it thinks it does, and what is said then is answered next. A
/// question that cannot be answered is reported, and the talk goes on.
public struct VoiceAssistant: Sendable {
    /// Answers what was said, in pieces, as a model writes them.
    public typealias Answer = @Sendable (String) async throws -> EventStream<String>

    /// What an assistant tells.
    public enum Event: Sendable {
        /// What the pipeline tells.
        case voice(VoiceEvent)
        /// Somebody said this.
        case heard(String)
        /// A sentence of the answer, told before it is spoken.
        case sentence(String)
        /// The answer is complete, and was spoken.
        case answered(String)
        /// It could not be answered or spoken; the message is for a person.
        case failed(String)
    }

    private let pipeline: VoicePipeline
    private let answer: Answer
    private let output: (any SpeechOutput)?

    /// - Parameter output: `nil` for an assistant that writes only.
    public init(pipeline: VoicePipeline, output: (any SpeechOutput)? = nil, answer: @escaping Answer) {
        self.pipeline = pipeline
        self.output = output
        self.answer = answer
    }

    /// Talks until the source ends or the task is cancelled.
    ///
    /// - Parameters:
    ///   - isLive: Whether the source hears what the assistant says; a file does not.
    ///   - onEvent: Is told what happens. Voice events and those of answers may overlap, each in its own order.
    public func run(
        _ source: any AudioSource, isLive: Bool, onEvent: @escaping @Sendable (Event) async throws -> Void
    ) async throws {
        let gate = GatedSource(source)
        // Questions that wait while one is answered; a ninth makes the pipeline wait.
        let questions = BoundedChannel<Question>(capacity: 8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { questions.finish() }
                _ = try await pipeline.transcribe(isLive ? gate : source) { event in
                    try await onEvent(.voice(event))
                    if case .segments(let segments) = event {
                        let text = segments.map(\.text).joined(separator: " ")
                        try await questions.send(
                            Question(text: text, language: pipeline.configuration.options.language))
                    }
                }
            }
            group.addTask {
                while let question = try await questions.next() {
                    try await onEvent(.heard(question.text))
                    try await reply(to: question, gate: isLive ? gate : nil, onEvent)
                }
            }
            try await group.waitForAll()
        }
    }

    private struct Question: Sendable {
        var text: String
        var language: String?
    }

    private func reply(
        to question: Question, gate: GatedSource?, _ onEvent: @Sendable (Event) async throws -> Void
    ) async throws {
        do {
            var sentences = SentenceAssembler()
            var whole = ""
            try await answer(question.text).forEach { piece in
                whole += piece
                for sentence in sentences.add(piece) { try await say(sentence, question.language, gate, onEvent) }
            }
            if let rest = sentences.finish() { try await say(rest, question.language, gate, onEvent) }
            try Task.checkCancellation()
            try await onEvent(.answered(whole))
        } catch let error as CancellationError {
            throw error
        } catch {
            try Task.checkCancellation()
            try await onEvent(.failed((error as? any ReadableError)?.message ?? String(describing: error)))
        }
    }

    private func say(
        _ sentence: String, _ language: String?, _ gate: GatedSource?,
        _ onEvent: @Sendable (Event) async throws -> Void
    ) async throws {
        try await onEvent(.sentence(sentence))
        guard let output else { return }
        if let gate {
            try await gate.deaf { try await output.speak(sentence, language: language) }
        } else {
            try await output.speak(sentence, language: language)
        }
    }
}
