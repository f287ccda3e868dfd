import HearthCore
import HearthModels
import HearthTesting
import Testing

@testable import HearthHTTP

@Suite("Reranking for other programs")
struct RerankTests {
    private struct Service: ModelService {
        var ranker: Ranker?

        func models() async throws -> [ServedModel] { [] }

        func router(engine: Engine?, model: String?) async throws -> ModelRouter {
            ModelRouter(
                models: [ScriptedModel()], policy: RoutingPolicy(), configuration: .init(ledger: ForgetfulLedger()))
        }

        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? { nil }
        func reranker() async throws -> (any RerankingModel)? { ranker }

        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
            throw CancellationError()
        }

        var transcriber: (any AudioTranscriber)? { nil }
    }

    /// The longer a text, the better; an empty one is worth what is no number.
    private struct Ranker: RerankingModel {
        let id = "ranker"

        func scores(query: String, texts: [String]) async throws -> [Double] {
            texts.map { $0.isEmpty ? .nan : Double($0.utf8.count) - 2.5 }
        }
    }

    private func send(
        _ body: String, to path: String = "/v1/rerank", ranker: Bool = true
    ) async throws -> Reply {
        let box = Box()
        try await Loopback.with(OpenAIRoutes(Service(ranker: ranker ? Ranker() : nil)).routes) { server in
            await box.set(try await server.send("POST", path, body: body))
        }
        return try #require(await box.reply)
    }

    private actor Box {
        private(set) var reply: Reply?
        func set(_ reply: Reply) { self.reply = reply }
    }

    @Test func `Texts come back by their scores, the best first, with their places`() async throws {
        let reply = try await send(
            #"{"model":"local/ranker","query":"q","documents":["ab","abcdef","abcd"],"top_n":2,"return_documents":true}"#
        )
        #expect(reply.status == 200, "\(reply.body)")
        let results = reply.json["results"]?.arrayValue ?? []
        #expect(results.map { $0["index"] } == [1, 2])
        #expect(results.map { $0["relevance_score"]?.description } == ["3.5", "1.5"])
        #expect(results.first?["document"]?["text"] == "abcdef")
        #expect(reply.json["model"] == "local/ranker" && reply.headers["hearth-engine"] == "local")
    }

    @Test(arguments: ["/v1/rerank", "/v2/rerank", "/rerank"])
    func `Cohere's clients and llama-server's find it, and documents may be objects with a text`(
        _ path: String
    ) async throws {
        let reply = try await send(#"{"query":"q","documents":[{"text":"ab","id":1},"abcd"]}"#, to: path)
        #expect(reply.status == 200, "\(reply.body)")
        #expect(reply.json["results"]?.arrayValue?.map { $0["index"] } == [1, 0])
        #expect(reply.json["id"]?.stringValue?.hasPrefix("rerank-") == true)
        #expect(reply.json["meta"]?["tokens"]?["input_tokens"] == reply.json["usage"]?["total_tokens"])
        for wrong in [#"{"title":"ab"}"#, "5", "null"] {
            let refused = try await send(#"{"query":"q","documents":[{"text":"ab"},\#(wrong)]}"#, to: path)
            let parameter = refused.json["error"]?["param"]?.stringValue
            #expect(refused.status == 400 && parameter?.hasPrefix("documents[1]") == true, "\(refused.body)")
        }
    }

    @Test func `What is missing or unknown is refused, also where no model is set`() async throws {
        #expect(try await send(#"{"documents":["a"]}"#).status == 400)
        #expect(try await send(#"{"query":"q","documents":[]}"#).status == 400)
        #expect(try await send(#"{"query":"q","documents":["a"],"model":"gpt-9"}"#).errorCode == "model_not_found")
        // What is no number puts nothing in order.
        #expect(try await send(#"{"query":"q","documents":["a",""]}"#).errorCode == "malformed_response")
        let none = try await send(#"{"query":"q","documents":["a"]}"#, ranker: false)
        #expect(none.status == 422 && none.errorCode == "no_engine")
    }
}
