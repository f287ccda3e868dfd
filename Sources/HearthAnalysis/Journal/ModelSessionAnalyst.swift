import HearthCore
import HearthKnowledge
import HearthModels
import HearthPrompts
import HearthText

/// Reads an entry with a model. What can be counted or quoted stays the work of code.
struct ModelSessionAnalyst: Sendable {
    let model: any LanguageModel
    /// The label of the decision that allowed the model.
    let label: SensitivityLabel
    let options: GenerationOptions
    /// See ``BasicSessionAnalyst/tagger``.
    var tagger: (any TaggingModel)?

    /// Tokens of an answer where nobody chose a length.
    static let usualAnswerTokens = 600
    /// Tokens that the prompt's own words, the schema and the chat template take.
    static let frameTokens = 500
    /// Smaller parts say nothing.
    static let leastWindow = 256

    /// Tokens of an answer: as many as were chosen, as far as half of the model's window stays for what it reads.
    static func answerTokens(_ options: GenerationOptions, of model: any LanguageModel) -> Int {
        guard options.chosen.contains(.maxTokens) else { return usualAnswerTokens }
        let room = model.capabilities.contextLength.map { max(usualAnswerTokens, ($0 - frameTokens) / 2) } ?? .max
        return min(options.maxTokens, room, model.capabilities.maximumOutput ?? .max)
    }

    /// What is said when the model's answer could not be used.
    static func withoutModel(
        _ error: any ReadableError, _ options: GenerationOptions, of model: any LanguageModel
    ) -> String {
        var reason = error.message
        let tokens = answerTokens(options, of: model)
        if (error as? StructuredOutputError)?.finishReason == .length, options.chosen.contains(.maxTokens),
            tokens < options.maxTokens
        {
            // To allow more would be of no use.
            reason = AnalysisError.noRoom(tokens, wanted: options.maxTokens).message
        }
        return "The model gave no answer that could be used; this was made without it. \(reason)"
    }

    /// Whether a failure is about this one text; all others would be met again with the next one.
    static func isOfOneText(_ error: any ReadableError) -> Bool {
        error.kind.partOutcome != nil
    }

    /// Whether the model may give an answer to the same text the next time. What it declined it is not shown again unasked.
    static func mayPass(_ error: any ReadableError) -> Bool { error.kind != .refusedByModel }

    /// Where the model refuses, or answers nothing that can be used, the basic engine's result with a note that says so: one
    /// entry must not keep years from being summed up.
    func analyze(_ session: JournalSession) async throws -> Reading {
        var result = try await BasicSessionAnalyst(tagger: tagger).analyze(session)
        do {
            return Reading(intelligence: try await read(session, into: result))
        } catch let error as any ReadableError where Self.isOfOneText(error) {
            result.notes.append(Self.withoutModel(error, options, of: model))
            return Reading(intelligence: result, isStandIn: Self.mayPass(error))
        }
    }

    /// What was read of an entry.
    struct Reading: Sendable {
        var intelligence: SessionIntelligence
        /// Whether the basic engine read it because a model failed that may do better the next time.
        var isStandIn = false
    }

    private func read(
        _ session: JournalSession, into basic: SessionIntelligence
    ) async throws -> SessionIntelligence {
        var result = basic
        let (text, isNotes) = try await fitted(session.text)
        let answer = try await ask(Self.messages(session, text, isNotes: isNotes), as: JournalSessionAnswer.self)
        if session.title == nil, !answer.title.isEmpty { result.title = answer.title }
        result.keyInsights = answer.keyInsights
        result.mainThemes = answer.mainThemes
        result.thoughtProcess = answer.thoughtProcess
        result.actionItems = answer.actionItems
        result.topics = Array(answer.topics.prefix(10))
        result.engine = model.engine.rawValue
        result.model = model.modelID
        return result
    }

    /// What is asked first about an entry: about all of it, or about each of its parts where it does not fit the window.
    func firstRequests(_ session: JournalSession) throws -> [ModelRequest] {
        func prepared(_ messages: [Message], _ schema: GenerationSchema) -> ModelRequest {
            StructuredGeneration.prepared(
                request(messages), schema: schema, engine: model.engine, capabilities: model.capabilities)
        }
        let window = try Self.window(of: model, options)
        guard model.tokenizer.countTokens(session.text) > window else {
            return [
                prepared(Self.messages(session, session.text, isNotes: false), JournalSessionAnswer.generationSchema)
            ]
        }
        let parts = parts(of: session.text, window: window)
        return parts.enumerated().map { index, part in
            prepared(
                JournalChunkPrompt.messages(text: part, part: index + 1, of: parts.count),
                JournalChunkAnswer.generationSchema)
        }
    }

    private static func messages(_ session: JournalSession, _ text: String, isNotes: Bool) -> [Message] {
        JournalSessionPrompt.messages(
            text: text, title: session.title, date: session.date?.description, isNotes: isNotes)
    }

    private func parts(of text: String, window: Int) -> [String] {
        let splitter = SentenceSplitter()
        return Chunker(
            configuration: .init(maxTokens: window, overlapTokens: 0), tokenizer: model.tokenizer,
            sentences: { splitter.sentences(in: $0) }
        ).chunks(ofText: text).map(\.text)
    }

    /// The entry, or notes of its parts where it does not fit the window; as many rounds as it takes.
    private func fitted(_ text: String) async throws -> (text: String, isNotes: Bool) {
        let window = try Self.window(of: model, options)
        var text = text
        var isNotes = false
        while model.tokenizer.countTokens(text) > window {
            let parts = parts(of: text, window: window)
            var notes: [String] = []
            for (index, part) in parts.enumerated() {
                let answer = try await ask(
                    JournalChunkPrompt.messages(text: part, part: index + 1, of: parts.count),
                    as: JournalChunkAnswer.self)
                notes += answer.notes
            }
            let joined = notes.joined(separator: "\n")
            guard joined.utf8.count < text.utf8.count else {
                throw AnalysisError(
                    .noProgress, "The model's notes on the entry are not shorter than the entry; use another model.")
            }
            text = joined
            isNotes = true
        }
        return (text, isNotes)
    }

    static func window(of model: any LanguageModel, _ options: GenerationOptions) throws -> Int {
        let answer = answerTokens(options, of: model)
        // Of a window that nobody knows, what was chosen takes nothing away.
        let room = model.capabilities.contextLength.map { $0 - answer } ?? (8_192 - usualAnswerTokens)
        let window = min(room - frameTokens, 6_000)
        guard window >= leastWindow else {
            throw AnalysisError(
                .windowTooSmall, "The model's window is too small for a journal; use another one, or another engine.")
        }
        return window
    }

    private func ask<Answer: Generable & Sendable>(_ messages: [Message], as type: Answer.Type) async throws -> Answer {
        try Task.checkCancellation()
        return try await StructuredGeneration(model: model).response(to: request(messages), generating: type).value
    }

    private func request(_ messages: [Message]) -> ModelRequest {
        var options = options
        options.maxTokens = Self.answerTokens(options, of: model)
        return ModelRequest(task: .summarize, messages: messages, options: options, label: label)
    }
}
