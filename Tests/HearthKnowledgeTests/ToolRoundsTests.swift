import Foundation
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

/// A model that calls tools before it answers: what it is given, what is kept, and where it ends.
@Suite("Tools in a chat")
struct ToolRoundsTests {
    private let library = MemoryLibrary()

    private func model(_ replies: [ScriptedModel.Reply], engine: Engine = .local) -> ScriptedModel {
        ScriptedModel(engine: engine, replies: replies, otherwise: { _ in .text("done") })
    }

    private func call(_ id: String, _ name: String = "look") -> ToolCall {
        ToolCall(id: id, name: name, arguments: #"{"a":1}"#)
    }

    private func send(
        _ model: ScriptedModel, _ tools: ScriptedTools, policy: RoutingPolicy = RoutingPolicy(),
        emit: (ChatEvent) async throws -> Void = { _ in }
    ) async throws -> ChatAnswer {
        let talk = try await library.createConversation()
        let router = ModelRouter(
            models: [model], policy: policy, configuration: .init(ledger: library, labels: library))
        return try await ChatService(library: library, router: router).send(
            ChatRequest(conversationID: talk.id, text: "Where is it?", tools: tools), emit: emit)
    }

    @Test func `Results go back to the model, and the answer says what was called`() async throws {
        let model = model([.calls([call("1"), call("2")], after: "Let me see."), .text("Here ", "it is.")])
        let tools = ScriptedTools(
            ["look"],
            [ToolOutcome(text: "left", note: "look was called."), ToolOutcome(text: "right", note: "look was called.")])
        var told: [String] = []
        let answer = try await send(model, tools) { event in
            switch event {
            case .toolCall(let call): told.append("call \(call.id)")
            case .toolOutcome(let outcome): told.append(outcome.text)
            case .text(let piece): told.append(piece)
            case .routed, .reasoning, .final: break
            }
        }
        #expect(told == ["Let me see.", "call 1", "left", "call 2", "right", "\n\n", "Here ", "it is."])
        #expect(answer.message.message.content == "Let me see.\n\nHere it is.")
        #expect(answer.notes == ["look was called.", "look was called."])
        #expect(answer.message.message.toolCalls == nil)
        #expect(answer.usage.completionTokens == 6)
        let second = try #require(model.requests.last)
        #expect(model.requests.count == 2 && second.tools.map(\.name) == ["look"])
        #expect(second.messages.suffix(3).map(\.content) == ["Let me see.", "left", "right"])
        #expect(second.messages.suffix(2).map(\.toolCallID) == ["1", "2"])
    }

    @Test func `A model that only calls is made to answer`() async throws {
        let model = ScriptedModel(otherwise: { request in
            request.tools.isEmpty
                ? .text("Enough.") : .calls([ToolCall(id: "1", name: "look", arguments: "{}")])
        })
        let tools = ScriptedTools(["look"], [])
        let answer = try await send(model, tools)
        #expect(answer.message.message.content == "Enough." && tools.calls.count == 8)
    }

    @Test func `Of many calls at once the first are made`() async throws {
        let model = model([.calls((0..<20).map { call("\($0)") })])
        let tools = ScriptedTools(["look"], [])
        _ = try await send(model, tools)
        #expect(tools.calls.count == 8)
        // Each has a result all the same: services refuse a conversation in which one is missing.
        #expect(model.requests.last?.messages.filter { $0.role == .tool }.count == 20)
    }

    @Test func `What a tool gives is as private as it says, for the store and for the next request`() async throws {
        let model = model([.calls([call("1")]), .calls([call("2")]), .text("It is there.")])
        let tools = ScriptedTools(
            ["look"],
            [
                ToolOutcome(text: "secret", label: .private, note: "a"),
                ToolOutcome(text: "x", label: .personal, note: "b"),
            ])
        let answer = try await send(model, tools)
        #expect(answer.message.label == .private)
        #expect(tools.calls.map(\.label) == [.personal, .private])
        // The engine is chosen for all that may come, and a call for what came.
        #expect(model.requests.map(\.label) == [.private, .private, .private])
    }

    @Test func `What is said of tools that know what is private may come back in an answer without a call`()
        async throws
    {
        let model = model([.text("As its description says.")])
        let answer = try await send(model, ScriptedTools(["look"], [], label: .private))
        #expect(answer.message.label == .private)
    }

    @Test func `What no engine elsewhere may see is not sent to it, whatever gave it`() async throws {
        let model = ScriptedModel(
            engine: .custom, replies: [.calls([call("1")])], otherwise: { _ in .text("never") })
        let secret = ToolOutcome(text: "secret", label: .private, note: "a")
        let host = try #require(model.host)
        let consent = Consent(id: "c", engine: .custom, host: host, task: nil, grantedAt: .distantPast)
        let policy = RoutingPolicy(mode: .auto, consents: [consent])
        await #expect(throws: RoutingError.self) {
            _ = try await send(model, ScriptedTools(["look"], [secret]), policy: policy)
        }
        #expect(model.requests.isEmpty)
        // Tools that give more than they promised are found out before it is sent.
        await #expect(throws: RoutingError.self) {
            _ = try await send(model, ScriptedTools(["look"], [secret], label: .personal), policy: policy)
        }
        #expect(model.requests.count == 1)
    }

    @Test func `A result is cut to what the window holds`() async throws {
        let model = ScriptedModel(
            capabilities: ModelCapabilities(
                offline: true, contextLength: 2048, tasks: Set(TaskKind.allCases), tools: true),
            replies: [.calls([call("1")])], otherwise: { _ in .text("done") })
        let tools = ScriptedTools(["look"], [ToolOutcome(text: String(repeating: "é", count: 50_000), note: "a")])
        _ = try await send(model, tools)
        let result = try #require(model.requests.last?.messages.last)
        #expect(result.role == .tool && result.content.utf8.count < 1100)
        #expect(result.content.hasSuffix("[The rest did not fit.]"))
    }

    @Test func `Stopped while a tool works, what came before is kept`() async throws {
        let model = model([.calls([call("1")], after: "Let me see.")])
        let talk = try await library.createConversation()
        let router = ModelRouter(models: [model])
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        let service = ChatService(library: library, router: router)
        let task = Task {
            try await service.send(
                ChatRequest(conversationID: talk.id, text: "Where?", tools: Waiting(called: called))
            ) { _ in }
        }
        for await _ in calls { break }
        task.cancel()
        let answer = try await task.value
        #expect(answer.message.state == .stopped && answer.message.message.content == "Let me see.")
    }

    @Test func `An engine that fails after its calls were run is not stood in for`() async throws {
        let first = model([.calls([call("1")]), .failure(IncompleteResponse(engine: .local))])
        let other = ScriptedModel(engine: .apple, otherwise: { _ in .text("from the other") })
        let tools = ScriptedTools(["look"], [])
        let talk = try await library.createConversation()
        let router = ModelRouter(models: [first, other], policy: RoutingPolicy(mode: .auto, order: [.local, .apple]))
        await #expect(throws: IncompleteResponse.self) {
            _ = try await ChatService(library: library, router: router).send(
                ChatRequest(conversationID: talk.id, text: "Where?", tools: tools)
            ) { _ in }
        }
        #expect(tools.calls.count == 1 && other.requests.isEmpty)
    }

    /// A tool that never comes back.
    private struct Waiting: ToolBox {
        let called: AsyncStream<Void>.Continuation
        let label = SensitivityLabel.public
        let tools = [ToolDefinition(name: "look", description: "", parameters: ["type": "object"])]

        func run(
            _ call: ToolCall, labelNow: @Sendable () async throws -> SensitivityLabel
        ) async throws -> ToolOutcome {
            called.yield()
            try await Task.sleep(for: .seconds(600))
            throw CancellationError()
        }
    }
}
