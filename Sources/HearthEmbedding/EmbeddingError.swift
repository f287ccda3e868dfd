public import HearthCore

/// Why text could not be turned into vectors.
public struct EmbeddingError: ReadableError, Equatable {
    /// The kinds of failure; `code` is the raw value.
    public enum Kind: String, Sendable {
        /// The model is of a kind that the sentence encoder does not run.
        case unsupportedModel = "unsupported-embedding-model"
        /// The model file lacks something that an encoder needs, or has it in a wrong shape.
        case malformedModel = "malformed-embedding-model"
        /// A setting is outside its range.
        case invalidConfiguration = "invalid-encoder-configuration"
    }

    public let kind: Kind
    public let message: String
    public var code: String { kind.rawValue }

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
