import Foundation
import HearthCore
import HearthModels
import Testing

@testable import HearthEngine

@Suite("Groups of endpoints, in the settings")
struct EndpointGroupTests {
    private let folder: TemporaryFolder
    private let lab: EndpointName
    private let den: EndpointName
    private let pool: EndpointName

    init() throws {
        folder = try TemporaryFolder()
        lab = try #require(EndpointName("lab"))
        den = try #require(EndpointName("den"))
        pool = try #require(EndpointName("pool"))
    }

    private func prepared() async throws -> Hearth {
        let hearth = try Hearth(folder: folder.url)
        for name in ["lab", "den"] {
            let url = try #require(URL(string: "https://\(name).example/v1"))
            try await hearth.endpoints.set(name, to: NamedEndpoint(baseURL: url, model: "m"))
        }
        return hearth
    }

    private var both: NamedGroup { NamedGroup(members: [.init(lab, weight: 2), .init(den)], parallel: 16, queue: 5) }

    @Test func `They are written as text that comes back the same`() throws {
        let text = "pool=lab:2+den parallel=16 queue=5"
        #expect(GroupText.parse(text) == [pool: both])
        #expect(GroupText.text([pool: both]) == text)
        #expect(GroupText.parse("pool=lab+den")?[pool] == NamedGroup(members: [.init(lab), .init(den)]))
    }

    @Test(arguments: [
        "pool=", "pool=lab+lab", "pool=lab:0", "pool=lab:101", "pool=lab parallel=0", "pool=lab queue=10001",
        "pool=openai",
        "pool=lab,pool=den", "pool=lab queue=1 queue=2", "pool=lab colour=red", "openai=lab", "pool=lab ,", "pool",
    ])
    func `What is not allowed is no group`(_ text: String) {
        #expect(GroupText.parse(text) == nil)
    }

    @Test func `In the order of engines a group stands once, in the place of its members`() throws {
        var settings = Settings()
        for (name, weight) in [(lab, 1), (den, 5)] {
            let url = try #require(URL(string: "https://\(name.text).example/v1"))
            settings.endpoints[name] = NamedEndpoint(baseURL: url, weight: weight)
        }
        settings.order = [.local, .custom, .basic]
        settings.groups[pool] = NamedGroup(members: [.init(lab), .init(den)])
        #expect(settings.orderOfEngines == [.local, .custom, .endpoint(pool), .basic])
        settings.groups[pool] = NamedGroup(members: [.init(lab)])
        #expect(settings.orderOfEngines == [.local, .custom, .endpoint(den), .endpoint(pool), .basic])
        // The owner's own order stands.
        settings.order = [.endpoint(lab), .custom, .endpoint(pool), .basic]
        #expect(settings.orderOfEngines == [.endpoint(lab), .custom, .endpoint(den), .endpoint(pool), .basic])
    }

    @Test
    func `A group says what keeps a member from serving, and a consent to it is refused with the names of its members`()
        async throws
    {
        let hearth = try await prepared()
        try await hearth.endpoints.setGroup("pool", to: both)
        _ = try await hearth.privacy.grant(to: .endpoint(lab))
        let group = try #require(try await hearth.endpoints.groups().first)
        #expect(group.engine == .endpoint(pool) && group.members.map(\.name) == ["lab", "den"])
        #expect(group.members[0].problem == nil && group.members[0].consents.count == 1)
        #expect(group.members[1].problem?.contains("consent") == true)
        let decision = try await hearth.models.route(RoutingRequest(task: .chat, engine: .endpoint(pool)))
        #expect(decision.engine == .endpoint(lab))
        #expect(decision.rejected.contains { $0.engine == .endpoint(den) && $0.byPolicy })
        let refused = await failure { _ = try await hearth.privacy.grant(to: .endpoint(pool)) }
        #expect(refused?.code == "usage" && refused?.message.contains("custom:lab, custom:den") == true)
        await hearth.shutdown()
    }

    @Test func `A group says that the key of a member was set for another address`() async throws {
        let hearth = try await prepared()
        try await hearth.endpoints.setGroup("pool", to: both)
        let vault = KeyVault(try await hearth.current().snapshot)
        try vault.set(Secret("a-key-for-the-lab"), for: .endpoint(lab), in: .file)
        #expect(try await hearth.endpoints.groups().first?.members[0].problem?.contains("consent") == true)
        let moved = try #require(URL(string: "https://elsewhere.example/v1"))
        try await hearth.endpoints.set("lab", to: NamedEndpoint(baseURL: moved, model: "m"))
        let group = try #require(try await hearth.endpoints.groups().first)
        let problem = try #require(group.members[0].problem)
        #expect(problem.contains("lab.example") && problem.contains("elsewhere.example"))
        #expect(group.members[1].problem?.contains("consent") == true)
        let endpoint = try #require(try await hearth.endpoints.list().first { $0.name == "lab" })
        #expect(!endpoint.hasKey && endpoint.keyProblem == problem)
        await hearth.shutdown()
    }

    @Test func `A name is that of an endpoint or of a group, and a group has endpoints that there are`() async throws {
        let hearth = try await prepared()
        try await hearth.endpoints.setGroup("pool", to: both)
        let url = try #require(URL(string: "https://pool.example/v1"))
        #expect(
            await failure { try await hearth.endpoints.set("pool", to: NamedEndpoint(baseURL: url)) }?.code == "usage")
        #expect(await failure { try await hearth.endpoints.setGroup("lab", to: both) }?.code == "usage")
        let nested = NamedGroup(members: [.init(pool)])
        #expect(await failure { try await hearth.endpoints.setGroup("all", to: nested) }?.code == "usage")
        #expect(hearth.settings.groups == [pool: both])
        await hearth.shutdown()
    }

    @Test func `An endpoint that is removed leaves its groups, and a group goes with its last`() async throws {
        let hearth = try await prepared()
        try await hearth.endpoints.setGroup("pool", to: both)
        #expect(try await hearth.endpoints.remove("lab"))
        #expect(hearth.settings.groups[pool]?.members == [.init(den)])
        #expect(try await hearth.endpoints.remove("den"))
        #expect(hearth.settings.groups.isEmpty)
        #expect(try await !hearth.endpoints.removeGroup("pool"))
        await hearth.shutdown()
    }

    @Test func `A program changes no group`() async throws {
        let hearth = try await prepared()
        try await hearth.endpoints.setGroup("pool", to: both)
        let reader = Reader(.api, name: "a program", request: "PUT /api", ceiling: .private)
        let refused = await failure {
            try await Reader.$current.withValue(reader) { try await hearth.endpoints.setGroup("pool", to: both) }
        }
        #expect(refused?.code == "owner-only")
        let kept = await failure {
            try await Reader.$current.withValue(reader) { _ = try await hearth.endpoints.removeGroup("pool") }
        }
        #expect(kept?.code == "owner-only" && hearth.settings.groups.count == 1)
        await hearth.shutdown()
    }

    @Test func `Another model is asked of all members of a group`() async throws {
        let hearth = try await prepared()
        try await hearth.endpoints.setGroup("pool", to: both)
        for name in [lab, den] { _ = try await hearth.privacy.grant(to: .endpoint(name)) }
        let router = try await hearth.models.router(engine: .endpoint(pool), model: "other")
        let decision = try await router.explain(RoutingRequest(task: .chat, engine: .endpoint(pool)))
        #expect(decision.model == "other")
        await hearth.shutdown()
    }
}
