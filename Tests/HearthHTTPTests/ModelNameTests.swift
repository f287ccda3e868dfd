import Foundation
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

        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
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

    // MARK: - One comparison for all routes

    /// Models of three kinds, one that chats and one that makes vectors called alike by nobody.
    private struct Library: ModelService {
        let model = ScriptedModel(otherwise: { _ in .text("hi") })
        let far = ScriptedModel(
            engine: .custom, modelID: "Llama3.2:latest", host: "far.test", otherwise: { _ in .text("hi") })
        var transcriber: (any AudioTranscriber)? { nil }

        func models() async throws -> [ServedModel] {
            [
                ServedModel(id: "auto"), ServedModel(id: "local/scripted", engine: .local, model: "scripted"),
                ServedModel(id: "custom/Llama3.2:latest", engine: .custom, model: "Llama3.2:latest"),
                ServedModel(
                    id: "local/Vectors-L6", engine: .local, model: "Vectors-L6",
                    otherNames: try await otherNames(ofModelFor: .embed), task: .embed),
                ServedModel(
                    id: "local/ranker-q4", engine: .local, model: "ranker-q4",
                    otherNames: try await otherNames(ofModelFor: .rerank), task: .rerank),
            ]
        }

        func aliases() async throws -> [String: String] {
            ["gpt-4o": "local/scripted", "text-embedding-3-small": "local/all-vectors-l6", "Ranks": "a-ranker"]
        }

        /// As Hearth refuses a name that the local engine does not know.
        struct Unknown: ReadableError {
            let code = "unknown-model"
            let kind = Failure.Kind.unknownModel
            let message = "The engine has no such model."
        }

        func router(engine: Engine?, model name: String?) async throws -> ModelRouter {
            if engine == .local, let name, name.lowercased() != "scripted" { throw Unknown() }
            let consent = Consent(
                id: "all", engine: .custom, host: "far.test", task: nil, grantedAt: .init(timeIntervalSince1970: 0))
            return ModelRouter(
                models: [model, far], policy: RoutingPolicy(consents: [consent]),
                configuration: .init(ledger: ForgetfulLedger()))
        }

        func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? {
            engine == .local ? LengthEmbedder(id: "Vectors-L6") : engine == .basic ? LengthEmbedder(id: "words") : nil
        }

        func reranker() async throws -> (any RerankingModel)? { Ranker() }

        func otherNames(ofModelFor task: TaskKind) async throws -> [String] {
            task == .embed ? ["all-vectors-l6", "vectors-file"] : task == .rerank ? ["a-ranker"] : []
        }

        func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
            throw CancellationError()
        }
    }

    private struct Ranker: RerankingModel {
        let id = "ranker-q4"
        func scores(query: String, texts: [String]) async throws -> [Double] { texts.map { Double($0.utf8.count) } }
    }

    private func with(_ body: @escaping @Sendable (Loopback) async throws -> Void) async throws {
        let service = Library()
        try await Loopback.with(OpenAIRoutes(service).routes + OllamaRoutes(service).routes) { server async throws in
            try await body(server)
        }
    }

    private func ids(_ server: Loopback, _ target: String) async throws -> [String] {
        let list = try await server.send("GET", target).json["data"]?.arrayValue ?? []
        return list.compactMap { $0["id"]?.stringValue }
    }

    @Test(arguments: [
        ("Vectors-L6", "local/Vectors-L6"), ("local/vectors-l6", "local/Vectors-L6"),
        ("all-vectors-l6", "local/Vectors-L6"), ("ALL-Vectors-L6:latest", "local/Vectors-L6"),
        ("local/all-vectors-l6", "local/Vectors-L6"), ("Vectors-File", "local/Vectors-L6"),
        ("text-embedding-3-small", "local/Vectors-L6"), ("Text-Embedding-3-Small:latest", "local/Vectors-L6"),
        ("AUTO", "local/Vectors-L6"), ("embedding", "local/Vectors-L6"), ("Basic", "basic/words"),
        ("words", "basic/words"), ("basic/Words", "basic/words"),
    ])
    func `A model for vectors is known by all of its names, however they are spelt`(
        _ name: String, _ expected: String
    ) async throws {
        try await with { server async throws in
            for path in ["/v1/embeddings", "/api/embed"] {
                let reply = try await server.send("POST", path, body: #"{"model":"\#(name)","input":"abc"}"#)
                #expect(reply.json["model"]?.stringValue == expected, "\(path): \(reply.body)")
            }
        }
    }

    @Test func `Models for rankings and for answers likewise`() async throws {
        try await with { server async throws in
            for name in ["ranker-q4", "Local/Ranker-Q4", "a-ranker", "local/A-Ranker", "Ranks", "ranks", "Auto"] {
                let reply = try await server.send(
                    "POST", "/v1/rerank", body: #"{"model":"\#(name)","query":"q","documents":["a"]}"#)
                #expect(reply.json["model"] == "local/ranker-q4", "\(name): \(reply.body)")
            }
            for (name, expected) in [
                ("Scripted", "local/scripted"), ("LOCAL/Scripted:latest", "local/scripted"),
                ("GPT-4o", "local/scripted"), ("Local", "local/scripted"), ("llama3.2", "custom/Llama3.2:latest"),
                ("custom/llama3.2", "custom/Llama3.2:latest"), ("localonly", "local/scripted"),
            ] {
                for path in ["/v1/chat/completions", "/api/chat"] {
                    let reply = try await server.send(
                        "POST", path,
                        body: #"{"model":"\#(name)","stream":false,"messages":[{"role":"user","content":"hi"}]}"#)
                    let model = "\(reply.headers["hearth-engine"] ?? "")/\(reply.headers["hearth-model"] ?? "")"
                    #expect(model == expected, "\(path) \(name): \(reply.body)")
                }
            }
        }
    }

    @Test func `What a model is not for is refused with what it is for, and with the list that has what is`()
        async throws
    {
        try await with { server async throws in
            func chat(_ name: String) -> String { #"{"model":"\#(name)","messages":[{"role":"user","content":"hi"}]}"# }
            for (path, body, isFor, list) in [
                ("/v1/chat/completions", chat("Vectors-L6"), "makes vectors", "/v1/models"),
                ("/v1/chat/completions", chat("local/vectors-l6"), "makes vectors", "/v1/models"),
                ("/api/chat", chat("all-vectors-l6"), "makes vectors", "/v1/models"),
                ("/v1/chat/completions", chat("a-ranker"), "puts texts in order", "/v1/models"),
                ("/v1/chat/completions", chat("gpt-9"), "There is no model gpt-9", "/v1/models"),
                ("/v1/embeddings", #"{"model":"scripted","input":"a"}"#, "writes answers", "/v1/models?task=embed"),
                ("/v1/embeddings", #"{"model":"gpt-9","input":"a"}"#, "no model gpt-9", "/v1/models?task=embed"),
                (
                    "/v1/rerank", #"{"model":"Vectors-L6","query":"q","documents":["a"]}"#, "makes vectors",
                    "/v1/models?task=rerank"
                ),
            ] as [(String, String, String, String)] {
                let reply = try await server.send("POST", path, body: body)
                #expect(reply.status == 404 && reply.body.contains(isFor), "\(path) \(body): \(reply.body)")
                let text = reply.json["error"]?["message"]?.stringValue ?? reply.json["error"]?.stringValue ?? ""
                #expect(text.contains("GET \(list) lists"), "\(text)")
                // What it names is what that list has.
                let listed = try await ids(server, list)
                #expect(!listed.isEmpty)
                for id in listed { #expect(text.contains(id), "\(id): \(text)") }
            }
            #expect(
                try await ids(server, "/v1/models") == ["auto", "local/scripted", "custom/Llama3.2:latest", "gpt-4o"])
            #expect(try await ids(server, "/v1/models?task=embed").contains("local/Vectors-L6"))
            #expect(try await ids(server, "/v1/models?task=rerank") == ["local/ranker-q4", "Ranks"])
            // Whoever looks for one of any kind is told of those of all kinds.
            let lost = try await server.send("GET", "/v1/models/gpt-9")
            let told = lost.json["error"]?["message"]?.stringValue ?? ""
            for list in ["/v1/models", "/v1/models?task=embed", "/v1/models?task=rerank"] {
                for id in try await ids(server, list) { #expect(told.contains(id), "\(id): \(told)") }
            }
            // By its own address each is found, by any of its names.
            for name in ["local/Vectors-L6", "all-vectors-l6", "a-ranker"] {
                #expect(try await server.send("GET", "/v1/models/\(name)").status == 200, "\(name)")
            }
        }
    }
}
