import HearthCore

/// What a client's model name means: an engine, perhaps with one of its models, or a mode.
struct ModelChoice: Sendable, Equatable {
    var engine: Engine?
    var mode: RoutingMode?
    /// The model that the engine is to work with; `nil` takes the one that is set.
    var model: String?

    /// Whether the basic engine may answer from the documents when no engine can chat. A model that was asked for by name
    /// has no stand-in.
    var allowsBasic: Bool { engine == nil && mode != .byoOnly && mode != .appleOnly }

    /// - Parameter models: Gives those that a client may name without their engine; asked only for such a name, because
    ///   finding out what each engine can do now costs more than many a request.
    /// - Throws: ``ServerError`` `unknown-model`.
    init(_ name: String, models: () async throws -> [ServedModel]) async throws {
        switch name {
        case "", "auto", "hearth": return
        case "local": mode = .localOnly
        default:
            if let mode = RoutingMode(rawValue: name) {
                self.mode = mode
            } else if let engine = Engine(rawValue: name) {
                self.engine = engine
            } else if let slash = name.firstIndex(of: "/"), let engine = Engine(rawValue: String(name[..<slash])),
                slash != name.indices.last
            {
                self.engine = engine
                model = String(name[name.index(after: slash)...])
            } else {
                let all = try await models()
                guard let known = all.first(where: { $0.model == name && $0.engine != nil && !$0.makesVectors }) else {
                    throw Self.unknown(name, all)
                }
                engine = known.engine
                model = known.model
            }
        }
    }

    static func unknown(_ name: String, _ models: [ServedModel]) -> ServerError {
        let known = models.filter { $0.problem == nil }.prefix(20).map(\.id)
        return ServerError(
            .notFound, "unknown-model",
            "There is no model \(name.prefix(100)). Known are "
                + known.joined(separator: ", ") + "; GET /v1/models lists them.",
            kind: .unknownModel,
            parameter: "model")
    }
}
