import Foundation
import HearthCore
import HearthModels
import Testing

@testable import HearthEngine

@Suite("Endpoints with names")
struct EndpointsTests {
    private let folder: TemporaryFolder
    private let lab: EndpointName
    private let den: EndpointName

    init() throws {
        folder = try TemporaryFolder()
        lab = try #require(EndpointName("lab"))
        den = try #require(EndpointName("den"))
    }

    private func address(_ text: String) throws -> URL { try #require(URL(string: text)) }

    // MARK: What was before

    @Test func `A folder from before there were names works as it did`() async throws {
        try folder.write(
            "settings.json",
            #"{"customUrl": "https://one.example/v1", "customModel": "one", "order": ["custom", "basic"]}"#)
        let snapshot = try folder.load()
        #expect(snapshot.unknownKeys.isEmpty && snapshot.settings.endpoints.isEmpty)
        #expect(snapshot.settings.orderOfEngines == [.custom, .basic])
        // Its key has the name that it had.
        #expect(snapshot.environment.secretName(for: .custom) == "custom-key")
        #expect(KeyProvider.custom.variableName == "HEARTH_CUSTOM_KEY")

        let hearth = try Hearth(folder: folder.url)
        let consent = try await hearth.privacy.grant(to: .custom)
        let listed = try await hearth.endpoints.list()
        #expect(listed.map(\.name) == ["custom"] && listed.first?.engine == .custom)
        #expect(listed.first?.consents.map(\.id) == [consent.id])
        #expect(listed.first?.settings.model == "one")
        let before = try JSONValue(parsing: folder.text("settings.json"))
        try await hearth.endpoints.set("lab", to: NamedEndpoint(baseURL: address("https://lab.example/v1"), model: "m"))
        #expect(hearth.settings.custom.baseURL?.host() == "one.example" && hearth.settings.custom.model == "one")
        #expect(try await hearth.endpoints.list().first?.consents.map(\.id) == [consent.id])
        // What is taken out again leaves what was there.
        #expect(try await hearth.endpoints.remove("lab"))
        #expect(try JSONValue(parsing: folder.text("settings.json")) == before)
        await hearth.shutdown()
    }

    // MARK: Settings

    @Test func `They are written as text, or as a list of texts`() throws {
        try folder.write(
            "settings.json",
            #"{"endpoints": ["lab=https://lab.example/v1 model=m weight=3 parallel=32", "den=http://127.0.0.1:8080"]}"#)
        let endpoints = try folder.load().settings.endpoints
        let url = try address("https://lab.example/v1")
        #expect(endpoints[lab] == NamedEndpoint(baseURL: url, model: "m", weight: 3, parallel: 32))
        #expect(endpoints[den] == NamedEndpoint(baseURL: try address("http://127.0.0.1:8080")))
        #expect(EndpointText.parse(EndpointText.text(endpoints)) == endpoints)
    }

    @Test func `Those that the order does not name follow custom, the one with the most weight first`() throws {
        var settings = Settings()
        settings.endpoints[lab] = NamedEndpoint(baseURL: try address("https://lab.example/v1"))
        settings.endpoints[den] = NamedEndpoint(baseURL: try address("https://den.example/v1"), weight: 5)
        settings.order = [.local, .custom, .basic]
        #expect(settings.orderOfEngines == [.local, .custom, .endpoint(den), .endpoint(lab), .basic])
        settings.order = [.endpoint(lab), .custom, .basic]
        #expect(settings.orderOfEngines == [.endpoint(lab), .custom, .endpoint(den), .basic])
        settings.order = [.local, .basic]
        #expect(settings.orderOfEngines == [.local, .basic], "one that was left out serves unasked")
    }

    @Test func `What is not allowed is refused, and changes nothing`() async throws {
        let hearth = try Hearth(folder: folder.url)
        let url = try address("https://lab.example/v1")
        let wrong: [(String, NamedEndpoint)] = [
            ("openai", NamedEndpoint(baseURL: url)), ("Lab", NamedEndpoint(baseURL: url)),
            ("lab", NamedEndpoint(baseURL: try address("http://192.168.1.5/v1"))),
            ("lab", NamedEndpoint(baseURL: url, model: "a,den=https://den.example/v1")),
            ("lab", NamedEndpoint(baseURL: url, model: "a weight=9")),
            ("lab", NamedEndpoint(baseURL: url, model: "sk-proj-0123456789abcdef")),
            ("lab", NamedEndpoint(baseURL: url, contextLength: 1)),
            ("lab", NamedEndpoint(baseURL: url, ceiling: .private)),
            ("lab", NamedEndpoint(baseURL: url, weight: -1)), ("custom", NamedEndpoint(baseURL: url, weight: 2)),
            ("lab", NamedEndpoint(baseURL: url, parallel: 0)), ("custom", NamedEndpoint(baseURL: url, parallel: 9)),
        ]
        for (name, endpoint) in wrong {
            let error = await failure { try await hearth.endpoints.set(name, to: endpoint) }
            #expect(error?.code == "usage", "\(name) \(endpoint)")
        }
        #expect(hearth.settings.endpoints.isEmpty && hearth.settings.custom.baseURL == nil)
        await hearth.shutdown()
    }

    @Test func `Each takes as many requests at a time as it says, else as many as its groups let through`() throws {
        let pool = try #require(EndpointName("pool"))
        var settings = Settings()
        let (one, two) = (try address("https://one.example/v1"), try address("https://two.example/v1"))
        let places = [try #require(Origin(one)), try #require(Origin(two))]
        settings.endpoints[lab] = NamedEndpoint(baseURL: one)
        settings.endpoints[den] = NamedEndpoint(baseURL: two, parallel: 2)
        func counts() -> [Int?] { places.map { settings.connections(usual: 8)[$0] } }
        #expect(counts() == [8, 2])
        settings.groups[pool] = NamedGroup(members: [.init(lab), .init(den)], parallel: 32)
        #expect(counts() == [32, 2])
        let group = try #require(settings.routedGroups[.endpoint(pool)])
        #expect(group.members.map(\.parallel) == [nil, 2] && group.parallel == 32)
        // At the same address the one that takes more must not wait for the other.
        settings.endpoints[den] = NamedEndpoint(baseURL: one, parallel: 64)
        #expect(counts() == [64, nil])
    }

    // MARK: Consents

    @Test func `A consent is for one of them, and for one host of it`() async throws {
        let hearth = try Hearth(folder: folder.url)
        try await hearth.endpoints.set("lab", to: NamedEndpoint(baseURL: address("https://one.example/v1"), model: "m"))
        try await hearth.endpoints.set("den", to: NamedEndpoint(baseURL: address("https://one.example/v1"), model: "m"))
        let given = try await hearth.privacy.grant(to: .endpoint(lab))
        #expect(given.engine == .endpoint(lab) && given.host == "one.example")
        func mayServe(_ name: EndpointName) async throws -> Bool {
            let request = RoutingRequest(task: .chat, engine: .endpoint(name))
            return await failure { _ = try await hearth.models.route(request) } == nil
        }
        #expect(try await mayServe(lab))
        #expect(try await !mayServe(den))
        // Another address is another one to consent to.
        try await hearth.endpoints.set("lab", to: NamedEndpoint(baseURL: address("https://two.example/v1"), model: "m"))
        #expect(try await !mayServe(lab))
        #expect(try await hearth.endpoints.list().allSatisfy(\.consents.isEmpty))
        await hearth.shutdown()
    }

    @Test func `A consent for another host than the one that was shown is not given`() async throws {
        let hearth = try Hearth(folder: folder.url)
        try await hearth.endpoints.set("lab", to: NamedEndpoint(baseURL: address("https://one.example/v1"), model: "m"))
        // What a dialog showed, before the address was changed elsewhere.
        try await hearth.endpoints.set("lab", to: NamedEndpoint(baseURL: address("https://two.example/v1"), model: "m"))
        let refused = await failure { _ = try await hearth.privacy.grant(to: .endpoint(lab), at: "one.example") }
        #expect(refused?.code == "other-host")
        #expect(try await hearth.privacy.consents().isEmpty)
        #expect(try await hearth.privacy.grant(to: .endpoint(lab), at: "TWO.example").host == "two.example")
        await hearth.shutdown()
    }

    @Test func `One that is removed leaves nothing that holds for the next of its name`() async throws {
        let hearth = try Hearth(folder: folder.url)
        let endpoint = NamedEndpoint(baseURL: try address("https://one.example/v1"), model: "m")
        try await hearth.endpoints.set("lab", to: endpoint)
        _ = try await hearth.privacy.grant(to: .endpoint(lab))
        #expect(try await hearth.endpoints.remove("lab"))
        #expect(try await !hearth.endpoints.remove("lab"))
        try await hearth.endpoints.set("lab", to: endpoint)
        let listed = try #require(try await hearth.endpoints.list().first)
        #expect(listed.consents.isEmpty && !listed.hasKey)
        // The ledger's records refer to it.
        #expect(try await hearth.privacy.consents(revoked: true).map(\.consent.engine) == [.endpoint(lab)])
        await hearth.shutdown()
    }

    // MARK: Keys

    @Test func `No two services share a key's name, whatever environments are called`() throws {
        var names: Set<String> = []
        var count = 0
        let environments = ["development", "production", "key", "lab", "a-key", "lab--key", "key-lab"]
        for environment in environments.map({ DeploymentEnvironment(name: $0) }) {
            let endpoints = ["lab", "key", "a", "a-key", "lab-key", "key-lab"].compactMap(EndpointName.init)
            for provider in KeyProvider.allCases + endpoints.map({ KeyProvider.endpoint($0) }) {
                names.insert(environment.secretName(for: provider))
                count += 1
                #expect(SecretName.isValid(environment.secretName(for: provider)))
                #expect(KeyProvider(rawValue: provider.rawValue) == provider)
                let isEndpoint = !KeyProvider.allCases.contains(provider)
                let read = KeyProvider(ownKey: environment.secretName(for: provider))
                #expect(read == (isEndpoint ? provider : nil))
            }
        }
        #expect(names.count == count)
        let longest = try #require(EndpointName(String(repeating: "n", count: EndpointName.longest)))
        let environment = DeploymentEnvironment(name: String(repeating: "e", count: 32))
        #expect(SecretName.isValid(environment.secretName(for: .endpoint(longest))))
    }

    @Test func `A key in a variable is known where there is the endpoint`() throws {
        let variables = ["HEARTH_CUSTOM_LAB_KEY": "a-key", "HEARTH_CUSTOM_LAP_KEY": "a-key"]
        try folder.write("settings.json", #"{"endpoints": "lab=https://lab.example/v1"}"#)
        let snapshot = try folder.load(variables: variables)
        #expect(snapshot.unknownVariables == ["HEARTH_CUSTOM_LAP_KEY"])
        let vault = KeyVault(snapshot, variables: variables)
        #expect(try vault.key(for: .endpoint(lab))?.exposedText() == "a-key")
        #expect(try vault.key(for: .endpoint(den)) == nil)
        #expect(try vault.key(for: .custom) == nil)
    }
}
