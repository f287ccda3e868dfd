import HearthCore
import Testing

@testable import HearthModels

@Suite("Fallback")
struct FallbackTests {
    private func failing(_ engine: Engine, _ kind: Failure.Kind, host: String? = nil, pieces: [String] = [])
        -> ScriptedEngine
    {
        ScriptedEngine(engine, host: host, pieces: pieces, failure: ScriptedEngine.Failure(kind))
    }

    private func collect(_ router: ModelRouter, _ request: RoutingRequest? = nil) async throws -> (
        decisions: [RoutingDecision], text: String
    ) {
        var decisions: [RoutingDecision] = []
        var text = ""
        for try await event in router.respond(to: prompt(), routing: request) {
            switch event {
            case .routed(let decision): decisions.append(decision)
            case .event(.text(let piece)): text += piece
            case .event: break
            }
        }
        return (decisions, text)
    }

    @Test("A model that is set up and whose file cannot be used is named where another engine answers in its place")
    func damagedModel() async throws {
        func decide(
            _ reason: UnavailableReason, order: [Engine] = RoutingPolicy.defaultOrder, tasks: Set<TaskKind> = [.answer],
            _ request: RoutingRequest = RoutingRequest(task: .answer)
        ) async throws -> RoutingDecision {
            let local = ScriptedEngine(
                .local, model: "qwen", tasks: tasks, unavailable: "The file is damaged.", because: reason)
            let router = ModelRouter(models: [local, ExtractiveEngine()], policy: RoutingPolicy(order: order))
            return try await router.explain(request)
        }
        let decision = try await decide(.modelMissing)
        #expect(decision.engine == .basic && decision.wasFallback)
        #expect(decision.fallbackReason == "local/qwen was not used: The file is damaged.")
        // Nobody misses what was never set up, what comes later anyway, does not do this, or was not asked.
        for other in [
            try await decide(.notConfigured), try await decide(.notBuilt),
            try await decide(.modelMissing, order: [.basic, .local]), try await decide(.modelMissing, tasks: [.chat]),
            try await decide(.modelMissing, RoutingRequest(task: .answer, engine: .basic)),
        ] {
            #expect(other.engine == .basic && !other.wasFallback && other.fallbackReason == nil)
        }
    }

    @Test("The next engine that the user allows serves, and both the result and the ledger say so")
    func stepsIn() async throws {
        let ledger = MemoryLedger()
        let local = failing(.local, .unusableModel)
        let openai = ScriptedEngine(.openai, host: Hosts.openai)
        let (decisions, text) = try await collect(ModelRouter([openai, local], ledger: ledger))
        #expect(text == "Hello")
        #expect(decisions.map(\.engine) == [.local, .openai])
        #expect(decisions.map(\.wasFallback) == [false, true])
        #expect(decisions[1].fallbackReason?.contains("unusable-model") == true)
        #expect(decisions[1].rejected.first?.engine == .local)
        #expect(decisions[1].rejected.first?.reason.contains("failed") == true)
        let entries = await ledger.entries
        #expect(entries.map(\.kind) == [.decision, .outcome, .decision, .outcome])
        #expect(entries.map(\.wasFallback) == [false, false, true, true])
        #expect(entries[1].errorCode == "unusable-model")
    }

    @Test(
        "What another engine cures is tried elsewhere",
        arguments: Failure.Kind.allCases.filter(\.isCurableElsewhere))
    func curable(_ kind: Failure.Kind) async throws {
        let openai = failing(.openai, kind, host: Hosts.openai)
        let anthropic = ScriptedEngine(.anthropic, host: Hosts.anthropic)
        let (decisions, text) = try await collect(ModelRouter([openai, anthropic]))
        #expect(text == "Hello" && decisions.map(\.engine) == [.openai, .anthropic])
    }

