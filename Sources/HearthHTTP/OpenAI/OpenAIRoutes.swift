import HearthCore
import HearthModels

/// The interface that most programs speak.
public struct OpenAIRoutes: Sendable {
    let service: any ModelService

    public init(_ service: any ModelService) { self.service = service }

    public var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/v1/models") { request in try await models(request) },
            ServerRoute(.get, "/v1/models/*") { request in try await model(request.parameter("*")) },
            ServerRoute(.post, "/v1/chat/completions", work: .long) { request in
                try await ChatCompletions(service).respond(to: request)
            },
            ServerRoute(.post, "/v1/completions", work: .long) { request in
                try await TextCompletions(service).respond(to: request)
            },
            ServerRoute(.post, "/v1/responses", work: .long) { request in
                try await Responses(service).respond(to: request)
            },
            ServerRoute(.post, "/v1/embeddings", work: .long) { request in
                try await Embeddings(service).respond(to: request)
            },
            ServerRoute(.post, "/v1/audio/transcriptions", work: .long, bodyLimit: 32 << 20) { request in
                try await AudioTranscriptions(service).respond(to: request)
            },
        ]
    }

    /// The models that could answer now. Programs offer what is listed here for conversations, so those that make vectors
    /// are listed only for `?task=embed`.
    private func models(_ request: ServerRequest) async throws -> ServerResponse {
        let name = request.query["task"] ?? TaskKind.chat.rawValue
        guard let task = TaskKind(rawValue: name) else {
            throw ServerError.invalid(
                "task", "`task` has to be one of \(TaskKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let found = try await service.models().filter { $0.problem == nil && $0.makesVectors == (task == .embed) }
        return .json(["object": "list", "data": .array(found.map(Self.value))])
    }

    private func model(_ id: String) async throws -> ServerResponse {
        let models = try await service.models()
        guard let model = models.first(where: { $0.id == id }) else { throw ModelChoice.unknown(id, models) }
        return .json(Self.value(model))
    }

    private static func value(_ model: ServedModel) -> JSONValue {
        var object = JSONObject([
            ("id", .string(model.id)), ("object", "model"), ("created", 0),
            ("owned_by", .string(model.engine?.rawValue ?? "hearth")), ("available", .bool(model.problem == nil)),
        ])
        if let problem = model.problem { object["problem"] = .string(problem) }
        return .object(object)
    }
}
