public import HearthCore

/// Why no answer could be given.
public struct AnswerError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// A reranking model, or a reader, did not judge each passage.
        case unfitScores = "unfit-scores"
        /// There is nothing to read.
        case noDocuments = "no-documents"
        case windowTooSmall = "window-too-small"
        /// Summaries of parts are not shorter than the parts.
        case noProgress = "no-progress"
    }

    public let reason: Reason
    public let message: String
    public let help: [Failure.Help]

    init(_ reason: Reason, _ message: String, help: [Failure.Help] = []) {
        self.reason = reason
        self.message = message
        self.help = help
    }

    /// Said after what model it was.
    static let unfitScores = AnswerError(
        .unfitScores, "It did not give a score for each passage; choose another one.")
}

extension AnswerError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .noProgress: .invalidOutput
        // The reranking model failed, not the one that answers, whose place another engine could take.
        case .unfitScores: .modelFailed
        case .noDocuments: .nothingToRead
        case .windowTooSmall: .windowTooSmall
        }
    }
}
