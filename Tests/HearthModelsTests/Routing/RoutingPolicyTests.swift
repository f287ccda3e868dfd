import HearthCore
import Testing

@testable import HearthModels

@Suite("The policy's decision")
struct RoutingPolicyTests {
    private static func candidate(
        _ engine: Engine, host: String? = nil, tasks: Set<TaskKind> = Set(TaskKind.allCases), unavailable: String? = nil
    ) -> RoutingCandidate {
        RoutingCandidate(
            engine: engine, model: "m", host: host,
            capabilities: ModelCapabilities(offline: !engine.isRemote, contextLength: 8_192, tasks: tasks),
            availability: unavailable.map { .unavailable(reason: .notConfigured, message: $0) } ?? .available)
    }

    static let all: [RoutingCandidate] = [
        candidate(.apple), candidate(.local), candidate(.openai, host: Hosts.openai),
        candidate(.anthropic, host: Hosts.anthropic), candidate(.custom, host: Hosts.loopback),
        candidate(.custom, host: Hosts.network), candidate(.basic, tasks: [.summarize, .answer, .extract]),
    ]

    /// Every policy and request that can be made of modes, labels, switches, pins, orders and consents.
    struct Case { var policy: RoutingPolicy, request: RoutingRequest }
    static let cases: [Case] = {
        let consents: [[Consent]] = [
            [], RoutingPolicy.consenting.consents, [.of(.openai, Hosts.openai, task: .summarize)],
            [.of(.openai, Hosts.anthropic), .of(.custom, "127.0.0.1:9")],
        ]
        let orders: [[Engine]] = [
            RoutingPolicy.defaultOrder, RoutingPolicy.defaultOrder.reversed(), [.openai], [.custom, .local, .openai],
            [],
        ]
        var cases: [Case] = []
        for mode in RoutingMode.allCases {
            for label in SensitivityLabel.allCases {
                for switches in 0..<4 {
                    for consents in consents {
                        for order in orders {
                            for engine in [nil] + Engine.allCases.map(Optional.some) {
                                for task in [TaskKind.chat, .summarize] {
                                    cases.append(
                                        Case(
                                            policy: RoutingPolicy(
                                                mode: mode, order: order, isOffline: switches & 1 != 0,
                                                consents: consents),
                                            request: RoutingRequest(
                                                task: task, label: label, engine: engine,
                                                requireOffline: switches & 2 != 0)))
                                }
                            }
                        }
                    }
                }
            }
        }
        return cases
    }()

