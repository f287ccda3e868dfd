import Hearth

/// Names engines in what is shown to a person: who did a piece of work, and where.
enum WriterText {
    /// `custom (mock-1)`.
    static func name(_ engine: Engine, _ model: String) -> String { name(engine.rawValue, model) }

    static func name(_ engine: String, _ model: String) -> String { model.isEmpty ? engine : "\(engine) (\(model))" }

    /// `custom (mock-1), at api.example.com`, or `basic (extractive), on this machine`.
    static func place(of route: RoutingDecision) -> String {
        name(route.engine, route.model) + ", " + (route.host.map { "at \($0)" } ?? "on this machine")
    }

    /// The line below a result.
    static func line(_ verb: String, _ route: RoutingDecision, on terminal: Terminal = .output) -> String {
        terminal.dim(Terminal.safe("\(verb): \(place(of: route))")) + "\n"
    }

    /// Why another engine than the first did it; `nil` where none failed.
    static func fallback(_ route: RoutingDecision) -> String? {
        route.wasFallback ? route.fallbackReason : nil
    }

    /// All who wrote an analysis; with what, where they are several.
    static func names(of analysis: TranscriptAnalysis) -> String {
        let found = analysis.writersWithAspects
        guard let first = found.first else { return name(analysis.route.engine, analysis.route.model) }
        guard found.count > 1 else { return name(first.writer.engine, first.writer.model) }
        return found.map { entry in
            "\(name(entry.writer.engine, entry.writer.model)): \(entry.aspects.map(\.name).joined(separator: ", "))"
        }.joined(separator: "; ")
    }
}
