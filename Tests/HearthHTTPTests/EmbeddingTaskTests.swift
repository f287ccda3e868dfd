import HearthCore
import HearthModels
import HearthTesting
import Testing

@testable import HearthHTTP

/// What programs get vectors of: of texts as they send them, unless they say what the texts are.
@Suite("Prefixes for other programs")
struct EmbeddingTaskTests {
    private struct Service: ModelService {
        func models() async throws -> [ServedModel] {
            [ServedModel(id: "local/vectors", engine: .local, model: "vectors", task: .embed)]
        }

        func router(engine: Engine?, model: String?) async throws -> ModelRouter {
            ModelRouter(models: [ScriptedModel()], policy: RoutingPolicy(), configuration: .init(ledger: Ledger()))
        }

        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? { Embedder() }

        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
            throw CancellationError()
        }

        var transcriber: (any AudioTranscriber)? { nil }
    }

    private struct Ledger: RoutingLedger {
        func append(_ entry: LedgerEntry) async throws -> Int { 1 }
    }

    /// Its vectors begin with the length of a text in bytes.
    private struct Embedder: EmbeddingModel {
        let prefixes = EmbeddingPrefixes(query: "query: ", passage: "passage: ", symmetric: "both: ")
        var id: String { name + prefixes.mark }
        let name = "vectors"
        let dimension = 2
        let maxTokens = 16
        let tokenizer: any TextTokenizer = EstimatedTokenizer()

        func embed(_ texts: [String]) async throws -> [[Float]] { texts.map { [Float($0.utf8.count), 0.5] } }
    }

    private func with(_ body: @escaping @Sendable (Loopback) async throws -> Void) async throws {
        try await Loopback.with(OpenAIRoutes(Service()).routes + OllamaRoutes(Service()).routes) {
            server async throws in
            try await body(server)
        }
    }

    @Test func `A text gets a prefix only where the client says what the text is`() async throws {
        try await with { server async throws in
            func length(_ path: String, _ more: String, field: String = "input") async throws -> String? {
                let reply = try await server.send(
                    "POST", path, body: #"{"model":"auto","\#(field)":"abc"\#(more)}"#)
                #expect(reply.headers["hearth-notes"] == nil, "\(reply.headers)")
                let vector =
                    reply.json["data"]?.arrayValue?.first?["embedding"] ?? reply.json["embeddings"]?.arrayValue?.first
                    ?? reply.json["embedding"]
                return vector?.arrayValue?.first?.description
            }
            for path in ["/v1/embeddings", "/api/embed"] {
                #expect(try await length(path, "") == "3", "as it was sent")
                for said in [#""input_type":"query""#, #""task":"retrieval.query""#, #""input_type":"Search_Query""#] {
                    #expect(try await length(path, "," + said) == "10", "\(said)")
                }
                #expect(try await length(path, #","input_type":"document""#) == "12")
                #expect(try await length(path, #","task":"text-matching","input_type":"similarity""#) == "9")
                for wrong in [#""input_type":"poem""#, #""input_type":"query","task":"passage""#, #""task":7"#] {
                    let reply = try await server.send("POST", path, body: #"{"model":"auto","input":"abc",\#(wrong)}"#)
                    #expect(reply.status == 400, "\(wrong)")
                }
            }
            #expect(try await length("/api/embeddings", #","task":"query""#, field: "prompt") == "10")
        }
    }

    @Test func `A model is called by its weights, whatever stands before texts`() async throws {
        try await with { server async throws in
            let reply = try await server.send(
                "POST", "/v1/embeddings", body: #"{"model":"local/vectors","input":"abc"}"#)
            #expect(reply.status == 200 && reply.json["model"] == "local/vectors", "\(reply.body)")
        }
    }

    @Test func `A prefix takes of what is read of a text, and that is said`() async throws {
        try await with { server async throws in
            let text = String(repeating: "word ", count: 15)
            let alone = try await server.send("POST", "/v1/embeddings", body: #"{"model":"auto","input":"\#(text)"}"#)
            #expect(alone.status == 200 && alone.headers["hearth-notes"] == nil)
            let prefixed = try await server.send(
                "POST", "/api/embed", body: #"{"model":"auto","input":"\#(text)","task":"query","truncate":false}"#)
            #expect(prefixed.status == 400, "\(prefixed.body)")
        }
    }
}
