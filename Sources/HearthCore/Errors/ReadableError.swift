/// An error that a person can act on.
///
/// Each module has one error struct that conforms: a stable `code` for programs, and a `message` that says what happened and
/// what to do. Callers branch on `code`, never on the text.
public protocol ReadableError: Error, CustomStringConvertible, Sendable {
    /// Stable, lower-case, dashed: `encrypted-pdf`, `wrong-key`.
    var code: String { get }
    /// One or two sentences: what happened, then what to do about it.
    var message: String { get }
}

/// An error that waiting cures.
public protocol PassingError: ReadableError {
    /// Seconds after which it is worth to try again; `nil` when that is not known.
    var secondsToWait: Double? { get }
}

extension ReadableError {
    public var description: String { message }
}
