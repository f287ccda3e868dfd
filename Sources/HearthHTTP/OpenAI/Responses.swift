import HearthCore
import HearthModels

/// `POST /v1/responses`, for text. Nothing is kept: `store` is answered with false, and there is no response to go on from.
struct Responses: Sendable {
    private let generator: Generator

    init(_ service: any ModelService) { generator = Generator(service: service) }

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let asked = try Asked(fields, label: request.label())
        guard try fields.bool("stream") ?? false else {
            let result = try await generator.run(asked.call) { _ in }
            let text = ResponseText(asked: asked)
            return .json(text.response(result), headers: result.headers)
        }
        return .events(.openAI) { sink in
            let stream = ResponseStream(sink: sink, asked: asked)
            let result = try await generator.run(asked.call) { try await stream.take($0) }
            try await stream.finish(result)
        }
    }

    /// What a client asked for.
    struct Asked: Sendable {
        var call: GenerationCall
        var instructions: String?
        var temperature: Double
        var topP: Double
        var maxTokens: JSONValue
        var format: JSONValue
        var tools: JSONValue
        var toolChoice: JSONValue

        init(_ fields: RequestFields, label: SensitivityLabel) throws {
            for name in ["previous_response_id", "conversation", "prompt"] where fields[name] != nil {
                throw fields.unsupported(name, "responses are not kept here; send the whole conversation as `input`.")
            }
            if try fields.bool("background") == true {
                throw fields.unsupported("background", "a response is made while you wait.")
            }
            let (options, notes) = try OpenAIFields.options(
                fields, task: .chat, lengthNames: ["max_output_tokens"],
                logprobs: OpenAILogprobs.asked(inResponses:))
            instructions = try fields.string("instructions")
            var messages = instructions.map { [Message(.system, $0)] } ?? []
            if let text = fields["input"]?.stringValue {
                messages.append(Message(.user, text))
            } else {
                if let input = fields["input"], input.arrayValue == nil {
                    throw fields.wrong("input", "a string, or a list of messages")
                }
                messages += try (fields.list("input", most: 10_000) ?? []).map(Self.message)
            }
            guard messages.contains(where: { $0.role != .system }) else {
                throw fields["input"] == nil
                    ? fields.missing("input") : fields.wrong("input", "a string, or a list with a message of the user")
            }
            let text = try fields.fields("text")
            let tools = try OpenAIFields.tools(fields, isNested: false)
            call = GenerationCall(
                model: try fields.required("model"), messages: messages, options: options,
                schema: try OpenAIFields.schema(text?.fields("format"), nested: false),
                tools: tools.offered, forced: tools.forced, label: label, notes: notes,
                logprobsField: "include")
            temperature = options.temperature
            topP = options.topP
            maxTokens = fields["max_output_tokens"] ?? .null
            format = text?["format"] ?? ["type": "text"]
            self.tools = fields["tools"] ?? []
            toolChoice = fields["tool_choice"] ?? "auto"
        }

        private static func message(_ item: RequestFields) throws -> Message {
            switch try item.string("type") ?? "message" {
            case "message":
                let text = try OpenAIFields.text(
                    item["content"], item, types: ["input_text", "output_text", "text", "refusal"])
                switch try item.required("role") {
                case "user": return Message(.user, text)
                case "assistant": return Message(.assistant, text)
                case "system", "developer": return Message(.system, text)
                case let other: throw item.unsupported("role", "\(other.prefix(40)) is not a role.")
                }
            case "function_call":
                let call = ToolCall(
                    id: try item.required("call_id"), name: try item.required("name"),
                    arguments: try item.required("arguments"))
                return Message(.assistant, "", toolCalls: [call])
            case "function_call_output":
                return Message(.tool, try item.required("output"), toolCallID: try item.required("call_id"))
            case let other: throw item.unsupported("type", "\(other.prefix(40)) cannot be read; only text can.")
            }
        }
    }
}

/// The parts of a response object.
struct ResponseText: Sendable {
    let asked: Responses.Asked
    let id = Identifier.make("resp_")
    let messageID = Identifier.make("msg_")
    let created = Identifier.now()

    func response(_ result: GenerationResult) -> JSONValue {
        let isCut = result.response.finishReason == .length
        return object(
            status: isCut ? "incomplete" : "completed", model: result.modelName, output: output(result),
            usage: usage(result.response.usage), incomplete: isCut ? ["reason": "max_output_tokens"] : .null)
    }

    func object(
        status: JSONValue, model: String, output: [JSONValue], usage: JSONValue = .null, incomplete: JSONValue = .null
    ) -> JSONValue {
        var object: JSONObject = [
            "id": .string(id), "object": "response", "created_at": OpenAIFields.number(created), "status": status,
            "background": false, "error": .null, "incomplete_details": incomplete,
            "instructions": asked.instructions.map(JSONValue.string) ?? .null, "max_output_tokens": asked.maxTokens,
            "model": .string(model), "output": .array(output), "parallel_tool_calls": true,
            "previous_response_id": .null, "reasoning": ["effort": .null, "summary": .null], "store": false,
            "temperature": Self.number(asked.temperature), "text": ["format": asked.format],
            "tool_choice": asked.toolChoice,
            "tools": asked.tools, "top_p": Self.number(asked.topP), "truncation": "disabled",
            "metadata": [:],
        ]
        if let count = asked.call.options.logprobs { object["top_logprobs"] = OpenAIFields.number(count) }
        // While it is being made there is none.
        if usage != .null { object["usage"] = usage }
        return .object(object)
    }

    func output(_ result: GenerationResult) -> [JSONValue] {
        var items: [JSONValue] = []
        if !result.response.text.isEmpty || result.response.toolCalls.isEmpty {
            let isCut = result.response.finishReason == .length
            items.append(
                message(isCut ? "incomplete" : "completed", [part(result.response.text, result.response.logprobs)]))
        }
        return items + result.response.toolCalls.map(Self.functionCall)
    }

    func message(_ status: JSONValue, _ content: [JSONValue]) -> JSONValue {
        [
            "id": .string(messageID), "type": "message", "status": status, "role": "assistant",
            "content": .array(content),
        ]
    }

    func part(_ text: String, _ tokens: [TokenLogprob]? = nil) -> JSONValue {
        [
            "type": "output_text", "text": .string(text), "annotations": [],
            "logprobs": OpenAILogprobs.responsePart(tokens ?? []),
        ]
    }

    static func functionCall(_ call: ToolCall) -> JSONValue {
        [
            "id": .string(Identifier.make("fc_")), "type": "function_call", "status": "completed",
            "call_id": .string(call.id), "name": .string(call.name), "arguments": .string(call.arguments),
        ]
    }

    func usage(_ usage: TokenUsage) -> JSONValue {
        [
            "input_tokens": OpenAIFields.number(usage.promptTokens),
            "input_tokens_details": [
                "cached_tokens": OpenAIFields.number(usage.cachedTokens), "cache_write_tokens": 0,
            ],
            "output_tokens": OpenAIFields.number(usage.completionTokens),
            "output_tokens_details": ["reasoning_tokens": 0],
            "total_tokens": OpenAIFields.number(usage.promptTokens + usage.completionTokens),
        ]
    }

    private static func number(_ value: Double) -> JSONValue {
        JSONNumber("\(value)").map(JSONValue.number) ?? .null
    }
}
