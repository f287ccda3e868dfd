import Foundation
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthEngine

@Suite struct EnvironmentTests {
    private let folder: TemporaryFolder
    private var registry: EnvironmentRegistry { EnvironmentRegistry(folder: folder.url) }

    init() throws { folder = try TemporaryFolder() }

    private func add(_ name: String, _ values: [SettingKey: String] = [:], dataFolder: String? = nil) throws {
        try registry.add(DeploymentEnvironment(name: name, values: values, dataFolder: dataFolder))
    }

    @Test func developmentAndProductionAreThereFromTheStart() throws {
        let contents = try registry.load()
        #expect(contents.environments.map(\.name) == ["development", "production"])
        #expect(contents.current == "development")
        #expect(try folder.load().environment == DeploymentEnvironment(name: "development"))
        #expect(try folder.load().dataFolder == folder.url)
    }

    @Test(arguments: ["development", "work"]) func ofSeveralSettingsAllAreSetOrNone(environment: String) throws {
        try add("work", [.threads: "2"])
        let editor = SettingsEditor(folder: folder.url, environment: environment)
        #expect(throws: EngineError.self) { try editor.set([.mode: "local-only", .order: "nothing", .threads: "3"]) }
        let kept = try folder.load(environment: environment).settings
        #expect(kept.mode == .auto && kept.order == Settings().order && kept.threads != 3)
        try editor.set([.mode: "local-only", .order: "basic,local", .threads: "3"])
        let set = try folder.load(environment: environment).settings
        #expect(set.mode == .localOnly && set.order == [.basic, .local] && set.threads == 3)
    }

    @Test func anEnvironmentIsAddedChosenChangedAndRemoved() throws {
        try add("work", [.mode: "byo-only", .customURL: "https://llm.example.com/v1"], dataFolder: "/data/work")
        try registry.use("work")
        var snapshot = try folder.load()
        #expect(snapshot.environment.name == "work" && snapshot.settings.mode == .byoOnly)
        #expect(snapshot.dataFolder.path == "/data/work" && snapshot.baseFolder == folder.url)
        #expect(try folder.load(environment: "development").settings.mode == .auto)
        #expect(try folder.load(variables: ["HEARTH_ENVIRONMENT": "production"]).environment.name == "production")

        try registry.set(.mode, to: nil, in: "work")
        snapshot = try folder.load()
        #expect(snapshot.settings.mode == .auto && snapshot.settings.custom.baseURL?.host() == "llm.example.com")

        #expect(failure { try registry.remove("work") }?.code == "usage")
        try registry.use("development")
        try registry.remove("work")
        #expect(try registry.load().environments.map(\.name) == ["development", "production"])
        #expect(failure { _ = try folder.load(environment: "work") }?.code == "usage")
        #expect(try folder.mode("environments.json") == 0o600)
    }

    @Test func whatIsNotAllowedIsRefusedAndChangesNothing() throws {
        try add("work")
        let before = try folder.text("environments.json")
        for name in ["", "A", "-a", "a b", "../x", String(repeating: "a", count: 33)] {
            #expect(failure { try add(name) }?.code == "usage", "\(name)")
        }
        #expect(failure { try add("work") }?.code == "usage")
        #expect(failure { try add("other", [.mode: "fast"]) }?.code == "usage")
        #expect(failure { try add("other", dataFolder: "relative") }?.code == "usage")
        #expect(failure { try registry.use("none") }?.code == "usage")
        #expect(failure { try registry.set(.threads, to: "0", in: "work") }?.code == "usage")
        #expect(failure { try registry.set(.threads, to: "1", in: "none") }?.code == "usage")
        let misplaced = DeploymentEnvironment(name: "x", keyNames: [.openai: "sk-proj-ABCDEF0123456789"])
        let wrong = try #require(failure { try registry.add(misplaced) })
        #expect(wrong.code == "usage" && !wrong.message.contains("ABCDEF"))
        #expect(try folder.text("environments.json") == before)
    }

    @Test(arguments: [
        "[]", #"{"environments": []}"#, #"{"environments": {"a": 1}}"#, #"{"environments": {"A b": {}}}"#,
        #"{"environments": {"a": {"dataFolder": "x"}}}"#, #"{"environments": {"a": {"keys": {"openai": "../x"}}}}"#,
        #"{"environments": {"a": {"settings": {"threads": {}}}}}"#,
    ])
    func aFileThatIsNotValidIsAnError(_ text: String) throws {
        try folder.write("environments.json", text)
        #expect(failure { _ = try folder.load() }?.code == "bad-settings")
    }

