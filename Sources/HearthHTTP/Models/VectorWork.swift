import HearthCore
import HearthModels

/// Makes vectors of texts, whatever interface asked for them.
struct VectorWork: Sendable {
    let service: any ModelService

    /// Vectors of texts, in their order, and how they came about.
    struct EmbeddingResult: Sendable {
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
    ) async throws -> EmbeddingResult {
        // Before they are counted, which is work as well.
        try await Reservation.current?.take(tokens: texts.reduce(0) { $0 + $1.utf8.count } / 4)
        let asked = try fields.required("model")
        let (engine, embedder) = try await embedder(asked)
        // By its weights: what is put before texts is the client's to say.
        let model = "\(engine.rawValue)/\(embedder.name)"
        let dimensions = try fields.integer("dimensions", in: 1...embedder.dimension) ?? embedder.dimension
        let window = embedder.maxTokens == .max ? nil : embedder.maxTokens
        let role = try EmbeddingTask.role(fields)
        let room = role.map { embedder.maxTokens(as: $0) } ?? embedder.maxTokens
        let lengths = texts.map { embedder.tokenizer.countTokens($0) }
        let tooLong = lengths.count { $0 > room }
        guard cutsLongTexts || tooLong == 0 else {
            throw ServerError(
                .contextTooLong,
                "\(tooLong) of \(texts.count) texts have more than the \(room) tokens that the model reads.",
                parameter: "input")
        }
        let router = try await service.router(engine: nil, model: nil)
        let done = try await router.perform(
            RoutingRequest(task: .embed, label: label, engine: engine),
            with: RoutingCandidate(
                engine: engine, model: embedder.name,
                capabilities: ModelCapabilities(offline: true, contextLength: window, tasks: [.embed]))
        ) { () async throws -> [[Float]] in
            guard let role else { return try await embedder.embed(texts) }
            return try await embedder.embed(texts, as: role)
        }
        var vectors = done.value
        guard vectors.count == texts.count else {
            throw ServerError(.malformedResponse, "The embedding model lost a text. Ask again.")
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
        return EmbeddingResult(vectors: vectors, model: model, decision: done.decision, tokens: tokens, notes: notes)
    }

    /// The model that a client means, as clients name it.
    ///
    /// - Throws: ``ServerError`` `unknown-model`, or `no-engine` where there is no embedding model.
    func name(of asked: String) async throws -> String {
        let (engine, embedder) = try await embedder(asked)
        return "\(engine.rawValue)/\(embedder.name)"
    }

    /// Names that mean the local embedding model, whichever it is.
    private static let usual: Set<String> = ["", "auto", "hearth", "local", "localonly", "embedding"]

    /// The model that a client means by a name.
    ///
    /// - Throws: ``ServerError`` `unknown-model`, or `no-engine` where there is no embedding model.
    private func embedder(_ asked: String) async throws -> (Engine, any EmbeddingModel) {
        let aliases = try await service.aliases()
        let key = ModelNames.key(try ModelChoice.target(of: asked, aliases))
        var found: [(model: ServedModel, embedder: any EmbeddingModel)] = []
        // The basic one takes no time to be there; another one may have to be loaded.
        let engines: [Engine] = key == "basic" || key.hasPrefix("basic/") ? [.basic] : [.local, .basic]
        for engine in engines {
            guard let embedder = try await service.embedder(engine) else { continue }
            let others = engine == .local ? try await service.otherNames(ofModelFor: .embed) : []
            let served = ServedModel(
                id: "\(engine.rawValue)/\(embedder.name)", engine: engine, model: embedder.name, otherNames: others,
                task: .embed)
            if engine == .local ? Self.usual.contains(key) : key == "basic" { return (engine, embedder) }
            found.append((served, embedder))
        }
        let names = ModelNames(found.map(\.model))
        if let chosen = try names.model(asked, aliases: aliases),
            let (model, embedder) = found.first(where: { $0.model == chosen }), let engine = model.engine
        {
            return (engine, embedder)
        }
        guard found.contains(where: { $0.model.engine == engines[0] }) else {
            throw ServerError(
                .noEngine, "There is no embedding model. The model `basic` needs none: it compares words.",
                help: [.diagnose],
                parameter: "model")
        }
        // Whoever asks may know of these.
        throw ModelChoice.unknown(asked, try await service.named().filter(\.isForAll), for: .embed)
    }

    /// The first dimensions, with length 1 again.
    static func cut(_ vector: [Float], to count: Int) -> [Float] {
        let part = vector.prefix(count)
        let length = part.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? part.map { $0 / length } : Array(part)
    }
}

/// What a client says that its texts are, in the words of other services' fields: `input_type` (Cohere, NVIDIA, Voyage), `task` (Jina).
enum EmbeddingTask {
    static let fields: Set<String> = ["input_type", "task"]

    private static let names: [String: EmbeddingRole] = [
        "query": .query, "search_query": .query, "retrieval.query": .query,
        "passage": .passage, "document": .passage, "search_document": .passage, "retrieval.passage": .passage,
        "similarity": .symmetric, "text-matching": .symmetric, "clustering": .symmetric,
    ]

    /// The role of the texts; `nil` where nothing is said, and they are taken as they are: a client that puts the model's prefix before them
    /// itself, as those made for one model do, would otherwise have it there twice.
    static func role(_ fields: RequestFields) throws -> EmbeddingRole? {
        var found: EmbeddingRole?
        for field in Self.fields.sorted() {
            guard let said = try fields.string(field) else { continue }
            guard let role = names[said.lowercased()] else {
                throw fields.wrong(field, names.keys.sorted().map { "`\($0)`" }.joined(separator: ", "))
            }
            guard found == nil || found == role else {
                throw fields.wrong(field, "the same as `\(Self.fields.sorted()[0])`")
            }
            found = role
        }
        return found
    }
}
