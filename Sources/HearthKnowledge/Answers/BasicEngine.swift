public import HearthCore

/// The extractive engine as the router sees it: always there, for the tasks that can be done with the words of the sources.
///
/// Answers and summaries need passages rather than a prompt, so ``AnswerService`` and ``SummaryService`` do this engine's
/// work; a bare prompt is refused.
public struct BasicEngine: LanguageModel {
    public let engine = Engine.basic
    public let modelID = RoutingDecision.basicModel
    public let capabilities = ModelCapabilities(
        offline: true, contextLength: nil,
        tasks: [.answer, .summarize, .extract, .studyQuestionGen, .intentToAction])

    public init() {}

    public func availability() async -> Availability { .available }

    public func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        AsyncThrowingStream { continuation in
            continuation.finish(
                throwing: AnswerError(
                    .unsupportedTask,
                    "The basic engine picks sentences from sources; it cannot write freely. Set a local model."
                ))
        }
    }
}
