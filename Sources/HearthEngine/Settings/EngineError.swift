public import HearthCore

/// What went wrong while the parts were put together.
public struct EngineError: ReadableError {
    public let code: String
    public let message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}
