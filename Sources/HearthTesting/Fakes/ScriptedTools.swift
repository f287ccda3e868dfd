public import HearthCore
import Synchronization

/// Tools for tests: each call is answered with what it was fed, in that order, and kept.
public final class ScriptedTools: ToolBox {
    public let tools: [ToolDefinition]
    public let label: SensitivityLabel
    private let state: Mutex<(outcomes: [ToolOutcome], calls: [(call: ToolCall, label: SensitivityLabel)])>

    /// - Parameters:
    ///   - names: Of the tools that are offered.
    ///   - label: What is promised of the outcomes; `nil` promises what holds.
    public init(_ names: [String], _ outcomes: [ToolOutcome], label: SensitivityLabel? = nil) {
        self.label = label ?? outcomes.map(\.label).max() ?? .public
        tools = names.map { ToolDefinition(name: $0, description: "It is \($0).", parameters: ["type": "object"]) }
        state = Mutex((outcomes, []))
    }

    /// Every call so far, with the label that its arguments may have, in order.
    public var calls: [(call: ToolCall, label: SensitivityLabel)] { state.withLock { $0.calls } }

    public func run(
        _ call: ToolCall, labelNow: @Sendable () async throws -> SensitivityLabel
    ) async throws -> ToolOutcome {
        try Task.checkCancellation()
        let label = try await labelNow()
        return state.withLock { state in
            state.calls.append((call, label))
            let none = ToolOutcome(text: "There is nothing more.", isError: true, note: "Nothing was called.")
            return state.outcomes.isEmpty ? none : state.outcomes.removeFirst()
        }
    }
}
