import HearthCore
import HearthKnowledge
import HearthModels
import Testing

/// The extractive engine as the router sees it. What it makes of passages is tested where the services are.
@Suite struct BasicEngineTests {
    private let router = ModelRouter(models: [BasicEngine()])

    @Test func isAlwaysThereAndStaysInTheProcess() async throws {
        let engine = BasicEngine()
        #expect(await engine.availability() == .available)
        #expect(engine.host == nil && engine.capabilities.offline && engine.modelID == "extractive")
        #expect(await RoutingCandidate(engine).reach == .process)
    }

    @Test(arguments: TaskKind.allCases)
    func servesItsTasksAndNoPrompt(_ task: TaskKind) async throws {
        let routing = RoutingRequest(task: task)
        guard BasicEngine().capabilities.tasks.contains(task) else {
            await #expect(throws: RoutingError.self) { _ = try await router.route(routing) }
            return
        }
        guard case .extractive = try await router.route(routing).worker else {
            Issue.record("It is no model.")
            return
        }
        let request = ModelRequest(task: task, messages: [Message(.user, "Say something.")])
        let error = await #expect(throws: RoutingError.self) {
            try await router.respond(to: request).forEach { event in
                if case .event = event { Issue.record("Something came before the refusal.") }
            }
        }
        #expect(error?.code == "unsupported-task" && error?.kind == .unsupportedTask)
        #expect(error?.message.contains("cannot write freely") == true)
    }

    @Test func previewsOfItsWorkHoldNoMessages() async throws {
        let previews = try await router.previews(RoutingRequest(task: .summarize)) { _ in
            Issue.record("It takes no prompts.")
            return []
        }
        #expect(previews.count == 1 && previews[0].messages.isEmpty && !previews[0].leavesProcess)
    }
}
