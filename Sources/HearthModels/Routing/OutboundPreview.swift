public import HearthCore

/// What exactly would leave, made without sending or recording anything.
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
    /// What placeholders stand for. This is the user's own text, shown to the user only.
    public var replaced: [RedactedPrompt.Replacement]
    /// What redaction may have left.
    public var notes: [String]
    /// Counted by the engine's own tokenizer, or by its stated estimate.
    public var estimatedTokens: Int
    /// Bytes of text in messages, tools and schema; the protocol's own marks come on top.
    public var bytes: Int
}

extension ModelRouter {
    /// What a request would send, to whom.
    ///
    /// - Throws: ``RoutingError`` when it would be refused; the redactor's error when redaction would refuse it.
    public func preview(_ request: ModelRequest, routing: RoutingRequest? = nil) async throws -> OutboundPreview {
        var routing = routing ?? RoutingRequest(task: request.task, label: request.label)
        routing.label = max(routing.label, request.label)
        if !request.tools.isEmpty { routing.requiresTools = true }
        let context = try await context()
        let found = try await decide(routing, context: context, after: [], fallbackReason: nil)
        let leaves = found.candidate.reach > .process
        let redacted =
            leaves && context.policy.redactsPrompts
            ? try redact(request, acceptsDoubt: routing.acceptsDoubt)
            : RedactedPrompt(request: request, replacements: [])
        let texts = redacted.request.outgoingTexts
        return OutboundPreview(
            decision: found.decision, leavesProcess: leaves, leavesMachine: found.candidate.reach == .network,
            messages: redacted.request.messages, tools: redacted.request.tools, schema: redacted.request.schema,
            replaced: redacted.replacements, notes: redacted.notes,
            estimatedTokens: texts.reduce(0) { $0 + found.model.tokenizer.countTokens($1) },
            bytes: texts.reduce(0) { $0 + $1.utf8.count })
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
        return texts + options.stopSequences
    }
}
