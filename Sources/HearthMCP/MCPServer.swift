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
