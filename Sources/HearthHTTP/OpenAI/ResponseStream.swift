import HearthCore
import HearthModels

/// The events of one streamed response, numbered from 0.
actor ResponseStream {
    private let sink: EventSink
    private let text: ResponseText
    private let notes: [String]
    private var number = 0
    private var model = ""
    private var hasMessage = false

    init(sink: EventSink, asked: Responses.Asked) {
        self.sink = sink
        text = ResponseText(asked: asked)
        notes = asked.call.notes
    }

    func take(_ event: GenerationEvent) async throws {
        switch event {
        case .served(let decision):
            model = GenerationResult.name(decision)
            sink.start(headers: GenerationResult.headers(decision, notes: notes))
            let response = text.object(status: "in_progress", model: model, output: [])
            try await send("response.created", ["response": response])
            try await send("response.in_progress", ["response": response])
        case .reasoning: break
        case .text(let piece, let tokens):
            try await beginMessage()
            let logprobs = OpenAILogprobs.responseEvent(tokens)
            try await send("response.output_text.delta", place(["delta": .string(piece), "logprobs": logprobs]))
        }
    }

    func finish(_ result: GenerationResult) async throws {
        let whole = result.response.text
        var output: [JSONValue] = []
        let isCut = result.response.finishReason == .length
        if hasMessage || result.response.toolCalls.isEmpty {
            try await beginMessage()
            let tokens = result.response.logprobs ?? []
            let part = text.part(whole, tokens)
            let message = text.message(isCut ? "incomplete" : "completed", [part])
            let logprobs = OpenAILogprobs.responseEvent(tokens)
            try await send("response.output_text.done", place(["text": .string(whole), "logprobs": logprobs]))
            try await send("response.content_part.done", place(["part": part]))
            try await send("response.output_item.done", ["output_index": 0, "item": message])
            output.append(message)
        }
        for call in result.response.toolCalls {
            let item = ResponseText.functionCall(call)
            let index = OpenAIFields.number(output.count)
            try await send("response.output_item.added", ["output_index": index, "item": item])
            try await send(
                "response.function_call_arguments.done",
                [
                    "item_id": item["id"] ?? .null, "output_index": index, "name": .string(call.name),
                    "arguments": .string(call.arguments),
                ])
            try await send("response.output_item.done", ["output_index": index, "item": item])
            output.append(item)
        }
        let response = text.object(
            status: isCut ? "incomplete" : "completed", model: model, output: output,
            usage: text.usage(result.response.usage), incomplete: isCut ? ["reason": "max_output_tokens"] : .null)
        try await send(isCut ? "response.incomplete" : "response.completed", ["response": response])
    }

    private func beginMessage() async throws {
        guard !hasMessage else { return }
        hasMessage = true
        try await send("response.output_item.added", ["output_index": 0, "item": text.message("in_progress", [])])
        try await send("response.content_part.added", place(["part": text.part("")]))
    }

    private func place(_ more: JSONObject) -> JSONObject {
        JSONObject(
            [("item_id", .string(text.messageID)), ("output_index", 0), ("content_index", 0)] + Array(more))
    }

    private func send(_ type: String, _ members: JSONObject) async throws {
        let event = JSONObject(
            [("type", .string(type)), ("sequence_number", OpenAIFields.number(number))] + Array(members))
        number += 1
        try await sink.send(event: type, data: JSONValue.object(event).description)
    }
}
