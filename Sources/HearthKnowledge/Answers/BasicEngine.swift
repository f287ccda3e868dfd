public import HearthCore

/// The extractive engine as the router sees it: always there, for the tasks that can be done with the words of the sources.
///
/// It takes no prompts. Where a `Route` is to it, the service that asked does its work: answers and summaries need passages,
/// study questions need sentences.
public struct BasicEngine: RoutableEngine {
    public let engine = Engine.basic
    public let modelID = RoutingDecision.basicModel
    public let capabilities = ModelCapabilities(
        offline: true, contextLength: nil,
        tasks: [.answer, .summarize, .extract, .studyQuestionGen, .intentToAction])

    public init() {}

    public func availability() async -> Availability { .available }
}
