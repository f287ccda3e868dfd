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
    ) -> AsyncThrowingStream<StructuredEvent<Value>, any Error> {
        stream(request, schema: { type.generationSchema })
    }

    /// Asks for a value that fits a schema. Dropping the stream stops the work.
    public func respond(
        to request: ModelRequest, schema: GenerationSchema
    ) -> AsyncThrowingStream<StructuredEvent<GeneratedContent>, any Error> {
        stream(request, schema: { schema })
    }

    /// The value alone, when its snapshots are of no use.
    public func response<Value: Generable>(
        to request: ModelRequest, generating type: Value.Type = Value.self
    ) async throws -> StructuredResponse<Value> {
        try await Run<Value>(model, configuration, request, type.generationSchema) { _ in }.result()
    }

    /// The value alone, when its snapshots are of no use.
    public func response(
        to request: ModelRequest, schema: GenerationSchema
    ) async throws -> StructuredResponse<GeneratedContent> {
        try await Run<GeneratedContent>(model, configuration, request, schema) { _ in }.result()
    }

    private func stream<Value: Generable>(
        _ request: ModelRequest, schema: @escaping @Sendable () -> GenerationSchema
    ) -> AsyncThrowingStream<StructuredEvent<Value>, any Error> {
        AsyncThrowingStream { continuation in
            // A bare task, because the stream is made outside of any; it ends with the stream.
            let task = Task(executorPreference: WorkThreads.preferred) {
                do {
                    let run = try Run<Value>(model, configuration, request, schema()) { continuation.yield($0) }
                    continuation.yield(.final(try await run.result()))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
