import HearthCore
import Synchronization
import Testing

@testable import HearthModels

@Suite("Groups of endpoints, before the router")
struct EndpointGroupTests {
    private let pool: Engine
    private let labs: [Engine]

    init() throws {
        pool = .endpoint(try #require(EndpointName("pool")))
        labs = try (1...3).map { .endpoint(try #require(EndpointName("lab\($0)"))) }
    }

    private func host(_ number: Int) -> String { "lab\(number).example.com" }

    private func policy(_ count: Int = 3, consents: [Int]? = nil, parallel: Int = 8, queue: Int = 64) -> RoutingPolicy {
        var policy = RoutingPolicy(
            order: [pool, .basic],
            consents: (consents ?? Array(1...count)).map { .of(labs[$0 - 1], host($0), id: "c\($0)") })
        policy.groups[pool] = EndpointGroup(
            pool, members: labs.prefix(count).map { .init($0) }, parallel: parallel, queue: queue)
        return policy
    }

    private func engine(_ number: Int, failing kind: Failure.Kind? = nil, pieces: [String] = ["Hello"])
        -> ScriptedEngine
    {
        ScriptedEngine(
            labs[number - 1], host: host(number), pieces: pieces,
            failure: kind.map { ScriptedEngine.Failure($0) })
    }

    private var chat: RoutingRequest { RoutingRequest(task: .chat, engine: pool) }

    private func ask(_ router: ModelRouter, _ routing: RoutingRequest? = nil) async throws -> (RoutingDecision, String)
    {
        try await router.run(routing ?? chat) { route in
            (route.decision, try await route.model.response(to: prompt()).text)
        }
    }

    // MARK: Who gets what

    @Test func `Requests are spread evenly, and each record names the endpoint that it went to`() async throws {
        let engines = (1...3).map { engine($0) }
        let ledger = MemoryLedger()
        let router = ModelRouter(engines, policy(), ledger: ledger)
        for _ in 0..<30 { _ = try await ask(router) }
        #expect(engines.allSatisfy { $0.requests.count == 10 })
        let decisions = await ledger.entries.filter { $0.kind == .decision }
        #expect(!decisions.contains { $0.engine == pool })
        for (number, lab) in labs.enumerated() {
            let own = decisions.filter { $0.engine == lab }
            #expect(own.count == 10)
            #expect(own.allSatisfy { $0.host == host(number + 1) && $0.consentID == "c\(number + 1)" })
        }
    }

    @Test func `The turns of a conversation go to one endpoint`() async throws {
        let engines = (1...3).map { engine($0) }
        let router = ModelRouter(engines, policy())
        var routing = chat
        routing.conversation = "c-17"
        var served: Set<Engine> = []
        for _ in 0..<9 { served.insert(try await ask(router, routing).0.engine) }
        #expect(served.count == 1)
    }

    @Test func `A member without the consent that is needed gets nothing, and the decision says so`() async throws {
        let engines = (1...3).map { engine($0) }
        let router = ModelRouter(engines, policy(consents: [1, 3]))
        for _ in 0..<10 { _ = try await ask(router) }
        #expect(engines.map(\.requests.count) == [5, 0, 5])
        let decision = try await ask(router).0
        let left = try #require(decision.rejected.first { $0.engine == labs[1] })
        #expect(left.byPolicy && left.reason.contains("consent"))
        // What is public needs none.
        var open = chat
        open.label = .public
        let rejected = try await router.route(open).decision.rejected
        #expect(!rejected.contains { $0.byPolicy })
    }

    @Test func `A member for public text alone gets nothing personal, and private text goes to none`() async throws {
        let engines = (1...2).map { engine($0) }
        var policy = policy(2)
        policy.ceilings[labs[0]] = .public
        let router = ModelRouter(engines, policy)
        for _ in 0..<4 { #expect(try await ask(router).0.engine == labs[1]) }
        #expect(engines[0].requests.isEmpty)
        var hidden = chat
        hidden.label = .private
        let error = await routingError { _ = try await router.route(hidden) }
        #expect(error?.code == "refused-by-policy" && error?.rejected.map(\.engine) == Array(labs.prefix(2)))
        #expect(engines[1].requests.count == 4)
    }

    @Test func `With no consent at all nothing is sent, and each member is named`() async throws {
        let engines = (1...3).map { engine($0) }
        let router = ModelRouter(engines, policy(consents: []))
        let error = await routingError { _ = try await router.route(chat) }
        #expect(error?.code == "refused-by-policy")
        let wanted = labs.map { Failure.Help.giveConsent(engine: $0, task: .chat) }
        #expect(error?.help == wanted)
        #expect(engines.allSatisfy { $0.requests.isEmpty })
    }

    @Test func `Want of a consent to a nearer member stops no other of its group, and does stop what comes after`()
        async throws
    {
        let near = ScriptedEngine(labs[0], host: "127.0.0.1:8080")
        let far = engine(2)
        let farther = ScriptedEngine(.openai, host: Hosts.openai)
        var policy = policy(2, consents: [2])
        policy.consents.append(.of(.openai, Hosts.openai, id: "o"))
        policy.order = [pool, .openai]
        let router = ModelRouter([near, far, farther], policy)
        #expect(try await ask(router, RoutingRequest(task: .chat)).0.engine == labs[1])
        policy.consents.removeAll { $0.engine == labs[1] }
        let error = await routingError {
            _ = try await ModelRouter([near, far, farther], policy).route(RoutingRequest(task: .chat))
        }
        #expect(error?.code == "refused-by-policy" && farther.requests.isEmpty)
    }

    @Test func `An explanation names a member and takes no place`() async throws {
        let router = ModelRouter((1...3).map { engine($0) }, policy(parallel: 1, queue: 0))
        for _ in 0..<5 {
            let explained = try await router.explain(chat).engine
            #expect(labs.contains(explained))
        }
        let held = try await router.route(chat)
        _ = try await router.route(chat)
        withExtendedLifetime(held) {}
    }

    // MARK: Failing over

    @Test
    func `A member that fails before it has said anything is stood in for, though the group was asked for by name`()
        async throws
    {
        let engines = [engine(1, failing: .connectionFailed, pieces: []), engine(2), engine(3)]
        let ledger = MemoryLedger()
        let router = ModelRouter(engines, policy(), ledger: ledger)
        for _ in 0..<30 {
            let (decision, text) = try await ask(router)
            #expect(decision.engine != labs[0] && text == "Hello")
        }
        // After three failures it is left alone for seconds, and tried once when they are over.
        #expect((3...8).contains(engines[0].requests.count))
        #expect(engines[0].requests.allSatisfy { !$0.mayRetry }, "it is knocked at again before another is asked")
        let failed = await ledger.entries.filter { $0.kind == .outcome && $0.engine == labs[0] }
        #expect(failed.allSatisfy { $0.errorCode == "connection-failed" })
    }

    @Test func `One that broke off in the middle is not stood in for`() async throws {
        let router = ModelRouter(
            [
                engine(1, failing: .connectionFailed, pieces: ["Hel"]),
                engine(2, failing: .connectionFailed, pieces: ["Hel"]),
            ],
            policy(2))
        await #expect(throws: ScriptedEngine.Failure.self) { _ = try await ask(router) }
    }

    @Test func `What is no fault of the server is asked of no other member`() async throws {
        let engines = (1...3).map { engine($0, failing: .refusedByModel, pieces: []) }
        let router = ModelRouter(engines, policy())
        await #expect(throws: ScriptedEngine.Failure.self) { _ = try await ask(router) }
        #expect(engines.map(\.requests.count).reduce(0, +) == 1)
        // Where nobody insists on the group, what comes after it may serve.
        let other = ScriptedEngine(.openai, host: Hosts.openai)
        var policy = policy()
        policy.consents.append(.of(.openai, Hosts.openai, id: "o"))
        policy.order = [pool, .openai]
        let decision = try await ask(ModelRouter(engines + [other], policy), RoutingRequest(task: .chat)).0
        #expect(decision.engine == .openai && decision.wasFallback)
        #expect(engines.map(\.requests.count).reduce(0, +) == 2)
    }

    @Test func `A member whose key was set for another address is stood in for by the others, and by nothing else`()
        async throws
    {
        let engines = [engine(1, failing: .keyOfAnotherHost, pieces: []), engine(2)]
        let router = ModelRouter(engines, policy(2))
        var reasons: [String] = []
        for _ in 0..<4 {
            let (decision, text) = try await ask(router)
            #expect(decision.engine == labs[1] && text == "Hello")
            reasons += decision.rejected.filter { $0.engine == labs[0] }.map(\.reason)
        }
        #expect(reasons.contains { $0.contains("key-of-another-host") })
        // Where no other member may serve, the key is what is wrong, and nothing hides it.
        let other = ScriptedEngine(.openai, host: Hosts.openai)
        for routing in [chat, RoutingRequest(task: .chat)] {
            var policy = policy(2, consents: [1])
            policy.consents.append(.of(.openai, Hosts.openai, id: "o"))
            policy.order = [pool, .openai]
            let router = ModelRouter([engine(1, failing: .keyOfAnotherHost, pieces: []), engine(2), other], policy)
            await #expect(throws: ScriptedEngine.Failure.self) { _ = try await ask(router, routing) }
        }
        #expect(other.requests.isEmpty)
    }

    @Test func `When all have failed their failure is told, and then that they are left alone, with a time`()
        async throws
    {
        let router = ModelRouter((1...2).map { engine($0, failing: .providerFailed, pieces: []) }, policy(2))
        for _ in 0..<3 {
            await #expect(throws: ScriptedEngine.Failure.self) { _ = try await ask(router) }
        }
        let error = await routingError { _ = try await ask(router) }
        #expect(error?.code == "group-resting" && error?.kind == .overloaded)
        #expect((1...5).contains(error?.secondsToWait ?? 0))
    }

    @Test func `The last that may serve may knock again`() async throws {
        let only = engine(1)
        _ = try await ask(ModelRouter([only, engine(2)], policy(2, consents: [1])))
        #expect(only.requests.first?.mayRetry == true)
    }

    // MARK: Waiting

    @Test func `Who finds no room waits, in the order of coming, and too many are refused with a time`() async throws {
        let holding = HoldingEngine(labs[0], host: host(1))
        let router = ModelRouter([holding], policy(1, parallel: 1, queue: 2))
        let settings = try #require(policy(1, parallel: 1, queue: 2).groups[pool])
        let order = Notes<Int>()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<3 {
                tasks.addTask {
                    _ = try await ask(router)
                    order.add(number)
                }
                // One after the other, so that their order is known.
                while router.configuration.pools.state(of: settings).waiting < number || holding.begun == 0 {
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            let error = await routingError { _ = try await router.route(chat) }
            #expect(error?.code == "group-full" && error?.kind == .rateLimited)
            #expect((error?.secondsToWait ?? 0) >= 1)
            #expect(router.configuration.pools.state(of: settings).refused == 1)
            for _ in 0..<3 { holding.letOneGo() }
            try await tasks.waitForAll()
        }
        #expect(order.all == [0, 1, 2] && holding.most == 1)
    }

    @Test func `Who is cancelled while waiting leaves no hole`() async throws {
        let holding = HoldingEngine(labs[0], host: host(1))
        let router = ModelRouter([holding], policy(1, parallel: 1, queue: 1))
        let settings = try #require(policy(1, parallel: 1, queue: 1).groups[pool])
        let first = Task { try await ask(router) }
        while holding.begun == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let second = Task { try await ask(router) }
        while router.configuration.pools.state(of: settings).waiting == 0 {
            try await Task.sleep(for: .milliseconds(1))
        }
        second.cancel()
        await #expect(throws: CancellationError.self) { _ = try await second.value }
        #expect(router.configuration.pools.state(of: settings).waiting == 0)
        let third = Task { try await ask(router) }
        while router.configuration.pools.state(of: settings).waiting == 0 {
            try await Task.sleep(for: .milliseconds(1))
        }
        holding.letOneGo()
        holding.letOneGo()
        _ = try await first.value
        _ = try await third.value
        #expect(holding.begun == 2)
    }

    @Test func `Nobody waits for ever`() async throws {
        let holding = HoldingEngine(labs[0], host: host(1))
        var router = ModelRouter([holding], policy(1, parallel: 1))
        router.configuration.pools = EndpointPools(patience: .milliseconds(50))
        let impatient = router
        let first = Task { try await ask(impatient) }
        while holding.begun == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let error = await routingError { _ = try await impatient.route(chat) }
        #expect(error?.code == "group-busy" && error?.secondsToWait != nil)
        holding.letOneGo()
        _ = try await first.value
    }

    @Test(.timeLimit(.minutes(1))) func `Who has no patience is told so, and does not wait`() async throws {
        let group = try #require(policy(1, parallel: 1, queue: 9).groups[pool])
        let pools = EndpointPools(patience: .zero)
        let members = group.members.map(\.engine)
        let held = try await pools.place(in: group, among: members, conversation: nil, wasAdmitted: false)
        for _ in 0..<500 {
            await #expect(throws: RoutingError.self) {
                _ = try await pools.place(in: group, among: members, conversation: nil, wasAdmitted: false)
            }
        }
        #expect(pools.state(of: group).waiting == 0)
        held.giveUp()
    }

    @Test func `A place is given back however the work ends, also where nothing was asked`() async throws {
        let router = ModelRouter([engine(1)], policy(1, parallel: 1, queue: 0))
        struct Stop: Error {}
        for _ in 0..<3 {
            await #expect(throws: Stop.self) { try await router.run(chat) { _ in throw Stop() } }
            _ = try await router.route(chat)
            _ = try await ask(router)
        }
        let settings = try #require(policy(1).groups[pool])
        #expect(router.configuration.pools.state(of: settings).members.map(\.outstanding) == [0])
    }

    @Test func `Work inside of work does not wait for itself`() async throws {
        let router = ModelRouter([engine(1)], policy(1, parallel: 1, queue: 0))
        let text = try await router.run(chat) { route in
            let inner = try await ask(router).1
            return inner + (try await route.model.response(to: prompt()).text)
        }
        #expect(text == "HelloHello")
    }

    @Test func `A member that dies under load fails no request that had not begun`() async throws {
        let dying = DyingEngine(labs[0], host: host(1))
        let others = (2...3).map { engine($0) }
        let router = ModelRouter([dying] + others, policy(parallel: 16, queue: 1_000))
        let failed = Notes<String>()
        await withTaskGroup(of: Void.self) { tasks in
            for number in 0..<300 {
                if number == 100 { dying.die() }
                tasks.addTask {
                    do { _ = try await ask(router) } catch { failed.add("\(error)") }
                }
            }
        }
        #expect(failed.all.isEmpty)
        #expect(others.map(\.requests.count).reduce(dying.answered, +) == 300)
    }
}

/// Answers when it is told to, and knows how many it was working on at a time.
private final class HoldingEngine: LanguageModel {
    let engine: Engine
    let modelID = "m"
    let host: String?
    let capabilities = ModelCapabilities(offline: false, contextLength: 4_096, tasks: Set(TaskKind.allCases))
    private let gate = BoundedChannel<Void>(capacity: 100)
    private let counts = Mutex((begun: 0, running: 0, most: 0))

    init(_ engine: Engine, host: String) { (self.engine, self.host) = (engine, host) }

    var begun: Int { counts.withLock { $0.begun } }
    var most: Int { counts.withLock { $0.most } }
    func letOneGo() { _ = gate.trySend(()) }
    func availability() async -> Availability { .available }

    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { [self] emit in
            counts.withLock {
                $0.begun += 1
                $0.running += 1
                $0.most = max($0.most, $0.running)
            }
            defer { counts.withLock { $0.running -= 1 } }
            _ = try await gate.next()
            try await emit(
                .final(
                    ModelResponse(
                        text: "Hello", usage: TokenUsage(promptTokens: 1, completionTokens: 1), timings: Timings(),
                        finishReason: .stop)))
        }
    }
}

/// Answers until it dies, also those that it was working on.
private final class DyingEngine: LanguageModel {
    let engine: Engine
    let modelID = "m"
    let host: String?
    let capabilities = ModelCapabilities(offline: false, contextLength: 4_096, tasks: Set(TaskKind.allCases))
    private let state = Mutex((isDead: false, answered: 0))

    init(_ engine: Engine, host: String) { (self.engine, self.host) = (engine, host) }

    var answered: Int { state.withLock { $0.answered } }
    func die() { state.withLock { $0.isDead = true } }
    func availability() async -> Availability { .available }

    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { [self] emit in
            await Task.yield()
            if state.withLock({ $0.isDead }) { throw ScriptedEngine.Failure(.connectionFailed) }
            try await emit(
                .final(
                    ModelResponse(
                        text: "Hello", usage: TokenUsage(promptTokens: 1, completionTokens: 1), timings: Timings(),
                        finishReason: .stop)))
            state.withLock { $0.answered += 1 }
        }
    }
}
