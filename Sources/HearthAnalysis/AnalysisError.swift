public import HearthCore

/// Why a transcript or a journal could not be analysed.
public struct AnalysisError: ReadableError, Equatable {
    /// Of transcripts: `empty-transcript`, `refused-by-model`, `no-progress`, `failed-parts`. Of journals: `bad-date`,
    /// `bad-time`, `bad-zone`, `no-entries`. Of both: `window-too-small`,
    /// and `invalid-structured-output` where an answer was cut off for want of room.
    public let code: String
    public let message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    static let emptyTranscript = AnalysisError(
        code: "empty-transcript", message: "The transcript has no words, so there is nothing to analyse.")

    static let windowTooSmall = AnalysisError(
        code: "window-too-small",
        message: "The engine's window is too small to read a transcript in parts; use another.")

    static let refused = AnalysisError(
        code: "refused-by-model", message: "The engine declined to read this; choose another engine for it.")

    static func noRoom(_ tokens: Int, wanted: Int, code: String) -> AnalysisError {
        AnalysisError(
            code: code,
            message:
                "The answer was cut off at \(tokens) tokens. \(wanted) were allowed, but the model's window has no room for "
                + "more; use one with a longer window.")
    }

    static func nothingRead(_ cause: String) -> AnalysisError {
        AnalysisError(
            code: "failed-parts", message: "The engine could not read any part of the transcript: \(cause)")
    }

    static func badDate(_ text: String) -> AnalysisError {
        AnalysisError(
            code: "bad-date",
            message:
                "\(text.prefix(40)) is no day of the calendar. Write YYYY-MM-DD; for the Old Style of diaries before the "
                + "change, 1659/60-01-05, or \"calendar\": \"julian\".")
    }
}
