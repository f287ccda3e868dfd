public import HearthCore

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
