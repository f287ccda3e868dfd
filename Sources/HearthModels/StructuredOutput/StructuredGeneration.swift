public import HearthCore

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

/// What comes of a typed request, in order; the last event is ``final(_:)``.
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
    /// What was done to get a valid value; empty for an answer that was valid as it came. Each is also among the notes of
    /// the response.
    public var repairs: [StructuredRepair]
    public var wasRepaired: Bool { !repairs.isEmpty }

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
public struct StructuredOutputError: ReadableError, Equatable {
    /// One thing that is wrong.
    public struct Failure: Sendable, Hashable {
        /// A JSON pointer (RFC 6901) into the answer; empty for the whole of it.
        public let path: String
        /// For a person; names what is demanded, not what was there.
        public let message: String
    }

    public let code = "invalid-structured-output"
    public let kind = HearthCore.Failure.Kind.invalidOutput
    /// At most 100.
    public let failures: [Failure]
    public let finishReason: FinishReason
    /// What all attempts took.
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
