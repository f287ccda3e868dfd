public import HearthCore

/// What a journal could not do.
public struct JournalError: ReadableError, Equatable {
    /// `bad-date`, `bad-time`, `bad-zone`, `window-too-small`, `no-entries`.
    public let code: String
    public let message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    static func badDate(_ text: String) -> JournalError {
        JournalError(
            code: "bad-date",
            message:
                "\(text.prefix(40)) is no day of the calendar. Write YYYY-MM-DD; for the Old Style of diaries before the "
                + "change, 1659/60-01-05, or \"calendar\": \"julian\".")
    }
}
