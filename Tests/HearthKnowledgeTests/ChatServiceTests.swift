import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Synchronization
import Testing

/// Turns of a chat: what is sent, what is stored, and what a failure or a stop leaves.
@Suite struct ChatServiceTests {
    private let library = MemoryLibrary()

    private func service(_ model: ScriptedModel) -> ChatService {
        ChatService(library: library, router: ModelRouter(models: [model]))
    }

    private func states(_ id: String) async throws -> [ConversationMessage.State] {
        try await library.messages(ofConversation: id).map(\.state)
    }

    @Test func aTurnIsStreamedAndStored() async throws {
        let talk = try await library.createConversation(systemPrompt: "Be brief.")
        let model = ScriptedModel([.text("one ", "two"), .answer("three")])
        var pieces: [String] = []
        var final: ChatAnswer?
        for try await event in service(model).stream(ChatRequest(conversationID: talk.id, text: "First?")) {
            switch event {
            case .text(let piece): pieces.append(piece)
            case .routed(let decision):
                #expect(decision.engine == .local && pieces.isEmpty)
            case .reasoning, .toolCall, .toolOutcome: Issue.record("It did neither think nor call")
            case .final(let answer): final = answer
            }
        }
        #expect(pieces == ["one ", "two"])
        #expect(final?.message.message.content == "one two" && final?.finishReason == .stop)
        _ = try await service(model).send(ChatRequest(conversationID: talk.id, text: "Second?")) { event in
            if case .reasoning(let piece) = event { #expect(piece == "hm") }
        }

        #expect(
            model.requests[1].messages == [
                Message(.system, "Be brief."), Message(.user, "First?"), Message(.assistant, "one two"),
                Message(.user, "Second?"),
            ])
        #expect(model.requests.allSatisfy { $0.conversationID == talk.id && $0.task == .chat })
        let stored = try await library.messages(ofConversation: talk.id)
        #expect(stored.map(\.message.content) == ["First?", "one two", "Second?", "three"])
        #expect(stored.allSatisfy { $0.state == .complete })
        #expect(stored[1].message.reasoning == nil && stored[3].message.reasoning == "hm")
        #expect(stored[3].metadata?.engine == .local && stored[3].metadata?.model == "scripted")
        #expect(stored[3].metadata?.usage?.completionTokens == 2)
    }

    @Test func aFailureLeavesTheQuestionUnansweredAndOutOfTheNextPrompt() async throws {
        let talk = try await library.createConversation()
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
        let talk = try await library.createConversation()
        let model = ScriptedModel([.endless("Once upon"), .answer("yes")])
        let (said, voice) = AsyncStream.makeStream(of: Void.self)
        let service = service(model)
        let task = Task {
            try await service.send(ChatRequest(conversationID: talk.id, text: "Tell me.")) { event in
                if case .text = event { voice.yield() }
            }
        }
        for await _ in said { break }
        task.cancel()
        let answer = try await task.value
        #expect(answer.message.state == .stopped && answer.finishReason == nil)
        let stored = try await library.messages(ofConversation: talk.id)
        #expect(stored.map(\.message.content) == ["Tell me.", "Once upon"])
        #expect(stored.map(\.state) == [.complete, .stopped])
        _ = try await service.send(ChatRequest(conversationID: talk.id, text: "Go on.")) { _ in }
        #expect(model.requests[1].messages.map(\.content) == ["Tell me.", "Once upon", "Go on."])
    }

