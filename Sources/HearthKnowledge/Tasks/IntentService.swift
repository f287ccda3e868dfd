import HearthBasic
public import HearthCore
public import HearthModels
import HearthPrompts

/// Turns a wish in plain words into one of Hearth's own commands. It runs nothing.
public struct IntentService: Sendable {
    let router: ModelRouter

    public init(router: ModelRouter) { self.router = router }

    /// - Throws: `RoutingError`, `StructuredOutputError`, and what the engine throws.
    public func understand(
        _ wish: String, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .intentToAction)
    ) async throws -> UnderstoodWish {
        try await router.run(routing.request(.intentToAction), delivery: .whole) { route in
            if route.decision.engine == .basic {
                let intent = IntentRules().intent(of: wish)
                return UnderstoodWish(
                    action: intent.map { CommandAction(command: $0.command, argument: $0.argument, count: $0.count) },
                    route: route.decision, notes: [])
            }
            let request = Self.request(wish, options, label: route.decision.label)
            let answer = try await StructuredGeneration(model: route.model).response(
                to: request, generating: CommandActionAnswer.self)
            return UnderstoodWish(
                action: Self.action(answer.value), route: route.decision, notes: answer.response.notes)
        }
    }

    /// What understanding a wish would send, and to whom, without sending it.
    ///
    /// - Throws: What ``understand(_:routing:options:)`` would throw before it sends anything.
    public func preview(
        _ wish: String, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .intentToAction)
    ) async throws -> [OutboundPreview] {
        try await router.previews(routing.request(.intentToAction)) { target in
            guard target.engine != .basic else { return [] }
            return [
                StructuredGeneration.prepared(
                    Self.request(wish, options, label: routing.label), schema: CommandActionAnswer.generationSchema,
                    engine: target.engine, capabilities: target.capabilities)
            ]
        }
    }

    private static func request(
        _ wish: String, _ options: GenerationOptions, label: SensitivityLabel
    ) -> ModelRequest {
        ModelRequest(
            task: .intentToAction, messages: CommandActionPrompt.messages(wish: wish), options: options, label: label)
    }

    /// A command without what it works on is no command.
    private static func action(_ answer: CommandActionAnswer) -> CommandAction? {
        let argument = answer.argument.trimmingWhiteSpace
        switch answer.command {
        case .none: return nil
        case .documents, .doctor: return CommandAction(command: answer.command.rawValue)
        case .quiz:
            return CommandAction(
                command: "quiz", argument: argument, places: answer.places,
                count: answer.count > 0 ? min(1_000, answer.count) : nil)
        case .journal: return CommandAction(command: "journal", argument: argument)
        case .ask, .search:
            guard !argument.isEmpty else { return nil }
            return CommandAction(command: answer.command.rawValue, argument: argument, places: answer.places)
        case .ingest, .summarize, .rewrite, .transcript, .transcribe:
            return argument.isEmpty ? nil : CommandAction(command: answer.command.rawValue, argument: argument)
        }
    }
}
