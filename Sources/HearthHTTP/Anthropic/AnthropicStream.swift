import HearthCore
import HearthModels
import HearthSchema

/// The events of one streamed answer.
actor AnthropicStream {
    /// What a block that is open has in it.
    private enum Open: Equatable {
        case text, thoughts
        case call(Int)
    }

    private let sink: EventSink
    /// About how many tokens the prompt has, for the first event; what was counted stands in the last.
    private let promptTokens: Int
    /// Whether what the model thinks before its answer is told.
    private let tellsThoughts: Bool
    private var index = 0
    private var current: Open?
    /// How many calls were told of while they were written.
    private var calls = 0

    init(sink: EventSink, promptTokens: Int, tellsThoughts: Bool) {
        self.sink = sink
        self.promptTokens = promptTokens
        self.tellsThoughts = tellsThoughts
    }

    func take(_ event: GenerationEvent) async throws {
        switch event {
        case .served(let decision, let notes):
            sink.start(headers: GenerationResult.headers(decision, notes: notes))
            let message = AnthropicWire.Message(
                id: Identifier.make("msg_"), model: GenerationResult.name(decision), content: [],
                usage: .init(TokenUsage(promptTokens: promptTokens)))
            try await send(.init(type: "message_start", message: message))
        case .reasoning(let piece):
            guard tellsThoughts, !piece.isEmpty else { return }
            try await begin(.thoughts, .init(type: "thinking", thinking: "", signature: ""))
            try await delta(.init(type: "thinking_delta", thinking: piece))
        case .toolCall(let piece):
            try await begin(
                .call(piece.index), .init(type: "tool_use", id: piece.id, name: piece.name, input: [:]))
            calls = max(calls, piece.index + 1)
            if !piece.arguments.isEmpty {
                try await delta(.init(type: "input_json_delta", partialJSON: piece.arguments))
            }
        case .text(let piece, _):
            try await begin(.text, .init(type: "text", text: ""))
            try await delta(.init(type: "text_delta", text: piece))
        }
    }

    func finish(_ result: GenerationResult) async throws {
        if current == .text {
            for mark in result.marks {
                try await delta(.init(type: "citations_delta", citation: .init(mark)))
            }
        }
        for (place, call) in result.response.toolCalls.enumerated().dropFirst(calls) {
            try await begin(.call(place), .init(type: "tool_use", id: call.id, name: call.name, input: [:]))
            try await delta(.init(type: "input_json_delta", partialJSON: call.arguments))
        }
        try await end()
        let reason = AnthropicMessages.stopReason(result.response)
        let stop = result.response.stopSequence.map(JSONValue.string) ?? .null
        try await send(
            .init(
                type: "message_delta", delta: .init(stopReason: reason, stopSequence: stop),
                usage: .init(result.response.usage)))
        try await send(.init(type: "message_stop"))
    }

    /// Opens a block, unless it is the one that is open; what is open before it is ended.
    private func begin(_ next: Open, _ block: AnthropicWire.Block) async throws {
        guard current != next else { return }
        try await end()
        current = next
        try await send(.init(type: "content_block_start", index: index, block: block))
    }

    private func delta(_ delta: AnthropicWire.Event.Delta) async throws {
        try await send(.init(type: "content_block_delta", index: index, delta: delta))
    }

    private func end() async throws {
        guard let last = current else { return }
        // Clients take thoughts for whole when this has come.
        if last == .thoughts { try await delta(.init(type: "signature_delta", signature: "")) }
        try await send(.init(type: "content_block_stop", index: index))
        index += 1
        current = nil
    }

    private func send(_ event: AnthropicWire.Event) async throws { try await sink.send(event: event.type, event) }
}
