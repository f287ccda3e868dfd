public import HearthCore
package import HearthSchema

/// What is offered to hosts of models: tools, prompts and resources. Sessions share it.
public struct MCPServer: Sendable {
    public let name: String
    public let title: String
    public let version: String
    /// For the model: what this is for.
    public let instructions: String
    public let tools: [MCPTool]
    public let prompts: [MCPPrompt]
    public let resources: any MCPResourceSource
    /// Who reads when a client, by the name that it gives itself, asks for a tool or a resource; `nil` is the owner.
    let reader: @Sendable (_ client: String?, _ request: String) async -> Reader?
    /// Asked when a result goes out, with all that the work for it noted in ``HearthCore/Provenance``; what it throws is told instead.
    let lookAgain: @Sendable (Reader, Set<LabelOrigin>) async throws -> Void

    public init(
        name: String, title: String, version: String, instructions: String, tools: [MCPTool],
        prompts: [MCPPrompt] = [], resources: any MCPResourceSource,
        reader: @escaping @Sendable (_ client: String?, _ request: String) async -> Reader? = { _, _ in nil },
        lookAgain: @escaping @Sendable (Reader, Set<LabelOrigin>) async throws -> Void = { _, _ in }
    ) {
        self.name = name
        self.title = title
        self.version = version
        self.instructions = instructions
        self.tools = tools
        self.prompts = prompts
        self.resources = resources
        self.reader = reader
        self.lookAgain = lookAgain
    }

    func information(_ protocolVersion: ProtocolVersion) -> MCPWire.Implementation {
        MCPWire.Implementation(
            name: name, version: version, title: protocolVersion.hasStructuredContent ? title : nil)
    }
}

// MARK: - Resources

/// Something that a client can read.
public struct MCPResource: Sendable {
    public var uri: String
    public var name: String
    public var title: String?
    public var description: String?
    public var mimeType: String
    /// Bytes; `nil` when it is not known.
    public var size: Int?

    public init(
        uri: String, name: String, title: String? = nil, description: String? = nil, mimeType: String, size: Int? = nil
    ) {
        self.uri = uri
        self.name = name
        self.title = title
        self.description = description
        self.mimeType = mimeType
        self.size = size
    }

    func wire(_ version: ProtocolVersion) -> MCPWire.Resource {
        MCPWire.Resource(
            uri: uri, name: name, mimeType: mimeType, title: version.hasStructuredContent ? title : nil,
            description: description, size: version.hasAnnotations ? size : nil)
    }

    /// The resource as a part of what a tool gives.
    var link: MCPWire.Content {
        MCPWire.Content(
            type: "resource_link", uri: uri, name: name, title: title, description: description, mimeType: mimeType)
    }
}

/// Where resources come from.
public protocol MCPResourceSource: Sendable {
    /// A page of all resources.
    ///
    /// - Parameter cursor: What the page before named as its next; `nil` for the first.
    /// - Returns: `next` is `nil` on the last page.
    func resources(after cursor: String?) async throws -> (resources: [MCPResource], next: String?)

    /// A resource's text.
    ///
    /// - Throws: ``MCPError/unknownResource(_:)``.
    func read(_ uri: String) async throws -> (text: String, mimeType: String)

    /// Patterns (RFC 6570) of resources that are not listed.
    var templates: [(uriTemplate: String, name: String, description: String, mimeType: String)] { get }

    /// What a variable of one of the templates may be.
    ///
    /// - Parameters:
    ///   - variable: Its name.
    ///   - uriTemplate: The template, as ``templates`` has it.
    ///   - typed: What was typed so far.
    /// - Returns: `nil` where the template has no such variable.
    func suggestions(
        for variable: String, of uriTemplate: String, typed: String
    ) async throws -> MCPSuggestions?
}

extension MCPResourceSource {
    public func suggestions(
        for variable: String, of uriTemplate: String, typed: String
    ) async throws -> MCPSuggestions? { uriTemplate.contains("{\(variable)}") ? MCPSuggestions.nothing : nil }
}

// MARK: - Tools

/// Something that a model may ask to be done.
public struct MCPTool: Sendable {
    public let name: String
    public let title: String
    public let description: String
    /// JSON Schema of the arguments, an object.
    public let inputSchema: JSONValue
    /// JSON Schema of ``ToolResult/structured``; `nil` when there is none.
    public let outputSchema: JSONValue?
    /// Whether it changes nothing.
    public let isReadOnly: Bool
    let run: @Sendable (JSONObject, ToolContext) async throws -> ToolResult

