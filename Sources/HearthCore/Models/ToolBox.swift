/// Tools that a model is offered while it answers, and who runs what it asks for.
///
/// It is a wall: whatever runs a call sees to it that the owner allowed it, that the tool may be given what is as private as the
/// conversation, and that it is recorded before it is done. Nobody who asks a model has to know how.
public protocol ToolBox: Sendable {
    /// What is offered, by names that every engine takes: letters, digits, `_` and `-`, at most 64.
    var tools: [ToolDefinition] { get }

    /// The strictest label that what these tools give may have beyond the label of the call: the engine that is given it is chosen
    /// before any of them is called.
    var label: SensitivityLabel { get }

    /// Runs a call, or says why not. What the tool cannot do, and what it is not allowed, is told to the model that asked and
    /// ends nothing.
    ///
    /// - Parameter label: How private what the model knows is: the arguments may hold any of it. Asked again right before the tool is
    ///   given them: a person may take hours to allow a call, in which something was called private.
    /// - Throws: `CancellationError`, and what the ledger throws, before anything is done.
    func run(
        _ call: ToolCall, labelNow label: @Sendable () async throws -> SensitivityLabel
    ) async throws -> ToolOutcome
}

extension ToolBox {
    /// ``run(_:labelNow:)`` with a label that does not change while the call is under way.
    public func run(_ call: ToolCall, label: SensitivityLabel) async throws -> ToolOutcome {
        try await run(call) { label }
    }
}

/// How far a model may go with tools before it has to answer: what they give may be hostile, and a model may call for ever.
package enum ToolLimits {
    /// Answers of a model that may call tools; the next one has to do without.
    package static let mostRounds = 8
    /// Calls of one answer that are run.
    package static let mostCalls = 8
    private static let mostBytes = 64 << 10

    /// The share of a window that is kept free for results, and the part of it that one may take.
    package static let share = 4
    /// Bytes of a token, cautiously: a result in Chinese has fewer.
    private static let bytesOfToken = 2

    /// Bytes of the results of one answer.
    ///
    /// - Parameter window: Tokens of the model's window; `nil` where it has no bound.
    package static func bytes(in window: Int?) -> Int {
        window.map { max(256, $0 / share * bytesOfToken) } ?? mostBytes
    }

    /// The result that a model gets for a call beyond ``mostCalls``.
    package static let tooManyCalls = ToolOutcome(
        text: "Not called: only \(mostCalls) calls are made at once. Ask again.", isError: true, label: .public,
        note: "More calls were wanted at once than are made.")
}

/// The result of a tool call.
public struct ToolOutcome: Hashable, Sendable {
    /// For the model that asked: what the tool gave, or why there is nothing.
    public var text: String
    public var isError: Bool
    /// How private the text is.
    public var label: SensitivityLabel
    /// What was done, for a person, such as `files/read_file was called.`
    public var note: String

    public init(text: String, isError: Bool = false, label: SensitivityLabel = .personal, note: String) {
        self.text = text
        self.isError = isError
        self.label = label
        self.note = note
    }
}

extension ToolOutcome {
    /// The same with a text of at most so many bytes; what is cut off is told of.
    package func cut(to limit: Int) -> ToolOutcome {
        guard text.utf8.count > limit else { return self }
        var outcome = self
        outcome.text = text.prefix(bytes: limit) + "\n[The rest did not fit.]"
        return outcome
    }
}

extension String {
    /// The beginning that has at most so many bytes, cut between characters.
    package func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: max(0, limit))
        while end > startIndex, end.samePosition(in: self) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
