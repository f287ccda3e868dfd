import HearthCore
import HearthModels

/// Which model a client means: one comparison for all interfaces, and for all that is asked of models.
///
/// A model is called by the name that chooses it, by its own, and by the others that commands know (``ServedModel/otherNames``). Letter
/// case and the tag `latest` tell no two models apart: ids of the list have no capitals, Ollama compares names so (its `model.Name`),
/// and its clients add the tag by themselves. A name that is written as it is listed stands before one that is only spelt alike.
struct ModelNames: Sendable {
    static let tag = ":latest"

    /// The models that a name may mean; the first of two that are called alike counts.
    let models: [ServedModel]

    init(_ models: [ServedModel]) { self.models = models }

    /// Those of them that do a kind of work.
    init(_ models: [ServedModel], for task: TaskKind) { self.init(models.filter { $0.task == task }) }

    /// The model of that name; `nil` where there is none.
    func model(_ name: String) -> ServedModel? { exact(name) ?? alike(name) }

    /// The same for a name that may be one of the owner's, which stand above all others.
    ///
    /// - Throws: ``ServerError`` `unknown-model` for one that leads back to itself.
    func model(_ name: String, aliases: [String: String]) throws -> ServedModel? {
        let target = try ModelChoice.target(of: name, aliases)
        if let found = exact(target) { return found }
        if let alias = Self.alias(like: target, aliases),
            let found = model(try ModelChoice.target(of: alias, aliases))
        {
            return found
        }
        return alike(target)
    }

    /// The one that is called exactly so.
    func exact(_ name: String) -> ServedModel? {
        models.first { $0.id == name } ?? own.first { $0.model == name }
            ?? own.first { $0.lesserNames.contains(name) }
    }

    private func alike(_ name: String) -> ServedModel? {
        let key = Self.key(name)
        return models.first { Self.key($0.id) == key } ?? own.first { $0.model.map(Self.key) == key }
            ?? own.first { $0.lesserNames.contains { Self.key($0) == key } }
    }

    /// An answer from documents has the name of the model that gives it as its own, too; that is asked for in full.
    private var own: [ServedModel] { models.filter { !$0.readsDocuments } }

    // MARK: - Spelling

    /// What all spellings of a name have in common.
    static func key(_ name: String) -> String { untagged(name).lowercased() }

    /// A name without the tag that says nothing, which clients add by themselves.
    static func untagged(_ name: String) -> String {
        name.count > tag.count && name.suffix(tag.count).lowercased() == tag ? String(name.dropLast(tag.count)) : name
    }

    /// One of the owner's names that is spelt like this one, the first by the alphabet.
    static func alias(like name: String, _ aliases: [String: String]) -> String? {
        let key = Self.key(name)
        return aliases.keys.filter { Self.key($0) == key }.min()
    }
}

extension ServedModel {
    /// Its other names, and each behind its engine as well.
    fileprivate var lesserNames: [String] {
        guard let engine else { return otherNames }
        return otherNames + otherNames.map { "\(engine.rawValue)/\($0)" }
    }
}

// MARK: - Choice

/// What a client's model name means: an engine, perhaps with one of its models, or a mode.
struct ModelChoice: Sendable, Equatable {
    var engine: Engine?
    var mode: RoutingMode?
    /// The model that the engine is to work with; `nil` takes the one that is set.
    var model: String?
    /// Whether it is to answer from the documents.
    var readsDocuments = false

    /// The name by which any engine answers from the documents; with a slash and another name, the engine or model of that name.
    static let documents = ModelAliasPath.documents

    /// Whether the basic engine may answer from the documents when no engine can chat. A model that was asked for by name
    /// has no stand-in.
    var allowsBasic: Bool { engine == nil && mode != .byoOnly && mode != .appleOnly }

    init(engine: Engine) { self.engine = engine }

    /// - Parameters:
    ///   - asked: The name, for an answer.
    ///   - aliases: The owner's names. They stand above all others, and may lead to one another.
    ///   - models: Gives those that a client may name without their engine, the owner's names for them among them; asked only for
    ///     such a name, because finding out what each engine can do now costs more than many a request.
    /// - Throws: ``ServerError`` `unknown-model`.
    init(
        _ asked: String, aliases: [String: String] = [:], models: () async throws -> [ServedModel]
    ) async throws {
        let target = try Self.target(of: asked, aliases)
        if take(target) { return }
        let all = try await models()
        let names = ModelNames(all.filter { aliases[$0.id] == nil }, for: .chat)
        if take(names.exact(plain(target))) { return }
        if let alias = ModelNames.alias(like: asked, aliases) {
            let other = try Self.target(of: alias, aliases)
            let asItIsWritten = readsDocuments
            if take(other) || take(names.model(plain(other))) { return }
            readsDocuments = asItIsWritten
        }
        if take(names.model(plain(target))) { return }
        guard take(plain(target), ofEndpoints: all) else { throw Self.unknown(asked, all, for: .chat) }
    }

    /// Takes a name behind that of an endpoint, `lab/qwen3`: as `custom:lab/qwen3`, where there is that endpoint and no model is
    /// called so. Others than the one that its owner chose can be named too, as with any service.
    private mutating func take(_ name: String, ofEndpoints models: [ServedModel]) -> Bool {
        guard let endpoint = Self.endpoint(before: name, models), let slash = name.firstIndex(of: "/") else {
            return false
        }
        engine = endpoint
        model = String(name[name.index(after: slash)...])
        return true
    }