    public init(
        name: String, title: String, description: String, inputSchema: JSONValue, outputSchema: JSONValue? = nil,
        isReadOnly: Bool = true, run: @escaping @Sendable (JSONObject, ToolContext) async throws -> ToolResult
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.inputSchema = inputSchema
        self.outputSchema = outputSchema
        self.isReadOnly = isReadOnly
        self.run = run
    }

    /// A tool whose schemas are those of its types: what they say is what is asked for, held against, and given. It takes nothing
    /// beside what its arguments name: a model that writes `document` for `documents` would otherwise be answered from all of them,
    /// and be told nothing of it.
    package init<Arguments: WireRequest, Answer: ToolValue>(
        name: String, title: String, description: String, isReadOnly: Bool = true,
        run: @escaping @Sendable (Arguments, ToolContext) async throws -> TypedResult<Answer>
    ) {
        self.init(
            name: name, title: title, description: description,
            inputSchema: .object(Self.schema(of: Arguments.self)),
            outputSchema: .object(Self.schema(of: Answer.self)), isReadOnly: isReadOnly
        ) { object, context in
            let arguments: Arguments
            do {
                arguments = try Arguments.read(.object(object), WirePlace(name: ""))
            } catch let problem as WireProblem {
                return ToolResult("The arguments do not fit: \(problem.message)", isError: true)
            }
            let result = try await run(arguments, context)
            return ToolResult(
                result.text, structured: try result.structured?.json(), links: result.links, isError: result.isError)
        }
    }

    private static func schema(of type: any WireType.Type) -> JSONObject {
        var components = WireComponents()
        // What fails here is a type that somebody wrote, at the first look at the list of tools; no input comes near it.
        guard let shape = try? type.shape(&components), components.schemas.isEmpty else {
            // As said above.
            preconditionFailure("\(type) has no schema that stands alone.")
        }
        return shape
    }

    func wire(_ version: ProtocolVersion) -> MCPWire.Tool {
        MCPWire.Tool(
            name: name, description: description, inputSchema: inputSchema,
            title: version.hasStructuredContent ? title : nil,
            outputSchema: version.hasStructuredContent ? outputSchema : nil,
            annotations: version.hasAnnotations
                ? .init(
                    title: title, readOnlyHint: isReadOnly, destructiveHint: false, idempotentHint: isReadOnly,
                    openWorldHint: false) : nil)
    }

    /// What is wrong with arguments, each with its place and what stands there, so that a model can mend its call; `nil` when
    /// nothing is.
    func problem(with arguments: JSONObject) -> String? {
        do {
            let failures = try JSONSchema(inputSchema).failures(of: .object(arguments))
            guard !failures.isEmpty else { return nil }
            var told = failures.prefix(5).map { Self.sentence($0, .object(arguments)) }
            if failures.count > 5 { told.append("\(failures.count - 5) more are wrong.") }
            let names = inputSchema["properties"]?.objectValue?.keys ?? []
            if !names.isEmpty, failures.contains(where: { $0.keyword == "additionalProperties" }) {
                told.append("There are \(names.map { "`\($0)`" }.joined(separator: ", ")).")
            }
            return told.joined(separator: " ")
        } catch {
            return "The arguments are too deep or too large to be checked."
        }
    }

    private static func sentence(_ failure: JSONSchema.Failure, _ arguments: JSONValue) -> String {
        var name = ""
        var found: JSONValue? = arguments
        for step in failure.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let key = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
            if let items = found?.arrayValue, let index = Int(key), items.indices.contains(index) {
                name += "[\(index)]"
                found = items[index]
            } else {
                name += (name.isEmpty ? "" : ".") + String(key.prefix(100))
                found = found?[key]
            }
        }
        // Of an object it is its members that are told of, by the message.
        let isObject = found?.objectValue != nil
        let what = isObject ? "" : found.map { " It is \($0.found)." } ?? ""
        return "`\(name.isEmpty ? "arguments" : name)`: \(failure.message)\(what)"
    }
}

/// What a tool gives back.
public struct ToolResult: Sendable {
    /// For the model to read.
    public var text: String
    /// The same for a program, as the tool's output schema describes it.
    public var structured: JSONValue?
    /// What it came from, for a client to read more of; told in versions of the protocol that know of it.
    public var links: [MCPResource]
    public var isError: Bool

    public init(
        _ text: String, structured: JSONValue? = nil, links: [MCPResource] = [], isError: Bool = false
    ) {
        self.text = text
        self.structured = structured
        self.links = links
        self.isError = isError
    }
}

/// An object in the results of tools. It is written out where it is used: a tool's schema stands alone, and refers to nothing.
package protocol ToolValue: WireType {}

extension ToolValue {
    package static var name: String? { nil }
}

