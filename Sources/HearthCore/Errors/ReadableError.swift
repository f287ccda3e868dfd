/// An error that a person can act on.
///
/// A stable `code` for programs, a `kind` that decides what is done about it, a `message` that says what happened, and `help`.
/// Nothing branches on the text, and nothing outside the error's own module on the code: who catches an error asks for its
/// kind, or for the reason of the type that it knows.
public protocol ReadableError: Error, CustomStringConvertible, Sendable {
    /// Stable, lower-case, dashed: `encrypted-pdf`, `wrong-key`.
    var code: String { get }
    var kind: Failure.Kind { get }
    /// One or two sentences: what happened. It names no command and no button; those are `help`'s.
    var message: String { get }
    /// What would help, the best first; each surface puts it into its words.
    var help: [Failure.Help] { get }
}

/// The closed list of what can go wrong in one module.
public protocol FailureReason: Hashable, CaseIterable, Sendable {
    /// What programs read. It never changes its meaning.
    var code: String { get }
    var kind: Failure.Kind { get }
}

extension FailureReason where Self: RawRepresentable<String> {
    public var code: String { rawValue }
}

/// An error of a module that has a closed list of reasons.
public protocol ReasonedError: ReadableError {
    associatedtype Reason: FailureReason
    var reason: Reason { get }
}

extension ReasonedError {
    public var code: String { reason.code }
    public var kind: Failure.Kind { reason.kind }
}

/// An error that waiting cures.
public protocol PassingError: ReadableError {
    /// Seconds after which it is worth to try again; `nil` when that is not known.
    var secondsToWait: Double? { get }
}

extension ReadableError {
    public var description: String { message }
    public var help: [Failure.Help] { [] }
}