    @Test(
        "A prompt for the engine that takes none is refused, written down, and answered by the next one that the user allows"
    )
    func takesNoPrompts() async throws {
        let ledger = MemoryLedger()
        let local = ScriptedEngine(.local)
        let (decisions, text) = try await collect(
            ModelRouter([ExtractiveEngine(), local], RoutingPolicy(order: [.basic, .local]), ledger: ledger))
        #expect(text == "Hello" && decisions.map(\.engine) == [.basic, .local])
        #expect(decisions[1].fallbackReason?.hasPrefix("basic failed (unsupported-task)") == true)
        let entries = await ledger.entries
        #expect(entries.map(\.kind) == [.decision, .outcome, .decision, .outcome])
        #expect(entries.map(\.errorCode) == [nil, "unsupported-task", nil, nil])

        let alone = await routingError { _ = try await collect(ModelRouter([ExtractiveEngine()])) }
        #expect(alone?.code == "unsupported-task" && alone?.kind == .unsupportedTask)
    }

    @Test("A route says who works: a model, or the caller's own code, of which no outcome is written")
    func worker() async throws {
        let ledger = MemoryLedger()
        let router = ModelRouter([ScriptedEngine(.local), ExtractiveEngine()], ledger: ledger)
        for engine in [Engine.local, .basic] {
            let isModel = try await router.run(RoutingRequest(task: .answer, engine: engine)) { route in
                #expect(route.decision.engine == engine)
                switch route.worker {
                case .model(let model):
                    #expect(model.engine == engine)
                    return true
                case .extractive:
                    #expect(throws: RoutingError.self) { try route.model }
                    #expect(throws: RoutingError.self) { try route.aside }
                    return false
                }
            }
            #expect(isModel == (engine == .local))
        }
        #expect(await ledger.entries.map(\.kind) == [.decision, .decision])
    }

    @Test("Nobody takes over once something was given out")
    func notAfterOutput() async throws {
        let local = failing(.local, .incompleteResponse, pieces: ["half"])
        let openai = ScriptedEngine(.openai, host: Hosts.openai)
        await #expect(throws: ScriptedEngine.Failure.self) { _ = try await collect(ModelRouter([local, openai])) }
        #expect(openai.requests.isEmpty)
    }

    @Test("Work that is given out only as a whole begins anew with the next engine, also in its middle")
    func wholeWorkBeginsAnew() async throws {
        let local = failing(.local, .incompleteResponse, pieces: ["half"])
        let openai = ScriptedEngine(.openai, host: Hosts.openai)
        let router = ModelRouter([openai, local])
        let (text, decision) = try await router.run(RoutingRequest(task: .chat), delivery: .whole) { route in
            let request = ModelRequest(task: .chat, messages: [Message(.user, "Hi")])
            return (try await route.model.response(to: request).text, route.decision)
        }
        #expect(text == "Hello")
        #expect(decision.engine == .openai && decision.wasFallback)
        #expect(local.requests.count == 1)
    }

