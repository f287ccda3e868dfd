import HearthCore
import HearthModels
import HearthSchema

/// `GET /v1/models`, in the words of whoever asks: Anthropic's clients say by a header that they are such.
struct ModelList: Sendable {
    private let service: any ModelService

    init(_ service: any ModelService) { self.service = service }

    /// The models that could answer now. Programs offer what is listed here for conversations, so those that make vectors or rankings
    /// are listed only for `?task=embed` and `?task=rerank`.
    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let name = request.query["task"] ?? TaskKind.chat.rawValue
        guard let task = TaskKind(rawValue: name) else {
            throw ServerError.invalid(
                "task", "`task` has to be one of \(TaskKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let found = try await service.serving(for: request.caller).filter { $0.task == Self.kind(of: task) }
        guard request.isOfAnthropic else {
            return .json(try OpenAIWire.List(data: found.map(Self.openAI)).json())
        }
        let query = try ListQuery(ofAnthropic: request.query)
        return .json(try query.page(found.map(Self.anthropic)) { $0.id }.json())
    }

    /// One model by its name, also one that could not answer, with the reason.
    func respond(to request: ServerRequest, id: String) async throws -> ServerResponse {
        let models = try await service.named(for: request.caller)
        // What can chat stands before what is called alike and cannot.
        guard let model = ModelNames(models, for: .chat).model(id) ?? ModelNames(models).model(id) else {
            throw ModelChoice.unlisted(id, models)
        }
        return .json(try request.isOfAnthropic ? Self.anthropic(model).json() : Self.openAI(model).json())
    }

    /// What models have to be for, to do a task: all that write do all that is written.
    private static func kind(of task: TaskKind) -> TaskKind {
        switch task {
        case .embed, .rerank, .transcribe: task
        case .intentToAction, .summarize, .rewrite, .studyQuestionGen, .textCompletion, .chat, .answer, .extract: .chat
        }
    }

    private static func openAI(_ model: ServedModel) -> OpenAIWire.Model {
        OpenAIWire.Model(
            id: model.id, ownedBy: model.engine?.rawValue ?? "hearth", available: model.problem == nil,
            vision: model.sees ? true : nil, problem: model.problem)
    }

    private static func anthropic(_ model: ServedModel) -> AnthropicWire.Model {
        AnthropicWire.Model(id: model.id, displayName: model.id)
    }
}

extension ModelService {
    /// All models by their names, the owner's names for them last.
    func named() async throws -> [ServedModel] {
        let models = try await models()
        let aliases = try await aliases()
        let others = aliases.keys.sorted().map { name in
            let path = ModelAliasPath(from: name, in: aliases)
            guard let target = path.target else {
                return ServedModel(id: name, problem: "It leads back to itself (\(path.description)).")
            }
            var served = ModelNames(models).model(target) ?? Self.unlisted(target, beside: models)
            served.id = name
            // By them its model is meant, not the owner's name for it.
            served.otherNames = []
            return served
        }
        return models.filter { model in !others.contains { $0.id == model.id } } + others
    }

    /// What an alias leads to that no list has: an engine, a mode or a model of a service.
    private static func unlisted(_ target: String, beside models: [ServedModel]) -> ServedModel {
        let first = target.split(separator: "/", maxSplits: 1).first.map(String.init) ?? target
        let engine = Engine(rawValue: first) ?? ModelChoice.endpoint(before: target, models)
        let isKnown =
            engine != nil || RoutingMode(rawValue: target) != nil || first == ModelChoice.documents
            || target == "hearth"
        return ServedModel(
            id: target, engine: engine, readsDocuments: first == ModelChoice.documents,
            problem: isKnown ? nil : "It leads to \(target), which is not here.")
    }

    /// The same, as far as a caller may know of them.
    func named(for caller: Caller) async throws -> [ServedModel] {
        try await named().filter { caller != .nobody || $0.isForAll }
    }

    /// The models that could answer a caller now.
    func serving(for caller: Caller) async throws -> [ServedModel] {
        try await named(for: caller).filter { $0.problem == nil }
    }
}

extension ServedModel {
    /// Whether who came without a token may use it: nothing is told of the documents then, and nothing sent away.
    var isForAll: Bool {
        let picksFromDocuments = engine == .basic && task == .chat
        return !readsDocuments && !picksFromDocuments && engine?.isRemote != true
    }
}

extension ServerRequest {
    /// Whether a client of Anthropic's interface sent it.
    package var isOfAnthropic: Bool { headers["anthropic-version"] != nil }
}
