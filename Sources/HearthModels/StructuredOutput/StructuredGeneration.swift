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
