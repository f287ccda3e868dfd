public import HearthCore
import HearthSchema

/// Typed answers from any model.
///
/// Models that can be kept to a schema are; others are told it. Every answer is validated, whatever the model promises. An
/// answer that is not valid is repaired where that needs no guessing, else the model is asked once more; what was done is in
/// the result. What is then not valid is an error.
public struct StructuredGeneration: Sendable {
    public struct Configuration: Hashable, Sendable {
        /// Whether the model may be asked once more when its answer does not fit.
        public var asksAgain = true
        /// Whether a model that refuses a schema, because it cannot be kept to it, is told it instead.
        public var tellsWhatCannotBeEnforced = false

        public init() {}
    }

    public var model: any LanguageModel
    public var configuration: Configuration

    public init(model: any LanguageModel, configuration: Configuration = Configuration()) {
        self.model = model
        self.configuration = configuration
    }

    /// Asks for a value of a type. Dropping the stream stops the work.
    ///
    /// The stream throws ``StructuredOutputError`` when no valid value came of it, `SchemaError` when the schema cannot be
    /// used, and what the model throws.
    public func respond<Value: Generable>(
        to request: ModelRequest, generating type: Value.Type = Value.self
    ) -> EventStream<StructuredEvent<Value>> {
        stream(request, schema: { type.generationSchema })
    }

    /// Asks for a value that fits a schema. Dropping the stream stops the work.
    public func respond(
        to request: ModelRequest, schema: GenerationSchema
    ) -> EventStream<StructuredEvent<GeneratedContent>> {
        stream(request, schema: { schema })
    }

    /// The value alone, when its snapshots are of no use.
    public func response<Value: Generable>(
        to request: ModelRequest, generating type: Value.Type = Value.self
    ) async throws -> StructuredResponse<Value> {
        try await Run<Value>(model, configuration, request, type.generationSchema).result { _ in }
    }

    /// The value alone, when its snapshots are of no use.
    public func response(
        to request: ModelRequest, schema: GenerationSchema
    ) async throws -> StructuredResponse<GeneratedContent> {
        try await Run<GeneratedContent>(model, configuration, request, schema).result { _ in }
    }

    private func stream<Value: Generable>(
        _ request: ModelRequest, schema: @escaping @Sendable () -> GenerationSchema
    ) -> EventStream<StructuredEvent<Value>> {
        EventStream { emit in
            let result = try await Run<Value>(model, configuration, request, schema()).result(emit)
            try await emit(.final(result))
        }
    }
}

// MARK: - Events and failures

/// An event of a typed request, in order; the last one is ``final(_:)``.
public enum StructuredEvent<Value: Generable>: Sendable {
    /// The next piece of what the model thinks before it answers.
    case reasoning(String)
    /// The value as far as it is written. When the model is asked again, snapshots begin anew.
    case partial(Value.PartiallyGenerated)
    case final(StructuredResponse<Value>)
}

/// A value that fits its schema, and how it came about.
public struct StructuredResponse<Value: Generable>: Sendable {
    public var value: Value
    /// What the engine answered; `structured` holds the value as JSON. Usage and timings are those of all attempts together.
    public var response: ModelResponse
    /// The repairs that made the output valid; empty when it was valid at once. Each is also among the notes of the response.
    public var repairs: [StructuredRepair]

    public init(value: Value, response: ModelResponse, repairs: [StructuredRepair] = []) {
        self.value = value
        self.response = response
        self.repairs = repairs
    }
}

/// A way to get a valid value out of an answer that was not one.
public enum StructuredRepair: String, Codable, Sendable {
    /// It was taken out of the text or the code fence around it.
    case extracted
    /// Commas too many were left out, and line breaks within texts escaped.
    case tidied
    /// It had been cut off: its unfinished last part was left out, and its brackets were closed.
    case closed
    /// The model was asked once more, with what was wrong.
    case askedAgain = "asked-again"

    /// For a person.
    public var note: String {
        switch self {
        case .extracted: "The value was taken out of the text around it."
        case .tidied: "The value was malformed (commas or line breaks where none may be) and was tidied."
        case .closed: "The answer was cut off; what was unfinished at its end was left out."
        case .askedAgain: "The first answer did not fit the schema, so the model was asked once more."
        }
    }
}

