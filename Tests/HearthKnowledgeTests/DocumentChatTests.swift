import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

/// Questions over documents as turns of a conversation.
@Suite struct DocumentChatTests {
    private let library = MemoryLibrary()
    private let samples = SampleDocuments()

    private func chat(_ model: ScriptedModel) -> DocumentChat {
        let answers = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil),
            router: ModelRouter(models: [model]), embedder: nil)
        return DocumentChat(library: library, answers: answers)
    }

    private func ingest(label: SensitivityLabel) async throws {
        let document = samples.document(1, words: ["heron", "marsh"])
        let id = try await library.replaceSource(samples.source("/a", of: document), with: document).documentID
        try await library.setLabel(label, ofDocument: id)
    }

    @Test func aTurnKeepsItsAnswerAndTheLabelOfItsSources() async throws {
        try await ingest(label: .private)
        let talk = try await library.createConversation()
        let model = ScriptedModel([.answer("The heron lives in the marsh [1]."), .answer("It does [1].")])
        let answer = try await chat(model).send(AnswerRequest(question: "heron marsh?"), inConversation: talk.id) { _ in
        }
        #expect(answer?.abstained == false)
        let stored = try await library.messages(ofConversation: talk.id)
        #expect(stored.map(\.message.role) == [.user, .assistant])
        #expect(stored.map(\.state) == [.complete, .complete])
        #expect(stored[1].label == .private)
        #expect(stored[1].metadata?.engine == .local)

        // The next prompt holds the first turn, the question once, and the label of what was said.
        _ = try await chat(model).send(
            AnswerRequest(question: "And does the heron stay?"), inConversation: talk.id
        ) { _ in }
        let request = try #require(model.requests.last)
        #expect(request.label == .private)
        #expect(request.messages.map(\.role) == [.system, .user, .assistant, .user])
        #expect(request.messages[1].content == "heron marsh?")
        #expect(request.messages.filter { $0.content.contains("And does the heron stay?") }.count == 1)
    }

    @Test func aLongHistoryLeavesRoomForTheSources() async throws {
        try await ingest(label: .personal)
        let talk = try await library.createConversation()
        let long = String(repeating: "word ", count: 100)
        try await library.append(
            (0..<10).flatMap { _ in
                [ConversationMessage(Message(.user, long)), ConversationMessage(Message(.assistant, long))]
            }, toConversation: talk.id)
        let model = ScriptedModel([.answer("The heron [1].")], contextLength: 2_000)
        let answer = try await chat(model).send(
            AnswerRequest(question: "heron marsh?", options: GenerationOptions(maxTokens: 100)), inConversation: talk.id
        ) { _ in }
        let context = try #require(answer?.context)
        #expect(!context.included.isEmpty)
        #expect(context.droppedHistory.count > 0)
        #expect(answer?.notes.contains { $0.contains("earlier messages") } == true)
        let taken = try #require(model.requests.first?.messages)
        #expect(taken.count >= 2 && taken.count < 8)
        #expect(taken.reduce(0) { $0 + EstimatedTokenizer().countTokens($1.content) } < 1_900)
    }

    @Test func anAnswerThatWasCutOffIsKeptAsOne() async throws {
        try await ingest(label: .personal)
        let talk = try await library.createConversation()
        let model = ScriptedModel([.text("The heron lives", finishReason: .length)])
        _ = try await chat(model).send(AnswerRequest(question: "heron marsh?"), inConversation: talk.id) { _ in }
        let stored = try await library.messages(ofConversation: talk.id)
        #expect(stored.last?.metadata?.finishReason == .length)
    }

    @Test func aStoppedAnswerIsKeptWithTheLabelOfItsSources() async throws {
        try await ingest(label: .private)
        let talk = try await library.createConversation()
        let chat = chat(ScriptedModel([.endless("The heron")]))
        let (said, voice) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await chat.send(AnswerRequest(question: "heron marsh?"), inConversation: talk.id) { event in
                if case .text = event { voice.yield() }
            }
        }
        for await _ in said { break }
        task.cancel()
        #expect(try await task.value == nil)
        let stored = try await library.messages(ofConversation: talk.id)
        #expect(stored.map(\.message.content) == ["heron marsh?", "The heron"])
        #expect(stored.map(\.state) == [.complete, .stopped])
        #expect(stored[1].label == .private)
        // Who said so much of it stays known.
        let metadata = try #require(stored[1].metadata)
        #expect(metadata.engine == .local && metadata.model == "scripted")
        #expect(metadata.route?.engine == .local && metadata.route?.reason.isEmpty == false)
    }

    /// What a model has read is not kept where a part of it was removed meanwhile.
    @Test func aDocumentThatIsRemovedDuringAnAnswerDoesNotStayInWhatTheModelHasRead() async throws {
        let document = samples.document(1, words: ["heron", "marsh"])
        let id = try await library.replaceSource(samples.source("/a", of: document), with: document).documentID
        let talk = try await library.createConversation()
        let model = ScriptedModel([.answer("The heron [1]."), .answer("The heron [1].")])
        /// Whether a model keeps what it has read in its last answer.
        func isKept() throws -> Bool {
            let mark = try #require(model.requests.last?.conversationMark)
            let states = library.promptStateStore
            try states.save(
                PromptState(identity: "model", tokens: [1], data: [2]), ofConversation: talk.id, since: mark)
            return states.tokens(ofConversation: talk.id, identity: "model") != nil
        }
        let request = AnswerRequest(question: "heron marsh?")
        _ = try await chat(model).send(request, inConversation: talk.id) { _ in }
        #expect(try isKept())

        // Removed when it has been found, and the model has not been asked yet.
        let (found, finding) = AsyncStream.makeStream(of: Void.self)
        let (removed, removing) = AsyncStream.makeStream(of: Void.self)
        let router = ModelRouter(configuration: .init()) {
            finding.yield()
            for await _ in removed {}
            return RoutingContext(models: [model], policy: RoutingPolicy())
        }
        let answers = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil), router: router, embedder: nil)
        let waiting = DocumentChat(library: library, answers: answers)
        let answer = Task { try await waiting.send(request, inConversation: talk.id) { _ in } }
        for await _ in found { break }
        try await library.removeDocument(id: id)
        removing.finish()
        _ = await answer.result
        #expect(model.requests.count == 2)
        #expect(try !isKept())
    }

    @Test func whatIsOlderThanAQuestionIsReadWithIsCountedAndReported() async throws {
        try await ingest(label: .personal)
        let talk = try await library.createConversation()
        try await library.append(
            (0..<20).flatMap { number in
                [
                    ConversationMessage(Message(.user, "question \(number)")),
                    ConversationMessage(Message(.assistant, "answer \(number)")),
                ]
            }, toConversation: talk.id)
        let model = ScriptedModel([.answer("The heron [1].")])
        let answer = try await chat(model).send(AnswerRequest(question: "heron marsh?"), inConversation: talk.id) { _ in
        }
        let kept = try #require(model.requests.first?.messages.count) - 2
        #expect(kept == DocumentChat.maximumHistory)
        #expect(answer?.context.droppedHistory.count == 40 - kept)
        #expect(answer?.notes.contains { $0.hasPrefix("24 earlier messages") } == true, "\(answer?.notes ?? [])")
        let stored = try await library.messages(ofConversation: talk.id).last
        #expect(stored?.metadata?.dropped?.count == 24 && stored?.metadata?.dropped?.tokens ?? 0 > 24)
    }

    @Test func anEngineIsToldTheConversationSoThatItGoesOnWhereItWas() async throws {
        try await ingest(label: .personal)
        let talk = try await library.createConversation()
        let model = ScriptedModel([.answer("The heron [1].")])
        _ = try await chat(model).send(AnswerRequest(question: "heron marsh?"), inConversation: talk.id) { _ in }
        #expect(model.requests.map(\.conversationID) == [talk.id])
    }

    @Test func aTurnThatIsAskedAgainStaysUntilThereIsAnother() async throws {
        try await ingest(label: .personal)
        let talk = try await library.createConversation()
        let model = ScriptedModel([
            .answer("The heron [1]."), .fails, .endless("The her"), .answer("In the marsh [1]."),
        ])
        let chat = chat(model)
        _ = try await chat.send(AnswerRequest(question: "heron marsh?"), inConversation: talk.id) { _ in }
        let before = try await library.messages(ofConversation: talk.id)
        let first = before[0].id
        let again = AnswerRequest(question: "where is the heron?")
        await #expect(throws: IncompleteResponse.self) {
            _ = try await chat.send(again, inConversation: talk.id, replacingFrom: first) { _ in }
        }
        #expect(try await library.messages(ofConversation: talk.id) == before)
        let (said, voice) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await chat.send(again, inConversation: talk.id, replacingFrom: first) { event in
                if case .text = event { voice.yield() }
            }
        }
        for await _ in said { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try await library.messages(ofConversation: talk.id) == before)
        _ = try await chat.send(again, inConversation: talk.id, replacingFrom: first) { _ in }
        let stored = try await library.messages(ofConversation: talk.id)
        #expect(stored.map(\.message.content) == ["where is the heron?", "In the marsh [1]."])
        #expect(stored.allSatisfy { $0.state == .complete })
    }

    @Test func aQuestionLongerThanTheWindowIsATypedError() async throws {
        try await ingest(label: .personal)
        let talk = try await library.createConversation()
        let chat = chat(ScriptedModel([], contextLength: 300))
        await #expect(throws: ContextError.self) {
            _ = try await chat.send(
                AnswerRequest(question: String(repeating: "heron marsh ", count: 400)), inConversation: talk.id
            ) { _ in }
        }
        #expect(try await library.messages(ofConversation: talk.id).map(\.state) == [.unanswered])
    }
}
