import HearthCore
import HearthModels

/// Lets a model call tools until it answers: calls are run by whoever holds the tools, and their results go back to the model.
///
/// What tools give may be more private than the conversation was. The engine is chosen for what they promise to give at most, each
/// further request carries what they gave, so that the route refuses what was not promised, and a call carries what the model knew by
/// then. It may also be hostile; so rounds, calls and lengths are bounded, and a model that only calls is made to answer.
struct ToolRounds: Sendable {
    private let box: any ToolBox
    private let label: SensitivityLabel
    private let labelNow: @Sendable () async throws -> SensitivityLabel?

    /// - Parameters:
    ///   - label: How private what the model knows is, before any tool is called.
    ///   - labelNow: How private the conversation is by now: what it was made of may have been called private since its engine was
    ///     chosen, and arguments may hold any of it. `nil` where it has nothing yet.
    init(
        _ box: any ToolBox, label: SensitivityLabel,
        labelNow: @escaping @Sendable () async throws -> SensitivityLabel?
    ) {
        self.box = box
        self.label = label
        self.labelNow = labelNow
    }

    /// Keeps room in the window for what the prompt says of the tools, and for what they give.
    func reserve(in budget: inout ContextBudget, tokenizer: any TextTokenizer) {
        let told = box.tools.reduce(0) { sum, tool in
            sum + tokenizer.countTokens(tool.name) + tokenizer.countTokens(tool.description)
                + tokenizer.countTokens(tool.parameters.description)
        }
        budget.reservedForOutput += told + (budget.contextLength ?? 0) / ToolLimits.share
    }

    /// - Parameter window: Tokens of the model's window; `nil` where it has no bound.
    /// - Throws: What the engine, the route and the ledger throw; `CancellationError`.
    func run(
        _ first: ModelRequest, model: any LanguageModel, window: Int?, said: inout Said,
        emit: EventStream<ChatEvent>.Emit
    ) async throws {
        var request = first
        request.tools = box.tools
        var known = label
        let limit = ToolLimits.bytes(in: window)
        for round in 1...ToolLimits.mostRounds {
            try await said.hear(model.respond(to: request), emit: emit)
            guard let response = said.final, !response.toolCalls.isEmpty else { return }
            said.goOn(after: response)
            request.messages.append(Message(.assistant, response.text, toolCalls: response.toolCalls))
            for (place, call) in response.toolCalls.enumerated() {
                let outcome = try await outcome(of: call, place, known, emit: emit)
                said.note(outcome)
                known = max(known, outcome.label)
                request.label = max(request.label, known)
                request.messages.append(
                    Message(.tool, outcome.cut(to: limit / response.toolCalls.count).text, toolCallID: call.id))
            }
            if round == ToolLimits.mostRounds { request.tools = [] }
        }
        try await said.hear(model.respond(to: request), emit: emit)
    }

    private func outcome(
        of call: ToolCall, _ place: Int, _ label: SensitivityLabel, emit: EventStream<ChatEvent>.Emit
    ) async throws -> ToolOutcome {
        guard place < ToolLimits.mostCalls else { return ToolLimits.tooManyCalls }
        try await emit(.toolCall(call))
        let outcome = try await box.run(call) { [labelNow] in
            try await max(label, labelNow() ?? .public)
        }
        try Task.checkCancellation()
        try await emit(.toolOutcome(outcome))
        return outcome
    }
}