    /// The endpoint that stands before the slash of a name with something behind it, where there is that endpoint.
    static func endpoint(before name: String, _ models: [ServedModel]) -> Engine? {
        guard let slash = name.firstIndex(of: "/"), slash != name.indices.last,
            let endpoint = EndpointName(name[..<slash].lowercased()),
            models.contains(where: { $0.engine == .endpoint(endpoint) })
        else { return nil }
        return .endpoint(endpoint)
    }

    /// Takes a name that needs no list of models to be understood: an engine, one with its model, a mode, or whoever can.
    private mutating func take(_ target: String) -> Bool {
        let key = ModelNames.key(target)
        readsDocuments = key == Self.documents || key.hasPrefix(Self.documents + "/")
        let name = plain(target)
        switch ModelNames.key(name) {
        case "", "auto", "hearth": return true
        case "local": mode = .localOnly
        case let key:
            if let mode = RoutingMode.allCases.first(where: { $0.rawValue.lowercased() == key }) {
                self.mode = mode
            } else if let engine = Engine(rawValue: key) {
                self.engine = engine
            } else if let slash = name.firstIndex(of: "/"), slash != name.indices.last,
                let engine = Engine(rawValue: name[..<slash].lowercased())
            {
                self.engine = engine
                let model = String(name[name.index(after: slash)...])
                // No model here has a tag in its name; those of other servers may.
                self.model = engine == .local ? ModelNames.untagged(model) : model
            } else {
                return false
            }
        }
        return true
    }

    private mutating func take(_ model: ServedModel?) -> Bool {
        guard let model, let engine = model.engine else { return false }
        self.engine = engine
        self.model = model.model
        return true
    }

    /// A name without what says that it is to answer from the documents.
    private func plain(_ name: String) -> String {
        guard readsDocuments else { return name }
        return ModelNames.key(name) == Self.documents ? "" : String(name.dropFirst(Self.documents.count + 1))
    }

    /// What a name leads to: itself, unless it is one of the owner's.
    ///
    /// - Throws: ``ServerError`` `unknown-model` where it leads back to itself.
    static func target(of name: String, _ aliases: [String: String]) throws -> String {
        let path = ModelAliasPath(from: name, in: aliases)
        guard let target = path.target else {
            throw ServerError(
                .unknownModel,
                "The name \(name.prefix(100)) leads to no model, but back to itself (\(path.description.prefix(300))). Its owner "
                    + "has to take away one of these names.",
                parameter: "model")
        }
        return target
    }

    /// That a name means no model at all: those that could serve, by what they are for, and where they are listed.
    static func unlisted(_ name: String, _ models: [ServedModel]) -> ServerError {
        let kinds: [(title: String, task: TaskKind)] = [
            ("For chat", .chat), ("for vectors", .embed), ("for rankings", .rerank),
        ]
        let known = kinds.compactMap { title, task -> String? in
            let ids = models.filter { $0.task == task && $0.problem == nil }.prefix(mostNamed).map(\.id)
            return ids.isEmpty ? nil : "\(title): \(ids.joined(separator: ", "))"
        }
        return ServerError(
            .unknownModel,
            "There is no model \(name.prefix(100)) here, or it is not installed."
                + (known.isEmpty ? "" : " \(known.joined(separator: "; ")).")
                + " GET /v1/models lists those for chat, with ?task=embed or ?task=rerank the others.",
            parameter: "model")
    }

    /// How many models an error names at most of those that could do a kind of work.
    private static let mostNamed = 20

    /// That a name means no model that could do the work: what it means else, and where those that can are listed.
    static func unknown(_ name: String, _ models: [ServedModel], for task: TaskKind) -> ServerError {
        let other = ModelNames(models.filter { $0.task != task }).model(name)
        let known = ModelNames(models, for: task).models.filter { $0.problem == nil }.prefix(mostNamed).map(\.id)
        let shown = name.prefix(100)
        let what =
            switch other?.task {
            case nil: "There is no model \(shown)."
            case .embed: "The model \(shown) makes vectors (POST /v1/embeddings) and cannot be used for this."
            case .rerank: "The model \(shown) puts texts in order (POST /v1/rerank) and cannot be used for this."
            default: "The model \(shown) writes answers and cannot be used for this."
            }
        let list = task == .chat ? "GET /v1/models" : "GET /v1/models?task=\(task.rawValue)"
        return ServerError(
            .unknownModel,
            what
                + (known.isEmpty ? " There is none for this." : " Known for this are \(known.joined(separator: ", ")).")
                + " \(list) lists those that can.",
            parameter: "model")
    }
}

extension ModelService {
    /// Whom a client means that asks for an answer by this name.
    ///
    /// - Throws: ``ServerError`` `unknown-model`.
    func choice(_ name: String, for caller: Caller) async throws -> ModelChoice {
        var choice = try await ModelChoice(name, aliases: aliases()) { try await named(for: caller) }
        guard caller != .nobody, let engine = choice.engine, let model = choice.model, engine.isRemote else {
            return choice
        }
        // A service takes any name, as it was written. Only one that is its owner's choice spelt otherwise is that.
        let chosen = try await router(engine: nil, model: nil).models().first { $0.engine == engine }
        if let chosen, ModelNames.key(chosen.modelID) == ModelNames.key(model) { choice.model = chosen.modelID }
        return choice
    }

    /// The router for whom a client means.
    ///
    /// - Parameter name: What the client called it.
    /// - Throws: ``ServerError`` `unknown-model`, which says what there is.
    func router(for choice: ModelChoice, _ name: String, _ caller: Caller) async throws -> ModelRouter {
        do {
            return try await router(engine: choice.engine, model: choice.model)
        } catch let error as any ReadableError where error.kind == .unknownModel {
            throw ModelChoice.unknown(name, try await named(for: caller), for: .chat)
        }
    }
}
