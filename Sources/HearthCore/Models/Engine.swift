/// The kinds of engine, by the names used in settings and on the command line.
public enum Engine: String, Codable, Sendable, CaseIterable {
    case apple, local, openai, anthropic, custom, basic

    /// Whether its requests go to a service of somebody's, with the user's own key ("bring your own").
    public var isRemote: Bool {
        switch self {
        case .openai, .anthropic, .custom: true
        case .apple, .local, .basic: false
        }
    }
}

/// What is asked of an engine.
public enum TaskKind: String, Codable, Sendable, CaseIterable {
    case intentToAction, summarize, rewrite, studyQuestionGen, textCompletion, chat
    case answer, extract, embed, rerank, transcribe
}
