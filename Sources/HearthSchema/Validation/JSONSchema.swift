public import HearthCore

/// A JSON Schema, compiled once and then applied to any number of values.
///
/// Drafts 4, 6, 7, 2019-09 and 2020-12. Nothing is ever fetched: `$ref` reaches the schema itself, the given resources and
/// the metaschemas of the drafts.
public struct JSONSchema: Sendable {
    /// Where a value breaks a schema.
    public struct Failure: Sendable, Equatable {
        /// A JSON pointer (RFC 6901) into the value; empty for the whole of it.
        public let path: String
        /// The keyword that is not met.
        public let keyword: String
        /// What is wrong, for a person.
        public let message: String
    }

    let nodes: [SchemaNode]
    let root: Int
    let dynamicAnchors: [[String: Int]]

    /// - Parameters:
    ///   - schema: An object, `true` or `false`.
    ///   - draft: The draft that holds where the schema has no `$schema`.
    ///   - resources: Further schemas that `$ref` may name, by address.
    /// - Throws: ``SchemaError`` when the schema or a pattern is malformed, or a reference leads nowhere.
    public init(_ schema: JSONValue, draft: SchemaDraft = .draft2020, resources: [String: JSONValue] = [:]) throws {
        var compiler = SchemaCompiler(resources: resources)
        root = try compiler.compile(schema, draft: draft)
        nodes = compiler.nodes
        dynamicAnchors = compiler.dynamicAnchors
    }

    /// Whether a value meets the schema; stops at the first failure.
    /// - Parameter formats: Whether `format` is asserted, which by the standard it is not unless asked for.
    /// - Throws: ``SchemaError`` of kind `tooCostly` when a limit on depth or steps is reached.
    public func isValid(_ value: JSONValue, formats: Bool = false) throws -> Bool {
        var run = Validator(self, formats: formats, collects: false)
        return try run.check(root, value)
    }

    /// Where a value breaks the schema; empty when it is valid. At most 100 failures are listed.
    public func failures(of value: JSONValue, formats: Bool = false) throws -> [Failure] {
        var run = Validator(self, formats: formats, collects: true)
        return try run.check(root, value) ? [] : run.failures
    }

    /// Whether a value meets one node; for the grammar, which picks values of an enumeration.
    func accepts(_ node: Int, _ value: JSONValue, formats: Bool) throws -> Bool {
        var run = Validator(self, formats: formats, collects: false)
        return try run.check(node, value)
    }
}

/// The drafts of JSON Schema that are understood.
public enum SchemaDraft: String, Sendable, CaseIterable, Comparable {
    case draft4 = "4"
    case draft6 = "6"
    case draft7 = "7"
    case draft2019 = "2019-09"
    case draft2020 = "2020-12"

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    public static func < (left: Self, right: Self) -> Bool { left.order < right.order }

    /// The draft that a `$schema` address stands for.
    init?(address: String) {
        let bare = address.hasSuffix("#") ? String(address.dropLast()) : address
        switch bare.replacingPrefix("https://", with: "http://") {
        case "http://json-schema.org/draft-04/schema": self = .draft4
        case "http://json-schema.org/draft-06/schema": self = .draft6
        case "http://json-schema.org/draft-07/schema": self = .draft7
        case "http://json-schema.org/draft/2019-09/schema": self = .draft2019
        case "http://json-schema.org/draft/2020-12/schema": self = .draft2020
        default: return nil
        }
    }
}

extension String {
    func replacingPrefix(_ prefix: String, with other: String) -> String {
        hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
    }
}

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
