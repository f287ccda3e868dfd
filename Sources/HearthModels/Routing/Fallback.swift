public import HearthCore

/// An event of a routed request, in order.
public enum RoutedEvent: Sendable {
    /// An engine was chosen. A second one means that the engine before it failed before it gave anything out.
    case routed(RoutingDecision)
    case event(ResponseEvent)
}

/// When the caller of a piece of work sees something of its answer.
public enum AnswerDelivery: Sendable {
    /// As it comes: once something was given out, no other engine can take over.
    case streamed
    /// Only when the work is done: until then it can begin anew with another engine, after some of its requests too.
    case whole
}

extension ModelRouter {
    /// Does work with the engine for a request; when that engine fails in a way that another could cure, and nothing of an
    /// answer was given out yet, with the next one that the user allows.
    ///
    /// Each try is a decision of its own, with the policy as of then and in the ledger. A pinned engine has no stand-in, and
    /// a refusal by the policy, a bad request and a cancellation are never tried elsewhere. A pinned group has its members.
    ///
    /// - Parameter delivery: What the body does with the texts of the engine.
    /// - Throws: ``RoutingError``, or what the body threw with the last engine.
    public func run<Result: Sendable>(
        _ request: RoutingRequest, delivery: AnswerDelivery = .streamed,
        _ body: (Route) async throws -> Result
    ) async throws -> Result {
        var failures: [Failure] = []
        var reason: String?
        while true {
            let route: Route
            do {
                route = try await self.route(request, after: failures, fallbackReason: reason)
            } catch let error as RoutingError where failures.last != nil {
                throw exhausted(error, failures)
            }
            do {
                let result = try await holding(route) { try await body(route) }
                await concludeUnused(route)
                return result
            } catch {
                await concludeUnused(route, after: error)
                // Of a group that was asked for by name any member may serve, where the server was to blame.
                let group = route.group
                guard !Task.isCancelled, delivery == .whole || route.routed?.answerBegan.isSet != true,
                    let failure = error as? any ReadableError,
                    failure.kind.isCurableElsewhere || failure.kind.isCurable(in: route),
                    request.engine == nil || group != nil && failure.kind.isOfTheServer
                else { throw error }
                let (engine, code, message) = (route.candidate.engine, failure.code, failure.message)
                reason = "\(engine.rawValue) failed (\(code)): \(message)"
                failures.append(
                    Failure(
                        candidate: route.candidate,
                        rejection: .init(engine: engine, reason: "failed (\(code)): \(message)"), error: error,
                        group: failure.kind.isOfTheServer ? nil : group))
            }
        }
    }

    /// Does work whose route may hold a place at a member of a group, and gives that back however the work ends.
    private func holding<Result: Sendable>(_ route: Route, _ body: () async throws -> Result) async throws -> Result {
        guard let place = route.routed?.place else { return try await body() }
        defer { place.giveUp() }
        return try await PoolPlace.$held.withValue(PoolPlace.held.union([place.group])) { try await body() }
    }

    /// Answers one request, and falls back as ``run(_:delivery:_:)`` does. The stricter label of the two holds.
    ///
    /// The stream ends with exactly one final event or with an error; dropping it stops the work.
    public func respond(
        to request: ModelRequest, routing: RoutingRequest? = nil
    ) -> EventStream<RoutedEvent> {
        var routing = routing ?? RoutingRequest(task: request.task, label: request.label)
        routing.label = max(routing.label, request.label)
        if !request.tools.isEmpty { routing.requiresTools = true }
        if request.hasPictures { routing.requiresVision = true }
        if request.suffix != nil { routing.requiresInfill = true }
        if request.options.logprobs != nil { routing.requiresLogprobs = true }
        return EventStream { [routing] emit in
            try await run(routing) { route in
                try await emit(.routed(route.decision))
                try await route.model.respond(to: request).forEach { try await emit(.event($0)) }
            }
        }
    }

    /// Writes down how a decision ended of which no engine was asked: that one beyond this process was not, since a decision
    /// without an outcome is one that was cut off; and that the basic engine was given a prompt, which it refuses.
    private func concludeUnused(_ route: Route, after error: (any Error)? = nil) async {
        let wasUnused = route.routed.map { !$0.wasAsked.isSet } ?? false
        let wasRefused = (error as? RoutingError)?.reason == .takesNoPrompts
        guard wasUnused && route.candidate.reach > .process || route.routed == nil && wasRefused else { return }
        _ = await conclude(route.decision, duration: .zero, errorCode: error?.recordedCode)
    }

    /// When no engine is left, the failure of the last one says more than that none is left; unless the policy is what
    /// stands in the way.
    private func exhausted(_ error: RoutingError, _ failures: [Failure]) -> any Error {
        error.reason == .noEngine || error.reason == .refusedByPolicy ? failures.last?.error ?? error : error
    }
}

extension Failure.Kind {
    /// Whether another member of the group could cure it that serves on this route. What is wrong with the setting up of one, such as a
    /// key that was set for another address, is no reason to fail where another one can serve; where none can, it is told.
    fileprivate func isCurable(in route: Route) -> Bool { isOfTheServer && route.routed?.hasSiblings == true }

    /// Whether another engine could cure it.
    ///
    /// Everything else ends the request: a policy refusal, a bad request, an exhausted budget or a defect would only be hidden,
    /// or repeated elsewhere, and text would reach one more engine for nothing.
    var isCurableElsewhere: Bool {
        switch self {
        // The engine became unable between decision and work, is not set up after all, or does not do this.
        case .unavailable, .notConfigured, .unsupportedTask, .unsupportedOption, .noLogprobs,
            // Its model file is missing, damaged or of the wrong kind, or the system is still preparing it.
            .unusableModel, .modelNotReady,
            // The provider is down, overloaded, or has had enough of us for now.
            .providerFailed, .overloaded, .rateLimited, .quotaExceeded,
            // It cannot be reached: the system, a firewall for one, does not let this process, and one that is here can serve.
            .connectionFailed, .timedOut, .refusedBySystem,
            // What answers there is not what was expected.
            .badResponse, .wrongAddress,
            // What it wrote is not of the form that was asked for, also when it was asked again.
            .invalidOutput,
            // Its key does not open it, or it does not know the model: the user's other engines have their own.
            .badKey, .unknownModel,
            // Its own rules are against the content; another one's need not be.
            .refusedByModel,
            // The prompt is longer than it takes, or the work does not fit into its window however it is cut; another one may
            // take more, and the basic engine has no window.
            .contextTooLong, .windowTooSmall,
            // It ended in the middle without a word; curable only as long as nothing was given out.
            .incompleteResponse:
            true
        case .usage, .badRequest, .invalidInput, .messageTooLong, .tooLarge, .nothingToRead, .notExpressible,
            .unreadable,
            .unknownItem, .conflict, .occupied, .unauthorized, .notAllowed, .refusedByPolicy, .noEngine,
            .noSpeechEngine, .keyOfAnotherHost, .unfitModel, .notEnoughMemory, .toolMissing,
            .modelFailed, .modelEnded, .unusableTemplate, .unsendable, .badSettings, .locked, .damagedData, .diskFull,
            .busy, .storeUnreachable, .uncertain, .systemFailed,
            .notRecorded, .stopped, .internal:
            false
        }
    }
}
