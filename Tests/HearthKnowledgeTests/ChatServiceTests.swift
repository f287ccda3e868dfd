import HearthCore
import HearthKnowledge
import HearthModels
import HearthStore
import HearthTesting
import Synchronization
import Testing

/// Turns of a chat: what is sent, what is stored, and what a failure or a stop leaves.
@Suite struct ChatServiceTests {
    private let store: TemporaryStore
    private let database: HearthDatabase

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    private func service(_ model: ScriptedModel) -> ChatService {
        ChatService(database: database, router: ModelRouter(models: [model]))
    }

    private func states(_ id: String) async throws -> [ConversationMessage.State] {
        try await database.messages(ofConversation: id).map(\.state)
    }

    @Test func aTurnIsStreamedAndStored() async throws {
        let talk = try await database.createConversation(systemPrompt: "Be brief.")
        let model = ScriptedModel([.answer("one two"), .answer("three")])
        var pieces: [String] = []
        var final: ChatAnswer?
        for try await event in service(model).stream(ChatRequest(conversationID: talk.id, text: "First?")) {
            switch event {
            case .text(let piece): pieces.append(piece)
            case .reasoning(let piece): #expect(piece == "hm")
            case .final(let answer): final = answer
            }
        }
        #expect(pieces == ["one ", "two "])
        #expect(final?.message.message.content == "one two" && final?.finishReason == .stop)
        _ = try await service(model).send(ChatRequest(conversationID: talk.id, text: "Second?")) { _ in }

        #expect(
            model.requests[1].messages == [
                Message(.system, "Be brief."), Message(.user, "First?"), Message(.assistant, "one two"),
                Message(.user, "Second?"),
            ])
        #expect(model.requests.allSatisfy { $0.conversationID == talk.id && $0.task == .chat })
        let stored = try await database.messages(ofConversation: talk.id)
        #expect(stored.map(\.message.content) == ["First?", "one two", "Second?", "three"])
        #expect(stored.allSatisfy { $0.state == .complete })
        #expect(stored[1].message.reasoning == "hm")
        #expect(stored[1].metadata?.engine == .local && stored[1].metadata?.model == "scripted")
        #expect(stored[1].metadata?.usage?.completionTokens == 2)
    }

    @Test func aFailureLeavesTheQuestionUnansweredAndOutOfTheNextPrompt() async throws {
        let talk = try await database.createConversation()
        let model = ScriptedModel([.fails, .answer("yes")])
        await #expect(throws: IncompleteResponse.self) {
            _ = try await service(model).send(ChatRequest(conversationID: talk.id, text: "lost")) { _ in }
        }
        #expect(try await states(talk.id) == [.unanswered])
        _ = try await service(model).send(ChatRequest(conversationID: talk.id, text: "again")) { _ in }
        #expect(model.requests[1].messages == [Message(.user, "again")])
        #expect(try await states(talk.id) == [.unanswered, .complete, .complete])
    }

    @Test func aStoppedAnswerIsKeptAsFarAsItCame() async throws {
        let talk = try await database.createConversation()
        let model = ScriptedModel([.endless("Once upon"), .answer("yes")])
        let (said, voice) = AsyncStream.makeStream(of: Void.self)
        let service = service(model)
        let task = Task {
            try await service.send(ChatRequest(conversationID: talk.id, text: "Tell me.")) { _ in voice.yield() }
        }
        for await _ in said { break }
        task.cancel()
        let answer = try await task.value
        #expect(answer.message.state == .stopped && answer.finishReason == nil)
        let stored = try await database.messages(ofConversation: talk.id)
        #expect(stored.map(\.message.content) == ["Tell me.", "Once upon"])
        #expect(stored.map(\.state) == [.complete, .stopped])
        _ = try await service.send(ChatRequest(conversationID: talk.id, text: "Go on.")) { _ in }
        #expect(model.requests[1].messages.map(\.content) == ["Tell me.", "Once upon", "Go on."])
    }

    @Test func stoppedBeforeTheFirstWordTheQuestionStaysUnanswered() async throws {
        let talk = try await database.createConversation()
        let model = ScriptedModel([.endless("")])
        let service = service(model)
        let task = Task { try await service.send(ChatRequest(conversationID: talk.id, text: "Hm?")) { _ in } }
        while model.requests.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try await states(talk.id) == [.unanswered])
    }

    @Test func whatDoesNotFitIsDroppedAndReported() async throws {
        let talk = try await database.createConversation()
        let model = ScriptedModel((0..<12).map { .answer("answer \($0)") }, contextLength: 240)
        var dropped: [Int] = []
        for number in 0..<12 {
            let answer = try await service(model).send(
                ChatRequest(
                    conversationID: talk.id, text: "question \(number)", options: GenerationOptions(maxTokens: 40))
            ) { _ in }
            dropped.append(answer.dropped.count)
        }
        #expect(dropped.first == 0 && dropped.last ?? 0 > 0)
        #expect(dropped == dropped.sorted())
        // The beginning of the prompt moves seldom, so most turns begin like the one before.
        #expect(Set(dropped).count < 6, "\(dropped)")
        #expect(model.requests.allSatisfy { $0.messages.first?.role == .user })
        let last = try #require(model.requests.last?.messages)
        #expect(last.last?.content == "question 11" && last.count < 24)
        #expect(try await database.messages(ofConversation: talk.id).last?.metadata?.dropped?.count == dropped.last)
    }

    @Test func aSummaryIsMadeWhenTheBoundaryMovesAndNotAtEveryTurn() async throws {
        let talk = try await database.createConversation(systemPrompt: "Rules.")
        let model = SummarizingModel(contextLength: 400)
        let service = ChatService(database: database, router: ModelRouter(models: [model]))
        var answers: [ChatAnswer] = []
        for number in 0..<16 {
            answers.append(
                try await service.send(
                    ChatRequest(
                        conversationID: talk.id, text: "question \(number)", options: GenerationOptions(maxTokens: 40),
                        policy: .summarizeDropped)
                ) { _ in })
        }
        let summaries = model.summaries.withLock { $0 }
        #expect(!summaries.isEmpty && summaries.count < 6, "\(summaries.count)")
        #expect(answers.last?.dropped.summary == "summary \(summaries.count)")
        let last = try #require(model.prompts.withLock { $0 }.last)
        #expect(last.first?.role == .system)
        #expect(last.first?.content.hasPrefix("Rules.") == true)
        #expect(last.first?.content.contains("summary \(summaries.count)") == true)
        // A later summary starts from the one before.
        #expect(summaries.dropFirst().allSatisfy { $0.contains("summary ") })
        #expect(try await database.contextBoundary(ofConversation: talk.id)?.summary == "summary \(summaries.count)")
    }

    @Test func theStrictPolicyRefusesAndAsksNothing() async throws {
        let talk = try await database.createConversation()
        let long = String(repeating: "word ", count: 60)
        try await database.append(
            [ConversationMessage(Message(.user, long)), ConversationMessage(Message(.assistant, long))],
            toConversation: talk.id)
        let model = ScriptedModel([.answer("x")], contextLength: 160)
        for (text, code) in [("short", "context-too-long"), (long + long + long, "message-too-long")] {
            do {
                _ = try await service(model).send(
                    ChatRequest(conversationID: talk.id, text: text, policy: .strict)
                ) { _ in }
                Issue.record("nothing was refused")
            } catch let error as ContextError {
                #expect(error.code == code)
            }
        }
        #expect(model.requests.isEmpty)
        #expect(try await database.messages(ofConversation: talk.id).count == 2)
    }

    @Test func whatWasPrivateKeepsTheConversationPrivate() async throws {
        let talk = try await database.createConversation()
        try await database.append(
            [
                ConversationMessage(Message(.user, "q"), label: .public),
                ConversationMessage(Message(.assistant, "a"), label: .private),
            ], toConversation: talk.id)
        let model = ScriptedModel([.answer("x")])
        let answer = try await service(model).send(
            ChatRequest(conversationID: talk.id, text: "next", routing: RoutingChoice(label: .public))
        ) { _ in }
        #expect(model.requests.first?.label == .private)
        #expect(answer.message.label == .private)
        #expect(answer.route.label == .private)
    }

    @Test func anUnknownConversationIsAnError() async throws {
        let model = ScriptedModel([])
        await #expect(throws: StoreError.self) {
            _ = try await service(model).send(ChatRequest(conversationID: "none", text: "x")) { _ in }
        }
    }
}

/// Answers questions, and requests for notes with numbered summaries.
private final class SummarizingModel: LanguageModel {
    let engine = Engine.local
    let modelID = "summarizing"
    let capabilities: ModelCapabilities
    /// The text of each request for notes.
    let summaries = Mutex<[String]>([])
    let prompts = Mutex<[[Message]]>([])

    init(contextLength: Int) {
        capabilities = ModelCapabilities(offline: true, contextLength: contextLength, tasks: [.chat])
    }

    func availability() async -> Availability { .available }

    func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        var text = "answer"
        if let last = request.messages.last, last.content.hasSuffix("Write the notes.") {
            let count = summaries.withLock { summaries in
                summaries.append(last.content)
                return summaries.count
            }
            text = "summary \(count)"
        } else {
            prompts.withLock { $0.append(request.messages) }
        }
        let response = ModelResponse(
            text: text, usage: TokenUsage(), timings: Timings(), finishReason: .stop)
        return AsyncThrowingStream { continuation in
            continuation.yield(.final(response))
            continuation.finish()
        }
    }
}
