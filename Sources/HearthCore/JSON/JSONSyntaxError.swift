/// Why a text is not JSON (RFC 8259): the message names what was found and at which byte.
public struct JSONSyntaxError: ReadableError, Equatable {
    public let message: String
    public var code: String { "malformed-json" }
    public var kind: Failure.Kind { .badRequest }
}
