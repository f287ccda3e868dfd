import HearthCore
import Synchronization

/// Answers with given texts, one after the other, in small pieces, and keeps what it was asked.
final class RepliesModel: LanguageModel {
    struct Reply {
        var text: String
        var finishReason = FinishReason.stop
        var structured: GeneratedContent?
        var error: (any Error)?
    }

    let engine: Engine
    let modelID = "scripted"
    let capabilities: ModelCapabilities
    private let replies: Mutex<[Reply]>
    private let asked = Mutex<[ModelRequest]>([])

    var requests: [ModelRequest] { asked.withLock { $0 } }

    init(
        _ replies: [Reply], engine: Engine = .custom, output: ModelCapabilities.StructuredOutput = .prompted
    ) {
        self.engine = engine
        self.replies = Mutex(replies)
        capabilities = ModelCapabilities(offline: true, contextLength: nil, tasks: [.chat], structuredOutput: output)
    }

    convenience init(
        _ texts: String..., engine: Engine = .custom, output: ModelCapabilities.StructuredOutput = .prompted
    ) {
        self.init(texts.map { Reply(text: $0) }, engine: engine, output: output)
    }

    func availability() async -> Availability { .available }

    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { [self] emit in
            asked.withLock { $0.append(request) }
            guard let reply = replies.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
            if let error = reply.error { throw error }
            var rest = Substring(reply.text)
            while !rest.isEmpty {
                try await emit(.text(String(rest.prefix(3))))
                rest = rest.dropFirst(3)
            }
            try await emit(
                .final(
                    ModelResponse(
                        text: reply.text, structured: reply.structured,
                        usage: TokenUsage(promptTokens: 10, completionTokens: 5), timings: Timings(),
                        finishReason: reply.finishReason)))
        }
    }
}
