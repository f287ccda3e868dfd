import HearthBasic
public import HearthCore
public import HearthEngine
public import HearthHTTP
import HearthKnowledge
public import HearthModels

/// Hearth, as the interfaces for other programs see it.
public struct HearthService: ModelService {
    private let hearth: Hearth
    private let lexical = LexicalEmbedder()
    public let transcriber: (any AudioTranscriber)?

    public init(_ hearth: Hearth, transcriber: (any AudioTranscriber)? = nil) {
        self.hearth = hearth
        self.transcriber = transcriber
    }

    public func models() async throws -> [ServedModel] {
        var models = [
            ServedModel(id: "auto"), ServedModel(id: "local"), ServedModel(id: "basic", engine: .basic),
        ]
        let router = try await hearth.router()
        for state in try await hearth.engineStates() where state.engine != .basic && !state.model.isEmpty {
            guard state.tasks.contains(.chat) else { continue }
            var problem: String?
            if case .unavailable(_, let message) = state.availability { problem = message }
            if problem == nil {
                // What mode, offline switch and consents are against cannot serve either.
                do {
                    _ = try await router.explain(RoutingRequest(task: .chat, engine: state.engine))
                } catch let error as RoutingError {
                    problem = error.message
                }
            }
            models.append(
                ServedModel(
                    id: "\(state.engine.rawValue)/\(state.model)", engine: state.engine, model: state.model,
                    problem: problem))
        }
        // Any model that is installed can be asked for by its name; the pool loads it when it is.
        for model in try await hearth.servableModels() {
            let served = ServedModel(
                id: "local/\(model.id)", engine: .local, model: model.id, problem: model.problem)
            if !models.contains(where: { $0.id == served.id }) { models.append(served) }
        }
        if let embedder = try await hearth.embedder() {
            models.append(
                ServedModel(id: "local/\(embedder.id)", engine: .local, model: embedder.id, makesVectors: true))
        }
        models.append(
            ServedModel(id: "basic/\(lexical.id)", engine: .basic, model: lexical.id, makesVectors: true))
        return models
    }

    public func router(engine: Engine?, model: String?) async throws -> ModelRouter {
        guard let engine, let model else { return try await hearth.router() }
        return try await hearth.router(engine: engine, model: model)
    }

    public func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? {
        switch engine {
        case .local: try await hearth.embedder()
        case .basic: lexical
        default: nil
        }
    }

    public func basicAnswer(to question: String, label: SensitivityLabel) async throws -> BasicAnswer {
        let request = AnswerRequest(question: question, routing: RoutingChoice(engine: .basic, label: label))
        for try await event in try await hearth.ask(request) {
            guard case .final(let answer) = event else { continue }
            try await hearth.willGive(answer.context.included)
            var text = answer.text
            if !answer.citations.isEmpty {
                text += "\n\nSources:"
                for citation in answer.citations {
                    let page = citation.page.map { ", page \($0)" } ?? ""
                    text += "\n[\(citation.index)] \(citation.title ?? citation.path)\(page)"
                }
            }
            let notes = ["No model wrote this: the basic engine picked sentences from your documents."]
            return BasicAnswer(
                text: text, decision: answer.route, usage: answer.usage, notes: notes + answer.notes)
        }
        throw CancellationError()
    }
}