/// What a tool gives back whose types are known.
package struct TypedResult<Value: ToolValue>: Sendable {
    var text: String
    var structured: Value?
    /// See ``ToolResult/links``.
    var links: [MCPResource]
    var isError: Bool

    package init(_ text: String, _ structured: Value, links: [MCPResource] = []) {
        self.init(text: text, structured: structured, links: links, isError: false)
    }

    /// What the tool could not do, for the model to read.
    package static func refused(_ why: String) -> TypedResult {
        TypedResult(text: why, structured: nil, links: [], isError: true)
    }

    private init(text: String, structured: Value?, links: [MCPResource], isError: Bool) {
        (self.text, self.structured, self.links, self.isError) = (text, structured, links, isError)
    }
}

/// What a tool may use while it works.
public struct ToolContext: Sendable {
    let report: @Sendable (_ fraction: Double, _ message: String) async -> Void

    /// Tells the client how far the work is, where it asked to be told.
    ///
    /// - Parameter fraction: From 0 to 1; may not go back.
    public func progress(_ fraction: Double, _ message: String) async { await report(fraction, message) }
}

// MARK: - Prompts

/// Something that a person may ask of a model with this server's tools, under a name that a host shows to be chosen.
public struct MCPPrompt: Sendable {
    /// What a person fills in.
    public struct Argument: Sendable {
        public let name: String
        public let title: String
        public let description: String
        public let isRequired: Bool
        /// What it may be, by what was typed so far; `nil` where anything may be.
        let suggestions: (@Sendable (_ typed: String) async throws -> MCPSuggestions)?

        public init(
            _ name: String, title: String, description: String, isRequired: Bool = true,
            suggestions: (@Sendable (_ typed: String) async throws -> MCPSuggestions)? = nil
        ) {
            self.name = name
            self.title = title
            self.description = description
            self.isRequired = isRequired
            self.suggestions = suggestions
        }
    }

    public let name: String
    public let title: String
    public let description: String
    public let arguments: [Argument]
    let words: @Sendable (_ arguments: [String: String]) async throws -> String

    /// The most characters of one argument; as many as a question to a tool may have.
    static let mostCharacters = 20_000

    /// - Parameter words: What the person says to the model, made of the arguments: all that are required are there, and none is
    ///   empty or unknown. May throw ``MCPError/invalidParameters(_:)``.
    public init(
        name: String, title: String, description: String, arguments: [Argument],
        words: @escaping @Sendable (_ arguments: [String: String]) async throws -> String
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.arguments = arguments
        self.words = words
    }

    func wire(_ version: ProtocolVersion) -> MCPWire.Prompt {
        MCPWire.Prompt(
            name: name, title: version.hasStructuredContent ? title : nil, description: description,
            arguments: arguments.map { argument in
                .init(
                    name: argument.name, title: version.hasStructuredContent ? argument.title : nil,
                    description: argument.description, required: argument.isRequired)
            })
    }

    func unknownArgument(_ given: String) -> MCPError {
        let known = arguments.map { "`\($0.name)`" }.joined(separator: ", ")
        return .invalidParameters("The prompt \(name) has no argument \(given.prefix(100)). It has \(known).")
    }

    /// The arguments as ``words`` takes them. What is empty, or blank, was not filled in.
    ///
    /// - Throws: ``MCPError`` that names the one that is wrong.
    func checked(_ given: [String: String]) throws(MCPError) -> [String: String] {
        var found: [String: String] = [:]
        for (name, value) in given {
            guard arguments.contains(where: { $0.name == name }) else {
                throw unknownArgument(name)
            }
            guard value.unicodeScalars.prefix(Self.mostCharacters + 1).count <= Self.mostCharacters else {
                throw .invalidParameters(
                    "`arguments.\(name)` has to be at most \(Self.mostCharacters) characters long, and is "
                        + "\(JSONValue.string(value).found).")
            }
            if value.contains(where: { !$0.isWhitespace }) { found[name] = value }
        }
        for argument in arguments where argument.isRequired && found[argument.name] == nil {
            throw .invalidParameters("`arguments.\(argument.name)` is missing.")
        }
        return found
    }
}

/// What a client may offer while somebody types.
public struct MCPSuggestions: Sendable, Equatable {
    /// The most that the protocol lets an answer have.
    public static let most = 100

    /// The best first.
    public let values: [String]
    /// Whether there are others.
    public let hasMore: Bool

    /// Where nothing is known of what it may be.
    public static let nothing = MCPSuggestions([])

    /// - Parameters:
    ///   - all: The best first; those beyond ``most`` are left out.
    ///   - hasMore: Whether there may be some beside these.
    public init(_ all: [String], hasMore: Bool = false) {
        values = Array(all.prefix(Self.most))
        self.hasMore = hasMore || all.count > Self.most
    }
}
