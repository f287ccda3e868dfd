import HearthCore
import HearthTesting

extension ScriptedModel {
    /// A model that says these one after the other, and that there is nothing more after them.
    convenience init(_ script: [Reply], engine: Engine = .local, contextLength: Int? = nil) {
        self.init(
            engine: engine,
            capabilities: ModelCapabilities(
                offline: true, contextLength: contextLength, tasks: [.chat, .answer, .summarize, .studyQuestionGen]),
            replies: script, otherwise: { _ in .answer("nothing more") })
    }
}

extension ScriptedModel.Reply {
    /// A text that was thought about.
    static func answer(_ text: String) -> Self {
        .response(
            ModelResponse(
                text: text, reasoning: "hm", usage: TokenUsage(promptTokens: 3, completionTokens: 2),
                timings: Timings(), finishReason: .stop))
    }

    static var fails: Self { .failure(IncompleteResponse(engine: .local)) }

    /// Says this and then waits to be stopped.
    static func endless(_ text: String) -> Self { text.isEmpty ? .never() : .never(after: text) }
}
