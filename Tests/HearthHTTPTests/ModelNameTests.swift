import HearthCore
import HearthModels
import HearthTesting
import Testing

@testable import HearthHTTP

/// Names that the owner gave, along one another and in circles.
@Suite("Names of models")
struct ModelNameTests {
    private struct Service: ModelService {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        let names = ["a": "b", "b": "documents/a", "self": "self", "far": "near", "near": "local/scripted"]
        var transcriber: (any AudioTranscriber)? { nil }

        func models() async throws -> [ServedModel] {
            [ServedModel(id: "auto"), ServedModel(id: "local/scripted", engine: .local, model: "scripted")]
        }

        func aliases() async throws -> [String: String] { names }

        func router(engine: Engine?, model name: String?) async throws -> ModelRouter { ModelRouter(models: [model]) }

        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? { Embedder() }

        func answer(fromDocuments question: DocumentQuestion) async throws -> DocumentAnswer {
            DocumentAnswer(
                text: "", decision: RoutingDecision(task: .answer, engine: .basic, model: "extractive", reason: ""))
        }
    }

    private struct Embedder: EmbeddingModel {
        let id = "vectors"
        let dimension = 1
        let maxTokens = 100
        let tokenizer: any TextTokenizer = EstimatedTokenizer()

        func embed(_ texts: [String]) async throws -> [[Float]] { texts.map { _ in [1] } }
    }

    @Test func `A name that leads back to itself is answered by an error for every kind of work, and listed with it`()
        async throws
    {
        let service = Service()
        try await Loopback.with(OpenAIRoutes(service).routes + OllamaRoutes(service).routes) { server async throws in
            func chat(_ name: String) -> String {
                #"{"model":"\#(name)","messages":[{"role":"user","content":"when"}]}"#
            }
            let path = "/v1/chat/completions"
            for name in ["a", "b", "self", "documents/self"] {
                for (target, body) in [
                    (path, chat(name)), ("/v1/embeddings", #"{"model":"\#(name)","input":"hi"}"#),
                    ("/api/chat", chat(name)),
                ] {
                    let reply = try await server.send("POST", target, body: body)
                    #expect(reply.status == 404 && reply.body.contains("back to itself"), "\(target): \(reply.body)")
                }
            }
            let shown = try await server.send("GET", "/v1/models/self")
            #expect(shown.json["problem"]?.stringValue?.contains("self → self") == true, "\(shown.body)")
            #expect(try await server.send("POST", path, body: chat("far")).json["model"] == "local/scripted")
        }
    }
}
