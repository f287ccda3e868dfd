public import HearthCore

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
        return try await preview(
            compose(found.model.capabilities, found.model.tokenizer), routing: pinned)
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
