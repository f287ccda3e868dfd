public import HearthCore

extension ModelRouter {
    /// An engine that may see text of a label, and for what.
    public struct Viewer: Hashable, Sendable {
        public var engine: Engine
        /// Where the text would go; `nil` when it stays in this process.
        public var host: String?
        /// The tasks for which it may; all when it needs no consent.
        public var tasks: Set<TaskKind>
    }

    /// The engines that may see text of this label now, as far as settings and consents go, in the order in which they are
    /// considered. Whether they could serve is not asked.
    public func viewers(of label: SensitivityLabel) async throws -> [Viewer] {
        let context = try await context()
        var viewers: [Viewer] = []
        for model in context.models {
            let candidate = await RoutingCandidate(model)
            let tasks = model.capabilities.tasks.filter { task in
                let request = RoutingRequest(task: task, label: label)
                let consent = context.policy.consent(for: candidate, request: request)
                return context.policy.refusal(of: candidate, for: request, consent: consent) == nil
            }
            // An endpoint that is not set up is nowhere.
            guard !tasks.isEmpty, !model.engine.isRemote || model.host != nil else { continue }
            viewers.append(Viewer(engine: model.engine, host: model.host, tasks: Set(tasks)))
        }
        return viewers
    }
}