/// An answer that does not fit its schema, after all that was tried.
public struct StructuredOutputError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case invalid = "invalid-structured-output"

        public var kind: HearthCore.Failure.Kind { .invalidOutput }
    }

    /// One thing that is wrong.
    public struct Failure: Sendable, Hashable {
        /// A JSON pointer (RFC 6901) into the answer; empty for the whole of it.
        public let path: String
        /// For a person; names what is demanded, not what was there.
        public let message: String
    }

    public var reason: Reason { .invalid }
    /// At most 100.
    public let failures: [Failure]
    public let finishReason: FinishReason
    /// The tokens of all attempts together.
    public let usage: TokenUsage
    /// The answer as the model gave it last, for callers that give out what there is of one that was cut off. It is in no
    /// message: it may hold anything.
    public let response: ModelResponse?

    public var message: String {
        var text = "The model's answer does not fit the schema"
        if let first = failures.first {
            text += " (\(first.path.isEmpty ? "" : "at \(first.path): ")\(first.message)"
            text += failures.count > 1 ? " And \(failures.count - 1) more.)." : ")."
        } else {
            text += "."
        }
        let advice =
            finishReason == .length ? "Allow more tokens, or ask for less." : "Ask again, or choose another model."
        return "\(text) \(advice)"
    }

    init(failures: [Failure], finishReason: FinishReason, usage: TokenUsage, response: ModelResponse? = nil) {
        self.failures = failures
        self.finishReason = finishReason
        self.usage = usage
        self.response = response
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.failures == right.failures && left.finishReason == right.finishReason && left.usage == right.usage
    }
}

// MARK: - A run

extension StructuredGeneration {
    /// One typed request, with its second attempt.
    struct Run<Value: Generable>: Sendable {
        private let model: any LanguageModel
        private let configuration: Configuration
        private let request: ModelRequest
        private let schema: GenerationSchema
        private let validator: JSONSchema

        /// - Throws: `SchemaError`.
        init(
            _ model: any LanguageModel, _ configuration: Configuration, _ request: ModelRequest,
            _ schema: GenerationSchema
        ) throws {
            self.model = model
            self.configuration = configuration
            self.request = request
            self.schema = schema
            validator = try JSONSchema(schema.root)
        }

        func result(_ emit: EventStream<StructuredEvent<Value>>.Emit) async throws -> StructuredResponse<Value> {
            var request = prepared()
            var response: ModelResponse
            do {
                response = try await attempt(request, emit)
            } catch let error as any ReadableError
                where error.kind == .notExpressible
                && configuration.tellsWhatCannotBeEnforced && request.schema != nil
            {
                request = told()
                response = try await attempt(request, emit)
                response.notes.append(
                    "The model could not be kept to the schema while it wrote; the answer was checked.")
            }
            switch judged(response) {
            case .success(let result): return result
            case .failure(let error):
                guard configuration.asksAgain, response.finishReason == .stop else { throw error }
                request.messages = StructuredPrompt.asking(
                    againAfter: response.text, failures: error.failures, request.messages)
                let first = response
                response = try await attempt(request, emit)
                response.usage = first.usage + response.usage
                response.timings.prompt += first.timings.prompt
                response.timings.generation += first.timings.generation
                response.notes = first.notes + response.notes.filter { !first.notes.contains($0) }
                return try judged(response, repairs: [.askedAgain]).get()
            }
        }

        private func prepared() -> ModelRequest {
            StructuredGeneration.prepared(
                request, schema: schema, engine: model.engine, capabilities: model.capabilities)
        }

        private func told() -> ModelRequest { StructuredGeneration.telling(schema, request) }

        private func attempt(
            _ request: ModelRequest, _ emit: EventStream<StructuredEvent<Value>>.Emit
        ) async throws -> ModelResponse {
            var reader = SnapshotReader<Value>(beginsAtOnce: request.schema != nil)
            return try await model.respond(to: request).response(of: model.engine) { event in
                switch event {
                case .reasoning(let piece): try await emit(.reasoning(piece))
                case .text(let piece): if let snapshot = reader.append(piece) { try await emit(.partial(snapshot)) }
                case .logprobs, .toolCall, .final: break
                }
            }
        }

