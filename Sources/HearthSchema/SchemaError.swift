public import HearthCore

/// Why a schema, a pattern or a grammar could not be used.
public struct SchemaError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// A keyword of the schema has a value that it cannot have.
        case malformedSchema = "malformed-schema"
        /// A `$ref` names something that is neither in the schema nor among the resources; nothing is ever fetched.
        case unresolvedReference = "unresolved-reference"
        /// A `pattern` is not a regular expression of ECMA-262, or uses a part of it that is not supported.
        case malformedPattern = "malformed-pattern"
        /// The work went past a limit on steps, depth or size.
        case tooCostly = "too-costly"
        /// The schema cannot be written as a grammar; the message names the keyword.
        case notExpressible = "not-expressible"
        /// No value meets the schema; a grammar would accept nothing, and a model would have nothing to say.
        case unsatisfiable = "unsatisfiable"
        /// The text is not a GBNF grammar.
        case malformedGrammar = "malformed-grammar"
    }

    public let reason: Reason
    public let message: String

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

extension SchemaError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .malformedSchema, .unresolvedReference, .malformedPattern, .tooCostly, .unsatisfiable, .malformedGrammar:
            .badRequest
        case .notExpressible: .notExpressible
        }
    }
}
