import HearthCore
import Synchronization

/// A model that says what a test wrote down, and remembers what it was asked.
final class ScriptedModel: LanguageModel {
    enum Line: Sendable {
        case answer(String)
        case fails
        /// Says this and then waits to be stopped.
        case endless(String)
    }

    let engine: Engine
    let modelID = "scripted"
    let capabilities: ModelCapabilities
    private let script: Mutex<[Line]>
    private let asked = Mutex<[ModelRequest]>([])

    init(_ script: [Line], engine: Engine = .local, contextLength: Int? = nil) {
        self.script = Mutex(script)
        self.engine = engine
        capabilities = ModelCapabilities(
            offline: true, contextLength: contextLength, tasks: [.chat, .answer, .summarize, .studyQuestionGen])
    }

    var requests: [ModelRequest] { asked.withLock { $0 } }

    func availability() async -> Availability { .available }

    func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        asked.withLock { $0.append(request) }
        let line = script.withLock { $0.isEmpty ? Line.answer("nothing more") : $0.removeFirst() }
        return AsyncThrowingStream { continuation in
            switch line {
            case .answer(let text):
                continuation.yield(.reasoning("hm"))
                for word in text.split(separator: " ", omittingEmptySubsequences: false) {
                    continuation.yield(.text(String(word) + " "))
                }
                continuation.yield(
                    .final(
                        ModelResponse(
                            text: text, reasoning: "hm", usage: TokenUsage(promptTokens: 3, completionTokens: 2),
                            timings: Timings(), finishReason: .stop)))
                continuation.finish()
            case .fails: continuation.finish(throwing: IncompleteResponse(engine: engine))
            case .endless(let text): if !text.isEmpty { continuation.yield(.text(text)) }
            }
        }
    }
}
