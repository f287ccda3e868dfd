import HearthCore
import HearthModels

/// Makes vectors of texts, whatever interface asked for them.
struct VectorWork: Sendable {
    let service: any ModelService

    struct Made: Sendable {
        var vectors: [[Float]]
        /// The model as clients name it.
        var model: String
        var decision: RoutingDecision
        /// Tokens that were read.
        var tokens: Int
        var notes: [String]
    }

    /// - Parameters:
    ///   - fields: Of these `model`, `dimensions`, and what says what the texts are (``EmbeddingTask``) are read.
    ///   - cutsLongTexts: Whether of a text that is too long the beginning will do.
    func vectors(
        of texts: [String], _ fields: RequestFields, label: SensitivityLabel, cutsLongTexts: Bool = true
    ) async throws -> Made {
        let asked = try fields.required("model")
        let name = try ModelChoice.target(of: asked, try await service.aliases())
        let engine: Engine = name == "basic" || name.hasPrefix("basic/") ? .basic : .local
        guard let embedder = try await service.embedder(engine) else {
            throw ServerError(
                .unprocessableContent, "no-engine",
                "There is no embedding model. The model `basic` needs none: it compares words.", kind: .noEngine,
                help: [.diagnose],
                parameter: "model")
        }
        // By its weights: what is put before texts is the client's to say.
        let model = "\(engine.rawValue)/\(embedder.name)"
        let names: Set<String> =
            engine == .basic ? ["basic", model] : ["auto", "local", "embedding", embedder.name, model]
        guard names.contains(name) else {
            throw ModelChoice.unknown(asked, try await service.named().filter(\.makesVectors))
        }
        let dimensions = try fields.integer("dimensions", in: 1...embedder.dimension) ?? embedder.dimension
        let window = embedder.maxTokens == .max ? nil : embedder.maxTokens
        let role = try EmbeddingTask.role(fields)
        let room = role.map { embedder.maxTokens(as: $0) } ?? embedder.maxTokens
        let lengths = texts.map { embedder.tokenizer.countTokens($0) }
        let tooLong = lengths.count { $0 > room }
        guard cutsLongTexts || tooLong == 0 else {
            throw ServerError(
                .badRequest, "context-too-long",
                "\(tooLong) of \(texts.count) texts have more than the \(room) tokens that the model reads.",
                kind: .contextTooLong, parameter: "input")
        }
        let router = try await service.router(engine: nil, model: nil)
        let decision = try await router.authorize(
            RoutingRequest(task: .embed, label: label, engine: engine),
            candidates: [
                RoutingCandidate(
                    engine: engine, model: embedder.name,
                    capabilities: ModelCapabilities(offline: true, contextLength: window, tasks: [.embed]))
            ])
        let start = ContinuousClock.now
        var vectors: [[Float]]
        do {
            vectors =
                if let role { try await embedder.embed(texts, as: role) } else { try await embedder.embed(texts) }
        } catch {
            let code = error is CancellationError ? "cancelled" : (error as? any ReadableError)?.code ?? "failed"
            await router.conclude(decision, duration: start.duration(to: .now), errorCode: code)
            throw error
        }
        await router.conclude(decision, duration: start.duration(to: .now))
        guard vectors.count == texts.count else {
            throw ServerError(.badGateway, "malformed-response", "The embedding model lost a text. Ask again.")
        }
        var notes: [String] = []
        if tooLong > 0 {
            notes.append(
                "Of \(tooLong) of \(texts.count) texts only the first \(room) tokens were read: the model takes "
                    + "no more.")
        }
        if dimensions < embedder.dimension {
            notes.append("The vectors were cut to \(dimensions) dimensions; the model was not trained for that.")
            vectors = vectors.map { Self.cut($0, to: dimensions) }
        }
        let tokens = lengths.reduce(0) { $0 + min($1, room) }
        return Made(vectors: vectors, model: model, decision: decision, tokens: tokens, notes: notes)
    }

    /// The first dimensions, with length 1 again.
    static func cut(_ vector: [Float], to count: Int) -> [Float] {
        let part = vector.prefix(count)
        let length = part.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? part.map { $0 / length } : Array(part)
    }
}
