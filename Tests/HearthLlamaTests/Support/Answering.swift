import HearthCore

@testable import HearthLlama

/// One answer, taken apart.
struct Answer {
    var pieces: [String] = []
    /// The tokens of each piece, where they were asked for.
    var tokens: [[TokenLogprob]] = []
    /// Calls as their pieces told of them.
    var calls: [ToolCall] = []
    var response: ModelResponse?
    var text: String { response?.text ?? "" }
}

extension LanguageModel {
    /// Reads a whole answer.
    func answer(_ request: ModelRequest) async throws -> Answer {
        var answer = Answer()
        var tokens: [TokenLogprob] = []
        for try await event in respond(to: request) {
            switch event {
            case .text(let piece):
                answer.pieces.append(piece)
                answer.tokens.append(tokens)
                tokens = []
            case .logprobs(let next): tokens += next
            case .reasoning: break
            case .toolCall(let piece):
                if piece.index >= answer.calls.count {
                    answer.calls.append(ToolCall(id: piece.id, name: piece.name, arguments: ""))
                }
                answer.calls[piece.index].arguments += piece.arguments
            case .final(let response): answer.response = response
            }
        }
        return answer
    }

    func answer(
        _ text: String, task: TaskKind = .chat,
        options: GenerationOptions = GenerationOptions(temperature: 0, maxTokens: 24)
    ) async throws -> Answer {
        try await answer(ModelRequest(task: task, messages: [Message(.user, text)], options: options))
    }
}

extension LlamaEngine {
    /// An engine for a tiny model: one thread, because dozens of these run at once and none has work for two.
    static func tiny(
        _ path: String?, context: Int? = nil, batch: Int = 512, template: String? = nil
    ) -> LlamaEngine {
        LlamaEngine(
            path: path,
            configuration: .init(contextLength: context, threads: 1, batchSize: batch, chatTemplate: template))
    }
}
