import Foundation
import HearthCore
import HearthModels
import Testing

@Suite("The router")
struct ModelRouterTests {
    private let openai = ScriptedEngine(.openai, host: Hosts.openai)
    private let local = ScriptedEngine(.local, model: "phi")

    @Test("The decision is in the ledger before the route is given out, and the request carries its number")
    func decisionFirst() async throws {
        let ledger = MemoryLedger()
        let router = ModelRouter([openai], ledger: ledger)
        let route = try await router.route(RoutingRequest(task: .chat))
        #expect(await ledger.kinds() == [.decision])
        #expect(route.decision.ledgerRecord == 1)
        #expect(route.decision.consentID == "o")
        let response = try await route.model.response(to: prompt())
        #expect(response.text == "Hello")
        #expect(openai.requests.map(\.ledgerRecord) == [1])
        let entries = await ledger.entries
        #expect(entries.map(\.kind) == [.decision, .outcome])
        #expect(entries[1].decision == 1)
        #expect(entries[1].usage == TokenUsage(promptTokens: 3, completionTokens: 2))
        #expect(entries[1].errorCode == nil && entries[1].duration != nil)
        #expect(entries.allSatisfy { $0.text == nil })
    }

    @Test("Explaining writes nothing and decides the same")
    func explain() async throws {
        let ledger = MemoryLedger()
        let router = ModelRouter([local, openai], ledger: ledger)
        let explained = try await router.explain(RoutingRequest(task: .chat))
        #expect(await ledger.entries.isEmpty)
        var routed = try await router.route(RoutingRequest(task: .chat)).decision
        routed.ledgerRecord = nil
        #expect(explained == routed)
    }

    @Test("A refusal is recorded")
    func refusal() async throws {
        let ledger = MemoryLedger()
        let router = ModelRouter([openai], ledger: ledger)
        let error = await routingError { _ = try await router.route(RoutingRequest(task: .chat, label: .private)) }
        #expect(error?.code == "refused-by-policy")
        let entry = try #require(await ledger.entries.first)
        #expect(entry.kind == .refusal && entry.errorCode == "refused-by-policy" && entry.label == .private)
    }

    @Test("A ledger that cannot be written means that no model is called", arguments: [Engine.local, .openai])
    func failClosed(engine: Engine) async {
        let model = engine == .local ? local : openai
        let router = ModelRouter([model], ledger: MemoryLedger(refuses: true))
        let error = await routingError { _ = try await router.route(RoutingRequest(task: .chat)) }
        #expect(error?.code == "ledger-unwritable")
        let streamed = await routingError { for try await _ in router.respond(to: prompt()) {} }
        #expect(streamed?.code == "ledger-unwritable")
        #expect(model.requests.isEmpty)
    }

    @Test("Without a ledger nothing leaves the process")
    func noLedger() async throws {
        let router = ModelRouter(models: [openai, local], policy: .consenting)
        #expect(try await router.route(RoutingRequest(task: .chat)).decision.engine == .local)
        let error = await routingError { _ = try await router.route(RoutingRequest(task: .chat, engine: .openai)) }
        #expect(error?.code == "no-engine")
    }

    @Test("A policy that cannot be read refuses")
    func unreadablePolicy() async {
        let models: [any RoutableEngine] = [local]
        let router = ModelRouter(configuration: .init(ledger: MemoryLedger())) {
            guard models.isEmpty else { throw MemoryLedger.Full() }
            return RoutingContext(models: models, policy: RoutingPolicy())
        }
        let error = await routingError { _ = try await router.route(RoutingRequest(task: .chat)) }
        #expect(error?.code == "policy-unreadable")
    }

    @Test("A revoked consent and the offline switch stop the next request of a route that was already decided")
    func revoked() async throws {
        for change in [
            { (policy: inout RoutingPolicy) in policy.consents = [] }, { $0.isOffline = true },
            { $0.mode = .localOnly },
        ] {
            let policy = ChangingPolicy(.consenting)
            let ledger = MemoryLedger()
            let openai = ScriptedEngine(.openai, host: Hosts.openai)
            let route = try await ModelRouter([openai], policy, ledger: ledger).route(RoutingRequest(task: .chat))
            _ = try await route.model.response(to: prompt())
            policy.change(change)
            let error = await routingError { _ = try await route.model.response(to: prompt()) }
            #expect(error?.code == "refused-by-policy")
            #expect(openai.requests.count == 1)
            #expect(await ledger.entries.last?.errorCode == "refused-by-policy")
        }
    }

    @Test("A request whose label is stricter than what was decided is refused, and nothing is sent")
    func raisedLabel() async throws {
        for model in [openai, local] {
            let route = try await ModelRouter([model]).route(RoutingRequest(task: .chat, label: .personal))
            let error = await routingError { _ = try await route.model.response(to: prompt(label: .private)) }
            #expect(error?.code == "refused-by-policy")
            #expect(model.requests.isEmpty)
        }
    }

    @Test("A consent for one task is not stretched to another one by the request")
    func otherTask() async throws {
        let policy = RoutingPolicy(consents: [.of(.openai, Hosts.openai, task: .summarize)])
        let route = try await ModelRouter([openai], policy).route(RoutingRequest(task: .summarize))
        let error = await routingError { _ = try await route.model.response(to: prompt(task: .chat)) }
        #expect(error?.code == "refused-by-policy")
        #expect(openai.requests.isEmpty)
    }

