/// Why a text is not JSON (RFC 8259): the message names what was found and at which byte.
public struct JSONSyntaxError: ReadableError, Equatable {
    public let message: String
    /// The line, from 1, for a text that a person wrote; `nil` where it is not known.
    public var line: Int?
    public var code: String { "malformed-json" }
    public var kind: Failure.Kind { .badRequest }
}
