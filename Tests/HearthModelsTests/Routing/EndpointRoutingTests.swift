import HearthCore
import Testing

@testable import HearthModels

@Suite("Endpoints with names, before the router")
struct EndpointRoutingTests {
    private let lab: Engine
    private let den: Engine

    init() throws {
        lab = .endpoint(try #require(EndpointName("lab")))
        den = .endpoint(try #require(EndpointName("den")))
    }

    /// Also at one and the same host: a gateway may have several behind it.
    @Test(arguments: ["lab.example.com", "den.example.com"])
    func `A consent for one endpoint lets no other see anything`(_ host: String) async throws {
        let open = ScriptedEngine(lab, host: host)
        let closed = ScriptedEngine(den, host: "den.example.com")
        let old = ScriptedEngine(.custom, host: host)
        let policy = RoutingPolicy(order: [.custom, den, lab], consents: [.of(lab, host)])
        let ledger = MemoryLedger()
        let router = ModelRouter([old, closed, open], policy, ledger: ledger)
        let route = try await router.route(RoutingRequest(task: .chat))
        #expect(route.decision.engine == lab && route.decision.host == host)
        _ = try await route.model.response(to: prompt())
        for engine in [den, .custom] {
            let error = await routingError { _ = try await router.route(RoutingRequest(task: .chat, engine: engine)) }
            #expect(error?.code == "refused-by-policy")
            #expect(error?.help == [.giveConsent(engine: engine, task: .chat)])
        }
        #expect(open.requests.count == 1 && closed.requests.isEmpty && old.requests.isEmpty)
        let decided = await ledger.entries.filter { $0.kind == .decision }
        #expect(decided.map(\.engine) == [lab] && decided.map(\.host) == [host])
    }

    @Test func `A consent for custom is none for an endpoint with a name, and none holds at another host`() {
        let consents: [Consent] = [.of(.custom, "a.example.com"), .of(lab, "b.example.com")]
        let policy = RoutingPolicy(consents: consents)
        #expect(policy.consent(for: lab, host: "a.example.com", task: .chat) == nil)
        #expect(policy.consent(for: lab, host: "b.example.com", task: .chat)?.engine == lab)
        #expect(policy.consent(for: .custom, host: "b.example.com", task: .chat) == nil)
    }

    @Test func `An endpoint for public text alone sees no personal text, consent or not`() async throws {
        let engine = ScriptedEngine(lab, host: "lab.example.com")
        let policy = RoutingPolicy(
            order: [lab], consents: [.of(lab, "lab.example.com")], ceilings: [lab: .public])
        let router = ModelRouter([engine], policy)
        let error = await routingError { _ = try await router.route(RoutingRequest(task: .chat, label: .personal)) }
        #expect(error?.code == "refused-by-policy")
        #expect(error?.help == [], "a consent was asked for that changes nothing")
        #expect(try await router.route(RoutingRequest(task: .chat, label: .public)).decision.engine == lab)
    }

    @Test func `Private text reaches no endpoint, and one that is not there is told of`() async throws {
        let engine = ScriptedEngine(lab, host: "127.0.0.1:8080")
        let router = ModelRouter([engine], RoutingPolicy(order: [lab], consents: [.of(lab, "127.0.0.1:8080")]))
        let error = await routingError {
            _ = try await router.route(RoutingRequest(task: .chat, label: .private, engine: lab))
        }
        #expect(error?.code == "refused-by-policy")
        let missing = await routingError { _ = try await router.route(RoutingRequest(task: .chat, engine: den)) }
        #expect(missing?.code == "no-engine" && missing?.message.contains("no endpoint of that name") == true)
    }

    @Test func `The mode decides over endpoints as over all remote engines`() async throws {
        let engine = ScriptedEngine(lab, host: "lab.example.com")
        for (mode, isAdmitted) in [
            (RoutingMode.auto, true), (.byoOnly, true), (.localOnly, false), (.appleOnly, false),
        ] {
            #expect(mode.admits(lab) == isAdmitted)
            var policy = RoutingPolicy(order: [lab], consents: [.of(lab, "lab.example.com")])
            policy.mode = mode
            let error = await routingError {
                _ = try await ModelRouter([engine], policy).route(RoutingRequest(task: .chat, engine: lab))
            }
            #expect((error == nil) == isAdmitted)
        }
    }

    @Test func `What is written down of an endpoint stands above what is written down of all`() throws {
        let file = #"""
            {"models": [
                {"id": "m", "provider": "custom", "contextWindow": 4096},
                {"id": "m", "provider": "custom:lab", "contextWindow": 8192}
            ]}
            """#
        let catalogue = try RemoteModelCatalogue(parsing: Array(file.utf8))
        #expect(catalogue.model("m", provider: lab)?.contextWindow == 8192)
        #expect(catalogue.model("m", provider: den)?.contextWindow == 4096)
        #expect(catalogue.model("m", provider: .openai) == nil)
    }
}
