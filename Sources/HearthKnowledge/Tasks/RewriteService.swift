public import HearthCore
public import HearthModels
import HearthPrompts

/// A text that is to be worded differently.
public struct RewriteRequest: Sendable {
    public var text: String
    /// How; `nil` makes it clearer and mends its mistakes.
    public var instruction: String?
    public var routing: RoutingChoice
    public var options: GenerationOptions

    public init(
        text: String, instruction: String? = nil, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .rewrite)
    ) {
        self.text = text
        self.instruction = instruction
        self.routing = routing
        self.options = options
    }
}

/// Words a text differently. Needs an engine that writes; the basic one does not, and is refused by the router.
public struct RewriteService: Sendable {
    let router: ModelRouter

    public init(router: ModelRouter) { self.router = router }

    /// The events of one rewriting. Dropping the stream stops the work.
    ///
    /// - Throws: Among others `EmptyTextError`, before an engine is chosen.
    public func rewrite(_ request: RewriteRequest) -> EventStream<RoutedEvent> {
        do {
            return router.respond(to: try modelRequest(request), routing: request.routing.request(.rewrite))
        } catch {
            return EventStream { _ in throw error }
        }
    }

    /// What would be sent, without sending it.
    ///
    /// - Throws: As ``rewrite(_:)`` would before it sends anything.
    public func preview(_ request: RewriteRequest) async throws -> OutboundPreview {
        try await router.preview(try modelRequest(request), routing: request.routing.request(.rewrite))
    }

    private func modelRequest(_ request: RewriteRequest) throws -> ModelRequest {
        try EmptyTextError.check(request.text, "text")
        return ModelRequest(
            task: .rewrite, messages: RewritePrompt.messages(text: request.text, instruction: request.instruction),
            options: request.options, label: request.routing.label)
    }
}
