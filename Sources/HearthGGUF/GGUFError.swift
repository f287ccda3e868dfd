public import HearthCore

/// Why a model file could not be read.
public struct GGUFError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// The file could not be opened or mapped.
        case unreadable = "gguf-unreadable"
        /// The file does not begin with `GGUF`, or has a version or byte order that is not supported.
        case notGGUF = "not-gguf"
        /// The bytes end before the header or a tensor does: an unfinished download, or a header read in part.
        case truncated = "gguf-truncated"
        /// The header contradicts itself or goes past a limit.
        case malformed = "gguf-malformed"
        /// A metadata key or a tensor is not there.
        case missing = "gguf-missing"
        /// A tensor type is not one that can be read as numbers.
        case unsupportedType = "gguf-unsupported-type"
    }

    public let reason: Reason
    public let message: String

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

extension GGUFError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .unreadable, .notGGUF, .truncated, .malformed, .missing, .unsupportedType: .unusableModel
        }
    }
}