    @Test("A pinned engine has no stand-in")
    func pinned() async throws {
        let openai = ScriptedEngine(.openai, host: Hosts.openai)
        let router = ModelRouter([failing(.local, .unusableModel), openai])
        await #expect(throws: ScriptedEngine.Failure.self) {
            _ = try await collect(router, RoutingRequest(task: .chat, engine: .local))
        }
        #expect(openai.requests.isEmpty)
    }

    @Test(
        "Bad requests, refusals and what only we can mend are not tried elsewhere",
        arguments: Failure.Kind.allCases.filter { !$0.isCurableElsewhere })
    func notCurable(kind: Failure.Kind) async throws {
        let openai = ScriptedEngine(.openai, host: Hosts.openai)
        await #expect(throws: ScriptedEngine.Failure.self) {
            _ = try await collect(ModelRouter([failing(.local, kind), openai]))
        }
        #expect(openai.requests.isEmpty)
    }

    @Test(
        "No failure by which a text was kept from leaving, and none that is the request's own, leads to another engine")
    func neverCurable() {
        let never: [Failure.Kind] = [
            .refusedByPolicy, .notRecorded, .unsendable, .keyOfAnotherHost, .notAllowed, .badRequest, .usage, .internal,
            .stopped, .modelFailed, .notEnoughMemory, .messageTooLong,
        ]
        #expect(never.filter(\.isCurableElsewhere) == [])
    }

    @Test("The list of what another engine cures is closed, so that no new kind silently widens who sees a prompt")
    func closedList() {
        let curable: Set<Failure.Kind> = [
            .unavailable, .notConfigured, .unsupportedTask, .unsupportedOption, .noLogprobs, .unusableModel,
            .modelNotReady, .providerFailed, .overloaded, .rateLimited, .quotaExceeded, .connectionFailed, .timedOut,
            .refusedBySystem, .badResponse, .wrongAddress, .invalidOutput, .badKey, .unknownModel, .refusedByModel,
            .contextTooLong, .windowTooSmall, .incompleteResponse,
        ]
        #expect(Set(Failure.Kind.allCases.filter(\.isCurableElsewhere)) == curable)
    }

    @Test(
        "A failure never opens the way to an engine that the policy forbids",
        arguments: [.unusableModel, .contextTooLong, .windowTooSmall] as [Failure.Kind])
    func neverAcrossPolicy(_ kind: Failure.Kind) async throws {
        for label in SensitivityLabel.allCases {
            for offline in [false, true] {
                for consents in [[], RoutingPolicy.consenting.consents] {
                    for mode in RoutingMode.allCases {
                        let openai = ScriptedEngine(.openai, host: Hosts.openai)
                        let policy = RoutingPolicy(mode: mode, isOffline: offline, consents: consents)
                        let router = ModelRouter([failing(.local, kind), openai], policy)
                        _ = try? await collect(router, RoutingRequest(task: .chat, label: label))
                        let mayServe =
                            !offline && (mode == .auto || mode == .byoOnly) && label < .private && !consents.isEmpty
                        #expect(openai.requests.isEmpty != mayServe, "\(label) \(offline) \(mode) \(consents.count)")
                    }
                }
            }
        }
    }

    @Test("A consent that is revoked while the first engine fails is not used by the second")
    func revokedMeanwhile() async throws {
        let policy = ChangingPolicy(.consenting)
        let openai = ScriptedEngine(.openai, host: Hosts.openai)
        let router = ModelRouter([ScriptedEngine(.local), openai], policy)
        await #expect(throws: ScriptedEngine.Failure.self) {
            try await router.run(RoutingRequest(task: .chat)) { route in
                #expect(route.decision.engine == .local)
                policy.change { $0.consents = [] }
                throw ScriptedEngine.Failure(.unavailable)
            }
        }
    }

    @Test("When all fail, the last failure is thrown")
    func allFail() async throws {
        let router = ModelRouter([failing(.local, .unusableModel), failing(.openai, .overloaded, host: Hosts.openai)])
        do {
            _ = try await collect(router)
            Issue.record("nothing failed")
        } catch {
            #expect((error as? ScriptedEngine.Failure)?.kind == .overloaded)
        }
    }

    @Test("Two endpoints of one engine stand in for each other")
    func sameEngine() async throws {
        let first = failing(.custom, .connectionFailed, host: Hosts.loopback)
        let second = ScriptedEngine(.custom, host: Hosts.network)
        let (decisions, text) = try await collect(ModelRouter([first, second]))
        #expect(text == "Hello")
        #expect(decisions.map(\.host) == [Hosts.loopback, Hosts.network])
        #expect(decisions[1].rejected.allSatisfy { $0.engine != .custom || $0.reason.contains("failed") })
    }

    @Test("A cancelled request is not tried elsewhere")
    func cancelled() async throws {
        let openai = ScriptedEngine(.openai, host: Hosts.openai)
        let router = ModelRouter([ScriptedEngine(.local), openai])
        let tried = Notes<Engine>()
        await #expect(throws: CancellationError.self) {
            try await router.run(RoutingRequest(task: .chat)) { route in
                tried.add(route.decision.engine)
                throw CancellationError()
            }
        }
        #expect(tried.all == [.local])
    }
}
