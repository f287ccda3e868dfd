import HearthCore
import HearthModels
import HearthSchema

/// `POST /v1/completions`: the older interface, in which a prompt is a text.
struct TextCompletions: Sendable {
    private let generator: Generator

    init(_ service: any ModelService) { generator = Generator(service: service) }

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let (options, notes) = try OpenAIFields.options(
            fields, task: .textCompletion, lengthNames: ["max_tokens"], known: ["prompt", "suffix", "echo", "n"],
            logprobs: OpenAILogprobs.asked(inCompletions:))
        guard let prompts = try fields.strings("prompt", most: 64) else { throw fields.missing("prompt") }
        guard let prompt = prompts.first else { throw fields.wrong("prompt", "a text, or a list of at least one") }
        let suffix = try fields.string("suffix").flatMap { $0.isEmpty ? nil : $0 }
        let label = try request.label()
        let model = try fields.required("model")
        let echo = try fields.bool("echo") ?? false
        if echo, options.logprobs != nil {
            throw fields.unsupported("logprobs", "how likely the prompt was is not told; leave `echo` out.")
        }
        let count = try OpenAIFields.answers(fields)
        // As the interface has it: all answers of the first prompt, then those of the next.
        let calls = try prompts.flatMap {
            try GenerationCall(
                model: model, messages: [Message(.user, $0)], task: .textCompletion, suffix: suffix, options: options,
                label: label, notes: notes
            ).asked(by: request, fields).repeated(count)
        }
        guard try fields.bool("stream") ?? false else { return try await whole(calls, echo: echo) }
        guard calls.count == 1, let call = calls.first else {
            throw fields.unsupported(
                count > 1 ? "n" : "prompt", "one answer to one prompt at a time can be streamed here.")
        }
        let includesUsage = try fields.fields("stream_options")?.bool("include_usage") ?? false
        return .events(.openAI) { sink in
            let stream = Pieces(sink: sink, service: generator.service, includesUsage: includesUsage)
            let result = try await generator.run(call) { try await stream.take($0, before: echo ? prompt : nil) }
            try await stream.finish(result)
        }
    }

    private func whole(_ calls: [GenerationCall], echo: Bool) async throws -> ServerResponse {
        let results = try await generator.run(calls) { _, _ in }
        let choices = results.enumerated().map { index, result in
            let text = (echo ? calls[index].messages[0].content : "") + result.response.text
            var offset = 0
            return OpenAIWire.TextCompletion.Choice(
                text: text, index: index,
                logprobs: result.response.logprobs.map { OpenAILogprobs.completion($0, offset: &offset) },
                finishReason: OpenAIWire.finishReason(result.response.finishReason),
                stopReason: result.response.stopSequence)
        }
        guard let last = results.last else { throw ServerError.invalid("prompt", "There is no prompt.") }
        let completion = OpenAIWire.TextCompletion(
            id: Identifier.make("cmpl-"), created: Identifier.now(), model: last.modelName,
            fingerprint: await SystemFingerprint.of(last.decision, generator.service), choices: choices,
            usage: try OpenAIWire.Usage(results.reduce(TokenUsage()) { $0 + $1.response.usage }).json())
        return .json(try completion.json(), headers: last.headers)
    }

    private actor Pieces {
        private let sink: EventSink
        private let service: any ModelService
        private let includesUsage: Bool
        private let id = Identifier.make("cmpl-")
        private let created = Identifier.now()
        private var model = ""
        private var fingerprint = ""
        /// Characters of the answer so far.
        private var offset = 0

        init(sink: EventSink, service: any ModelService, includesUsage: Bool) {
            (self.sink, self.service, self.includesUsage) = (sink, service, includesUsage)
        }

        func take(_ event: GenerationEvent, before prompt: String?) async throws {
            switch event {
            case .served(let decision, let notes):
                fingerprint = await SystemFingerprint.of(decision, service)
                model = GenerationResult.name(decision)
                sink.start(headers: GenerationResult.headers(decision, notes: notes))
                if let prompt { try await send(prompt) }
            case .reasoning, .toolCall: break
            case .text(let piece, let tokens): try await send(piece, tokens: tokens)
            }
        }

        func finish(_ result: GenerationResult) async throws {
            try await send("", result.response)
            if includesUsage {
                try await sink.send(chunk([], usage: try OpenAIWire.Usage(result.response.usage).json()))
            }
            try await sink.send(data: "[DONE]")
        }

        private func send(_ text: String, _ response: ModelResponse? = nil, tokens: [TokenLogprob] = []) async throws {
            let logprobs = tokens.isEmpty ? nil : OpenAILogprobs.completion(tokens, offset: &offset)
            let choice = OpenAIWire.TextCompletion.Choice(
                text: text, index: 0, logprobs: logprobs,
                finishReason: response.map { OpenAIWire.finishReason($0.finishReason) },
                stopReason: response?.stopSequence)
            try await sink.send(chunk([choice], usage: includesUsage ? JSONValue.null : Optional.none))
        }

        private func chunk(
            _ choices: [OpenAIWire.TextCompletion.Choice], usage: JSONValue?
        ) -> OpenAIWire.TextCompletion {
            OpenAIWire.TextCompletion(
                id: id, created: created, model: model, fingerprint: fingerprint, choices: choices, usage: usage)
        }
    }
}
