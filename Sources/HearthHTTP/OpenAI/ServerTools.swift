import HearthCore
import HearthSchema

/// The tools `mcp` of a response: servers that the owner of this machine added, by their names there, whose tools the model may call while it
/// answers. No program names an address: what is asked, and with which keys, is the owner's to say.
struct ServerTools: Sendable {
    struct Server: Sendable {
        var name: String
        /// Its tools that the program wants, by the server's names; `nil` for all.
        var tools: Set<String>?
        /// Whether those alone are wanted that change nothing, as their server says.
        var onlyReading = false

        func wants(_ tool: ServedTools.Tool) -> Bool {
            tool.server == name && tools?.contains(tool.name) != false && (!onlyReading || tool.changesNothing)
        }
    }

    let servers: [Server]
    let notes: [String]
    /// The request without them: functions, which are the program's to run.
    let rest: RequestFields

    private static let most = 128
    private static let mostServers = 8

    /// - Returns: `nil` where a client does not ask for any, or wants no tool used.
    /// - Throws: ``ServerError`` for what cannot be done, by its name.
    init?(_ fields: RequestFields) throws {
        let tools = try fields.list("tools", most: Self.most) ?? []
        let found = try tools.filter { try $0.string("type") == "mcp" }
        guard !found.isEmpty, fields["tool_choice"] != "none" else { return nil }
        guard fields["tool_choice"] == nil || fields["tool_choice"] == "auto" else {
            throw fields.unsupported(
                "tool_choice", "with `mcp` it has to be auto or none: whether a tool is called, the model says.")
        }
        guard found.count <= Self.mostServers else {
            throw fields.wrong("tools", "a list of at most \(Self.mostServers) servers")
        }
        servers = try found.map(Self.server)
        guard Set(servers.map(\.name)).count == servers.count else {
            throw fields.unsupported("tools", "each server may be named once.")
        }
        notes = found.compactMap { $0.note(beyond: Self.known) }
        rest = try fields.with(
            "tools", .array((fields["tools"]?.arrayValue ?? []).filter { $0["type"] != "mcp" }))
    }

    private static let known: Set<String> = ["type", "server_label", "require_approval", "allowed_tools"]
    private static let addresses = ["server_url", "connector_id", "authorization", "headers", "tunnel_id"]

    private static func server(_ tool: RequestFields) throws -> Server {
        for name in addresses where tool[name] != nil {
            throw tool.unsupported(
                name,
                "nothing is asked here that its owner did not add, and with no other key. Name such a server by `server_label`."
            )
        }
        // The client's own default is to ask.
        guard tool["require_approval"] == "never" else {
            throw tool.unsupported(
                "require_approval",
                "it has to be never: those tools alone are called that their owner always allows, and nobody else is asked."
            )
        }
        var server = Server(name: try tool.required("server_label"))
        if tool["allowed_tools"]?.arrayValue != nil {
            server.tools = Set(try tool.strings("allowed_tools", most: most) ?? [])
        } else if let allowed = try tool.fields("allowed_tools") {
            server.tools = try allowed.strings("tool_names", most: most).map { Set($0) }
            server.onlyReading = try allowed.bool("read_only") ?? false
        }
        return server
    }
}

// MARK: - What is told of them

extension OpenAIWire.OutputItem {
    /// What a server has for the model to call.
    static func list(_ server: String, _ tools: [ServedTools.Tool]) -> OpenAIWire.OutputItem {
        OpenAIWire.OutputItem(
            id: Identifier.make("mcpl_"), type: "mcp_list_tools", serverLabel: server,
            tools: tools.map {
                .init(
                    name: $0.name, description: $0.about, inputSchema: $0.definition.parameters,
                    annotations: ["readOnlyHint": .bool($0.changesNothing)])
            })
    }

    /// A call that was run, or refused.
    static func call(_ call: HearthCore.ToolCall, of tool: ServedTools.Tool, _ outcome: ToolOutcome)
        -> OpenAIWire.OutputItem
    {
        OpenAIWire.OutputItem(
            id: Identifier.make("mcp_"), type: "mcp_call", status: outcome.isError ? "failed" : "completed",
            name: tool.name, arguments: call.arguments, serverLabel: tool.server,
            output: outcome.isError ? nil : outcome.text, error: outcome.isError ? .string(outcome.text) : .null)
    }
}

extension ResponseStream {
    /// Tells of an item that is there as a whole.
    func tell(_ item: OpenAIWire.OutputItem) async throws {
        let place = itemCount
        itemCount += 1
        var begun = item
        if item.status != nil { begun.status = "in_progress" }
        if item.content != nil { begun.content = [] }
        (begun.output, begun.error) = (nil, nil)
        if item.arguments != nil { begun.arguments = "" }
        try await send(.init(type: "response.output_item.added", outputIndex: place, item: begun))
        func step(_ event: OpenAIWire.ResponseEvent) async throws {
            var event = event
            (event.itemID, event.outputIndex) = (item.id, place)
            try await send(event)
        }
        switch item.type {
        case "mcp_list_tools":
            try await step(.init(type: "response.mcp_list_tools.in_progress"))
            try await step(.init(type: "response.mcp_list_tools.completed"))
        case "mcp_call":
            try await step(.init(type: "response.mcp_call.in_progress"))
            try await step(.init(type: "response.mcp_call_arguments.delta", delta: item.arguments))
            try await step(.init(type: "response.mcp_call_arguments.done", arguments: item.arguments))
            try await step(.init(type: "response.mcp_call.\(item.status ?? "completed")"))
        case "function_call":
            try await step(.init(type: "response.function_call_arguments.delta", delta: item.arguments))
            try await step(
                .init(type: "response.function_call_arguments.done", name: item.name, arguments: item.arguments))
        default:
            for part in item.content ?? [] {
                try await step(.init(type: "response.content_part.added", contentIndex: 0, part: text.part("")))
                try await step(
                    .init(type: "response.output_text.delta", contentIndex: 0, delta: part.text, logprobs: []))
                try await step(
                    .init(type: "response.output_text.done", contentIndex: 0, text: part.text, logprobs: []))
                try await step(.init(type: "response.content_part.done", contentIndex: 0, part: part))
            }
        }
        try await send(.init(type: "response.output_item.done", outputIndex: place, item: item))
    }

    /// Ends a response whose items were all told of.
    func end(_ response: OpenAIWire.Response) async throws {
        let isCut = response.status == "incomplete"
        try await send(.init(type: isCut ? "response.incomplete" : "response.completed", response: response))
    }
}
