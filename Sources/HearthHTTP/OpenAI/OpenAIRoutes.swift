import HearthCore

/// The interface that most programs speak.
public struct OpenAIRoutes: Sendable {
    let service: any ModelService

    /// The most bytes of a recording with what is said of it.
    private static let recordingLimit = 32 << 20

    public init(_ service: any ModelService) { self.service = service }

    public var routes: [ServerRoute] { at("/v1") + ofAzure }

    /// - Parameter base: What a client was given as the address of the interface, without the server.
    private func at(_ base: String) -> [ServerRoute] {
        [
            ServerRoute(.get, base + "/models", access: .models) { request in
                try await ModelList(service).respond(to: request)
            },
            ServerRoute(.get, base + "/models/*", access: .models) { request in
                try await ModelList(service).respond(to: request, id: request.parameter("*"))
            },
            ServerRoute(.post, base + "/chat/completions", access: .models, work: .long) { request in
                try await ChatCompletions(service).respond(to: request)
            },
            ServerRoute(.post, base + "/completions", access: .models, work: .long) { request in
                try await TextCompletions(service).respond(to: request)
            },
            ServerRoute(.post, base + "/responses", access: .models, work: .long) { request in
                try await Responses(service).respond(to: request)
            },
            ServerRoute(.post, base + "/embeddings", access: .models, work: .long) { request in
                try await Embeddings(service).respond(to: request)
            },
            ServerRoute(.post, base + "/rerank", access: .models, work: .long) { request in
                try await Rerank(service).respond(to: request)
            },
            ServerRoute(
                .post, base + "/audio/transcriptions", access: .models, work: .long, bodyLimit: Self.recordingLimit
            ) { request in try await AudioTranscriptions(service).respond(to: request) },
            ServerRoute(.get, base + "/files/:id") { request in try await Files(service: service).describe(request) },
            ServerRoute(.get, base + "/files/:id/content", work: .long) { request in
                try await Files(service: service).content(request)
            },
        ]
    }

    /// The same at the addresses that Azure's clients make of an endpoint: `/openai/v1` since its interface has that version;
    /// before, `/openai` with a date as `api-version`, and below it a deployment, which is a model's name here.
    private var ofAzure: [ServerRoute] {
        let deployment = "/openai/deployments/:deployment"
        return at("/openai/v1") + at("/openai") + [
            ServerRoute(.post, deployment + "/chat/completions", access: .models, work: .long) { request in
                try await ChatCompletions(service).respond(to: Self.naming(request))
            },
            ServerRoute(.post, deployment + "/completions", access: .models, work: .long) { request in
                try await TextCompletions(service).respond(to: Self.naming(request))
            },
            ServerRoute(.post, deployment + "/embeddings", access: .models, work: .long) { request in
                try await Embeddings(service).respond(to: Self.naming(request))
            },
            ServerRoute(
                .post, deployment + "/audio/transcriptions", access: .models, work: .long,
                bodyLimit: Self.recordingLimit
            ) { request in
                try await AudioTranscriptions(service).respond(to: request, model: request.parameter("deployment"))
            },
        ]
    }

    /// The request with the deployment as its model, whatever its body says: a deployment has one.
    private static func naming(_ request: ServerRequest) async throws -> ServerRequest {
        let fields = try RequestFields(try await request.json())
        let named = try fields.with("model", .string(request.parameter("deployment")))
        return request.with(body: ServerRequestBody(Array(named.value.description.utf8)))
    }
}