    @Test func stoppedBeforeTheFirstWordTheQuestionStaysUnanswered() async throws {
        let talk = try await library.createConversation()
        let model = ScriptedModel([.endless("")])
        let service = service(model)
        let task = Task { try await service.send(ChatRequest(conversationID: talk.id, text: "Hm?")) { _ in } }
        while model.requests.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try await states(talk.id) == [.unanswered])
    }

    @Test func whatDoesNotFitIsDroppedAndReported() async throws {
        let talk = try await library.createConversation()
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
        #expect(try await library.messages(ofConversation: talk.id).last?.metadata?.dropped?.count == dropped.last)
    }

    @Test func aSummaryIsMadeWhenTheBoundaryMovesAndNotAtEveryTurn() async throws {
        let talk = try await library.createConversation(systemPrompt: "Rules.")
        let model = SummarizingModel(contextLength: 400)
        let service = ChatService(library: library, router: ModelRouter(models: [model]))
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
        #expect(try await library.contextBoundary(ofConversation: talk.id)?.summary == "summary \(summaries.count)")
    }

    @Test func theStrictPolicyRefusesAndAsksNothing() async throws {
        let talk = try await library.createConversation()
        let long = String(repeating: "word ", count: 60)
        try await library.append(
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
        #expect(try await library.messages(ofConversation: talk.id).count == 2)
    }

    @Test func whatWasPrivateKeepsTheConversationPrivate() async throws {
        let talk = try await library.createConversation()
        try await library.append(
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

    @Test func aTurnThatIsAskedAgainStaysUntilThereIsAnother() async throws {
        let talk = try await library.createConversation()
        let model = ScriptedModel([
            .answer("first"), .answer("old"), .fails, .endless("Once"), .endless(""), .answer("new"),
        ])
        let service = service(model)
        _ = try await service.send(ChatRequest(conversationID: talk.id, text: "One?")) { _ in }
        _ = try await service.send(ChatRequest(conversationID: talk.id, text: "Two?")) { _ in }
        let before = try await library.messages(ofConversation: talk.id)
        let again = ChatRequest(conversationID: talk.id, text: "Two, please?", replaceFrom: before[2].id)

        // A failure, a stop in the middle and one before the first word: the turn before is as it was.
        await #expect(throws: IncompleteResponse.self) { _ = try await service.send(again) { _ in } }
        #expect(try await library.messages(ofConversation: talk.id) == before)
        for stopsInTheMiddle in [true, false] {
            let (said, voice) = AsyncStream.makeStream(of: Void.self)
            let asked = model.requests.count
            let task = Task { try await service.send(again) { if case .text = $0 { voice.yield() } } }
            if stopsInTheMiddle { for await _ in said { break } }
            while model.requests.count == asked { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
            #expect(try await library.messages(ofConversation: talk.id) == before)
        }

        let answer = try await service.send(again) { _ in }
        let stored = try await library.messages(ofConversation: talk.id)
        #expect(stored.map(\.message.content) == ["One?", "first", "Two, please?", "new"])
        #expect(stored.allSatisfy { $0.state == .complete } && stored.last?.id == answer.message.id)
        // What goes is in no prompt of what takes its place.
        for request in model.requests.dropFirst(2) {
            #expect(request.messages.map(\.content) == ["One?", "first", "Two, please?"])
        }

        // The question of before is gone; what came since is not to go with it.
        let error = await #expect(throws: StoreError.self) { _ = try await service.send(again) { _ in } }
        #expect(error?.code == "unknown-item")
        #expect(try await library.messages(ofConversation: talk.id) == stored)
    }

    @Test func aQuestionWithoutAnAnswerHasNothingToLoseByAnotherTry() async throws {
        let talk = try await library.createConversation()
        let model = ScriptedModel([.fails, .endless("Once upon")])
        let service = service(model)
        _ = try? await service.send(ChatRequest(conversationID: talk.id, text: "Tell me.")) { _ in }
        let question = try #require(try await library.lastTurn(ofConversation: talk.id).first)
        let (said, voice) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await service.send(
                ChatRequest(conversationID: talk.id, text: "Tell me.", replaceFrom: question.id)
            ) { if case .text = $0 { voice.yield() } }
        }
        for await _ in said { break }
        task.cancel()
        #expect(try await task.value.message.state == .stopped)
        let stored = try await library.messages(ofConversation: talk.id)
        #expect(stored.map(\.message.content) == ["Tell me.", "Once upon"])
        #expect(stored.map(\.state) == [.complete, .stopped])
    }

    @Test func theLabelOfTheSystemPromptCounts() async throws {
        let talk = try await library.createConversation(systemPrompt: "The patient is Ms Novak.", label: .private)
        let open = RoutingChoice(label: .public)
        let model = ScriptedModel([.answer("x"), .answer("y"), .answer("z")])
        let answer = try await service(model).send(
            ChatRequest(conversationID: talk.id, text: "Hello", routing: open)
        ) { _ in }
        #expect(model.requests.last?.label == .private && answer.route.label == .private)
        #expect(answer.message.label == .private)
        // A label of nobody's counts as personal, and without a system prompt there is nothing to protect.
        let unsaid = try await library.createConversation(systemPrompt: "Be brief.")
        _ = try await service(model).send(ChatRequest(conversationID: unsaid.id, text: "Hello", routing: open)) { _ in }
        #expect(model.requests.last?.label == .personal)
        let bare = try await library.createConversation()
        _ = try await service(model).send(ChatRequest(conversationID: bare.id, text: "Hello", routing: open)) { _ in }
        #expect(model.requests.last?.label == .public)
        try await library.setSystemPrompt("Rules.", label: .private, ofConversation: bare.id)
        #expect(try await library.conversation(matching: bare.id).promptLabel == .private)
    }

    @Test func aTurnThatIsTooLongAloneIsSummedUpByItsEnds() async throws {
        let talk = try await library.createConversation()
        let long = "BEGIN " + String(repeating: "word ", count: 900) + "END"
        try await library.append(
            [ConversationMessage(Message(.user, "Read this.")), ConversationMessage(Message(.assistant, long))],
            toConversation: talk.id)
        let model = SummarizingModel(contextLength: 400)
        let service = ChatService(library: library, router: ModelRouter(models: [model]))
        func turn(_ text: String) async throws -> ChatAnswer {
            try await service.send(
                ChatRequest(
                    conversationID: talk.id, text: text, options: GenerationOptions(maxTokens: 40),
                    policy: .summarizeDropped)
            ) { _ in }
        }
        let answer = try await turn("And now?")
        let asked = try #require(model.summaries.withLock { $0 }.first)
        #expect(asked.contains("BEGIN") && asked.contains("END") && asked.contains("[…]"))
        #expect(EstimatedTokenizer().countTokens(asked) < 400)
        #expect(answer.dropped.count == 2 && answer.dropped.summary == "summary 1")
        // It is not summed up again at the next turn.
        #expect(try await turn("And then?").dropped.summary == "summary 1")
        #expect(model.summaries.withLock { $0.count } == 1)
    }

    @Test func aSummaryThatFailedOrIsTooLongDoesNotTakeTheRoomOfTheRest() async throws {
        for reply in [SummarizingModel.Reply.fails, .says(String(repeating: "long ", count: 2_000)), .says("  ")] {
            let talk = try await library.createConversation()
            let model = SummarizingModel(contextLength: 400, reply: reply)
            let service = ChatService(library: library, router: ModelRouter(models: [model]))
            var last: ChatAnswer?
            for number in 0..<20 {
                last = try await service.send(
                    ChatRequest(
                        conversationID: talk.id, text: "question \(number)", options: GenerationOptions(maxTokens: 40),
                        policy: .summarizeDropped)
                ) { _ in }
            }
            let answer = try #require(last)
            #expect(answer.dropped.count > 0)
            let prompt = try #require(model.prompts.withLock { $0 }.last)
            #expect(prompt.last?.content == "question 19" && prompt.count > 1)
            #expect(prompt.reduce(0) { $0 + EstimatedTokenizer().countTokens($1.content) } < 360)
            if case .says(let text) = reply, text.contains("long") {
                let summary = try #require(answer.dropped.summary)
                #expect(EstimatedTokenizer().countTokens(summary) <= 50)
            } else {
                // What was not summed up is not said to be, and is tried again.
                #expect(answer.dropped.summary == nil)
                #expect(try await library.contextBoundary(ofConversation: talk.id) == nil)
                #expect(model.summaries.withLock { $0.count } > 1)
            }
        }
    }

    @Test func aBoundOnMessagesDoesNotCostASummaryAtEveryTurn() async throws {
        let talk = try await library.createConversation()
        let model = SummarizingModel(contextLength: 8_000)
        let service = ChatService(library: library, router: ModelRouter(models: [model]))
        for number in 0..<24 {
            _ = try await service.send(
                ChatRequest(
                    conversationID: talk.id, text: "question \(number)", policy: .summarizeDropped, maxMessages: 9)
            ) { _ in }
        }
        let counts = model.prompts.withLock { $0 }.map { $0.count { $0.role != .system } }
        #expect(counts.max() == 9 && counts.suffix(12).allSatisfy { $0 >= 3 })
        let summaries = model.summaries.withLock { $0.count }
        #expect(summaries >= 4 && summaries <= 9, "\(summaries)")
    }

    @Test func instructionsLongerThanTheWindowAreNamed() async throws {
        let talk = try await library.createConversation(systemPrompt: String(repeating: "rule ", count: 500))
        for policy in ContextBudget.Policy.allCases {
            let error = await #expect(throws: ContextError.self) {
                _ = try await service(ScriptedModel([], contextLength: 200)).send(
                    ChatRequest(conversationID: talk.id, text: "Hello", policy: policy)
                ) { _ in }
            }
            #expect(error?.code == "message-too-long" && error?.message.contains("instructions alone") == true)
        }
        #expect(try await states(talk.id).isEmpty)
    }

    @Test(arguments: [1, 2, 3]) func theBoundOnMessagesCountsTheNewOne(_ most: Int) async throws {
        let talk = try await library.createConversation(systemPrompt: "Rules.")
        let model = ScriptedModel([])
        for number in 0..<4 {
            _ = try await service(model).send(
                ChatRequest(conversationID: talk.id, text: "question \(number)", maxMessages: most)
            ) { _ in }
        }
        // Turns go whole: a question with its answer, or neither.
        #expect(model.requests.last?.messages.count == (most < 3 ? 2 : 4))
        await #expect(throws: ContextError.self) {
            _ = try await service(model).send(
                ChatRequest(conversationID: talk.id, text: "more", policy: .strict, maxMessages: most)
            ) { _ in }
        }
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
    private let reply: Reply

    /// What it writes when it is asked for notes.
    enum Reply: Sendable {
        case numbered, fails
        case says(String)
    }

    init(contextLength: Int, reply: Reply = .numbered) {
        self.reply = reply
        capabilities = ModelCapabilities(offline: true, contextLength: contextLength, tasks: [.chat])
    }

    func availability() async -> Availability { .available }

    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        var text = "answer"
        if let last = request.messages.last, last.content.hasSuffix("Write the notes.") {
            let count = summaries.withLock { summaries in
                summaries.append(last.content)
                return summaries.count
            }
            switch reply {
            case .numbered: text = "summary \(count)"
            case .says(let words): text = words
            case .fails: return EventStream { _ in throw IncompleteResponse(engine: .local) }
            }
        } else {
            prompts.withLock { $0.append(request.messages) }
        }
        let response = ModelResponse(
            text: text, usage: TokenUsage(), timings: Timings(), finishReason: .stop)
        return EventStream { emit in try await emit(.final(response)) }
    }
}
