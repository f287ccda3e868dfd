public import HearthCore

/// The exact content of a request that would leave this machine, made without sending or recording anything.
public struct OutboundPreview: Sendable {
    public var decision: RoutingDecision
    /// Whether anything leaves the process at all.
    public var leavesProcess: Bool
    /// Whether it leaves the machine.
    public var leavesMachine: Bool
    /// As they would be sent, after redaction.
    public var messages: [Message]
    /// The definitions and the schema that go along.
    public var tools: [ToolDefinition]
    public var schema: GenerationSchema?
    /// The placeholders with the private texts that they replace. Show them to the user only.
    public var replaced: [RedactedPrompt.Replacement]
    /// Private details that redaction may have missed, named without their text.
    public var notes: [String]
    /// Counted by the engine's own tokenizer, or by its stated estimate.
    public var estimatedTokens: Int
    /// Bytes of text in messages, tools and schema; the protocol's own marks come on top.
    public var bytes: Int
}

/// The model that requests would go to, as far as their prompts depend on it.
public struct PreviewTarget: Sendable {
    public let engine: Engine
    public let modelID: String
    public let capabilities: ModelCapabilities
    public let tokenizer: any TextTokenizer
}

extension ModelRouter {
    /// What a request would send, to whom.
    ///
    /// - Throws: ``RoutingError`` when it would be refused; the redactor's error when redaction would refuse it.
    public func preview(_ request: ModelRequest, routing: RoutingRequest? = nil) async throws -> OutboundPreview {
        var routing = routing ?? RoutingRequest(task: request.task, label: request.label)
        routing.label = max(routing.label, request.label)
        if !request.tools.isEmpty { routing.requiresTools = true }
        if request.hasPictures { routing.requiresVision = true }
        if request.suffix != nil { routing.requiresInfill = true }
        let context = try await context()
        let found = try await decide(present(routing), context: context, after: [], fallbackReason: nil)
        let leaves = found.candidate.reach > .process
        let redacted =
            leaves && context.policy.redactsPrompts
            ? try redact(request, acceptsDoubt: routing.acceptsDoubt)
            : RedactedPrompt(request: request, replacements: [])
        let texts = redacted.request.outgoingTexts
        let tokenizer = try await Self.tokenizer(of: found.engine)
        return OutboundPreview(
            decision: found.decision, leavesProcess: leaves, leavesMachine: found.candidate.reach == .network,
            messages: redacted.request.messages, tools: redacted.request.tools, schema: redacted.request.schema,
            replaced: redacted.replacements, notes: redacted.notes,
            estimatedTokens: texts.reduce(0) { $0 + tokenizer.countTokens($1) },
            bytes: texts.reduce(0) { $0 + $1.utf8.count })
    }

    /// What a request would send and to whom, when the prompt depends on the engine's window.
    ///
    /// - Parameter compose: Makes the request for the engine that was chosen.
    /// - Throws: ``RoutingError`` when it would be refused, and what `compose` throws.
    public func preview(
        _ routing: RoutingRequest,
        compose: (_ capabilities: ModelCapabilities, _ tokenizer: any TextTokenizer) async throws -> ModelRequest
    ) async throws -> OutboundPreview {
        let found = try await decide(present(routing), context: context(), after: [], fallbackReason: nil)
        var pinned = routing
        pinned.engine = found.engine.engine
        return try await explained(
            preview(compose(found.engine.capabilities, Self.tokenizer(of: found.engine)), routing: pinned),
            found.decision)
    }

    /// An estimate for an engine that takes no prompts. A local model that is not loaded reads its vocabulary for it, which the
    /// cooperative pool is not kept waiting for.
    private static func tokenizer(of engine: any RoutableEngine) async throws -> any TextTokenizer {
        guard let model = engine as? any LanguageModel else { return EstimatedTokenizer() }
        return try await BlockingWork.run(on: "hearth.tokenizer") { model.tokenizer }
    }

    /// The same for work that takes several requests: those that are known before an answer came.
    ///
    /// - Parameter compose: Makes the requests for the model that was chosen. It is not called where the basic engine was, which
    ///   takes no prompts.
    /// - Returns: One for each request, and one without messages where there are none.
    /// - Throws: As above.
    public func previews(
        _ routing: RoutingRequest, compose: (PreviewTarget) async throws -> [ModelRequest]
    ) async throws -> [OutboundPreview] {
        let found = try await decide(present(routing), context: context(), after: [], fallbackReason: nil)
        var requests: [ModelRequest] = []
        if let model = found.engine as? any LanguageModel {
            let target = PreviewTarget(
                engine: model.engine, modelID: model.modelID, capabilities: model.capabilities,
                tokenizer: try await Self.tokenizer(of: model))
            requests = try await compose(target)
        }
        if requests.isEmpty { requests = [ModelRequest(task: routing.task, messages: [], label: routing.label)] }
        var pinned = routing
        pinned.engine = found.engine.engine
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

    /// - Throws: ``RoutingError`` when there is nothing to do it with: what should be replaced is not sent as it is.
    func redact(_ request: ModelRequest, acceptsDoubt: Bool) throws -> RedactedPrompt {
        guard let redactor = configuration.redactor else { throw RoutingError.noRedactor }
        var options = configuration.redaction
        if acceptsDoubt { options.acceptsDoubt = true }
        return try redactor.redact(request, options: options)
    }
}

extension ModelRequest {
    /// Every text that a provider gets to see.
    var outgoingTexts: [String] {
        var texts = messages.map(\.content)
        for message in messages { texts += message.toolCalls?.map(\.arguments) ?? [] }
        for tool in tools { texts += [tool.name, tool.description, tool.parameters.description] }
        if let schema { texts += [schema.name, schema.description ?? "", schema.root.description] }
        if let suffix { texts.append(suffix) }
        return texts + options.stopSequences
    }
}
