import HearthCore
import HearthModels

/// Lets a model call tools until it answers: calls are run by whoever holds the tools, and their results go back to the model.
///
/// What tools give may be more private than the conversation was. The engine is chosen for what they promise to give at most, each
/// further request carries what they gave, so that the route refuses what was not promised, and a call carries what the model knew by
/// then. It may also be hostile; so rounds, calls and lengths are bounded, and a model that only calls is made to answer.
struct ToolRounds: Sendable {
    /// Answers of a model that may call tools; the next one has to do without.
    private static let most = 8
    /// Calls of one answer that are run.
    private static let mostCalls = 8
    /// The share of a window that is kept free for results, and the part of it that one may take.
    private static let share = 4
    /// Bytes of a result where the window has no bound.
    private static let mostBytes = 64 << 10
    /// Bytes of a token, cautiously: a result in Chinese has fewer.
    private static let bytesOfToken = 2

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
        budget.reservedForOutput += told + (budget.contextLength ?? 0) / Self.share
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
        let limit = window.map { max(256, $0 / Self.share * Self.bytesOfToken) } ?? Self.mostBytes
        for round in 1...Self.most {
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
            if round == Self.most { request.tools = [] }
        }
        try await said.hear(model.respond(to: request), emit: emit)
    }

    private func outcome(
        of call: ToolCall, _ place: Int, _ label: SensitivityLabel, emit: EventStream<ChatEvent>.Emit
    ) async throws -> ToolOutcome {
        guard place < Self.mostCalls else {
            return ToolOutcome(
                text: "Not called: only \(Self.mostCalls) calls are made at once. Ask again.", isError: true,
                label: .public, note: "More calls were wanted at once than are made.")
        }
        try await emit(.toolCall(call))
        let outcome = try await box.run(call) { [labelNow] in
            try await max(label, labelNow() ?? .public)
        }
        try Task.checkCancellation()
        try await emit(.toolOutcome(outcome))
        return outcome
    }
}
