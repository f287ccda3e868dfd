import HearthCore
import Synchronization

/// Answers with given texts, one after the other, in small pieces, and keeps what it was asked.
final class ScriptedModel: LanguageModel {
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

    convenience init(_ texts: String..., output: ModelCapabilities.StructuredOutput = .prompted) {
        self.init(texts.map { Reply(text: $0) }, output: output)
    }

    func availability() async -> Availability { .available }

    func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        asked.withLock { $0.append(request) }
        let reply = replies.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        return AsyncThrowingStream { continuation in
            guard let reply else {
                continuation.finish()
                return
            }
            if let error = reply.error {
                continuation.finish(throwing: error)
                return
            }
            var rest = Substring(reply.text)
            while !rest.isEmpty {
                continuation.yield(.text(String(rest.prefix(3))))
                rest = rest.dropFirst(3)
            }
            continuation.yield(
                .final(
                    ModelResponse(
                        text: reply.text, structured: reply.structured,
                        usage: TokenUsage(promptTokens: 10, completionTokens: 5), timings: Timings(),
                        finishReason: reply.finishReason)))
            continuation.finish()
        }
    }
}
