public import HearthCore

/// Why a transcript could not be analysed.
public struct TranscriptAnalysisError: ReadableError {
    /// `empty-transcript`, `window-too-small`, `refused-by-model`, `no-progress`, `failed-parts`.
    public let code: String
    public let message: String

    static let empty = TranscriptAnalysisError(
        code: "empty-transcript", message: "The transcript has no words, so there is nothing to analyse.")

    static let windowTooSmall = TranscriptAnalysisError(
        code: "window-too-small",
        message: "The engine's window is too small to read a transcript in parts; use another.")

    static let refused = TranscriptAnalysisError(
        code: "refused-by-model", message: "The engine declined to read this; choose another engine for it.")

    static func nothingRead(_ cause: String) -> TranscriptAnalysisError {
        TranscriptAnalysisError(
            code: "failed-parts", message: "The engine could not read any part of the transcript: \(cause)")
    }
}
