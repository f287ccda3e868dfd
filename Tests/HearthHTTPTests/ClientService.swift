import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Synchronization

@testable import HearthHTTP

/// An owner with documents, other names for models, and an engine that does what a test says.
final class ClientService: ModelService {
    let model: ScriptedModel
    let names: [String: String]
    let said: DocumentAnswer?
    /// The owner's servers of tools that programs may use.
    let served: ServedTools?
    let questions = Mutex<[LibraryQuestion]>([])
    let given = Mutex<[Set<LabelOrigin>]>([])
    /// What tells the files of models apart, by the models' ids.
    let files = Mutex<[String: String]>([:])
    /// What programs may not be given any more.
    let secret = Mutex<Set<LabelOrigin>>([])

    init(_ model: ScriptedModel, names: [String: String] = [:], said: DocumentAnswer? = nil, tools: ServedTools? = nil)
    {
        served = tools
        self.model = model
        self.names = names
        self.said = said
    }

    func models() async throws -> [ServedModel] {
        [
            ServedModel(id: "auto"), ServedModel(id: "basic", engine: .basic),
            ServedModel(id: "documents", readsDocuments: true),
            ServedModel(id: "openai/far", engine: .openai, model: "far"),
            ServedModel(id: "custom/down", engine: .custom, model: "down", problem: "It is down."),
            ServedModel(id: "local/scripted", engine: .local, model: "scripted"),
            ServedModel(id: "local/vectors", engine: .local, model: "vectors", task: .embed),
        ]
    }

    func aliases() async throws -> [String: String] { names }

    func loaded() async throws -> [ModelInMemory] {
        [ModelInMemory(id: "local/scripted", bytes: 1000, contextLength: 512)]
    }

    func fileIdentity(ofModel id: String) async -> String? { files.withLock { $0[id] } }

    func router(engine: Engine?, model name: String?) async throws -> ModelRouter {
        ModelRouter(models: [model], policy: RoutingPolicy(), configuration: .init(ledger: ForgetfulLedger()))
    }

    func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? {
        engine == .local ? LengthEmbedder() : nil
    }

    func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
        questions.withLock { $0.append(question) }
        if let said { return said }
        let citation = Citation(
            index: 1, documentID: "d/1", path: "/notes/lease.md", title: "Lease", page: 2,
            span: TextSpan(start: 0, end: 5), quote: "It ends in March.", verified: true)
        return DocumentAnswer(
            text: "Ü: it ends in March [1].", citations: [citation],
            decision: RoutingDecision(task: .answer, engine: .basic, model: "extractive", reason: ""))
    }

    func willGive(_ origins: Set<LabelOrigin>) async throws { given.withLock { $0.append(origins) } }

    func mayGive(_ origins: Set<LabelOrigin>) async throws -> Bool { secret.withLock { $0.isDisjoint(with: origins) } }

    func tools(of servers: [String]) async throws -> ServedTools {
        guard let served, servers == ["files"] else { throw ServerError(.unknownItem, "There is no such server.") }
        return served
    }

    var transcriber: (any AudioTranscriber)? { nil }
}

/// Tests that ask a ``ClientService`` as people's programs do.
protocol ClientTesting {}

extension ClientTesting {
    func with(
        _ service: ClientService, _ configuration: HTTPServer.Configuration? = nil,
        _ body: @escaping @Sendable (Loopback) async throws -> Void
    ) async throws {
        let routes = OpenAIRoutes(service).routes + AnthropicRoutes(service).routes + OllamaRoutes(service).routes
        try await Loopback.with(routes, configuration: configuration) { server async throws in
            try await body(server)
        }
    }

    func chat(_ model: String, _ more: String = "", text: String = "when") -> String {
        #"{"model":"\#(model)","messages":[{"role":"user","content":"\#(text)"}]\#(more)}"#
    }

    func message(_ model: String, _ more: String = "") -> String {
        #"{"model":"\#(model)","max_tokens":50,"messages":[{"role":"user","content":"when"}]\#(more)}"#
    }

    var path: String { "/v1/chat/completions" }
}
