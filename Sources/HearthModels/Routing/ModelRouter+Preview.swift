public import HearthCore

/// The engine that a request would go to, as far as its prompt depends on it.
public struct PreviewTarget: Sendable {
    public let engine: Engine
    public let capabilities: ModelCapabilities
    public let tokenizer: any TextTokenizer
}

extension ModelRouter {
    /// What a request would send and to whom, when the prompt depends on the engine's window.
    ///
    /// - Parameter compose: Makes the request for the engine that was chosen.
    /// - Throws: ``RoutingError`` when it would be refused, and what `compose` throws.
    public func preview(
        _ routing: RoutingRequest,
        compose: (_ capabilities: ModelCapabilities, _ tokenizer: any TextTokenizer) async throws -> ModelRequest
    ) async throws -> OutboundPreview {
        let found = try await decide(routing, context: context(), after: [], fallbackReason: nil)
        var pinned = routing
        pinned.engine = found.model.engine
        return try await explained(
            preview(compose(found.model.capabilities, found.model.tokenizer), routing: pinned), found.decision)
    }

    /// The same for work that takes several requests: those that are known before an answer came.
    ///
    /// - Parameter compose: Makes the requests for the engine that was chosen; none where that engine needs no prompt.
    /// - Returns: One for each request, and one without messages where there are none.
    /// - Throws: As above.
    public func previews(
        _ routing: RoutingRequest, compose: (PreviewTarget) async throws -> [ModelRequest]
    ) async throws -> [OutboundPreview] {
        let found = try await decide(routing, context: context(), after: [], fallbackReason: nil)
        let target = PreviewTarget(
            engine: found.model.engine, capabilities: found.model.capabilities, tokenizer: found.model.tokenizer)
        var requests = try await compose(target)
        if requests.isEmpty { requests = [ModelRequest(task: routing.task, messages: [], label: routing.label)] }
        var pinned = routing
        pinned.engine = found.model.engine
        var previews: [OutboundPreview] = []
        for request in requests {
            try Task.checkCancellation()
            previews.append(try await explained(preview(request, routing: pinned), found.decision))
        }
        return previews
    }

    /// With the reason for which the engine was chosen, and why not the others, which a pinned engine does not have.
    private func explained(_ preview: OutboundPreview, _ decision: RoutingDecision) -> OutboundPreview {
        var preview = preview
        preview.decision.reason = decision.reason
        preview.decision.rejected = decision.rejected
        return preview
    }
}

extension ModelRouter {
    /// Where an engine's requests would go now; `nil` when it has no host, or is not there.
    public func host(of engine: Engine) async throws -> String? {
        try await context().models.first { $0.engine == engine }?.host
    }
}

extension ModelRouter {
    /// The engines as of now, to show them; only a ``Route`` lets one work.
    package func models() async throws -> [any LanguageModel] { try await context().models }
}