    @Test func whatIsNotUnderstoodOfAnEnvironmentIsKept() throws {
        try folder.write(
            "environments.json",
            #"{"new": 1, "environments": {"work": {"colour": "red", "settings": {"later": true, "threads": 2}}}}"#)
        try registry.set(.threads, to: "3", in: "work")
        try registry.use("work")
        let text = try folder.text("environments.json")
        #expect(text.contains("\"colour\": \"red\"") && text.contains("\"later\": true") && text.contains("\"new\": 1"))
        #expect(try folder.load().settings.threads == 3)
    }

    @Test func aSwitchThatFailsChangesNothing() throws {
        try add("work", [.threads: "7"])
        let environments = try EnvironmentSwitch(loader: SettingsLoader(folder: folder.url, variables: [:]))
        try environments.use("work")
        #expect(failure { try environments.use("none") }?.code == "usage")
        try folder.write("settings.json", #"{"threads": "many"}"#)
        #expect(failure { try environments.use("development") }?.code == "bad-settings")
        #expect(environments.current.environment.name == "work" && environments.current.settings.threads == 7)
    }

    /// As the command does it while a server runs: nothing in this process is told.
    @Test func whatAnotherProcessSetsHoldsForTheNextRequest() throws {
        try add("work")
        let environments = try EnvironmentSwitch(
            loader: SettingsLoader(folder: folder.url, environment: "work", variables: [:]))
        let request = environments.current
        #expect(request.settings.threads == nil && environments.problem == nil)

        try SettingsFile(folder: folder.url).set(.threads, to: "3")
        #expect(environments.current.settings.threads == 3)
        #expect(request.settings.threads == nil, "a request keeps what it began with")
        try registry.set(.threads, to: "4", in: "work")
        #expect(environments.current.settings.threads == 4)
        try registry.use("production")
        #expect(environments.current.environment.name == "work", "what other processes start with is not this one's")

        // Somebody is at it with an editor.
        try folder.write("settings.json", "{")
        #expect(environments.current.settings.threads == 4)
        #expect(environments.problem?.contains("settings.json (line 1) is not valid") == true)
        try folder.write("settings.json", #"{"contextLength": 4096}"#)
        #expect(environments.current.settings.contextLength == 4096 && environments.problem == nil)
        try SettingsFile(folder: folder.url).remove()
        #expect(environments.current.settings.contextLength == nil)
    }

    /// The switch comes while the first server has the request and has not answered.
    @Test func aRequestUnderwayEndsInItsEnvironmentWhileAnotherIsChosen() async throws {
        @Sendable func answer(_ name: String) -> WireResponse {
            let body = OpenAIDialect().text(
                [name], usage: TokenUsage(promptTokens: 1, completionTokens: 1), finish: .stop)
            return .http(headers: [("content-type", "text/event-stream")], body: body, framing: .chunked(size: 7))
        }
        final class Held: Sendable {
            let environments = Mutex<EnvironmentSwitch?>(nil)
        }
        let held = Held()
        let one = try await WireServer.start { _ in
            _ = try? held.environments.withLock { $0 }?.use("two")
            return answer("one")
        }
        let two = try await WireServer.start { _ in answer("two") }
        for (name, server) in [("one", one), ("two", two)] {
            try add(
                name, [.customURL: "\(server.url)/v1", .customModel: name],
                dataFolder: folder.url.appendingPathComponent(name).path)
        }
        let hearth = try Hearth(folder: folder.url, environment: "one")
        held.environments.withLock { $0 = hearth.environments }
        _ = try await hearth.privacy.grant(to: .custom)
        let talk = try await hearth.conversations.start()
        let routing = RoutingChoice(engine: .custom)
        let first = try await hearth.conversations.chat(
            ChatRequest(conversationID: talk.id, text: "Which?", routing: routing)
        ) { _ in }
        #expect(first.message.message.content == "one" && first.route.model == "one")
        #expect(hearth.environments.current.environment.name == "two")
        #expect(two.log.requests.isEmpty)

        // What starts now is the other's: its store, its server.
        #expect(try await hearth.conversations.list().isEmpty)
        _ = try await hearth.privacy.grant(to: .custom)
        let other = try await hearth.conversations.start()
        let second = try await hearth.conversations.chat(
            ChatRequest(conversationID: other.id, text: "Which?", routing: routing)
        ) { _ in }
        #expect(second.message.message.content == "two" && one.log.prompts.count == 1)
        try hearth.environments.use("one")
        let stored = try await hearth.conversations.whole(talk.id)
        #expect(stored.messages.map(\.message.content) == ["Which?", "one"])
        #expect(try await hearth.conversations.list().map(\.id) == [talk.id])
        await hearth.shutdown()
        await one.stop()
        await two.stop()
    }

    /// Two environments that agree in nothing; a request that saw parts of both would have a pair that neither has.
    @Test func aSnapshotIsNeverOfTwoEnvironments() async throws {
        try add("one", [.threads: "1", .customURL: "https://one.example.com", .customModel: "one"], dataFolder: "/one")
        try add("two", [.threads: "2", .customURL: "https://two.example.com", .customModel: "two"], dataFolder: "/two")
        let environments = try EnvironmentSwitch(
            loader: SettingsLoader(folder: folder.url, environment: "one", variables: [:]))
        let initial = environments.current
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [environments] in
                for turn in 0..<100 { try environments.use(turn.isMultiple(of: 2) ? "two" : "one") }
            }
            for _ in 0..<8 {
                group.addTask { [environments] in
                    for _ in 0..<500 {
                        let request = environments.current
                        let name = request.environment.name
                        await Task.yield()
                        // Later in the same request, after others have switched.
                        #expect(request.settings.custom.model == name)
                        #expect(request.settings.custom.baseURL?.host() == name + ".example.com")
                        #expect(request.settings.threads == (name == "one" ? 1 : 2))
                        #expect(request.dataFolder.path == "/" + name)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(environments.current.environment.name == "one", "the last switch was to the first environment")
        try environments.use("two")
        #expect(initial.environment.name == "one" && environments.current.environment.name == "two")
    }
}
