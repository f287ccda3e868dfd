import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

/// Answers and turns go to their reader as fast as it takes them.
@Suite struct EventPathTests {
    private let library = MemoryLibrary()
    private let samples = SampleDocuments()
    /// Longer than what is held back at the beginning, to see whether it says that nothing was found.
    private static let pieces = (0..<600).map { "word\($0) " }

    private var answers: (AnswerService, ScriptedModel) {
        let model = ScriptedModel([.text(pieces: Self.pieces)])
        let service = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil),
            router: ModelRouter(models: [model]), embedder: nil)
        return (service, model)
    }

    private func ingest() async throws {
        let document = samples.document(1, words: ["heron", "marsh"])
        _ = try await library.replaceSource(samples.source("/a", of: document), with: document)
    }

    /// Lets others work, often enough for an engine that waits for nobody to run far ahead.
    private func letOthersWork() async { for _ in 0..<500 { await Task.yield() } }

    @Test func aSlowReaderOfAnAnswerSlowsTheEngine() async throws {
        try await ingest()
        let (service, model) = answers
        var read = 0
        var text = ""
        for try await event in service.ask(AnswerRequest(question: "heron marsh?")) {
            guard case .text(let piece) = event else { continue }
            text += piece
            read = text.split(separator: " ").count
            if read < 100 {
                await letOthersWork()
                #expect(model.emittedEvents <= read + 2)
            }
        }
        #expect(text == Self.pieces.joined())
        #expect(model.emittedEvents == Self.pieces.count)
    }

    @Test func aSlowReaderOfATurnSlowsTheEngine() async throws {
        let talk = try await library.createConversation()
        let model = ScriptedModel([.text(pieces: Self.pieces)])
        let service = ChatService(library: library, router: ModelRouter(models: [model]))
        var read = 0
        for try await event in service.stream(ChatRequest(conversationID: talk.id, text: "Talk.")) {
            guard case .text = event else { continue }
            read += 1
            if read < 20 {
                await letOthersWork()
                #expect(model.emittedEvents <= read + 1)
            }
        }
        #expect(read == Self.pieces.count)
        let stored = try await library.messages(ofConversation: talk.id)
        #expect(stored.last?.message.content == Self.pieces.joined())
    }

    @Test func whoLeavesAnAnswerStopsTheEngine() async throws {
        try await ingest()
        let (service, model) = answers
        for try await event in service.ask(AnswerRequest(question: "heron marsh?")) {
            if case .text = event { break }
        }
        while model.openStreams > 0 { await Task.yield() }
        #expect(model.cancelledStreams == 1 && model.emittedEvents < Self.pieces.count)
    }

    @Test func whatAReaderOfATurnThrowsEndsIt() async throws {
        struct Gone: Error {}
        let talk = try await library.createConversation()
        let model = ScriptedModel([.text(pieces: Self.pieces)])
        let service = ChatService(library: library, router: ModelRouter(models: [model]))
        await #expect(throws: Gone.self) {
            _ = try await service.send(ChatRequest(conversationID: talk.id, text: "Talk.")) { event in
                if case .text = event { throw Gone() }
            }
        }
        #expect(model.openStreams == 0 && model.cancelledStreams == 1)
        // The question is asked again by whoever wants it.
        #expect(try await library.messages(ofConversation: talk.id).map(\.state) == [.unanswered])
    }

    @Test func aTurnSaysFirstWhoAnswersIt() async throws {
        let talk = try await library.createConversation()
        let model = ScriptedModel([.answer("yes")])
        let service = ChatService(library: library, router: ModelRouter(models: [model]))
        var first: ConversationMessage.State?
        var count = 0
        // A conversation that is known is not looked up again.
        let request = ChatRequest(conversationID: "looked up by nobody", text: "Is it?")
        _ = try await service.send(request, in: talk) { event in
            count += 1
            guard case .routed(let decision) = event else { return }
            #expect(decision.engine == .local && count == 1)
            // A refusal has left no trace by then.
            first = try await library.messages(ofConversation: talk.id).first?.state
        }
        #expect(first == nil && count > 1)
    }
}