    @Test(
        "In every combination of mode, label, offline, consent, order and pin, no candidate is allowed that may not be")
    func invariants() {
        #expect(Self.cases.count > 10_000)
        for one in Self.cases {
            let (policy, request) = (one.policy, one.request)
            let outcome = policy.decide(request, candidates: Self.all)
            for choice in outcome.choices {
                let candidate = Self.all[choice.index]
                if request.label == .private { #expect(candidate.reach == .process, "\(one)") }
                if policy.isOffline || request.requireOffline { #expect(candidate.reach < .network, "\(one)") }
                if let pinned = request.engine { #expect(candidate.engine == pinned, "\(one)") }
                if request.engine == nil { #expect(policy.order.contains(candidate.engine), "\(one)") }
                #expect(policy.mode.admits(candidate.engine), "\(one)")
                #expect(candidate.capabilities.tasks.contains(request.task), "\(one)")
                if candidate.reach > .process, request.label == .personal {
                    let consent = policy.consents.first { $0.id == choice.consentID }
                    #expect(consent?.engine == candidate.engine && consent?.host == candidate.host, "\(one)")
                    #expect(consent?.task == nil || consent?.task == request.task, "\(one)")
                } else {
                    #expect(choice.consentID == nil, "\(one)")
                }
            }
            #expect((outcome.error == nil) == !outcome.choices.isEmpty, "\(one)")
            // Nothing goes unexplained: each candidate is the choice or has a reason.
            if request.engine == nil {
                #expect(outcome.rejected.count >= Self.all.count - 1, "\(one)")
            }
            #expect(outcome.rejected.allSatisfy { !$0.reason.isEmpty })
        }
    }

    @Test("Choices keep the order that the user set")
    func order() {
        for one in Self.cases where one.request.engine == nil {
            let engines = one.policy.decide(one.request, candidates: Self.all).choices.map { Self.all[$0.index].engine }
            let places = engines.compactMap { one.policy.order.firstIndex(of: $0) }
            #expect(places == places.sorted())
        }
    }

    @Test("After an engine without consent none that reaches farther stands in for it")
    func notLessPrivate() throws {
        let policy = RoutingPolicy(order: [.custom, .openai], consents: [.of(.openai, Hosts.openai)])
        let candidates = [
            Self.candidate(.custom, host: Hosts.loopback), Self.candidate(.openai, host: Hosts.openai),
        ]
        let outcome = policy.decide(RoutingRequest(task: .chat), candidates: candidates)
        #expect(outcome.choices.isEmpty)
        #expect(outcome.error?.code == "refused-by-policy")
        // Nearer ones may.
        let nearer = RoutingPolicy(order: [.openai, .custom], consents: [.of(.custom, Hosts.loopback)])
        #expect(nearer.decide(RoutingRequest(task: .chat), candidates: candidates).choices.map(\.index) == [0])
    }

    @Test("A missing consent is told with what gives it")
    func consentAdvice() throws {
        let outcome = RoutingPolicy().decide(
            RoutingRequest(task: .summarize, engine: .openai), candidates: [Self.all[2]])
        let rejection = try #require(outcome.rejected.first)
        #expect(rejection.byPolicy)
        #expect(rejection.reason == "personal text needs your consent")
        #expect(outcome.error?.help == [.giveConsent(engine: .openai, task: .summarize)])
        #expect(outcome.error?.code == "refused-by-policy")
    }

    @Test("What does not do the task is not advised to be set up")
    func adviceForTheTask() {
        let policy = RoutingPolicy(consents: [.of(.openai, Hosts.openai)])
        func help(where tasks: Set<TaskKind>) -> [Failure.Help]? {
            let candidate = Self.candidate(.openai, host: Hosts.openai, tasks: tasks, unavailable: "No key is set.")
            return policy.decide(RoutingRequest(task: .embed), candidates: [candidate]).error?.help
        }
        #expect(help(where: [.chat]) == [])
        #expect(help(where: [.embed]) == [.giveKey(service: "openai")])
    }

    @Test("What is missing is advised, and not what is there")
    func adviceForWhatIsMissing() {
        let policy = RoutingPolicy(consents: [.of(.openai, Hosts.openai), .of(.custom, Hosts.loopback)])
        func help(_ engine: Engine, host: String?, model: String) -> [Failure.Help]? {
            var candidate = Self.candidate(engine, host: host, unavailable: "Something is missing.")
            candidate.model = model
            return policy.decide(RoutingRequest(task: .chat), candidates: [candidate]).error?.help
        }
        #expect(help(.openai, host: Hosts.openai, model: "m") == [.giveKey(service: "openai")])
        #expect(help(.openai, host: Hosts.openai, model: "") == [.set(setting: "openai-model")])
        #expect(help(.custom, host: nil, model: "") == [.set(setting: "custom-url")])
        #expect(help(.custom, host: Hosts.loopback, model: "") == [.set(setting: "custom-model")])
        #expect(help(.local, host: nil, model: "") == [.findModel])
    }

    @Test("A consent for the very task comes before one for every task, and host and engine must both fit")
    func consents() {
        let policy = RoutingPolicy(consents: [
            .of(.openai, "API.openai.com", id: "all"), .of(.openai, Hosts.openai, task: .chat, id: "chat"),
            .of(.anthropic, Hosts.openai, id: "other"),
        ])
        #expect(policy.consent(for: .openai, host: Hosts.openai, task: .chat)?.id == "chat")
        #expect(policy.consent(for: .openai, host: Hosts.openai, task: .rewrite)?.id == "all")
        #expect(policy.consent(for: .openai, host: "api.openai.com.evil.example", task: .chat) == nil)
        #expect(policy.consent(for: .anthropic, host: Hosts.anthropic, task: .chat) == nil)
    }

    @Test("Refused by policy and no engine are told apart")
    func codes() {
        func code(_ policy: RoutingPolicy, _ request: RoutingRequest, _ candidates: [RoutingCandidate]) -> String? {
            policy.decide(request, candidates: candidates).error?.code
        }
        let missingKey = [Self.candidate(.openai, unavailable: "no key is set")]
        // Only the consent is missing.
        #expect(code(RoutingPolicy(), RoutingRequest(task: .chat), [Self.all[2]]) == "refused-by-policy")
        // The key is missing; consent would not help yet.
        #expect(code(RoutingPolicy(), RoutingRequest(task: .chat), missingKey) == "no-engine")
        // A key would not help: private text is refused in any case.
        let secret = RoutingRequest(task: .chat, label: .private, engine: .openai)
        #expect(code(RoutingPolicy(), secret, missingKey) == "refused-by-policy")
        // The mode leaves out what could serve, and what it admits is not there.
        let appleOnly = [Self.candidate(.apple, unavailable: "not on this platform"), Self.all[6]]
        #expect(code(RoutingPolicy(mode: .appleOnly), RoutingRequest(task: .summarize), appleOnly) == "no-engine")
        #expect(
            code(RoutingPolicy(mode: .localOnly), RoutingRequest(task: .chat, engine: .openai), [Self.all[2]])
                == "refused-by-policy")
        #expect(
            code(RoutingPolicy(isOffline: true), RoutingRequest(task: .chat, label: .public), [Self.all[2]])
                == "refused-by-policy")
        #expect(code(RoutingPolicy(), RoutingRequest(task: .chat), [Self.all[6]]) == "no-engine")
        #expect(code(RoutingPolicy(), RoutingRequest(task: .chat), []) == "no-engine")
    }

    @Test("What a request needs counts: tools and the size of the window")
    func needs() {
        var small = Self.candidate(.local)
        small.capabilities.contextLength = 100
        let outcome = RoutingPolicy().decide(RoutingRequest(task: .chat, contextTokens: 101), candidates: [small])
        #expect(outcome.error?.code == "no-engine")
        let tools = RoutingPolicy().decide(RoutingRequest(task: .chat, requiresTools: true), candidates: [small])
        #expect(tools.error?.code == "no-engine")
        var picture = RoutingRequest(task: .chat)
        picture.requiresVision = true
        let blind = RoutingPolicy().decide(picture, candidates: [small])
        #expect(blind.error?.rejected.contains { $0.reason == RoutingPolicy.noVision } == true)
        small.capabilities.vision = true
        #expect(RoutingPolicy().decide(picture, candidates: [small]).choices.count == 1)
        var gap = RoutingRequest(task: .textCompletion)
        gap.requiresInfill = true
        let unable = RoutingPolicy().decide(gap, candidates: [small])
        #expect(unable.error?.rejected.contains { $0.reason == RoutingPolicy.noInfill } == true)
        small.capabilities.infill = true
        #expect(RoutingPolicy().decide(gap, candidates: [small]).choices.count == 1)
    }

    @Test(
        "Only plainly written loopback addresses are this machine",
        arguments: [
            ("127.0.0.1", true), ("127.0.0.1:11434", true), ("127.255.0.9:1", true), ("localhost", true),
            ("LOCALHOST:80", true), ("[::1]:8080", true), ("::1", true), ("127.1", false), ("0127.0.0.1", false),
            ("127.0.0.1.example.org", false), ("127.0.0.256", false), ("2130706433", false),
            ("localhost.example.org", false),
            ("notlocalhost", false), ("0.0.0.0", false), ("10.0.0.1", false), ("[::2]:1", false), ("", false),
            ("127.example.org", false), ("[::1].example.org", false), ("[::1", false),
            ("127..0.1", false),
            ("127.0.0.1@evil.example", false), ("127.0.0.+1", false),
        ])
    func loopback(host: String, expected: Bool) {
        #expect(HostAddress.isLoopback(host) == expected)
    }

    @Test("An engine that names a host, or needs a network, is not taken for one in the process")
    func reach() {
        #expect(Self.candidate(.local, host: "10.0.0.2").reach == .network)
        #expect(Self.candidate(.openai).reach == .network)
        #expect(Self.candidate(.custom, host: Hosts.loopback).reach == .machine)
        let cloud = RoutingCandidate(
            engine: .apple, model: "m",
            capabilities: ModelCapabilities(offline: false, contextLength: nil, tasks: [.chat]))
        #expect(cloud.reach == .network)
        #expect(RoutingPolicy(isOffline: true).decide(RoutingRequest(task: .chat), candidates: [cloud]).choices.isEmpty)
    }

    @Test("The strictest label of parts wins, and unlabelled text is personal")
    func labels() {
        #expect(SensitivityLabel.strictest(of: [.public, .private, .personal]) == .private)
        #expect(SensitivityLabel.strictest(of: [.public, .public]) == .public)
        #expect(SensitivityLabel.strictest(of: []) == .personal)
    }

    @Test("Temperatures by task")
    func defaults() {
        #expect(TaskDefaults.options(for: .intentToAction).temperature == 0)
        #expect(TaskDefaults.options(for: .studyQuestionGen).temperature == 0.7)
        #expect(TaskDefaults.options(for: .rewrite).temperature == 0.5)
        for task in [TaskKind.chat, .summarize, .answer, .textCompletion] {
            #expect(TaskDefaults.options(for: task).temperature == 0.3)
        }
        #expect(Set(TaskKind.allCases.map(TaskDefaults.maxTokens)).count == 3)
    }
}
