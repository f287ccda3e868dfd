public import HearthCore

/// A JSON Schema written as a grammar in GBNF, the notation of llama.cpp: what a sampler needs to answer in that shape.
///
/// The grammar never accepts a text whose value breaks the schema, and whatever it lets a text begin with has an end. What cannot be said by a grammar is refused, by the name
/// of the keyword; formats are asserted. Members of objects may come in any order; where too many are required for that, in
/// the order of `properties`, of `required`, or of the alphabet. Numbers with bounds are written without exponents.
public struct SchemaGrammar: Sendable {
    /// Choices about texts that mean the same.
    public struct Configuration: Sendable {
        /// How the members of an object may be ordered.
        public enum Order: Sendable {
            /// As they come; for judging texts that others wrote.
            case any
            /// As `properties` lists them, each at most once, then others; for writing, where freedom only invites repetition.
            case declared
        }
        public var order = Order.any
        /// Required properties up to this number may come in any order: their combinations are counted out.
        public var mostUnordered = 7

        public init() {}
    }

    /// The grammar, with the root rule `root`.
    public let text: String

    /// - Throws: ``SchemaError`` of kind `notExpressible`, naming the keyword; `unsatisfiable` where no value meets the schema,
    ///   as far as that shows; or of the kinds of ``JSONSchema``.
    public init(
        _ schema: JSONValue, draft: SchemaDraft = .draft2020, resources: [String: JSONValue] = [:],
        configuration: Configuration = .init()
    ) throws {
        try self.init(try JSONSchema(schema, draft: draft, resources: resources), configuration: configuration)
    }

    public init(_ schema: JSONSchema, configuration: Configuration = .init()) throws {
        var writer = GrammarWriter(schema, configuration)
        text = try writer.write()
    }
}
