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
