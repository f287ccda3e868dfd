public import HearthCore

/// Why text could not be turned into vectors.
public struct EmbeddingError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// The model is of a kind that the sentence encoder does not run.
        case unsupportedModel = "unsupported-embedding-model"
        /// The model file lacks something that an encoder needs, or has it in a wrong shape.
        case malformedModel = "malformed-embedding-model"
        /// A setting is outside its range.
        case invalidConfiguration = "invalid-encoder-configuration"
    }

    public let reason: Reason
    public let message: String

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

extension EmbeddingError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .unsupportedModel, .malformedModel: .unusableModel
        case .invalidConfiguration: .badSettings
        }
    }
}
