public import HearthCore

/// Why a transcript or a journal could not be analysed.
public struct AnalysisError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// A transcript without words.
        case emptyTranscript = "empty-transcript"
        /// However a text is cut, its parts do not fit the engine's window.
        case windowTooSmall = "window-too-small"
        case contextTooLong = "context-too-long"
        /// The engine declined to read it.
        case refusedByModel = "refused-by-model"
        /// An answer was cut off for want of room.
        case invalidStructuredOutput = "invalid-structured-output"
        /// Notes on notes do not become shorter.
        case noProgress = "no-progress"
        /// No part of the transcript could be read.
        case failedParts = "failed-parts"
        case badDate = "bad-date"
        case badTime = "bad-time"
        case badZone = "bad-zone"
    }

    public let reason: Reason
    public let message: String

    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    static let emptyTranscript = AnalysisError(
        .emptyTranscript, "The transcript has no words, so there is nothing to analyse.")

    static let windowTooSmall = AnalysisError(
        .windowTooSmall, "The engine's window is too small to read a transcript in parts; use another.")

    static let refused = AnalysisError(
        .refusedByModel, "The engine declined to read this; choose another engine for it.")

    static func noRoom(_ tokens: Int, wanted: Int) -> AnalysisError {
        AnalysisError(
            .invalidStructuredOutput,
            "The answer was cut off at \(tokens) tokens. \(wanted) were allowed, but the model's window has no room for "
                + "more; use one with a longer window.")
    }

    static func nothingRead(_ cause: String) -> AnalysisError {
        AnalysisError(.failedParts, "The engine could not read any part of the transcript: \(cause)")
    }

    static func badDate(_ text: String) -> AnalysisError {
        AnalysisError(
            .badDate,
            "\(text.isEmpty ? "An empty text" : String(text.prefix(40))) is no day of the calendar. Write YYYY-MM-DD, as in "
                + "2026-03-01; a double year of old diaries is written 1659/60-01-05.")
    }
}

extension AnalysisError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .emptyTranscript: .nothingToRead
        case .windowTooSmall: .windowTooSmall
        case .contextTooLong: .contextTooLong
        case .refusedByModel: .refusedByModel
        case .invalidStructuredOutput, .noProgress, .failedParts: .invalidOutput
        case .badDate, .badTime, .badZone: .invalidInput
        }
    }
}
