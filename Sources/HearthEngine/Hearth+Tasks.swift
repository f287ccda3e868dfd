public import HearthCore
public import HearthKnowledge
public import HearthModels

extension Hearth {
    /// Words a text differently. See `RewriteService`.
    public func rewrite(_ request: RewriteRequest) async throws -> AsyncThrowingStream<RoutedEvent, any Error> {
        try await RewriteService(router: router()).rewrite(request)
    }

    /// What a rewriting would send, without sending it.
    public func preview(_ request: RewriteRequest) async throws -> OutboundPreview {
        try await RewriteService(router: router()).preview(request)
    }

    /// Makes study questions from documents. See `QuizService`.
    public func quiz(_ request: QuizRequest) async throws -> Quiz {
        let parts = try current()
        return try await QuizService(database: parts.database(), router: parts.router()).quiz(request)
    }

    /// What a quiz would send, part by part, without sending it.
    public func preview(_ request: QuizRequest) async throws -> [OutboundPreview] {
        let parts = try current()
        return try await QuizService(database: parts.database(), router: parts.router()).preview(request)
    }

    /// What understanding a wish would send, without sending it.
    public func previewUnderstanding(
        _ wish: String, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .intentToAction)
    ) async throws -> [OutboundPreview] {
        try await IntentService(router: router()).preview(wish, routing: routing, options: options)
    }

    /// Turns a wish into one of Hearth's own commands, which it does not run. See `IntentService`.
    public func understand(
        _ wish: String, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .intentToAction)
    ) async throws -> UnderstoodWish {
        try await IntentService(router: router()).understand(wish, routing: routing, options: options)
    }
}
