/// A value that a model generated and that does not fit the type it is to become.
///
/// The message names places and kinds, never the values, which may be private.
public struct GeneratedContentError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case typeMismatch = "type-mismatch"
        case valueNotAllowed = "value-not-allowed"
        case unfinished
        case missingProperty = "missing-property"

        public var kind: Failure.Kind {
            switch self {
            case .typeMismatch, .valueNotAllowed, .unfinished, .missingProperty: .invalidOutput
            }
        }
    }

    public let reason: Reason
    /// A JSON pointer (RFC 6901) to the value; empty for the whole of it.
    public private(set) var path: String
    /// What was expected there, without the place.
    public let expectation: String
    public var message: String {
        "The generated value\(path.isEmpty ? "" : " at \(path)") does not fit its type: \(expectation). "
            + "Ask again, or check that type and schema agree."
    }

    private init(_ reason: Reason, _ expectation: String) {
        self.reason = reason
        self.expectation = expectation
        path = ""
    }

    /// A value of another kind: `expected` is a noun with its article.
    public static func mismatch(_ expected: String, _ value: JSONValue) -> GeneratedContentError {
        let found =
            switch value {
            case .null: "null"
            case .bool: "a boolean"
            case .number: "a number"
            case .string: "a string"
            case .array: "an array"
            case .object: "an object"
            }
        return GeneratedContentError(.typeMismatch, "\(expected) is needed, and it is \(found)")
    }

    /// A value of the right kind that is none of those allowed.
    public static func notAllowed(_ what: String) -> GeneratedContentError {
        GeneratedContentError(.valueNotAllowed, what)
    }

    static let unfinished = GeneratedContentError(.unfinished, "it was not finished")

    static func missing(_ name: String) -> GeneratedContentError {
        GeneratedContentError(.missingProperty, "the property `\(name)` is missing")
    }

    /// Lengthens the path of what `body` throws by one step.
    static func within<Value>(_ step: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch var error as GeneratedContentError {
            let escaped = step.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
                .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
            error.path = "/" + escaped + error.path
            throw error
        }
    }
}
