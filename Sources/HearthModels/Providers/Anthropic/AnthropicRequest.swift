import HearthCore

/// The body of a request to the messages interface.
enum AnthropicRequest {
    /// The tool whose argument is the structured answer, where a schema asks for one.
    static func answerTool(_ envelope: StructuredEnvelope, tools: [ToolDefinition]) -> String {
        var name = envelope.name
        while tools.contains(where: { $0.name == name }) { name += "_" }
        return name
    }

    static func body(
        _ request: ModelRequest, model: String, envelope: StructuredEnvelope?, limit: Int, stops: [String]
    ) -> JSONValue {
        var body = JSONObject([
            ("model", .string(model)), ("max_tokens", .number(JSONNumber(limit))),
            ("messages", .array(messages(request.messages))), ("stream", true),
            // Only one of temperature and `top_p`: later models refuse both together. The scale ends at 1 here.
            ("temperature", ChatCompletionsRequest.decimal(min(1, request.options.temperature))),
        ])
        let system = request.messages.filter { $0.role == .system && !$0.content.isEmpty }.map(\.content)
        if !system.isEmpty { body["system"] = .string(system.joined(separator: "\n\n")) }
        if !stops.isEmpty { body["stop_sequences"] = .array(stops.map { .string($0) }) }
        var tools: [JSONValue] = request.tools.map { tool in
            [
                "name": .string(tool.name), "description": .string(tool.description), "input_schema": tool.parameters,
            ]
        }
        if let envelope {
            let name = answerTool(envelope, tools: request.tools)
            let description = envelope.schema.description ?? "Gives the answer."
            // With other tools there the model must use one, this or another; alone it must use this one.
            body["tool_choice"] =
                tools.isEmpty ? ["type": "tool", "name": .string(name)] : ["type": "any"]
            tools.append(
                ["name": .string(name), "description": .string(description), "input_schema": envelope.sent])
        }
        if !tools.isEmpty { body["tools"] = .array(tools) }
        return .object(body)
    }

    /// Stop sequences that the interface takes: it refuses those of nothing but white space.
    static func sentStops(_ request: ModelRequest) -> [String] {
        request.options.stopSequences.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    static func unsentStops(_ request: ModelRequest) -> [String] {
        request.options.stopSequences.filter { !$0.isEmpty && $0.allSatisfy(\.isWhitespace) }
    }

    /// Messages of user and assistant in turn, beginning with the user: neighbours of one role become one message, results
    /// of tools are the user's.
    private static func messages(_ messages: [Message]) -> [JSONValue] {
        var turns: [(role: String, blocks: [JSONValue])] = []
        for message in messages where message.role != .system {
            let role = message.role == .assistant ? "assistant" : "user"
            let blocks = blocks(message)
            guard !blocks.isEmpty else { continue }
            if turns.last?.role == role {
                turns[turns.count - 1].blocks += blocks
            } else {
                turns.append((role, blocks))
            }
        }
        // A conversation whose beginning was dropped may start with an answer, which the interface refuses.
        if turns.first?.role == "assistant" { turns.insert(("user", [text("…")]), at: 0) }
        return turns.map { ["role": .string($0.role), "content": .array($0.blocks)] }
    }

    private static func text(_ content: String) -> JSONValue { ["type": "text", "text": .string(content)] }

    private static func blocks(_ message: Message) -> [JSONValue] {
        if message.role == .tool {
            return [
                [
                    "type": "tool_result", "tool_use_id": .string(message.toolCallID ?? ""),
                    "content": .string(message.content),
                ]
            ]
        }
        var content = message.content
        // The interface refuses an assistant's text that ends in white space, and every text of nothing else.
        if message.role == .assistant {
            while content.last?.isWhitespace == true { content.removeLast() }
        }
        var blocks = content.allSatisfy(\.isWhitespace) ? [] : [text(content)]
        for call in message.role == .assistant ? message.toolCalls ?? [] : [] {
            let input = (try? JSONValue(parsing: call.arguments)).flatMap { $0.objectValue } ?? JSONObject()
            blocks.append(
                ["type": "tool_use", "id": .string(call.id), "name": .string(call.name), "input": .object(input)])
        }
        return blocks
    }
}
