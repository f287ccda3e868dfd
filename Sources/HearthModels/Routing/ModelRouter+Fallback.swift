public import HearthCore

/// What a routed request gives, as it happens.
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
    /// a refusal by the policy, a bad request and a cancellation are never tried elsewhere.
    ///
    /// - Parameter delivery: What the body does with the texts of the engine.
    /// - Throws: ``RoutingError``, or what the body threw with the last engine.
    public func run<Result: Sendable>(
        _ request: RoutingRequest, delivery: AnswerDelivery = .streamed,
        _ body: @Sendable (Route) async throws -> Result
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
                let result = try await body(route)
                await concludeUnused(route, errorCode: nil)
                return result
            } catch {
                await concludeUnused(route, errorCode: RoutedModel.code(of: error))
                guard request.engine == nil, !Task.isCancelled, let model = route.model as? RoutedModel,
                    delivery == .whole || !model.emission.hasBegun, let failure = error as? any ReadableError,
                    failure.kind.isCurableElsewhere
                else { throw error }
                let (code, message) = (failure.code, failure.message)
                reason = "\(model.engine.rawValue) failed (\(code)): \(message)"
                failures.append(
                    Failure(
                        candidate: model.candidate,
                        rejection: .init(engine: model.engine, reason: "failed (\(code)): \(message)"), error: error))
            }
        }
    }

    /// Answers one request, and falls back as ``run(_:_:)`` does. The stricter label of the two holds.
    ///
    /// The stream ends with exactly one final event or with an error; dropping it stops the work.
    public func respond(
        to request: ModelRequest, routing: RoutingRequest? = nil
    ) -> AsyncThrowingStream<RoutedEvent, any Error> {
        var routing = routing ?? RoutingRequest(task: request.task, label: request.label)
        routing.label = max(routing.label, request.label)
        if !request.tools.isEmpty { routing.requiresTools = true }
        if request.options.logprobs != nil { routing.requiresLogprobs = true }
        return AsyncThrowingStream { [routing] continuation in
            // A stream needs a task of its own to be pulled from outside; ending the stream cancels it.
            let task = Task(executorPreference: WorkThreads.preferred) {
                do {
                    try await run(routing) { route in
                        continuation.yield(.routed(route.decision))
                        for try await event in route.model.respond(to: request) { continuation.yield(.event(event)) }
                        try Task.checkCancellation()
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Writes down that an engine beyond this process was never asked: a decision without an outcome is one that was cut off.
    private func concludeUnused(_ route: Route, errorCode: String?) async {
        guard let model = route.model as? RoutedModel, model.candidate.reach > .process, !model.asking.hasBegun else {
            return
        }
        _ = await conclude(route.decision, duration: .zero, errorCode: errorCode)
    }

    /// When no engine is left, the failure of the last one says more than that none is left; unless the policy is what
    /// stands in the way.
    private func exhausted(_ error: RoutingError, _ failures: [Failure]) -> any Error {
        error.reason == .noEngine || error.reason == .refusedByPolicy ? failures.last?.error ?? error : error
    }
}
