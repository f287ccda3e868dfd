/// Speaks.
public protocol SpeechOutput: Sendable {
    /// Says a sentence, and returns when it has been said.
    ///
    /// - Parameter language: The sentence's language (ISO 639-1); `nil` for the voice's own.
    /// - Throws: A ``ReadableError`` when it cannot be said, or `CancellationError`; then nothing is heard any more.
    func speak(_ sentence: String, language: String?) async throws
}
