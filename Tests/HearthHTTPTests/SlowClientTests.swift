import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Testing

@testable import HearthHTTP

@Suite("Slow clients")
struct SlowClientTests {
    private struct Service: ModelService {
        let model: ScriptedModel

        func models() async throws -> [ServedModel] { [ServedModel(id: "auto")] }
        func router(engine: Engine?, model name: String?) async throws -> ModelRouter { ModelRouter(models: [model]) }
        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? { nil }
        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
            throw ServerError(.noEngine, "There is no engine.")
        }
        var transcriber: (any AudioTranscriber)? { nil }
    }

    /// Far more than may wait for a client.
    private static let pieces = (0..<20_000).map { "word\($0) " }

    /// What a chat over HTTP begins: the stream's producer, at work, and where it puts its events.
    private func chat(_ model: ScriptedModel) async throws -> (sink: EventSink, producer: Task<Void, Never>) {
        let body = #"{"model":"auto","stream":true,"messages":[{"role":"user","content":"hello"}]}"#
        let response = try await ChatCompletions(Service(model: model), book: StoredResponses()).respond(
            to: ServerRequest(
                method: .post, path: "/v1/chat/completions",
                headers: [.contentType: "application/json"],
                body: ServerRequestBody(Array(body.utf8))))
        guard case .stream(_, let produce) = response.content else { throw CancellationError() }
        let sink = EventSink()
        let producer = Task {
            do {
                try await produce(sink)
                sink.finish(nil)
            } catch {
                sink.finish(error)
            }
        }
        return (sink, producer)
    }

    @Test(.timeLimit(.minutes(10))) func `A client that does not read holds the engine back, and loses nothing`()
        async throws
    {
        let model = ScriptedModel(replies: [.text(pieces: Self.pieces)])
        let (sink, _) = try await chat(model)
        // An engine that nobody holds back would come to its end, and this too.
        while !sink.isHoldingBack { await Task.yield() }
        #expect(model.emittedEvents < Self.pieces.count / 10)
        #expect(sink.heldBytes < EventSink.highWater + 1000)
        var text = ""
        reading: while true {
            switch await sink.next() {
            case .head: break
            case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
            case .failed(let error): throw error
            case .end: break reading
            }
            #expect(sink.heldBytes < EventSink.highWater + 1000)
        }
        #expect(model.emittedEvents == Self.pieces.count)
        #expect(text.components(separatedBy: #""content":"word"#).count == Self.pieces.count + 1)
        #expect(text.hasSuffix("data: [DONE]\n\n"))
    }

    @Test(.timeLimit(.minutes(10))) func `An answer whose client does not read can be stopped`() async throws {
        let model = ScriptedModel(replies: [.text(pieces: Self.pieces)])
        let (sink, producer) = try await chat(model)
        while !sink.isHoldingBack { await Task.yield() }
        producer.cancel()
        await producer.value
        #expect(model.openStreams == 0 && model.cancelledStreams == 1)
        #expect(!sink.isHoldingBack)
    }
}
