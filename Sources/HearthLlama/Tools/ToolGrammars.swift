import HearthCore
import HearthSchema
import HearthTemplates

/// The grammars of the choices that a model has while it writes calls.
///
/// Schemas are read when the request is, so that a tool that is none is refused at once. Grammars are made when a call needs
/// them: agents offer a hundred tools and have one or two called.
struct ToolGrammars {
    /// The rule that a call's grammars begin with. It is none of those that a schema's grammar has.
    static let root = "hearth-choice"
    /// Names as every service takes them; others could not stand in every format.
    private static let longestName = 128

    let names: [String]
    let choice: ToolChoice
    /// What could not be kept to its schema, a sentence each.
    private(set) var notes: [String] = []
    private var schemas: [JSONSchema] = []
    /// The grammars that were needed, by the tool.
    private var made: [Int: String] = [:]

    /// - Throws: ``LlamaError`` with the code `bad-option` for a name that is none, and those of `SchemaError`.
    init(_ tools: [ToolDefinition], choice: ToolChoice) throws {
        names = tools.map(\.name)
        self.choice = choice
        var known: Set<String> = []
        for tool in tools {
            guard Self.isName(tool.name) else {
                throw LlamaError.badOption(
                    "The name of a tool is made of letters, digits, `_`, `-` and `.`, which \(tool.name.prefix(40)) is not"
                )
            }
            guard known.insert(tool.name).inserted else {
                throw LlamaError.badOption("There are two tools with the name \(tool.name)")
            }
            do {
                schemas.append(try JSONSchema(try Self.objectSchema(of: tool)))
            } catch let error as SchemaError {
                throw LlamaError.schema(error, of: "the tool \(tool.name)")
            }
        }
    }

    static func isName(_ name: String) -> Bool {
        (1...longestName).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                byte == 0x2D || byte == 0x2E || byte == 0x5F || (0x30...0x39).contains(byte)
                    || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            }
    }

    /// Arguments are an object, also where the schema does not say so.
    private static func objectSchema(of tool: ToolDefinition) throws -> JSONValue {
        guard var schema = tool.parameters.objectValue else {
            throw LlamaError.badOption("The parameters of the tool \(tool.name) have to be a JSON Schema, an object")
        }
        if schema["type"] == nil { schema["type"] = "object" }
        guard schema["type"] == "object" else {
            throw LlamaError.badOption("The parameters of the tool \(tool.name) have to be of the type `object`")
        }
        return .object(schema)
    }

    /// The grammar of a choice, with the root rule ``root``.
    mutating func text(_ rule: ToolCallReader.Rule, terminator: [UInt8]) throws -> String {
        switch rule {
        case .name:
            let all = names.map(Self.literal).joined(separator: " | ")
            return "\(Self.root) ::= (\(all)) \(Self.literal(String(decoding: terminator, as: UTF8.self)))\n"
        case .arguments(let tool): return try arguments(tool) + "\n\(Self.root) ::= \" \"? root\n"
        case .more: return "\(Self.root) ::= \",\" | \"]\"\n"
        }
    }

    private mutating func arguments(_ tool: Int) throws -> String {
        if let known = made[tool] { return known }
        let grammar: String
        do {
            grammar = try Self.grammar(schemas[tool])
        } catch let error as SchemaError {
            return try loosen(tool, because: error.message)
        }
        made[tool] = grammar
        return grammar
    }

    /// Keeps a tool's arguments to JSON alone from now on: a call that its program has to check is better than none.
    ///
    /// - Returns: The grammar of any object.
    @discardableResult
    mutating func loosen(_ tool: Int, because reason: String) throws -> String {
        let grammar = try Self.grammar(try JSONSchema(["type": "object"]))
        made[tool] = grammar
        notes.append("The arguments of \(names[tool]) are kept to JSON and not to their schema: \(reason)")
        return grammar
    }

    private static func grammar(_ schema: JSONSchema) throws -> String {
        var configuration = SchemaGrammar.Configuration()
        configuration.order = .declared
        configuration.numbers = .readable
        return try SchemaGrammar(schema, configuration: configuration).text
    }

    /// The grammar of an answer that may also open a call instead.
    ///
    /// - Parameter mayEnd: Whether there has been a call, so that nothing more has to come.
    static func opening(_ format: ToolCallFormat, or grammar: String, mayEnd: Bool = false) -> String {
        let marks = "(" + format.marks.map(literal).joined(separator: " | ") + ")"
        guard !format.silent.isEmpty else {
            return grammar + "\n\(root) ::= root | \(marks)\(mayEnd ? " | \"\"" : "")\n"
        }
        // What stands around calls opens none itself: where a grammar ended with it, only the answer's end could follow.
        let around = "(" + format.silent.map(literal).joined(separator: " | ") + ")?"
        let end = mayEnd ? " | \(around)" : ""
        return grammar + "\n\(root) ::= root | \(around) \(around) \(marks)\(end)\n"
    }

    private static func literal(_ text: String) -> String {
        "\""
            + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            + "\""
    }
}