        private func judged(
            _ response: ModelResponse, repairs: [StructuredRepair] = []
        ) -> Result<StructuredResponse<Value>, StructuredOutputError> {
            func failure(_ failures: [StructuredOutputError.Failure]) -> StructuredOutputError {
                StructuredOutputError(
                    failures: failures, finishReason: response.finishReason, usage: response.usage, response: response)
            }
            let isCut = response.finishReason == .length
            guard let reading = reading(response, isCut: isCut) else {
                return .failure(failure([.init(path: "", message: missing(response))]))
            }
            let failures = failures(of: reading.value)
            guard failures.isEmpty else {
                let cut = isCut ? [StructuredOutputError.Failure(path: "", message: missing(response))] : []
                return .failure(failure(cut + failures))
            }
            let content = GeneratedContent(reading.value)
            do {
                var response = response
                let repairs = repairs + reading.repairs
                response.structured = content
                response.notes += repairs.map(\.note)
                return .success(
                    StructuredResponse(value: try Value(content), response: response, repairs: repairs))
            } catch let error as GeneratedContentError {
                return .failure(failure([.init(path: error.path, message: "\(error.expectation).")]))
            } catch {
                return .failure(failure([.init(path: "", message: "The value cannot be used as its type.")]))
            }
        }

        private func reading(_ response: ModelResponse, isCut: Bool) -> AnswerReader.Reading? {
            if let structured = response.structured, structured.isComplete {
                return .init(value: structured.value)
            }
            return AnswerReader(response.text, isCut: isCut) { (try? validator.isValid($0)) ?? false }.read()
        }

        /// What breaks the schema. A value too deep or too large to be judged counts as invalid.
        private func failures(of value: JSONValue) -> [StructuredOutputError.Failure] {
            do {
                return try validator.failures(of: value).map { .init(path: $0.path, message: $0.message) }
            } catch {
                return [.init(path: "", message: "The value is too deep or too large to be checked.")]
            }
        }

        private func missing(_ response: ModelResponse) -> String {
            switch response.finishReason {
            case .length: "The answer was cut off before its end, after \(response.usage.completionTokens) tokens."
            case .toolCalls: "The model asked for a tool instead."
            case .contentFilter: "The provider withheld the answer."
            case .stop: "There is no JSON value in the answer."
            }
        }
    }
}

extension StructuredGeneration {
    /// The request as an engine can take it: what is sent first for a typed answer. A model that is kept to a schema token by
    /// token does not see it, and writes better when it has been told: those here, and those of servers that do as llama.cpp does,
    /// or that pass over the field. OpenAI and Anthropic tell their models themselves.
    public static func prepared(
        _ request: ModelRequest, schema: GenerationSchema, engine: Engine, capabilities: ModelCapabilities
    ) -> ModelRequest {
        guard capabilities.structuredOutput == .constrained else { return telling(schema, request) }
        var request = request
        request.schema = schema
        if engine == .local || engine.isOwnServer {
            request.messages = StructuredPrompt.adding(schema, to: request.messages)
        }
        return request
    }

    fileprivate static func telling(_ schema: GenerationSchema, _ request: ModelRequest) -> ModelRequest {
        var request = request
        request.schema = nil
        request.messages = StructuredPrompt.adding(schema, to: request.messages)
        return request
    }
}

/// The words by which a model is told the form of its answer.
enum StructuredPrompt {
    /// Raised with every change of the words.
    static let version = 1

    /// The most failures that a model is told of; the first ones usually bring the rest with them.
    private static let mostFailures = 10

    /// Messages that say what form the answer has to have.
    static func adding(_ schema: GenerationSchema, to messages: [Message]) -> [Message] {
        var words = "Answer with one JSON value and nothing else: no explanation, no code fence."
        if let description = schema.description { words += "\nThe value is: \(description)" }
        words += "\nIt has to be valid under this JSON Schema:\n\(schema.root)"
        var messages = messages
        if let first = messages.first, first.role == .system {
            messages[0].content = first.content.isEmpty ? words : first.content + "\n\n" + words
        } else {
            messages.insert(Message(.system, words), at: 0)
        }
        return messages
    }

    /// The same, where they do not say it yet.
    static func telling(_ schema: GenerationSchema, _ messages: [Message]) -> [Message] {
        let root = schema.root.description
        return messages.contains { $0.content.contains(root) } ? messages : adding(schema, to: messages)
    }

    /// Messages that ask for a corrected answer.
    static func asking(
        againAfter answer: String, failures: [StructuredOutputError.Failure], _ messages: [Message]
    ) -> [Message] {
        let list = failures.prefix(mostFailures).map {
            "- \($0.path.isEmpty ? "" : "at \($0.path): ")\($0.message)"
        }
        return messages + [
            Message(.assistant, answer),
            Message(
                .user,
                "That answer is not valid:\n\(list.joined(separator: "\n"))\n"
                    + "Answer again with the whole JSON value, corrected, and nothing else."),
        ]
    }
}