    @Test("Exactly one final event comes through, and nothing after it")
    func oneFinal() async throws {
        let route = try await ModelRouter([local]).route(RoutingRequest(task: .chat))
        var events: [String] = []
        for try await event in try route.model.respond(to: prompt()) {
            switch event {
            case .text(let text): events.append(text)
            case .reasoning: events.append("reasoning")
            case .logprobs: events.append("logprobs")
            case .toolCall: events.append("call")
            case .final: events.append("final")
            }
        }
        #expect(events == ["Hello", "final"])
    }

    @Test("Dropping the stream stops the engine, and the ledger says that it was cancelled")
    func cancellation() async throws {
        let ledger = MemoryLedger()
        let endless = EndlessEngine()
        let route = try await ModelRouter([endless], ledger: ledger).route(RoutingRequest(task: .chat))
        for try await _ in try route.model.respond(to: prompt()) { break }
        for await _ in endless.stopped {}
        await ledger.holds(2)
        #expect(await ledger.entries.last?.errorCode == "cancelled")
    }

    @Test("Prompt text is kept only when the user turned that on, and costs come from the price list")
    func recordedText() async throws {
        let ledger = MemoryLedger()
        var policy = RoutingPolicy.consenting
        policy.recordsPrompts = true
        let router = ModelRouter(
            models: [local], policy: policy,
            configuration: .init(ledger: ledger, cost: { _, model, usage in model == "phi" ? usage.promptTokens : nil })
        )
        _ = try await router.route(RoutingRequest(task: .chat)).model.response(to: prompt("secret plan"))
        #expect(await ledger.entries.last?.text == "user: secret plan")
        #expect(await ledger.entries.last?.costMicros == 3)
    }

    @Test("A thousand requests at once are each decided and recorded once")
    func concurrent() async throws {
        let ledger = MemoryLedger()
        let router = ModelRouter([local, openai], ledger: ledger)
        let records = try await withThrowingTaskGroup(of: Int?.self) { group in
            for index in 0..<1_000 {
                group.addTask {
                    let engine: Engine = index.isMultiple(of: 2) ? .local : .openai
                    let route = try await router.route(RoutingRequest(task: .chat, engine: engine))
                    _ = try await route.model.response(to: prompt())
                    return route.decision.ledgerRecord
                }
            }
            return try await group.reduce(into: Set<Int?>()) { $0.insert($1) }
        }
        #expect(records.count == 1_000 && !records.contains(nil))
        #expect(local.requests.count == 500 && openai.requests.count == 500)
        #expect(Set(openai.requests.compactMap(\.ledgerRecord)).count == 500)
        #expect(await ledger.entries.count == 2_000)
    }

    @Test("Switching the environment takes effect for the next decision, whole")
    func environments() async throws {
        let new = ScriptedEngine(.custom, host: Hosts.network)
        let (old, isSwitched) = (local, ChangingPolicy(RoutingPolicy()))
        let router = ModelRouter(configuration: .init(ledger: MemoryLedger())) {
            isSwitched.current.isOffline
                ? RoutingContext(models: [new], policy: .consenting)
                : RoutingContext(models: [old], policy: RoutingPolicy())
        }
        let before = try await router.route(RoutingRequest(task: .chat))
        isSwitched.change { $0.isOffline = true }
        #expect(try await router.route(RoutingRequest(task: .chat)).decision.host == Hosts.network)
        // What runs in the old one still does.
        #expect(try await before.model.response(to: prompt()).text == "Hello")
        #expect(old.requests.count == 1)
    }

    @Test("Work of other kinds of engine is decided by the same policy, and how it ended is written down")
    func otherKinds() async throws {
        let ledger = MemoryLedger()
        let router = ModelRouter([], ledger: ledger)
        let embeddings = RoutingCandidate(
            engine: .openai, model: "text-embedding-3-small", host: Hosts.openai,
            capabilities: ModelCapabilities(offline: false, contextLength: 8_191, tasks: [.embed]))
        let request = RoutingRequest(task: .embed)
        let done = try await router.perform(request, with: embeddings) { 3 }
        #expect(done.value == 3)
        #expect(done.decision.ledgerRecord == 1)
        await #expect(throws: MemoryLedger.Full.self) {
            _ = try await router.perform(request, with: embeddings) { () throws -> Void in throw MemoryLedger.Full() }
        }
        await #expect(throws: CancellationError.self) {
            _ = try await router.perform(request, with: embeddings) { () throws -> Void in throw CancellationError() }
        }
        let error = await routingError {
            _ = try await router.perform(RoutingRequest(task: .embed, label: .private), with: embeddings) {
                Issue.record("what was refused was begun")
            }
        }
        #expect(error?.code == "refused-by-policy")
        #expect(await ledger.kinds() == [.decision, .outcome, .decision, .outcome, .decision, .outcome, .refusal])
        let codes = await ledger.entries.filter { $0.kind == .outcome }.map(\.errorCode)
        #expect(codes == [nil, "disk-full", "cancelled"])
    }
}
